//! A reranker's scores into a new order of the ordinary chunks (Seams, section 3.2 step 4).
//! Never moves a seam or a chunk that a fired seam brings in.

use std::collections::HashSet;

use super::trace::{ChunkId, Entry, Fused, Verdict};

/// The chunks that a reranker is given: the first `n` of the fused ranking that no fired seam brings in.
#[must_use]
pub fn candidates(ranking: &[Fused], verdicts: &[Verdict], n: usize) -> Vec<ChunkId> {
    let pinned = linked(verdicts);
    ranking.iter().filter_map(|fused| ordinary(fused.entry, &pinned)).take(n).collect()
}

/// Chunks of fired seams.
fn linked(verdicts: &[Verdict]) -> HashSet<ChunkId> {
    let fired = verdicts.iter().filter(|verdict| verdict.fired);
    fired.flat_map(|verdict| [verdict.left, verdict.right]).collect()
}

fn ordinary(entry: Entry, pinned: &HashSet<ChunkId>) -> Option<ChunkId> {
    match entry {
        Entry::Chunk(chunk) if !pinned.contains(&chunk) => Some(chunk),
        _ => None,
    }
}

/// The order in which the budget is filled under a reranker.
///
/// Seams and the chunks linked to a fired seam keep their places. The places of all other chunks are filled with the
/// first `n` of them by score, highest first, ties in fused order; then with the rest in fused order. A chunk among
/// the first `n` without a score was not reranked: it follows those with one, in fused order.
#[must_use]
pub fn pinned(ranking: &[Fused], verdicts: &[Verdict], score: impl Fn(ChunkId) -> Option<f64>, n: usize) -> Vec<Entry> {
    let pinned = linked(verdicts);
    let ordinary = |entry| ordinary(entry, &pinned);
    let mut order: Vec<ChunkId> = ranking.iter().filter_map(|fused| ordinary(fused.entry)).collect();
    let head = n.min(order.len());
    // Adding 0 makes -0 and 0 the tie that they are.
    let rank = |chunk: &ChunkId| score(*chunk).unwrap_or(f64::NEG_INFINITY) + 0.0;
    order[..head].sort_by(|a, b| rank(b).total_cmp(&rank(a)));
    let mut order = order.into_iter();
    let refill = |fused: &Fused| match ordinary(fused.entry) {
        Some(_) => order.next().map(Entry::Chunk),
        None => Some(fused.entry),
    };
    ranking.iter().filter_map(refill).collect()
}
