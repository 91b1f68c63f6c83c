//! Many rows in one line: shares and means, each with its interval and its n.
//! Never averages over questions for which a measure is not defined.
//!
//! Where a question was asked under several first cuts, its answers are not independent: intervals then come from a
//! bootstrap that draws whole questions.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Settings;
use super::clusters::{self, Clusters};
use super::row::Row;
use crate::lab::measures::{efficiency, reciprocal_rank};
use crate::lab::questions::Kind;
use crate::lab::statistics::{Interval, Share, cluster_bootstrap};

/// Some of the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slice {
    /// All.
    All,
    /// Those that their author calls so.
    Kind(Kind),
    /// Those whose evidence some cut of this index splits, whatever they are called.
    Split,
    /// Those whose evidence is whole, piece by piece.
    Whole,
}

impl Slice {
    /// In the order in which they are shown.
    pub const ALL: [Self; 6] = [
        Self::All,
        Self::Kind(Kind::Boundary),
        Self::Kind(Kind::Atomic),
        Self::Kind(Kind::Unanswerable),
        Self::Split,
        Self::Whole,
    ];

    /// Its name in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Kind(kind) => kind.as_str(),
            Self::Split => "split",
            Self::Whole => "whole",
        }
    }

    /// The slice with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|slice| slice.name() == name)
    }

    /// True when a row belongs to it.
    #[must_use]
    pub fn holds(self, row: &Row) -> bool {
        match self {
            Self::All => true,
            Self::Kind(kind) => row.kind == Some(kind),
            Self::Split => row.split == Some(true),
            Self::Whole => row.split == Some(false),
        }
    }
}

impl<'de> Deserialize<'de> for Slice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| serde::de::Error::custom(format!("there is no slice `{name}`")))
    }
}

impl Serialize for Slice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A mean with its bootstrapped 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// `None` without values.
    pub mean: Option<f64>,
    /// `None` without values.
    pub interval: Option<Interval>,
    /// Values.
    pub n: usize,
}

impl Mean {
    fn of(values: &Clusters, settings: &Settings) -> Self {
        let all = values.concat();
        let mean = (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64);
        let drawn = cluster_bootstrap(values, settings.resamples, settings.seed);
        Self { mean, interval: drawn.map(|drawn| drawn.interval), n: all.len() }
    }
}

/// One slice under one policy. Measures of evidence leave unanswerable questions out; their own n says how many count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Which questions.
    #[serde(rename = "kind")]
    pub slice: Slice,
    /// How many; under several first cuts, how many answers.
    pub n: usize,
    /// Under several first cuts: how many different questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub questions: Option<usize>,
    /// All evidence came back, in the union of the chunks.
    pub complete: Share,
    /// All evidence came back in one chunk.
    pub complete_in_one: Share,
    /// Recall.
    pub recall: Mean,
    /// Precision.
    pub precision: Mean,
    /// Intersection over union.
    pub iou: Mean,
    /// Precision omega.
    pub precision_omega: Mean,
    /// 1 / place of the first hit, 0 without one.
    pub mrr: Mean,
    /// Chunks sent.
    pub chunks: Mean,
    /// Tokens sent.
    pub tokens: Mean,
    /// Mean recall over mean chunks, both over questions with evidence.
    pub efficiency: Option<f64>,
    /// 1 - recall@20: questions whose evidence is not all in the union of what a budget of 20 chunks returns (Seams,
    /// section 3.5).
    pub failure_at_20: Share,
    /// The same where one chunk must hold all of it (the course's meaning, under which no policy can repair a split).
    pub failure_at_20_in_one: Share,
    /// Chunks that a budget of 20 returns: expansions come on top, and this is their price.
    pub chunks_at_20: Mean,
    /// Questions that were refused.
    pub refused: Share,
    /// Firings that brought a chunk in, a question.
    pub fired: Mean,
    /// Of the firings of questions with evidence, those whose evidence lies whole in one chunk.
    pub false_fires_literal: Share,
    /// Of these firings, those over a cut that the evidence does not cross.
    pub false_fires_strict: Share,
    /// Of these firings, those with a chunk that holds nothing of the evidence.
    pub wasted_fires: Share,
    /// Questions with a piece of evidence that is whole in no chunk of the common index.
    pub split: Share,
    /// What the model L / C gives for that share.
    pub split_model: Mean,
    /// Questions with a piece of evidence that is whole in no chunk that the policy can return.
    pub destroyed: Share,
}

impl Summary {
    /// The summary of the rows of a slice; `None` when it holds none.
    #[must_use]
    pub fn of(slice: Slice, rows: &[Row], settings: &Settings) -> Option<Self> {
        let rows: Vec<&Row> = rows.iter().filter(|row| slice.holds(row)).collect();
        if rows.is_empty() {
            return None;
        }
        let phased = rows.iter().any(|row| row.phase.is_some());
        let clustered = |get: &dyn Fn(&Row) -> Option<f64>| clusters::of(rows.iter().map(|row| (&*row.id, get(row))));
        let share = |get: &dyn Fn(&Row) -> Option<bool>| {
            if phased {
                clusters::share(&clustered(&|row| get(row).map(|bit| f64::from(u8::from(bit)))), settings)
            } else {
                Share::of(rows.iter().filter_map(|row| get(row)))
            }
        };
        let values =
            |get: &dyn Fn(&Row) -> Option<f64>| -> Vec<f64> { rows.iter().filter_map(|row| get(row)).collect() };
        let mean = |get: &dyn Fn(&Row) -> Option<f64>| Mean::of(&clustered(get), settings);
        let firings = |get: &dyn Fn(&Row) -> Option<usize>| {
            let counted = rows.iter().filter_map(|row| Some((&*row.id, get(row)?, row.fired)));
            if phased {
                // One value a firing: its question's cluster holds them all.
                let each = counted
                    .flat_map(|(id, part, all)| (0..all).map(move |at| (id, Some(f64::from(u8::from(at < part))))));
                return clusters::share(&clusters::of(each), settings);
            }
            let (part, all) = counted.fold((0, 0), |(part, all), (_, more, fired)| (part + more, all + fired));
            Share::new(part, all)
        };
        let answerable_chunks = values(&|row| row.recall.map(|_| row.chunks.len() as f64));
        Some(Self {
            slice,
            n: rows.len(),
            questions: phased.then(|| clusters::of(rows.iter().map(|row| (&*row.id, Some(0.0)))).len()),
            complete: share(&|row| row.complete),
            complete_in_one: share(&|row| row.complete_in_one),
            recall: mean(&|row| row.recall),
            precision: mean(&|row| row.precision),
            iou: mean(&|row| row.iou),
            precision_omega: mean(&|row| row.precision_omega),
            mrr: mean(&|row| row.recall.map(|_| reciprocal_rank(row.first_hit))),
            chunks: mean(&|row| Some(row.chunks.len() as f64)),
            tokens: mean(&|row| Some(row.tokens as f64)),
            efficiency: efficiency(&values(&|row| row.recall), &answerable_chunks),
            failure_at_20: share(&|row| row.complete_at_20.map(|complete| !complete)),
            failure_at_20_in_one: share(&|row| row.complete_in_one_at_20.map(|complete| !complete)),
            chunks_at_20: mean(&|row| Some(row.chunks_at_20 as f64)),
            refused: share(&|row| Some(row.refused)),
            fired: mean(&|row| Some(row.fired as f64)),
            false_fires_literal: firings(&|row| row.false_fires_literal),
            false_fires_strict: firings(&|row| row.false_fires_strict),
            wasted_fires: firings(&|row| row.wasted_fires),
            split: share(&|row| row.split),
            split_model: mean(&|row| row.split_model),
            destroyed: share(&|row| row.destroyed),
        })
    }
}
