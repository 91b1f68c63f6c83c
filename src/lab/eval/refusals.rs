//! What a threshold of refusal would do to answerable and to unanswerable questions.
//! Never changes what was retrieved.

use serde::Serialize;

use super::Settings;
use super::clusters;
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

/// The sweep over thresholds from 0 to 1; empty where no row knows a distance. Under several first cuts intervals draw whole
/// questions, as those of every summary do.
#[must_use]
pub fn refusals(rows: &[Row], settings: &Settings) -> Vec<AtThreshold> {
    if rows.iter().all(|row| row.distance.is_none()) {
        return Vec::new();
    }
    let phased = rows.iter().any(|row| row.phase.is_some());
    // Answers of the questions with evidence, or of those without, for which `is` holds of their distance.
    let share = |answerable: bool, is: &dyn Fn(f64) -> bool| {
        let asked = rows.iter().filter(|row| row.recall.is_some() == answerable);
        let bits = asked.filter_map(|row| Some((&*row.id, is(row.distance?))));
        if phased {
            clusters::share(&clusters::of(bits.map(|(id, bit)| (id, Some(f64::from(u8::from(bit)))))), settings)
        } else {
            Share::of(bits.map(|(_, bit)| bit))
        }
    };
    let at = |step: u32| {
        let threshold = f64::from(step) / f64::from(STEPS);
        let refused = share(true, &|distance| distance > threshold);
        AtThreshold { threshold, refused, bluffs: share(false, &|distance| distance <= threshold) }
    };
    (0..=STEPS).map(at).collect()
}
