//! Vectors for every chunk and seam of an index.
//! Never compares any.

use std::sync::Arc;

use super::cut::searched;
use super::{BuildError, Index, Progress, VectorSet, Watch};
use crate::retrieve::embed::{Embedder, embed_text};
use crate::retrieve::index::dense::Vectors;
use crate::retrieve::index::store::Store;
use crate::retrieve::trace::SeamId;

/// The same index with vectors.
///
/// # Errors
/// See [`BuildError`].
pub fn embed_index(
    index: &Index,
    model: &Arc<dyn Embedder>,
    _store: &Store,
    watch: &Watch,
) -> Result<Index, BuildError> {
    let (chunks, seams) = (index.corpus.chunks.len(), index.corpus.seams.len());
    let mut progress = Progress {
        files: index.corpus.documents.len(),
        files_total: index.corpus.documents.len(),
        chunks,
        vectors: 0,
        vectors_total: chunks + seams,
    };
    let documents = 0..index.corpus.documents.len();
    let texts = documents.flat_map(|number| searched(&index.corpus, number, &index.params)).map(|text| text.whole());
    let texts = texts.chain((0..seams as u32).map(|number| index.corpus.seam_text(SeamId(number)).to_owned()));
    let (mut numbers, mut windows) = (Vec::new(), Vec::new());
    for text in texts {
        if watch.stopped() {
            return Err(BuildError::Cancelled);
        }
        let embedding = embed_text(&**model, &text)?;
        numbers.extend(embedding.vector);
        windows.push(embedding.windows);
        progress.vectors += 1;
        watch.report(progress);
    }
    let dimensions = model.info().dimensions;
    let seam_numbers = numbers.split_off(chunks * dimensions);
    let seam_windows = windows.split_off(chunks);
    let vectors = VectorSet {
        model: model.info().clone(),
        chunks: Vectors::new(dimensions, numbers),
        seams: Vectors::new(dimensions, seam_numbers),
        chunk_windows: windows,
        seam_windows,
    };
    Ok(Index { vectors: Some(Arc::new(vectors)), ..index.clone() })
}
