//! A folder into documents, chunks, seams, indexes and vectors.
//! Never asks a question.

mod cut;
mod form;
mod kept;
mod read;
mod reading;
mod vectors;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use read::{cut_folder, read_folder};
pub use reading::{HeaderCost, Reading};
pub use vectors::{embed_index, late_vectors};
pub use watch::{Progress, Step, Watch};

use crate::retrieve::embed::{EmbedError, Embedder, ModelInfo};
use crate::retrieve::index::dense::Vectors;
use crate::retrieve::index::lexical::{Lexical, LexicalError};
use crate::retrieve::index::store::{Key, Store};
use crate::retrieve::params::{Params, ParamsError};
use crate::retrieve::trace::Corpus;

/// A folder made searchable. Cheap to clone; every part is complete when it is there.
#[derive(Clone, Default)]
pub struct Index {
    /// The folder or file, as it was named.
    pub root: PathBuf,
    /// The settings that built it.
    pub params: Arc<Params>,
    /// Documents, chunks, seams.
    pub corpus: Arc<Corpus>,
    /// For each document, a hash of its path and text: what the store knows it by.
    pub keys: Arc<Vec<Key>>,
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
    /// Where what the vectors were made from is kept.
    pub store: Store,
    /// Something could not be written where it was to be kept; `notices` says what and why.
    pub unkept: bool,
}

impl Index {
    /// Identity of the model that its vectors are of; `None` without vectors.
    #[must_use]
    pub fn embedder(&self) -> Option<&str> {
        self.vectors.as_ref().map(|vectors| vectors.model.id.as_str())
    }
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
