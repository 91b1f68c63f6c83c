//! A question into ranked lists.
//! Never fuses them.

use super::params::Layout;
use super::trace::{ChunkId, Entry, Hit, ListName, RankedList, SeamId};

/// Rows and scores, best first, equal scores by lower row.
pub type Rows = Vec<(u32, f64)>;

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

/// The lists of a layout in the order in which they are fused, each to `depth` (design 2.7). A search that was not
/// asked makes no list.
#[must_use]
pub fn lists(found: &Found, layout: Layout, depth: usize) -> Vec<RankedList> {
    let chunks = |rows: &Option<Rows>| hits(rows.as_ref(), depth, |row| Entry::Chunk(ChunkId(row)));
    let seams = |rows: &Option<Rows>| hits(rows.as_ref(), depth, |row| Entry::Seam(SeamId(row)));
    let lists = match layout {
        Layout::Separate => vec![
            (ListName::ChunkDense, chunks(&found.chunk_dense)),
            (ListName::ChunkBm25, chunks(&found.chunk_bm25)),
            (ListName::SeamDense, seams(&found.seam_dense)),
            (ListName::SeamBm25, seams(&found.seam_bm25)),
        ],
        Layout::Joint => vec![
            (ListName::Dense, joint(chunks(&found.chunk_dense), seams(&found.seam_dense), depth)),
            (ListName::ChunkBm25, chunks(&found.chunk_bm25)),
            (ListName::SeamBm25, seams(&found.seam_bm25)),
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
