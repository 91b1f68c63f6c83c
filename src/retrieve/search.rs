//! A question into ranked lists.
//! Never fuses them.

use super::params::Layout;
use super::trace::{ChunkId, Entry, Hit, ListName, RankedList, SeamId};

/// Rows and scores, best first, equal scores by lower row.
pub type Rows = Vec<(u32, f64)>;

/// Which searches make lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// By cosine.
    pub dense: bool,
    /// By BM25.
    pub bm25: bool,
    /// For seams too.
    pub seams: bool,
}

/// What each search found; `None` where it was not asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Chunks by cosine.
    pub chunk_dense: Option<Rows>,
    /// Chunks by BM25.
    pub chunk_bm25: Option<Rows>,
    /// Seams by cosine.
    pub seam_dense: Option<Rows>,
    /// Seams by BM25.
    pub seam_bm25: Option<Rows>,
}

/// The wanted lists of a layout in the order in which they are fused, each to `depth` (design 2.7). `found` may hold
/// more and deeper rows; a search that was not asked makes no list.
#[must_use]
pub fn lists(found: &Found, wanted: Wanted, layout: Layout, depth: usize) -> Vec<RankedList> {
    let Wanted { dense, bm25, seams } = wanted;
    let chunk_hits = |rows: Option<&Rows>| hits(rows, depth, |row| Entry::Chunk(ChunkId(row)));
    let seam_hits = |rows: Option<&Rows>| hits(rows.filter(|_| seams), depth, |row| Entry::Seam(SeamId(row)));
    let chunk_dense = chunk_hits(found.chunk_dense.as_ref().filter(|_| dense));
    let chunk_bm25 = chunk_hits(found.chunk_bm25.as_ref().filter(|_| bm25));
    let seam_dense = seam_hits(found.seam_dense.as_ref().filter(|_| dense));
    let seam_bm25 = seam_hits(found.seam_bm25.as_ref().filter(|_| bm25));
    let lists = match layout {
        Layout::Separate => vec![
            (ListName::ChunkDense, chunk_dense),
            (ListName::ChunkBm25, chunk_bm25),
            (ListName::SeamDense, seam_dense),
            (ListName::SeamBm25, seam_bm25),
        ],
        Layout::Joint => vec![
            (ListName::Dense, joint(chunk_dense, seam_dense, depth)),
            (ListName::ChunkBm25, chunk_bm25),
            (ListName::SeamBm25, seam_bm25),
        ],
    };
    lists.into_iter().filter_map(|(name, hits)| Some(RankedList { name, hits: hits? })).collect()
}

fn hits(rows: Option<&Rows>, depth: usize, entry: impl Fn(u32) -> Entry) -> Option<Vec<Hit>> {
    Some(rows?.iter().take(depth).map(|&(row, score)| Hit { entry: entry(row), score }).collect())
}

/// Chunks and seams in one list by cosine; a chunk stands before a seam of the same cosine.
fn joint(chunks: Option<Vec<Hit>>, seams: Option<Vec<Hit>>, depth: usize) -> Option<Vec<Hit>> {
    let mut all = match (chunks, seams) {
        (Some(chunks), Some(seams)) => [chunks, seams].concat(),
        (one, other) => one.or(other)?,
    };
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    all.truncate(depth);
    Some(all)
}
