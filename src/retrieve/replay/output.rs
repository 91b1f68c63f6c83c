//! What a replay answers, in the shapes of contract.md; `query` prints the same shapes.
//! Never decides anything.

use serde::Serialize;

use crate::retrieve::params::BudgetUnit;
use crate::retrieve::trace::{Action, Budget, Entry, Fused, Verdict};

/// The answer to one replay.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Output {
    /// Version of the shapes: 1.
    pub schema: u32,
    /// The fused ranking; scores are null where it was given.
    pub fused: Vec<FusedOut>,
    /// One fire test for each seam of the ranking.
    pub seams: Vec<SeamOut>,
    /// The filled budget.
    pub budget: BudgetOut,
    /// Seams that fire, in rank order.
    pub fired: Vec<String>,
    /// Those of them that were skipped for lack of room, in order.
    pub skipped: Vec<String>,
    /// The context, in order.
    pub chunks: Vec<String>,
}

/// One entry of the fused ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FusedOut {
    /// From 1.
    pub rank: usize,
    /// Name of the entry.
    pub id: String,
    /// `chunk` or `seam`.
    pub kind: &'static str,
    /// The sum of the terms.
    pub score: Option<f64>,
    /// What each list adds.
    pub terms: Vec<TermOut>,
}

/// What one list adds to a sum.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TermOut {
    /// Name of the list; in a replay its place, from 1.
    pub list: String,
    /// Rank in it, from 1.
    pub rank: usize,
    /// The contribution.
    pub value: f64,
}

/// One fire test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeamOut {
    /// Name of the seam.
    pub id: String,
    /// Its left chunk.
    pub left: String,
    /// Its right chunk.
    pub right: String,
    /// Its rank, from 1.
    pub rank: usize,
    /// Rank of the left chunk; null = not in the ranking.
    pub left_rank: Option<usize>,
    /// Rank of the right chunk.
    pub right_rank: Option<usize>,
    /// Margin m.
    pub margin: u32,
    /// The verdict.
    pub fired: bool,
    /// min(left, right) - rank - m; null when both are absent.
    pub slack: Option<i64>,
    /// Smallest m of the other verdict.
    pub turns_from: Option<u32>,
    /// Largest m of the other verdict; null when there is none or no largest.
    pub turns_to: Option<u32>,
}

/// A filled budget.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BudgetOut {
    /// What is counted.
    pub unit: BudgetUnit,
    /// How much there is.
    pub limit: u64,
    /// What the retrieved chunks use (with `within`: all chunks).
    pub used: u64,
    /// What all chunks use.
    pub total: u64,
    /// How many chunks are expansions.
    pub expanded: usize,
    /// The steps.
    pub steps: Vec<StepOut>,
    /// The context, in order.
    pub chunks: Vec<String>,
}

/// One step of filling a budget.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepOut {
    /// From 1.
    pub step: usize,
    /// The entry that was considered.
    pub id: String,
    /// What happened.
    pub action: Action,
    /// What it newly added.
    pub chunks: Vec<String>,
    /// What was used before it.
    pub before: u64,
    /// What it needs.
    pub needs: u64,
    /// What is used after it.
    pub used: u64,
    /// The reason.
    pub why: String,
}

/// A fused ranking under the names of its entries and lists.
#[must_use]
pub fn fused(ranking: &[Fused], name: &dyn Fn(Entry) -> String, list: &dyn Fn(usize) -> String) -> Vec<FusedOut> {
    let row = |(fused, rank): (&Fused, usize)| FusedOut {
        rank,
        id: name(fused.entry),
        kind: match fused.entry {
            Entry::Chunk(_) => "chunk",
            Entry::Seam(_) => "seam",
        },
        score: fused.score,
        terms: fused
            .terms
            .iter()
            .map(|term| TermOut { list: list(term.list), rank: term.rank, value: term.value })
            .collect(),
    };
    ranking.iter().zip(1..).map(row).collect()
}

/// Verdicts under the names of their entries.
#[must_use]
pub fn seams(verdicts: &[Verdict], name: &dyn Fn(Entry) -> String) -> Vec<SeamOut> {
    let row = |verdict: &Verdict| SeamOut {
        id: name(Entry::Seam(verdict.seam)),
        left: name(Entry::Chunk(verdict.left)),
        right: name(Entry::Chunk(verdict.right)),
        rank: verdict.rank,
        left_rank: verdict.left_rank,
        right_rank: verdict.right_rank,
        margin: verdict.margin,
        fired: verdict.fired,
        slack: verdict.slack,
        turns_from: verdict.turns_from,
        turns_to: verdict.turns_to,
    };
    verdicts.iter().map(row).collect()
}

/// A budget under the names of its entries.
#[must_use]
pub fn budget(budget: &Budget, unit: BudgetUnit, name: &dyn Fn(Entry) -> String) -> BudgetOut {
    let names = |chunks: &[_]| chunks.iter().map(|&chunk| name(Entry::Chunk(chunk))).collect();
    let steps = budget.steps.iter().zip(1..).map(|(step, number)| StepOut {
        step: number,
        id: name(step.subject),
        action: step.action,
        chunks: names(&step.chunks),
        before: step.before,
        needs: step.needs,
        used: step.used,
        why: step.why.clone(),
    });
    BudgetOut {
        unit,
        limit: budget.limit,
        used: budget.used,
        total: budget.total,
        expanded: budget.expanded,
        steps: steps.collect(),
        chunks: names(&budget.chunks),
    }
}
