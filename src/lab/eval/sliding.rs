//! Sliding windows linked to chunks: the broader alternative to seams.
//! Never returns a window as evidence.
//!
//! Source: "RAG: Coming together at the Seams", sections 2 and 3.5. A window is a search vector and a row of words; where it
//! stands in the fused ranking, the chunks that it overlaps enter, without a fire test.

use crate::retrieve::fuse::{self, Weighted};
use crate::retrieve::params::{BudgetUnit, FusionParams, Params};
use crate::retrieve::trace::{ChunkId, Corpus, Entry, ListName, SeamId, Trace};

/// Which chunks each window overlaps, by the number of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Windows {
    links: Vec<Vec<ChunkId>>,
    /// False for a window that is left out of every list.
    used: Vec<bool>,
}

impl Windows {
    /// The chunks of `windows` as windows over the chunks of `common`, which has the same documents. With `middles` only
    /// those are used that hold the middle of a chunk.
    pub(super) fn over(common: &Corpus, windows: &Corpus, middles: bool) -> Self {
        let mut used = vec![!middles; windows.chunks.len()];
        let link = |(number, window): (usize, &crate::retrieve::trace::Chunk)| {
            let range = common.chunk_ranges.get(window.document as usize).cloned().unwrap_or_default();
            let linked: Vec<ChunkId> =
                range.map(ChunkId).filter(|id| common.chunk(*id).span.overlaps(window.span)).collect();
            let holds_middle = |id: &ChunkId| {
                let span = common.chunk(*id).span;
                let middle = span.start.midpoint(span.end);
                window.span.start <= middle && middle < window.span.end
            };
            used[number] |= linked.iter().any(holds_middle);
            linked
        };
        let links = windows.chunks.iter().enumerate().map(link).collect();
        Self { links, used }
    }

    /// The context of one question: `chunks` is its trace on the common index without seams, `windows` the one on the
    /// index of windows. The lists are fused in the order chunk-dense, chunk-bm25, window-dense, window-bm25, windows with
    /// the weights of seams; the budget is filled as with seams that always fire.
    pub(super) fn context(&self, corpus: &Corpus, chunks: &Trace, windows: &Trace, params: &Params) -> Vec<ChunkId> {
        let mut lists = weighted(chunks, &params.fusion, Some);
        lists.extend(weighted(windows, &params.fusion, |entry| match entry {
            Entry::Chunk(window) if self.used.get(window.at()) == Some(&true) => Some(Entry::Seam(SeamId(window.0))),
            _ => None,
        }));
        let mut context: Vec<ChunkId> = Vec::new();
        for fused in fuse::fuse(&lists, params.fusion.k) {
            let wanted: Vec<ChunkId> = match fused.entry {
                Entry::Chunk(chunk) => vec![chunk],
                Entry::Seam(window) => self.links[window.at()].clone(),
            };
            let new: Vec<ChunkId> = wanted.into_iter().filter(|chunk| !context.contains(chunk)).collect();
            if cost(corpus, &context, params) + cost(corpus, &new, params) <= params.budget.limit {
                context.extend(new);
            }
        }
        context
    }
}

/// Slots, or tokens of the chunks one by one.
fn cost(corpus: &Corpus, chunks: &[ChunkId], params: &Params) -> u64 {
    match params.budget.unit {
        BudgetUnit::Chunks => chunks.len() as u64,
        BudgetUnit::Tokens => chunks.iter().map(|chunk| u64::from(corpus.chunk(*chunk).tokens)).sum(),
    }
}

fn weighted(trace: &Trace, fusion: &FusionParams, entry: impl Fn(Entry) -> Option<Entry>) -> Vec<Weighted> {
    let list = |list: &crate::retrieve::trace::RankedList| {
        let entries: Vec<Entry> = list.hits.iter().filter_map(|hit| entry(hit.entry)).collect();
        let windows = entries.iter().any(|entry| matches!(entry, Entry::Seam(_)));
        let name = match (list.name, windows) {
            (ListName::ChunkBm25, true) => ListName::SeamBm25,
            (ListName::ChunkDense | ListName::Dense, true) => ListName::SeamDense,
            (ListName::Dense, false) => ListName::ChunkDense,
            (name, _) => name,
        };
        Weighted { weight: fuse::weight(&fusion.weights, name), entries }
    };
    trace.lists.iter().map(list).collect()
}
