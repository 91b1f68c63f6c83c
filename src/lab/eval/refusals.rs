//! What a threshold of refusal would do to answerable and to unanswerable questions.
//! Never changes what was retrieved.

use serde::Serialize;

use super::row::Row;
use crate::lab::statistics::Share;

/// Thresholds between the cosine distances 0 and 1.
const STEPS: u32 = 40;

/// One threshold.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AtThreshold {
    /// Largest cosine distance of the nearest chunk that still gives an answer (`refuse.distance`).
    pub threshold: f64,
    /// Questions with evidence that would be refused.
    pub refused: Share,
    /// Unanswerable questions that would get an answer all the same.
    pub bluffs: Share,
}

/// The sweep over thresholds from 0 to 1; empty where no row knows a distance.
#[must_use]
pub fn refusals(rows: &[Row]) -> Vec<AtThreshold> {
    let known: Vec<(bool, f64)> = rows.iter().filter_map(|row| Some((row.recall.is_some(), row.distance?))).collect();
    if known.is_empty() {
        return Vec::new();
    }
    let far = |answerable: bool, threshold: f64| {
        let asked = known.iter().filter(move |(has_evidence, _)| *has_evidence == answerable);
        asked.map(move |(_, distance)| *distance > threshold)
    };
    let at = |step: u32| {
        let threshold = f64::from(step) / f64::from(STEPS);
        let bluffs = Share::of(far(false, threshold).map(|refused| !refused));
        AtThreshold { threshold, refused: Share::of(far(true, threshold)), bluffs }
    };
    (0..=STEPS).map(at).collect()
}
