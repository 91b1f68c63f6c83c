//! The story of one question: lists, fused ranking, verdicts, budget steps, expansions, context.
//! Ids here are numbers of one [`Corpus`](super::Corpus); names never stand here, they are put on at the edge.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{ChunkId, Entry, SeamId, Section};
use crate::retrieve::span::Span;

/// Which ranking a list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ListName {
    /// Chunks by cosine.
    ChunkDense,
    /// Chunks by BM25.
    ChunkBm25,
    /// Seams by cosine.
    SeamDense,
    /// Seams by BM25.
    SeamBm25,
    /// Chunks and seams together by cosine (layout `joint`).
    Dense,
}

impl ListName {
    /// The name of contract.md.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ChunkDense => "chunk-dense",
            Self::ChunkBm25 => "chunk-bm25",
            Self::SeamDense => "seam-dense",
            Self::SeamBm25 => "seam-bm25",
            Self::Dense => "dense",
        }
    }
}

/// One line of a list; its rank is its place, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// What was found.
    pub entry: Entry,
    /// Cosine or BM25 score.
    pub score: f64,
}

/// One ranking for a question, best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RankedList {
    /// Which one.
    pub name: ListName,
    /// Its hits; none has a BM25 score of zero.
    pub hits: Vec<Hit>,
}

/// What one list adds to an entry's sum: weight / (k + rank).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// Index into the lists of the trace.
    pub list: usize,
    /// Rank in that list, from 1.
    pub rank: usize,
    /// The contribution.
    pub value: f64,
}

/// One entry of the fused ranking; its rank is its place, counted from 1, with all seams still in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fused {
    /// What stands here.
    pub entry: Entry,
    /// The sum of the terms; `None` where a ranking was given without scores (`replay`).
    pub score: Option<f64>,
    /// One term for each list that holds the entry, in list order.
    pub terms: Vec<Term>,
}

/// The fire test of one seam (Seams, section 3.2 step 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The seam.
    pub seam: SeamId,
    /// Its left chunk.
    pub left: ChunkId,
    /// Its right chunk.
    pub right: ChunkId,
    /// Rank of the seam in the fused ranking, from 1.
    pub rank: usize,
    /// Rank of the left chunk; `None` = not in the ranking, which never blocks.
    pub left_rank: Option<usize>,
    /// Rank of the right chunk.
    pub right_rank: Option<usize>,
    /// The margin m of this test.
    pub margin: u32,
    /// rank + m <= left and rank + m <= right.
    pub fired: bool,
    /// min(left, right) - rank - m; `None` when both chunks are absent.
    pub slack: Option<i64>,
    /// Smallest m at which the verdict would be the other one; `None` when there is none.
    pub turns_from: Option<u32>,
    /// Largest m at which the verdict would be the other one; `None` when there is none or no largest.
    pub turns_to: Option<u32>,
}

/// What a step of the budget did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// At least one chunk entered the context.
    Added,
    /// Everything it would bring is there already.
    AlreadyIncluded,
    /// A seam that did not fire: dropped.
    NotFired,
    /// It needs more room than is left: skipped whole.
    NoRoom,
    /// Left out on purpose: a chunk of a skipped seam under a reranker, or a side under the floor.
    Withheld,
    /// A neighbour was added by an expansion policy.
    Expanded,
}

/// What a step is about.
pub type StepSubject = Entry;

/// One step of filling the budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The entry that was considered: a ranked entry, or the neighbour of an expansion.
    pub subject: StepSubject,
    /// What happened.
    pub action: Action,
    /// The chunks that this step added, in order.
    pub chunks: Vec<ChunkId>,
    /// Slots or tokens used before the step.
    pub before: u64,
    /// Slots or tokens that it needs: it has room when `before + needs` does not exceed the limit.
    pub needs: u64,
    /// Slots or tokens used after it; an expansion beyond the budget uses none.
    pub used: u64,
    /// The reason in words, with its numbers.
    pub why: String,
}

/// The filled budget.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// What may be used, in slots or tokens.
    pub limit: u64,
    /// What the retrieved chunks use (with `expand.count = within`: all chunks).
    pub used: u64,
    /// The steps, in order; they end when the budget is full.
    pub steps: Vec<Step>,
    /// The whole context in order: retrieved chunks and expansions.
    pub chunks: Vec<ChunkId>,
    /// How many of `chunks` are expansions.
    pub expanded: usize,
    /// What `chunks` use altogether, expansions beyond the budget included.
    pub total: u64,
}

/// One neighbour that an expansion policy looked at (SCAR paper, section 3).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expansion {
    /// The retrieved chunk.
    pub from: ChunkId,
    /// Its neighbour.
    pub to: ChunkId,
    /// Places from `from` to `to`, negative to the left.
    pub distance: i64,
    /// cos(question, from); `None` without vectors and under `parent`, which asks for no cosine.
    pub cos_question_chunk: Option<f64>,
    /// cos(question, to).
    pub cos_question_neighbour: Option<f64>,
    /// cos(from, to).
    pub cos_chunk_neighbour: Option<f64>,
    /// lambda (1 - cos(from, to)), under `scar` only.
    pub penalty: Option<f64>,
    /// S = cos(question, to) - penalty, under `scar` only.
    pub score: Option<f64>,
    /// gamma cos(question, from), under `scar` only.
    pub threshold: Option<f64>,
    /// The neighbour passed its test (it enters the context unless it is there already or has no room).
    pub taken: bool,
    /// It was in the context before this test.
    pub already: bool,
}

/// Why there is no answer (design 2.12).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refusal {
    /// The chunk of the fused ranking that is nearest to the question; the first of them where several are.
    pub chunk: ChunkId,
    /// Its cosine distance, 1 - cos(question, chunk).
    pub distance: f64,
    /// The threshold that it exceeds.
    pub threshold: f64,
    /// distance - threshold.
    pub by: f64,
}

/// Where a passage comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// The document's path.
    pub path: String,
    /// Section path.
    pub section: Section,
    /// Bytes.
    pub byte: Span,
    /// Characters, half open.
    pub char: [usize; 2],
}

impl fmt::Display for Citation {
    /// `path#char=from,to`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#char={},{}", self.path, self.char[0], self.char[1])
    }
}

/// One numbered passage of original text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// Number in the context, from 1.
    pub n: usize,
    /// The chunks it is made of: one, or several adjacent ones joined in document order.
    pub chunks: Vec<ChunkId>,
    /// Where it comes from.
    pub citation: Citation,
    /// The original text, header and seams excluded.
    pub text: String,
}

/// A new order of the ordinary chunks, by a reranker (design 2.9).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reranked {
    /// The reranker's identity.
    pub model: String,
    /// The chunks that it read, in fused order.
    pub scores: Vec<Scored>,
    /// The order in which the budget is filled: the fused ranking with ordinary chunks in their new places.
    pub order: Vec<Entry>,
}

/// What a reranker gave one chunk.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scored {
    /// The chunk.
    pub chunk: ChunkId,
    /// The reranker's own number, whatever its scale; higher is better.
    pub score: f64,
    /// In how many parts it was read; the best one counts.
    pub windows: u32,
}

/// A setting that could not do its work for this question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Note {
    /// Search by cosine is on, but there are no vectors: only words were searched.
    NoDense,
    /// Neither words nor vectors could be searched.
    NoLists,
    /// `scar` cannot decide without vectors: no neighbour was taken.
    NoExpansion,
    /// The side floor cannot be tested without vectors: both sides of every fired seam count.
    NoFloor,
    /// The refusal threshold cannot be tested without vectors.
    NoRefusal,
    /// A reranker is named, but it is not loaded.
    NoReranker,
    /// The question leaves the reranker no room for a text.
    LongQuestion,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoDense => "no vectors: only words were searched",
            Self::NoLists => "no vectors and search.bm25 is off: nothing was searched",
            Self::NoExpansion => "no vectors: expand.policy scar cannot decide, no neighbour was taken",
            Self::NoFloor => "no vectors: fire.floor was not tested",
            Self::NoReranker => "rerank.model is not loaded: the fused order stands",
            Self::LongQuestion => "the question leaves rerank.model no room for a text: the fused order stands",
            Self::NoRefusal => "no vectors: refuse.distance was not tested",
        })
    }
}

/// The whole story of one question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// The question as it was asked.
    pub question: String,
    /// The ranked lists, in the order in which they are fused.
    pub lists: Vec<RankedList>,
    /// The fused ranking.
    pub ranking: Vec<Fused>,
    /// One verdict for each seam of the ranking, in rank order.
    pub verdicts: Vec<Verdict>,
    /// While the floor is on, the cosine to the question of the left and the right half of the window of each seam
    /// that fires at some margin, in rank order; `None` where a half is blank or there are no vectors.
    pub halves: Vec<(SeamId, [Option<f64>; 2])>,
    /// What a reranker made of it; `None` without one.
    pub rerank: Option<Reranked>,
    /// The budget.
    pub budget: Budget,
    /// What the expansion policy looked at, in order.
    pub expansions: Vec<Expansion>,
    /// Set when the answer is "no answer".
    pub refusal: Option<Refusal>,
    /// The passages.
    pub context: Vec<Passage>,
    /// Settings that could not do their work.
    pub notes: Vec<Note>,
}
