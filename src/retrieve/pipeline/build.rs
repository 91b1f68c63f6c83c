//! A folder into documents, chunks, seams, indexes and vectors.
//! Never asks a question.

mod cores;
mod cut;
mod form;
mod group;
mod kept;
mod read;
mod reading;
mod told;
mod vectors;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};

pub use read::{cut_folder, read_folder};
pub use reading::{HeaderCost, Reading};
pub use vectors::late_vectors;
pub use watch::{Progress, Step, Watch};

use self::cores::Cores;
use self::group::Groups;
use self::read::Walked;
use self::told::Told;
use self::vectors::Made;
use crate::retrieve::embed::{EmbedError, Embedder, ModelInfo, Onlooker};
use crate::retrieve::index::dense::Vectors;
use crate::retrieve::index::lexical::{Lexical, LexicalError};
use crate::retrieve::index::store::{Key, Store};
use crate::retrieve::params::{Params, ParamsError, Unit};
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
    /// The system has no thread left for it.
    #[error("no thread can be started for the model ({0}); end other programs")]
    Threads(String),
    /// [`Watch`] stopped it.
    #[error("cancelled")]
    Cancelled,
}

/// Loads the model that the settings name, if they name one, and may be looked on while its files are fetched.
pub type Loading<'a> = dyn Fn(&Onlooker) -> Result<Option<Arc<dyn Embedder>>, BuildError> + Sync + 'a;

/// What a build ends with.
pub struct Built {
    /// The index, with vectors where there is a model.
    pub index: Index,
    /// The model that made them; `None` where the settings name none; else why there are no vectors.
    pub model: Result<Option<Arc<dyn Embedder>>, BuildError>,
}

/// Reads a folder (or one file), cuts it and indexes its words, which `words` is told as soon as they are there. Beside
/// that `model` is loaded, and it reads each document as soon as it is cut. Where the settings count in the model's
/// tokens it is loaded first.
///
/// # Errors
/// When the folder cannot be read; that there are no vectors is a part of [`Built`].
pub fn words_then_vectors(
    root: &Path,
    params: &Params,
    model: &Loading<'_>,
    store: &Store,
    watch: &Watch,
    words: impl FnOnce(&Index),
) -> Result<Built, BuildError> {
    let (told, cores) = (Told::new(watch), Cores::new()?);
    let counts_by_model = [params.chunk.unit, params.seam_unit()].contains(&Unit::Model);
    let counting = if counts_by_model { model(&told.onlooker())? } else { None };
    let folder = Walked::new(root, params, counting.as_ref(), store)?;
    let (onward, queue) = mpsc::channel();
    let mut made = Ok(None);
    let embed = {
        let (made, folder, told, cores) = (&mut made, &folder, &told, &cores);
        move || {
            *made = model(&told.onlooker()).and_then(|model| {
                told.model_is_known(model.is_some());
                model.map(|model| Made::of(Groups::of(queue), model, folder, told, cores)).transpose()
            });
        }
    };
    let read = || {
        let index = folder.cut(&told, Some(onward)).and_then(|index| folder.with_words(index, &told));
        match &index {
            Ok(index) => words(index),
            Err(_) => told.give_up(),
        }
        index
    };
    let index = cores.beside(embed, read)?;
    Ok(match made {
        Ok(Some(made)) => {
            let (index, model) = made.onto(index, &folder);
            Built { index, model: Ok(Some(model)) }
        }
        Ok(None) => Built { index, model: Ok(None) },
        Err(error) => Built { index, model: Err(error) },
    })
}

/// A folder made searchable, by words alone where there is no model.
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
    let built = words_then_vectors(root, params, &|_| Ok(model.cloned()), store, watch, |_| {})?;
    built.model.map(|_| built.index)
}
