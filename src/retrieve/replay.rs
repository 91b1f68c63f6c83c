//! Ranked lists given by hand into verdicts: the pipeline after the lists, without folder or model.
//! Never reads a document.

mod input;
mod names;
pub mod output;

pub use input::{Input, Pairs};
pub use output::Output;

use self::names::Names;
use super::expand::{self, Sight};
use super::fill::{self, Own, Rules};
use super::fire;
use super::fuse::{self, Weighted};
use super::params::{BudgetParams, BudgetUnit, ExpandCount, ExpandParams};
use super::rerank;
use super::trace::{Action, Entry, Fused};

/// An input that cannot be replayed: what, where, what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {what}")]
pub struct ReplayError {
    /// The place in the input.
    pub at: String,
    /// What is wrong and what to do.
    pub what: String,
}

impl ReplayError {
    fn new(at: impl Into<String>, what: impl Into<String>) -> Self {
        Self { at: at.into(), what: what.into() }
    }
}

/// Runs fusion (unless the fused ranking is given), fire test, reranking (if scores are given) and fill.
///
/// # Errors
/// When the input contradicts itself: both or neither of `lists` and `fused`, an id twice in one list, a seam that
/// links itself, another seam or one chunk twice, a reranker's score for a seam, a number out of range.
pub fn replay(input: &Input) -> Result<Output, ReplayError> {
    let names = Names::of(input)?;
    let ranking = ranking(input, &names)?;
    let margin = number("margin", input.margin, 3)?;
    let limit = number("budget", input.budget, 5)?;
    let verdicts = fire::verdicts(&ranking, |seam| names.links(seam), margin);
    let (sequence, own) = match &input.rerank {
        Some(_) => {
            let n = number("rerank_n", input.rerank_n, 150)?;
            (rerank::pinned(&ranking, &verdicts, |chunk| names.score(chunk), n), Own::Withheld)
        }
        None => (ranking.iter().map(|fused| fused.entry).collect(), Own::Kept),
    };
    let alone = Sight { neighbour: &|_, _| None, section: &|_| Vec::new(), question: &|_| None, pair: &|_, _| None };
    let rules = Rules {
        budget: &BudgetParams { unit: BudgetUnit::Chunks, limit },
        cost: &|chunks| chunks.len() as u64,
        own,
        floor: None,
        count: ExpandCount::Beyond,
        neighbours: &|chunk, included| expand::around(chunk, &ExpandParams::default(), &alone, included),
    };
    let budget = fill::fill(&sequence, &verdicts, &rules).budget;
    let name = |entry| names.name(entry).to_owned();
    let no_room = budget.steps.iter().filter(|step| step.action == Action::NoRoom);
    let skipped = no_room.filter(|step| matches!(step.subject, Entry::Seam(_))).map(|step| name(step.subject));
    Ok(Output {
        schema: 1,
        fused: output::fused(&ranking, &name, &|list| (list + 1).to_string()),
        seams: output::seams(&verdicts, &name),
        fired: verdicts.iter().filter(|verdict| verdict.fired).map(|verdict| name(Entry::Seam(verdict.seam))).collect(),
        skipped: skipped.collect(),
        chunks: budget.chunks.iter().map(|&chunk| name(Entry::Chunk(chunk))).collect(),
        budget: output::budget(&budget, BudgetUnit::Chunks, &name),
    })
}

fn ranking(input: &Input, names: &Names<'_>) -> Result<Vec<Fused>, ReplayError> {
    match (&input.lists, &input.fused) {
        (Some(lists), None) => {
            let entries = |(list, at): (&Vec<String>, usize)| {
                Ok(Weighted { weight: 1.0, entries: names.entries(list, &format!("lists[{at}]"))? })
            };
            let lists: Vec<Weighted> = lists.iter().zip(0..).map(entries).collect::<Result<_, ReplayError>>()?;
            Ok(fuse::fuse(&lists, number("k", input.k, 60)?))
        }
        (None, Some(fused)) => {
            let entries = names.entries(fused, "fused")?;
            Ok(entries.into_iter().map(|entry| Fused { entry, score: None, terms: Vec::new() }).collect())
        }
        (Some(_), Some(_)) => {
            Err(ReplayError::new("lists, fused", "both are given; give the lists, or the ranking that they make"))
        }
        (None, None) => Err(ReplayError::new("lists, fused", "neither is given; give one of them")),
    }
}

/// A whole number of the input that fits where it is used.
fn number<T: TryFrom<i64>>(key: &str, given: Option<i64>, default: i64) -> Result<T, ReplayError> {
    let value = given.unwrap_or(default);
    T::try_from(value).map_err(|_| {
        let what = if value < 0 { "a whole number of at least 0" } else { "a smaller number" };
        ReplayError::new(key, format!("is {value}; give {what}"))
    })
}
