//! Head starts, and the margin that most of them stay below.
//! Never treats an absent entry as a rank.

use serde::{Serialize, Serializer};

use crate::retrieve::trace::{SeamId, Verdict};

/// rank(chunk that holds the answer) - rank(seam), in places. The order is that of the numbers.
///
/// Written as a number, or as the strings `"-inf"` and `"inf"`, which the number parsers of most languages read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HeadStart {
    /// The seam is not in the ranking: it leads by less than any number (-inf).
    SeamAbsent,
    /// Both are there.
    Places(i64),
    /// The seam is there and the chunk is not (+inf).
    ChunkAbsent,
}

impl HeadStart {
    /// True when the seam would fire at margin `m` as far as this chunk is concerned.
    #[must_use]
    pub const fn reaches(self, m: u32) -> bool {
        match self {
            Self::SeamAbsent => false,
            Self::Places(places) => places >= m as i64,
            Self::ChunkAbsent => true,
        }
    }

    /// From ranks; a chunk that is not in the ranking has no rank.
    #[must_use]
    pub fn between(seam: Option<usize>, chunk: Option<usize>) -> Self {
        match (seam, chunk) {
            (None, _) => Self::SeamAbsent,
            (Some(_), None) => Self::ChunkAbsent,
            (Some(seam), Some(chunk)) => Self::Places(places(chunk) - places(seam)),
        }
    }

    /// The lead of a seam over the better of its two chunks: what the fire test compares with m.
    #[must_use]
    pub fn over_both(verdicts: &[Verdict], seam: SeamId) -> Self {
        let Some(verdict) = verdicts.iter().find(|verdict| verdict.seam == seam) else { return Self::SeamAbsent };
        let over = |chunk| Self::between(Some(verdict.rank), chunk);
        over(verdict.left_rank).min(over(verdict.right_rank))
    }
}

impl Serialize for HeadStart {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::SeamAbsent => serializer.serialize_str("-inf"),
            Self::Places(places) => serializer.serialize_i64(*places),
            Self::ChunkAbsent => serializer.serialize_str("inf"),
        }
    }
}

/// Ranks are far below 2^63.
fn places(rank: usize) -> i64 {
    i64::try_from(rank).unwrap_or(i64::MAX)
}

/// A margin suggested by samples that should not fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The smallest m >= 1 that at most a tenth of the samples reach; where there is none, one above all finite leads.
    pub margin: u32,
    /// False when more than a tenth reach every m, because their chunk is not in the ranking at all.
    pub holds: bool,
}

/// "m just above the 90th percentile of that head start" (Seams, section 3.2 step 3): the smallest integer m >= 1 with at
/// most 10 % of the samples at or above it. `None` without samples.
#[must_use]
pub fn calibrate_margin(head_starts: &[HeadStart]) -> Option<Suggestion> {
    let percentile = p90(head_starts)?;
    let largest = head_starts.iter().filter_map(|head_start| match head_start {
        HeadStart::Places(places) => Some(*places),
        _ => None,
    });
    let above_all = largest.max().unwrap_or(0).max(0) + 1;
    let (margin, holds) = match percentile {
        HeadStart::SeamAbsent => (1, true),
        HeadStart::Places(places) => (places + 1, true),
        HeadStart::ChunkAbsent => (above_all, false),
    };
    Some(Suggestion { margin: u32::try_from(margin.max(1)).unwrap_or(u32::MAX), holds })
}

/// The smallest sample that at least nine in ten samples do not exceed (the inverse of the empirical distribution, which
/// needs no arithmetic with infinities). `None` without samples.
#[must_use]
pub fn p90(head_starts: &[HeadStart]) -> Option<HeadStart> {
    let mut sorted = head_starts.to_vec();
    sorted.sort_unstable();
    let at = (sorted.len() * 9).div_ceil(10);
    sorted.get(at.saturating_sub(1)).copied()
}
