//! Ranked lists into one fused ranking.
//! Never looks at a text.

use std::collections::HashMap;
use std::collections::hash_map;

use super::params::Weights;
use super::trace::{Entry, Fused, ListName, Term};

/// One list to be fused.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighted {
    /// What a place in it is worth: a list of weight 0 adds nothing but still brings its entries into the ranking.
    pub weight: f64,
    /// Best first; each entry at most once.
    pub entries: Vec<Entry>,
}

/// The weight of a list.
#[must_use]
pub const fn weight(weights: &Weights, list: ListName) -> f64 {
    match list {
        ListName::ChunkDense => weights.chunk_dense,
        ListName::ChunkBm25 => weights.chunk_bm25,
        ListName::SeamDense => weights.seam_dense,
        ListName::SeamBm25 => weights.seam_bm25,
        ListName::Dense => weights.dense,
    }
}

/// Reciprocal rank fusion (design 2.7): an entry's score is the sum of weight / (k + rank) over the lists that hold
/// it, ranks from 1, added in list order.
///
/// Equal scores keep the order of first appearance when the lists are read in turn, so with chunk lists first a
/// chunk wins a tie against a seam, which is the cautious side for the fire test.
#[must_use]
pub fn fuse(lists: &[Weighted], k: u32) -> Vec<Fused> {
    let mut ranking: Vec<Fused> = Vec::new();
    let mut place = HashMap::new();
    for (list, Weighted { weight, entries }) in lists.iter().enumerate() {
        for (rank, &entry) in (1..).zip(entries) {
            let term = Term { list, rank, value: weight / (f64::from(k) + rank as f64) };
            match place.entry(entry) {
                hash_map::Entry::Vacant(vacant) => {
                    vacant.insert(ranking.len());
                    ranking.push(Fused { entry, score: Some(term.value), terms: vec![term] });
                }
                hash_map::Entry::Occupied(occupied) => {
                    let fused = &mut ranking[*occupied.get()];
                    fused.score = fused.score.map(|sum| sum + term.value);
                    fused.terms.push(term);
                }
            }
        }
    }
    // The sort is stable: ties stay in order of first appearance.
    ranking.sort_by(|a, b| b.score.unwrap_or(0.0).total_cmp(&a.score.unwrap_or(0.0)));
    ranking
}
