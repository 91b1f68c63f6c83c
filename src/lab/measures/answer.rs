//! Recall, precision, intersection over union and precision omega as Chroma computes them.
//! Never merges what was returned: a text that is sent twice costs twice.
//!
//! Source: Smith and Troynikov, "Evaluating chunking strategies for retrieval" (Chroma, July 2024) and its code
//! (`chunking_evaluation`, `_scores_from_dataset_and_retrievals` and `_full_precision_score`).

use super::stretch::{Stretch, merged, shared, total};

/// What one answer is worth against its evidence, each in `[0, 1]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Characters of evidence that came back (those of the union).
    pub covered: usize,
    /// covered / sum of the evidence.
    pub recall: f64,
    /// covered / sum of what was returned, repeats included.
    pub precision: f64,
    /// covered / (sum of what was returned + evidence not covered).
    pub iou: f64,
}

/// Compares what was returned with the evidence; `None` without evidence.
///
/// Pieces of evidence that overlap count as often as they stand there (Chroma's own never do): pass
/// [`merged`] evidence where that matters.
#[must_use]
pub fn answer(evidence: &[Stretch], returned: &[Stretch]) -> Option<Answer> {
    let (wanted, sent) = (total(evidence), total(returned));
    if wanted == 0 {
        return None;
    }
    let union = merged(evidence.iter().copied());
    let covered = shared(&union, &merged(returned.iter().copied()));
    Some(Answer {
        covered,
        recall: ratio(covered, wanted),
        precision: ratio(covered, sent),
        iou: ratio(covered, sent + total(&union) - covered),
    })
}

/// The precision that a perfect search could reach with these chunks: |R and C| / |R or C|, where R is the evidence and
/// C the union of all chunks that touch it as closed intervals (a chunk that ends exactly where evidence begins counts).
/// `None` without evidence.
#[must_use]
pub fn precision_omega<'a>(evidence: &[Stretch], chunks: impl IntoIterator<Item = &'a Stretch>) -> Option<f64> {
    let wanted = merged(evidence.iter().copied());
    if wanted.is_empty() {
        return None;
    }
    let touching = chunks.into_iter().filter(|chunk| evidence.iter().any(|piece| piece.touches(**chunk)));
    let touching = merged(touching.copied());
    let covered = shared(&wanted, &touching);
    Some(ratio(covered, total(&touching) + total(&wanted) - covered))
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
