//! What one answer is worth: how much of the evidence came back, at what price.
//! Never looks at a text; it compares places, in characters, of one document each.

mod answer;
mod cover;
mod stretch;

pub use answer::{Answer, answer, precision_omega};
pub use cover::{Cover, complete_in_one, cover, cut_risk, destroyed, first_hit};
pub use stretch::{Stretch, merged, shared, total};

/// Mean recall over mean number of chunks (SCAR paper, table 3): the ratio of the means, not the mean of ratios.
/// `None` without answers or without chunks.
#[must_use]
pub fn efficiency(recalls: &[f64], chunks: &[f64]) -> Option<f64> {
    let mean = |values: &[f64]| (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
    let (recall, chunks) = (mean(recalls)?, mean(chunks)?);
    (chunks > 0.0).then(|| recall / chunks)
}

/// 1 / place of the first hit, 0 without one: the mean over questions is the MRR.
#[must_use]
pub fn reciprocal_rank(first_hit: Option<usize>) -> f64 {
    first_hit.map_or(0.0, |place| 1.0 / place as f64)
}
