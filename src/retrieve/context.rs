//! The chosen chunks as numbered passages of original text with citations.
//! Never prints a header or a seam.

use super::params::ContextOrder;
use super::span::Span;
use super::trace::{ChunkId, Citation, Corpus, Passage};

/// What stands between two passages where the context is one text: a blank line.
pub const SEPARATOR: &str = "\n\n";

/// A stretch of one document that becomes one passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Index into [`Corpus::documents`].
    pub document: u32,
    /// The chunks that it is made of, in text order.
    pub chunks: Vec<ChunkId>,
    /// From the start of the first to the end of the last, blank space between them included.
    pub span: Span,
}

/// Lays chunks out: one run a chunk as they come, or by document and place with chunks joined that are adjacent or
/// share text; text that two of them share stands once in the joined run.
#[must_use]
pub fn runs(corpus: &Corpus, chunks: &[ChunkId], order: ContextOrder) -> Vec<Run> {
    let single = |&id: &ChunkId| {
        let chunk = corpus.chunk(id);
        Run { document: chunk.document, chunks: vec![id], span: chunk.span }
    };
    match order {
        ContextOrder::Rank => chunks.iter().map(single).collect(),
        ContextOrder::Document => {
            let mut sorted = chunks.to_vec();
            sorted.sort_unstable();
            let mut runs: Vec<Run> = Vec::new();
            for next in sorted.iter().map(single) {
                match runs.last_mut().filter(|run| joins(run, &next)) {
                    Some(run) => {
                        run.span.end = run.span.end.max(next.span.end);
                        run.chunks.extend(next.chunks);
                    }
                    None => runs.push(next),
                }
            }
            runs
        }
    }
}

fn joins(run: &Run, next: &Run) -> bool {
    let adjacent = run.chunks.last().is_some_and(|last| last.0 + 1 == next.chunks[0].0);
    run.document == next.document && (adjacent || next.span.start <= run.span.end)
}

/// The passages, numbered from 1; `chars` turns a byte span of a document into characters.
#[must_use]
pub fn passages(corpus: &Corpus, runs: &[Run], chars: impl Fn(u32, Span) -> [usize; 2]) -> Vec<Passage> {
    let passage = |(run, n): (&Run, usize)| {
        let document = &corpus.documents[run.document as usize];
        let first = run.chunks.first().map(|&id| corpus.chunk(id));
        let citation = Citation {
            path: document.path.clone(),
            section: first.map(|chunk| chunk.section.clone()).unwrap_or_default(),
            byte: run.span,
            char: chars(run.document, run.span),
        };
        Passage { n, chunks: run.chunks.clone(), citation, text: run.span.of(&document.text).to_owned() }
    };
    runs.iter().zip(1..).map(passage).collect()
}

/// Tokens of the context that chunks make: of each passage by itself, and of the separators between them.
///
/// A passage of one chunk has the chunk's tokens; `joined` counts a run of several. Parts are counted by themselves and
/// added up, so that the sum can be checked from the parts.
#[must_use]
pub fn tokens(
    corpus: &Corpus,
    chunks: &[ChunkId],
    order: ContextOrder,
    separator: u64,
    joined: impl Fn(&Run) -> u64,
) -> u64 {
    let of_chunk = |&id: &ChunkId| u64::from(corpus.chunk(id).tokens);
    let (passages, tokens) = match order {
        // The budget asks for every prefix of a context: nothing is laid out where laying out changes nothing.
        ContextOrder::Rank => (chunks.len(), chunks.iter().map(of_chunk).sum::<u64>()),
        ContextOrder::Document => {
            let runs = runs(corpus, chunks, order);
            let of_run = |run: &Run| match run.chunks.as_slice() {
                [only] => of_chunk(only),
                _ => joined(run),
            };
            (runs.len(), runs.iter().map(of_run).sum())
        }
    };
    tokens + separator * passages.saturating_sub(1) as u64
}
