//! Whether the best chunk is too far away to answer at all.
//! Never changes a ranking.

use super::params::RefuseParams;
use super::trace::{ChunkId, Entry, Fused, Refusal};

/// The refusal, if the chunk of the fused ranking that is nearest to the question is farther away than the threshold
/// (design 2.12: "no answer: nothing under cosine distance d").
///
/// The nearest chunk decides, not the first one: fusion knows places only, and a first place says nothing of how near
/// an entry is. It does not depend on margin, budget or expansions, so no knob turns an answer into a refusal but this
/// one. `cosine` is cos(question, chunk), `None` without vectors, and then nothing is refused. An empty ranking is no
/// refusal either: nothing was found.
#[must_use]
pub fn refusal(ranking: &[Fused], params: &RefuseParams, cosine: impl Fn(ChunkId) -> Option<f64>) -> Option<Refusal> {
    let threshold = params.distance?;
    let mut best: Option<(ChunkId, f64)> = None;
    for fused in ranking {
        let Entry::Chunk(chunk) = fused.entry else { continue };
        let distance = 1.0 - cosine(chunk)?;
        if best.is_none_or(|(_, least)| distance < least) {
            best = Some((chunk, distance));
        }
    }
    let (chunk, distance) = best?;
    (distance > threshold).then_some(Refusal { chunk, distance, threshold, by: distance - threshold })
}
