//! Two policies on the same questions: differences and whether they are more than chance.
//! Never compares means of different questions.

use serde::{Serialize, Serializer};

use super::clusters;
use super::row::Row;
use super::summary::Slice;
use super::{Outcome, Policy, Settings};
use crate::lab::measures::reciprocal_rank;
use crate::lab::statistics::{Interval, cluster_bootstrap, cohens_d, sign_test, wilcoxon};

/// What is compared question by question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// All evidence in the union of the chunks: 1 or 0.
    Complete,
    /// All evidence in one chunk: 1 or 0.
    CompleteInOne,
    /// Recall.
    Recall,
    /// Precision.
    Precision,
    /// Intersection over union.
    Iou,
    /// 1 / place of the first hit.
    Mrr,
    /// All evidence in the union of the chunks under a budget of 20: 1 or 0.
    CompleteAt20,
    /// Chunks sent.
    Chunks,
    /// Tokens sent.
    Tokens,
}

impl Measure {
    /// In the order in which they are shown.
    pub const ALL: [Self; 9] = [
        Self::Complete,
        Self::CompleteInOne,
        Self::Recall,
        Self::Precision,
        Self::Iou,
        Self::Mrr,
        Self::CompleteAt20,
        Self::Chunks,
        Self::Tokens,
    ];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::CompleteInOne => "complete_in_one",
            Self::Recall => "recall",
            Self::Precision => "precision",
            Self::Iou => "iou",
            Self::Mrr => "mrr",
            Self::CompleteAt20 => "complete_at_20",
            Self::Chunks => "chunks",
            Self::Tokens => "tokens",
        }
    }

    /// True for a measure that is 1 or 0.
    #[must_use]
    pub const fn is_share(self) -> bool {
        matches!(self, Self::Complete | Self::CompleteInOne | Self::CompleteAt20)
    }

    /// Its value in one row; `None` where it is not defined.
    #[must_use]
    pub fn of(self, row: &Row) -> Option<f64> {
        let bit = |bit: Option<bool>| bit.map(|bit| f64::from(u8::from(bit)));
        match self {
            Self::Complete => bit(row.complete),
            Self::CompleteInOne => bit(row.complete_in_one),
            Self::Recall => row.recall,
            Self::Precision => row.precision,
            Self::Iou => row.iou,
            Self::Mrr => row.recall.map(|_| reciprocal_rank(row.first_hit)),
            Self::CompleteAt20 => bit(row.complete_at_20),
            Self::Chunks => Some(row.chunks.len() as f64),
            Self::Tokens => Some(row.tokens as f64),
        }
    }
}

impl Serialize for Measure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The bootstrap of the mean difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Resampled {
    /// 95 % percentile interval.
    pub interval: Interval,
    /// Two-sided p; 0 means below 1/B.
    pub p: f64,
    /// The same with one added to both counts; never 0.
    pub p_plus1: f64,
    /// Resamples.
    #[serde(rename = "B")]
    pub resamples: usize,
    /// Seed.
    pub seed: u64,
}

impl Resampled {
    fn leaves_out_zero(&self) -> bool {
        self.interval.low > 0.0 || self.interval.high < 0.0
    }
}

/// `95 % interval -0.055 to -0.007`
fn ends(bootstrap: Resampled) -> String {
    format!("95 % interval {:+.3} to {:+.3}", bootstrap.interval.low, bootstrap.interval.high)
}

/// Policy `a` against policy `b`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// One policy.
    pub a: Policy,
    /// The other.
    pub b: Policy,
    /// What is compared.
    pub measure: Measure,
    /// On which questions.
    #[serde(rename = "kind")]
    pub slice: Slice,
    /// Questions on which the measure is defined. Under several first cuts a question counts once, with its mean
    /// difference; the bootstrap draws whole questions.
    pub n: usize,
    /// Answers of these questions.
    pub answers: usize,
    /// Questions with a larger value under `a`; of chunks and tokens more is worse.
    pub wins: usize,
    /// Questions with a larger value under `b`.
    pub losses: usize,
    /// Exact sign test of the two.
    pub sign_p: f64,
    /// Mean of a - b.
    pub mean_difference: f64,
    /// Its bootstrap; `None` without resamples.
    pub bootstrap: Option<Resampled>,
    /// Wilcoxon's signed-rank test.
    pub wilcoxon_p: f64,
    /// Mean over standard deviation of the differences; `None` below two questions, null in JSON where infinite.
    pub cohens_d: Option<f64>,
    /// The outcome in words.
    pub words: String,
}

/// Every later policy against every earlier one.
pub(super) fn all(policies: &[Outcome], settings: &Settings) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (at, a) in policies.iter().enumerate() {
        for b in &policies[..at] {
            for slice in Slice::ALL {
                pairs.extend(Measure::ALL.into_iter().filter_map(|measure| pair(a, b, measure, slice, settings)));
            }
        }
    }
    pairs
}

fn pair(a: &Outcome, b: &Outcome, measure: Measure, slice: Slice, settings: &Settings) -> Option<Pair> {
    let rows = a.rows.iter().zip(&b.rows).filter(|(row, _)| slice.holds(row));
    let difference = |a: &Row, b: &Row| Some(measure.of(a)? - measure.of(b)?);
    let clusters = clusters::of(rows.map(|(a, b)| (&*a.id, difference(a, b))));
    let differences = clusters::means(&clusters);
    let n = differences.len();
    if n == 0 {
        return None;
    }
    let all = clusters.concat();
    let wins = differences.iter().filter(|difference| **difference > 0.0).count();
    let losses = differences.iter().filter(|difference| **difference < 0.0).count();
    let bootstrap = cluster_bootstrap(&clusters, settings.resamples, settings.seed);
    let mut pair = Pair {
        a: a.policy,
        b: b.policy,
        measure,
        slice,
        n,
        answers: all.len(),
        wins,
        losses,
        sign_p: sign_test(wins, losses),
        mean_difference: all.iter().sum::<f64>() / all.len() as f64,
        bootstrap: bootstrap.map(|drawn| Resampled {
            interval: drawn.interval,
            p: drawn.p,
            p_plus1: drawn.p_plus1,
            resamples: drawn.resamples,
            seed: drawn.seed,
        }),
        wilcoxon_p: wilcoxon(&differences).p,
        cohens_d: cohens_d(&differences),
        words: String::new(),
    };
    pair.words = pair.in_words();
    Some(pair)
}

impl Pair {
    /// True when the difference is more than chance at the level of 5 %, this pair taken alone: by the exact sign test for
    /// what is 1 or 0, by the bootstrapped interval for what is a mean.
    #[must_use]
    pub fn is_distinguishable(&self) -> bool {
        match self.bootstrap {
            Some(bootstrap) if !self.measure.is_share() => bootstrap.leaves_out_zero(),
            _ => self.sign_p < 0.05,
        }
    }

    fn in_words(&self) -> String {
        let Self { a, b, wins, losses, .. } = self;
        let [a, b, measure] = [a.name(), b.name(), self.measure.name()];
        let n =
            if self.answers == self.n { self.n.to_string() } else { format!("{} answers to {}", self.answers, self.n) };
        if wins + losses == 0 {
            return format!("{a} and {b} are the same in {measure} on all {n} questions");
        }
        let side = if self.mean_difference < 0.0 { "below" } else { "above" };
        let difference = format!("{:.3} {side} {b}", self.mean_difference.abs());
        let p = if self.sign_p < 0.001 { "p < 0.001".to_owned() } else { format!("p {:.3}", self.sign_p) };
        let counts = format!("{wins} up, {losses} down, sign test {p}");
        if self.is_distinguishable() {
            let interval = self.bootstrap.map_or_else(String::new, |bootstrap| format!("{}, ", ends(bootstrap)));
            return format!("{a} is {difference} in {measure} on {n} questions ({interval}{counts})");
        }
        match self.bootstrap {
            // The two tests need not agree: answers of a question differ by parts under several first cuts.
            Some(bootstrap) if bootstrap.leaves_out_zero() => format!(
                "not distinguishable by the sign test on {n} questions, but by the bootstrap: {a} is {difference} in \
                 {measure} ({}, {counts})",
                ends(bootstrap)
            ),
            _ => format!("not distinguishable on {n} questions: {a} is {difference} in {measure} ({counts})"),
        }
    }
}
