//! Why an entry stands where it stands: BM25 per term, cosines, the RRF sum, and what would change it.
//! Never changes a result.

mod change;
mod grid;

use serde::Serialize;

pub use self::change::{Change, Effect, Knob, Value};
use super::index::lexical;
use super::pipeline::ask::{AskError, Session};
use super::trace::{Action, ChunkId, Entry, Fused, ListName, Trace};

/// The place of an entry in one list.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Place {
    /// The list.
    pub list: ListName,
    /// Rank from 1, also below `search.depth` as far as was looked; `None` = not found there.
    pub rank: Option<usize>,
    /// Cosine or BM25 score.
    pub score: Option<f64>,
    /// It stands within `search.depth`, so it counts in the fusion.
    pub counts: bool,
}

/// All that can be said of one entry under the last question of a session.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The chunk or seam.
    pub entry: Entry,
    /// A chunk: it is in the context. A seam: it fired and its chunks are in the context.
    pub inside: bool,
    /// Why it is, or is not.
    pub reason: String,
    /// Its place in every list of the layout, in list order.
    pub places: Vec<Place>,
    /// Its place in the fused ranking, from 1.
    pub rank: Option<usize>,
    /// The sum that put it there.
    pub sum: Option<Fused>,
    /// Its cosine to the question; `None` without vectors.
    pub cosine: Option<f64>,
    /// How many windows its vector is the mean of; `None` without vectors.
    pub windows: Option<u32>,
    /// Its BM25 score for the question, word by word.
    pub words: lexical::Explanation,
    /// For each knob the smallest change that turns `inside` around, where there is one: every one was tried on the
    /// stages themselves, and so was everything nearer.
    pub changes: Vec<Change>,
}

/// Explains an entry of the session's index under its last question; `None` when nothing was asked yet.
///
/// # Errors
/// When the index cannot be read.
pub fn explain(session: &Session, entry: Entry) -> Result<Option<Explanation>, AskError> {
    let (Some(trace), Some(params)) = (session.trace(), session.params()) else { return Ok(None) };
    let index = session.index();
    let (words, table, row) = match entry {
        Entry::Chunk(chunk) => {
            (&index.chunk_words, index.vectors.as_ref().map(|set| (&set.chunks, &set.chunk_windows)), chunk.at())
        }
        Entry::Seam(seam) => {
            (&index.seam_words, index.vectors.as_ref().map(|set| (&set.seams, &set.seam_windows)), seam.at())
        }
    };
    let rank = trace.ranking.iter().position(|fused| fused.entry == entry);
    let deep = change::deepened(session)?;
    let changes = change::changes(&deep, session, entry)?;
    Ok(Some(Explanation {
        entry,
        inside: is_inside(trace, entry),
        reason: reason(trace, entry),
        places: places(trace, deep.trace().unwrap_or(trace), entry, params.search.depth),
        rank: rank.map(|at| at + 1),
        sum: rank.map(|at| trace.ranking[at].clone()),
        cosine: table.zip(session.vector()).map(|((vectors, _), question)| vectors.cos(row, question).into()),
        windows: table.and_then(|(_, windows)| windows.get(row).copied()),
        words: words.explain(&trace.question, row as u32)?,
        changes,
    }))
}

/// A chunk is in the context; a seam fired and its chunks are there.
pub(crate) fn is_inside(trace: &Trace, entry: Entry) -> bool {
    match entry {
        Entry::Chunk(chunk) => trace.budget.chunks.contains(&chunk),
        Entry::Seam(_) => trace
            .budget
            .steps
            .iter()
            .any(|step| step.subject == entry && matches!(step.action, Action::Added | Action::AlreadyIncluded)),
    }
}

fn places(trace: &Trace, deep: &Trace, entry: Entry, depth: usize) -> Vec<Place> {
    let place = |(list, deep): (&super::trace::RankedList, &super::trace::RankedList)| {
        let at = deep.hits.iter().position(|hit| hit.entry == entry);
        Place {
            list: list.name,
            rank: at.map(|at| at + 1),
            score: at.map(|at| deep.hits[at].score),
            counts: at.is_some_and(|at| at < depth),
        }
    };
    trace.lists.iter().zip(&deep.lists).map(place).collect()
}

/// One sentence on where the entry ended up.
fn reason(trace: &Trace, entry: Entry) -> String {
    let steps = &trace.budget.steps;
    let brought = |chunk: ChunkId| steps.iter().position(|step| step.chunks.contains(&chunk));
    let own = steps.iter().position(|step| step.subject == entry);
    let at = match entry {
        Entry::Chunk(chunk) => brought(chunk).or(own),
        Entry::Seam(_) => own,
    };
    if let Some(at) = at {
        return format!("step {}: {}", at + 1, steps[at].why);
    }
    match trace.ranking.iter().position(|fused| fused.entry == entry) {
        Some(rank) => {
            let budget = &trace.budget;
            let order = trace.rerank.as_ref().map(|reranked| &reranked.order);
            let place = order.and_then(|order| order.iter().position(|other| *other == entry));
            let place = place.map_or_else(String::new, |at| format!(", place {} after reranking", at + 1));
            format!("rank {}{place}; the budget was full before it: {} of {}", rank + 1, budget.used, budget.limit)
        }
        None => "in none of the lists, to the depth that was searched".to_owned(),
    }
}
