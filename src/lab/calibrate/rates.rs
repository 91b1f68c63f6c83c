//! What a margin would do: firings that were not called for, passages that come back, chunks that are pushed out.
//! Never mixes the samples' own seams with the others: two false-fire rates are kept apart.

use serde::Serialize;

use super::probe::{Asked, Outcome};
use super::sample::Lies;
use crate::lab::statistics::{Interval, Share, mean_interval};

/// Resamples and seed of the intervals of means.
const DRAWS: (usize, u64) = (2_000, 1);

/// The contexts of all samples without seams.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Baseline {
    /// Whole sentences that the context holds.
    pub whole_found: Share,
    /// Split passages that the context holds in full.
    pub split_found: Share,
}

/// The contexts of all samples under one margin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AtMargin {
    /// m.
    pub margin: u32,
    /// Whole samples whose own seam leads the chunk that holds the answer by m or more.
    pub whole_fires: Share,
    /// Split samples whose own seam leads both chunks by m or more.
    pub split_fires: Share,
    /// Firings that brought a chunk into a context, a question.
    pub firings_per_question: f64,
    /// Its bootstrapped 95 % interval; `None` without samples.
    pub firings_interval: Option<Interval>,
    /// Of these firings, those for a question whose answer lies whole in one chunk: the words of the Seams paper,
    /// section 3.5. It depends on how many whole and split samples there are.
    pub false_fires_literal: Share,
    /// Of these firings, those over a cut that the answer does not cross: also a seam far from a split answer is false.
    pub false_fires_strict: Share,
    /// Whole sentences that the context holds.
    pub whole_found: Share,
    /// Split passages that the context holds in full.
    pub split_found: Share,
    /// Chunks of the context without seams that are not in this one, a question.
    pub displaced_per_question: f64,
    /// Its bootstrapped 95 % interval; `None` without samples.
    pub displaced_interval: Option<Interval>,
    /// Samples that both are means of.
    pub samples: usize,
}

pub(super) fn baseline(whole: &[Asked], split: &[Asked]) -> Baseline {
    let found = |asked: &[Asked]| Share::of(asked.iter().map(|asked| asked.without_seams.found));
    Baseline { whole_found: found(whole), split_found: found(split) }
}

pub(super) fn by_margin(whole: &[Asked], split: &[Asked], margins: u32) -> Vec<AtMargin> {
    (0..=margins).map(|margin| at(whole, split, margin)).collect()
}

fn at(whole: &[Asked], split: &[Asked], margin: u32) -> AtMargin {
    let outcome = |asked: &Asked| asked.by_margin.get(margin as usize).cloned();
    let found = |asked: &[Asked]| Share::of(asked.iter().filter_map(outcome).map(|outcome| outcome.found));
    let fires = |asked: &[Asked]| Share::of(asked.iter().map(|asked| asked.head_start.reaches(margin)));
    let (mut literal, mut strict) = (0, 0);
    let (mut firings, mut displaced) = (Vec::new(), Vec::new());
    for asked in whole.iter().chain(split) {
        let Some(Outcome { fired, displaced: pushed, .. }) = outcome(asked) else { continue };
        let is_split = asked.probe.sample.lies == Lies::Across;
        firings.push(fired.len());
        literal += if is_split { 0 } else { fired.len() };
        strict += fired.iter().filter(|seam| !is_split || **seam != asked.probe.sample.seam).count();
        displaced.push(pushed);
    }
    let samples = firings.len();
    let all: usize = firings.iter().sum();
    let mean = |counts: &[usize]| counts.iter().sum::<usize>() as f64 / samples.max(1) as f64;
    let interval = |counts: &[usize]| {
        let values: Vec<f64> = counts.iter().map(|count| *count as f64).collect();
        mean_interval(&values, DRAWS.0, DRAWS.1)
    };
    AtMargin {
        margin,
        whole_fires: fires(whole),
        split_fires: fires(split),
        firings_per_question: mean(&firings),
        firings_interval: interval(&firings),
        false_fires_literal: Share::new(literal, all),
        false_fires_strict: Share::new(strict, all),
        whole_found: found(whole),
        split_found: found(split),
        displaced_per_question: mean(&displaced),
        displaced_interval: interval(&displaced),
        samples,
    }
}
