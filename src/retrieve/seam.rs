//! The windows over the cuts (Seams, section 3.1).
//! Never crosses a document and never becomes evidence.

use crate::retrieve::params::Params;
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::{Chunk, ChunkId, Document, Seam};

/// One seam over each cut of `document`; none where [`Params::draws_seams`] says no.
///
/// `chunks` are all chunks of the document, `first` is the id of the first of them, `counter` counts
/// [`Params::seam_unit`].
#[must_use]
pub fn seams(document: &Document, chunks: &[Chunk], first: ChunkId, params: &Params, counter: &Counter) -> Vec<Seam> {
    let _ = (document, chunks, first, params, counter);
    Vec::new()
}
