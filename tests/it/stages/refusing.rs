//! Refusal.

use seamscope::retrieve::params::RefuseParams;
use seamscope::retrieve::refuse::refusal;
use seamscope::retrieve::trace::ChunkId;

use super::{chunk, ranked, seam};

fn at(distance: f64) -> RefuseParams {
    RefuseParams { distance: Some(distance) }
}

/// Cosines that floating point holds exactly.
fn cosine(chunk: ChunkId) -> Option<f64> {
    [0.25, 0.5, 0.5].get(chunk.at()).copied()
}

#[test]
fn the_nearest_chunk_of_the_ranking_decides_wherever_it_stands() {
    let ranking = ranked(&[seam(0), chunk(0), chunk(1), chunk(2)]);
    assert_eq!(refusal(&ranking, &at(0.5), cosine), None, "0.5 is not above 0.5");
    let refused = refusal(&ranking, &at(0.375), cosine).expect("0.5 is above 0.375");
    assert_eq!((refused.chunk, refused.distance, refused.threshold, refused.by), (ChunkId(1), 0.5, 0.375, 0.125));
}

#[test]
fn nothing_is_refused_without_a_threshold_without_vectors_or_without_chunks() {
    let ranking = ranked(&[chunk(0), seam(0)]);
    assert_eq!(refusal(&ranking, &RefuseParams { distance: None }, cosine), None);
    assert_eq!(refusal(&ranking, &at(0.0), |_| None), None);
    assert_eq!(refusal(&ranked(&[seam(0)]), &at(0.0), cosine), None);
}
