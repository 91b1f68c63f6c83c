//! What a step of the budget says of itself, in words and numbers.
//! Never decides what a step does.

use std::fmt::Write;

use super::Own;
use crate::retrieve::params::BudgetUnit;
use crate::retrieve::trace::{Expansion, Verdict};

/// What a step is, and whether it had room: `place 5 of the ranking; needs 1 slot, 3 left`.
pub(super) fn with_room(mut what: String, unit: BudgetUnit, needs: u64, left: u64, chunks: usize) -> String {
    let word = match unit {
        BudgetUnit::Chunks => "slot",
        BudgetUnit::Tokens => "token",
    };
    let plural = if needs == 1 { "" } else { "s" };
    let whole = if needs > left && chunks > 1 { ": skipped whole" } else { "" };
    let _ = write!(what, "; needs {needs} {word}{plural}, {left} left{whole}");
    what
}

pub(super) fn place(place: usize, own: Own) -> String {
    match own {
        Own::Kept => format!("place {place} of the ranking"),
        Own::Withheld => format!("place {place} after reranking"),
    }
}

pub(super) fn already(step: usize) -> String {
    format!("in the context since step {step}")
}

pub(super) fn pair_there(verdict: &Verdict) -> String {
    format!("fired, {}; its chunks are in the context already", inequality(verdict))
}

pub(super) fn fired(verdict: &Verdict, chunks: usize) -> String {
    let one = if chunks == 1 { "; brings one of its two chunks" } else { "" };
    format!("fired, {}{one}", inequality(verdict))
}

pub(super) fn not_fired(verdict: &Verdict) -> String {
    format!("did not fire, {}", inequality(verdict))
}

pub(super) fn no_side(verdict: &Verdict) -> String {
    format!("fired, {}, but both sides are below the floor", inequality(verdict))
}

pub(super) fn weak(cosine: f64, floor: f64) -> String {
    let (cosine, floor) = apart(cosine, floor);
    format!("its half of the seam window has cosine {cosine}, below the floor {floor}")
}

pub(super) fn pair_only() -> String {
    "linked to a fired seam that was skipped: under a reranker it comes with its pair or not at all".to_owned()
}

pub(super) fn expanded(test: &Expansion, step: Option<usize>) -> String {
    let places = test.distance.unsigned_abs();
    let side = if test.distance < 0 { "before" } else { "after" };
    let mut why = format!("{places} place{} {side} a chunk", if places == 1 { "" } else { "s" });
    if let Some(step) = step {
        let _ = write!(why, " of step {step}");
    }
    if let (Some(score), Some(threshold)) = (test.score, test.threshold) {
        let (score, threshold) = apart(score, threshold);
        let _ = write!(why, "; S {score} > {threshold}");
    }
    why
}

/// The fire test with its numbers: `1 + 3 = 4 <= 4 (left), 4 <= 11 (right)`.
fn inequality(verdict: &Verdict) -> String {
    let Verdict { rank, margin, left_rank, right_rank, .. } = *verdict;
    let sum = rank as u64 + u64::from(margin);
    let side = |rank: Option<usize>, name: &str| match rank {
        Some(rank) => format!("{sum} {} {rank} ({name})", if sum <= rank as u64 { "<=" } else { ">" }),
        None => format!("{name} not in the ranking"),
    };
    format!("{rank} + {margin} = {sum}: {}, {}", side(left_rank, "left"), side(right_rank, "right"))
}

/// Two numbers with as many decimals as it takes to tell them apart, four at least.
fn apart(a: f64, b: f64) -> (String, String) {
    let written = (4..=17).map(|decimals| (format!("{a:.decimals$}"), format!("{b:.decimals$}")));
    let last = (a.to_string(), b.to_string());
    written.into_iter().find(|(a, b)| a != b).unwrap_or(last)
}
