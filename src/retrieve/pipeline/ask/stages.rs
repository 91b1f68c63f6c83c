//! The stages after the search, wired to one index.
//! Never keeps an output; the session does.

use std::collections::HashMap;
use std::sync::Arc;

use super::AskError;
use super::memo::{Memo, Scores};
use crate::retrieve::chunk::Headers;
use crate::retrieve::context::{self, Run};
use crate::retrieve::embed::{EmbedError, Reranker, Score, Stop};
use crate::retrieve::expand::{self, Sight};
use crate::retrieve::fill::{self, Filled, Floor, Own, Rules};
use crate::retrieve::fire;
use crate::retrieve::fuse::{self, Weighted};
use crate::retrieve::params::{BudgetUnit, Params, Policy};
use crate::retrieve::pipeline::build::{Index, VectorSet};
use crate::retrieve::refuse;
use crate::retrieve::rerank;
use crate::retrieve::search::{self, Found, Wanted};
use crate::retrieve::span::Span;
use crate::retrieve::text::positions::Samples;
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::{
    ChunkId, Entry, Fused, Note, Passage, RankedList, Refusal, Reranked, Scored, SeamId, Trace, Verdict,
};

/// Chunks that a reranker reads between two looks at the wish to stop.
const STEP: usize = 8;

/// Cosines to the question of the halves of seam windows, in rank order.
pub(super) type Halves = Vec<(SeamId, [Option<f64>; 2])>;

/// The lists of the layout and the ranking that they make.
pub(super) fn fused(found: &Found, wanted: Wanted, params: &Params) -> (Vec<RankedList>, Vec<Fused>) {
    let lists = search::lists(found, wanted, params.fusion.layout, params.search.depth);
    let weighted = |list: &RankedList| Weighted {
        weight: fuse::weight(&params.fusion.weights, list.name),
        entries: list.hits.iter().map(|hit| hit.entry).collect(),
    };
    let ranking = fuse::fuse(&lists.iter().map(weighted).collect::<Vec<_>>(), params.fusion.k);
    (lists, ranking)
}

/// What the stages look at beside each other's outputs.
pub(super) struct World<'a> {
    pub(super) index: &'a Index,
    pub(super) memo: &'a Memo,
    /// Counts what chunks were counted in.
    pub(super) counter: &'a Counter,
    /// The question's vector, where there are vectors.
    pub(super) question: Option<&'a [f32]>,
}

impl World<'_> {
    pub(super) fn verdicts(&self, ranking: &[Fused], margin: u32) -> Vec<Verdict> {
        let links = |seam| {
            let seam = self.index.corpus.seam(seam);
            [seam.left, seam.right]
        };
        fire::verdicts(ranking, links, margin)
    }

    /// The halves of every seam that fires at some margin, if the floor is on: so that moving the margin embeds nothing.
    pub(super) fn halves(
        &self,
        verdicts: &[Verdict],
        params: &Params,
        mut embed: impl FnMut(u32, &[Span]) -> Result<Vec<Vec<f32>>, EmbedError>,
    ) -> Result<Halves, EmbedError> {
        let (Some(_), Some(question)) = (params.fire.floor, self.question) else { return Ok(Halves::new()) };
        let may_fire = |verdict: &&Verdict| verdict.fired || verdict.turns_from.is_some();
        let mut halves = Halves::new();
        for verdict in verdicts.iter().filter(may_fire) {
            let vectors = self.memo.halves.try_get(verdict.seam, || {
                let (document, spans) = self.half_spans(verdict.seam);
                let text = &self.index.corpus.documents[document as usize].text;
                let written = spans.map(|span| !span.of(text).trim().is_empty());
                let wanted: Vec<Span> =
                    spans.into_iter().zip(written).filter_map(|(span, on)| on.then_some(span)).collect();
                let mut vectors = embed(document, &wanted)?.into_iter();
                Ok::<_, EmbedError>(Arc::new(written.map(|on| if on { vectors.next() } else { None })))
            })?;
            let cosine = |half: &Option<Vec<f32>>| half.as_ref().map(|half| dot(half, question));
            halves.push((verdict.seam, [cosine(&vectors[0]), cosine(&vectors[1])]));
        }
        Ok(halves)
    }

    /// The parts of a seam window that lie in its left and in its right chunk.
    fn half_spans(&self, seam: SeamId) -> (u32, [Span; 2]) {
        let corpus = &self.index.corpus;
        let seam = corpus.seam(seam);
        (seam.document, [seam.left, seam.right].map(|chunk| seam.span.intersection(corpus.chunk(chunk).span)))
    }

    /// The reranker's order of what the fire test left, unless it is wished that it stops; `read` counts what it reads.
    pub(super) fn reranked(
        &self,
        trace: &Trace,
        params: &Params,
        reranker: &Reranker,
        scores: &Scores,
        read: &mut u64,
        stop: &Stop,
    ) -> Result<Reranked, AskError> {
        let candidates = rerank::candidates(&trace.ranking, &trace.verdicts, params.rerank.n);
        let mut given = Vec::with_capacity(candidates.len());
        for some in candidates.chunks(STEP) {
            if stop.is_wished() {
                return Err(AskError::Stopped);
            }
            given.extend(scores.of(some, |chunks| {
                *read += chunks.len() as u64;
                let texts: Vec<String> = chunks.iter().map(|&chunk| self.searched(chunk)).collect();
                reranker.scores(&trace.question, &texts.iter().map(String::as_str).collect::<Vec<_>>())
            })?);
        }
        let of_chunk = |(&chunk, Score { score, windows }): (&ChunkId, Score)| Scored { chunk, score, windows };
        let scores: Vec<Scored> = candidates.iter().zip(given).map(of_chunk).collect();
        let by_chunk: HashMap<ChunkId, f64> = scores.iter().map(|one| (one.chunk, one.score)).collect();
        let score = |chunk| by_chunk.get(&chunk).copied();
        let order = rerank::pinned(&trace.ranking, &trace.verdicts, score, params.rerank.n);
        Ok(Reranked { model: reranker.id().to_owned(), scores, order })
    }

    /// What is embedded and indexed of a chunk: its header, where it has one, and its text.
    fn searched(&self, chunk: ChunkId) -> String {
        let (corpus, settings) = (&self.index.corpus, &self.index.params.chunk);
        let text = corpus.chunk_text(chunk);
        if !settings.header {
            return text.to_owned();
        }
        let chunk = corpus.chunk(chunk);
        let make = || Arc::new(Headers::new(&corpus.documents[chunk.document as usize], settings.method));
        match self.memo.headers.get(chunk.document, make).of(chunk) {
            header if header.is_empty() => text.to_owned(),
            header => format!("{header}\n{text}"),
        }
    }

    /// Fills the budget from a trace's ranking, verdicts and halves.
    pub(super) fn filled(&self, trace: &Trace, params: &Params) -> Filled {
        let fused = || trace.ranking.iter().map(|fused| fused.entry).collect();
        let sequence: Vec<Entry> = trace.rerank.as_ref().map_or_else(fused, |reranked| reranked.order.clone());
        let halves: HashMap<_, _> = trace.halves.iter().copied().collect();
        let half = |seam| halves.get(&seam).copied().unwrap_or_default();
        let section = |chunk| self.memo.sections(&self.index.corpus).around(chunk).to_vec();
        let sight = Sight {
            neighbour: &|chunk, distance| self.index.corpus.neighbour(chunk, distance),
            section: &section,
            question: &|chunk| self.cos_question(chunk),
            pair: &|one, other| self.cos_pair(one, other),
        };
        let separator = self.counter.count(context::SEPARATOR) as u64;
        let rules = Rules {
            budget: &params.budget,
            cost: &|chunks| match params.budget.unit {
                BudgetUnit::Chunks => chunks.len() as u64,
                BudgetUnit::Tokens => self.tokens(chunks, separator, params),
            },
            own: if trace.rerank.is_some() { Own::Withheld } else { Own::Kept },
            floor: params.fire.floor.map(|least| Floor { least, halves: &half }),
            count: params.expand.count,
            neighbours: &|chunk, included| expand::around(chunk, &params.expand, &sight, included),
        };
        fill::fill(&sequence, &trace.verdicts, &rules)
    }

    fn tokens(&self, chunks: &[ChunkId], separator: u64, params: &Params) -> u64 {
        let corpus = &self.index.corpus;
        context::tokens(corpus, chunks, params.context.order, separator, |run| {
            let text = run.span.of(&corpus.documents[run.document as usize].text);
            self.memo.joined.get((run.document, run.span), || self.counter.count(text) as u64)
        })
    }

    fn runs(&self, chunks: &[ChunkId], params: &Params) -> Vec<Run> {
        context::runs(&self.index.corpus, chunks, params.context.order)
    }

    pub(super) fn refusal(&self, ranking: &[Fused], params: &Params) -> Option<Refusal> {
        refuse::refusal(ranking, &params.refuse, |chunk| self.cos_question(chunk))
    }

    pub(super) fn passages(&self, chunks: &[ChunkId], params: &Params) -> Vec<Passage> {
        let corpus = &self.index.corpus;
        context::passages(corpus, &self.runs(chunks, params), |document, span| {
            self.samples(document).on(&corpus.documents[document as usize].text).chars_of(span)
        })
    }

    /// Counts the characters of every document in the ranking, so that citing another one of them costs a knob nothing.
    pub(super) fn prepare_citations(&self, ranking: &[Fused]) {
        let corpus = &self.index.corpus;
        let document = |fused: &Fused| match fused.entry {
            Entry::Chunk(chunk) => corpus.chunk(chunk).document,
            Entry::Seam(seam) => corpus.seam(seam).document,
        };
        ranking.iter().map(document).for_each(|document| drop(self.samples(document)));
    }

    fn samples(&self, document: u32) -> Arc<Samples> {
        let text = &self.index.corpus.documents[document as usize].text;
        self.memo.samples.get(document, || Arc::new(Samples::of(text)))
    }

    pub(super) fn notes(&self, trace: &Trace, params: &Params, reranker: Option<&Reranker>) -> Vec<Note> {
        let unranked = params.rerank.model.is_some() && trace.rerank.is_none();
        let why = if reranker.is_some() { Note::LongQuestion } else { Note::NoReranker };
        let mut notes: Vec<Note> = unranked.then_some(why).into_iter().collect();
        if self.question.is_some() {
            return notes;
        }
        let wordless = !params.search.bm25;
        let without = [
            (Note::NoLists, wordless),
            (Note::NoDense, params.search.dense && !wordless),
            (Note::NoFloor, params.fire.floor.is_some()),
            (Note::NoExpansion, params.expand.policy == Policy::Scar),
            (Note::NoRefusal, params.refuse.distance.is_some()),
        ];
        notes.extend(without.into_iter().filter_map(|(note, holds)| holds.then_some(note)));
        notes
    }

    fn dense(&self) -> Option<(&VectorSet, &[f32])> {
        Some((self.index.vectors.as_deref()?, self.question?))
    }

    fn cos_question(&self, chunk: ChunkId) -> Option<f64> {
        let (vectors, question) = self.dense()?;
        Some(vectors.chunks.cos(chunk.at(), question).into())
    }

    fn cos_pair(&self, one: ChunkId, other: ChunkId) -> Option<f64> {
        let (vectors, _) = self.dense()?;
        Some(vectors.chunks.cos(one.at(), vectors.chunks.row(other.at())).into())
    }
}

/// The cosine of two unit vectors.
fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}
