//! A folder into documents, chunks, seams, indexes and vectors.
//! Never asks a question.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::retrieve::embed::{EmbedError, Embedder, ModelInfo};
use crate::retrieve::index::dense::Vectors;
use crate::retrieve::index::lexical::{Lexical, LexicalError};
use crate::retrieve::index::store::Store;
use crate::retrieve::params::{Params, ParamsError};
use crate::retrieve::trace::Corpus;

/// A folder made searchable. Cheap to clone; every part is complete when it is there.
#[derive(Clone, Default)]
pub struct Index {
    /// The settings that built it.
    pub params: Arc<Params>,
    /// Documents, chunks, seams.
    pub corpus: Arc<Corpus>,
    /// BM25 of chunks (headers included); a row is a chunk's number.
    pub chunk_words: Lexical,
    /// BM25 of seams; a row is a seam's number.
    pub seam_words: Lexical,
    /// Vectors of both, once they are there.
    pub vectors: Option<Arc<VectorSet>>,
    /// What was read, kept and made anew.
    pub counts: Counts,
    /// What a person should know: a cache that was busy, damaged or full. One sentence each.
    pub notices: Vec<String>,
}

/// Vectors of one model for all chunks and seams.
#[derive(Clone, Debug, PartialEq)]
pub struct VectorSet {
    /// The model.
    pub model: ModelInfo,
    /// One row a chunk.
    pub chunks: Vectors,
    /// One row a seam.
    pub seams: Vectors,
    /// How many windows each chunk took: 1 = embedded whole.
    pub chunk_windows: Vec<u32>,
    /// How many windows each seam took.
    pub seam_windows: Vec<u32>,
}

/// What a build did, against the state of the folder that was kept before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Documents taken over as they were kept.
    pub unchanged: usize,
    /// Documents read again because their file changed.
    pub changed: usize,
    /// Documents read for the first time.
    pub new: usize,
    /// Documents kept before whose file is gone.
    pub gone: usize,
    /// Texts that the model read now.
    pub embedded: usize,
    /// Texts whose vectors were kept.
    pub cached: usize,
}

/// How far a build is. Every value only grows within one build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Files read.
    pub files: usize,
    /// Files to read, once the folder was walked.
    pub files_total: usize,
    /// Chunks cut so far.
    pub chunks: usize,
    /// Texts whose vectors are there.
    pub vectors: usize,
    /// Texts that need vectors, once that is known.
    pub vectors_total: usize,
}

/// Looks on while something is built and may stop it. Cheap to clone.
#[derive(Clone)]
pub struct Watch {
    report: Arc<dyn Fn(Progress) + Send + Sync>,
    stop: Arc<AtomicBool>,
}

impl Watch {
    /// Calls `report` as work goes on (from any thread, one call at a time) and stops soon after `stop` becomes true.
    pub fn new(report: impl Fn(Progress) + Send + Sync + 'static, stop: Arc<AtomicBool>) -> Self {
        Self { report: Arc::new(report), stop }
    }

    /// Looks away.
    #[must_use]
    pub fn silent() -> Self {
        Self::new(|_| {}, Arc::default())
    }

    /// True once the work is no longer wanted.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells how far the work is.
    pub fn report(&self, progress: Progress) {
        (self.report)(progress);
    }
}

/// Why a folder could not be made searchable.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// The folder itself is missing or cannot be read.
    #[error("{0}")]
    Folder(String),
    /// A setting cannot be used.
    #[error(transparent)]
    Params(#[from] ParamsError),
    /// The model failed.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// The word index failed.
    #[error(transparent)]
    Words(#[from] LexicalError),
    /// [`Watch`] stopped it.
    #[error("cancelled")]
    Cancelled,
}

/// Reads a folder (or one file) and cuts it: everything but vectors. `model` is needed for `chunk.unit = "model"` and
/// `seam.unit = "model"` only.
///
/// # Errors
/// See [`BuildError`]; a file that cannot be read is a row of [`Corpus::skipped`], not an error.
pub fn read_folder(
    _root: &Path,
    params: &Params,
    _model: Option<&Arc<dyn Embedder>>,
    _store: &Store,
    watch: &Watch,
) -> Result<Index, BuildError> {
    params.check()?;
    if watch.stopped() {
        return Err(BuildError::Cancelled);
    }
    Ok(Index { params: Arc::new(params.clone()), ..Index::default() })
}

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
    if watch.stopped() {
        return Err(BuildError::Cancelled);
    }
    let vectors = VectorSet {
        model: model.info().clone(),
        chunks: Vectors::default(),
        seams: Vectors::default(),
        chunk_windows: Vec::new(),
        seam_windows: Vec::new(),
    };
    Ok(Index { vectors: Some(Arc::new(vectors)), ..index.clone() })
}

/// [`read_folder`], then [`embed_index`] where there is a model.
///
/// # Errors
/// See [`BuildError`].
pub fn open(
    root: &Path,
    params: &Params,
    model: Option<&Arc<dyn Embedder>>,
    store: &Store,
    watch: &Watch,
) -> Result<Index, BuildError> {
    let index = read_folder(root, params, model, store, watch)?;
    match model {
        Some(model) => embed_index(&index, model, store, watch),
        None => Ok(index),
    }
}
