//! Texts into vectors, by one model, nothing cut off.
//! Never ranks.

mod builtin;
pub mod catalog;
mod fastembed;
mod hub;
mod pieces;

use std::path::Path;
use std::sync::Arc;

pub use builtin::Builtin;
pub use fastembed::{Candidate, Found, Onnx, Place, Runtime, answers, look};
pub use hub::{Onlooker, Shelf, Transfer};
pub use pieces::{Embedding, Part, Pieces, embed_text, mean};
use serde::{Deserialize, Serialize};

use super::params::EmbedParams;

/// Everything that makes two vectors comparable: vectors of different identities are never mixed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ModelInfo {
    /// Name, file hash or revision, pooling and window rule in one string.
    pub id: String,
    /// Numbers in a vector.
    pub dimensions: usize,
    /// Tokens that the model reads of one text, special ones included.
    pub window: usize,
}

/// A model that could not be loaded or did not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EmbedError(
    /// What failed, where, and what to do.
    pub String,
);

/// A model that turns texts into unit vectors.
pub trait Embedder: Send + Sync {
    /// Its identity.
    fn info(&self) -> &ModelInfo;

    /// Where each of the model's own tokens ends in `text`, in bytes, special tokens excluded, ascending.
    fn token_ends(&self, text: &str) -> Vec<usize>;

    /// One L2-normalised vector a text, in order; the same text gives the same vector in any batch.
    ///
    /// # Errors
    /// When a text is blank or exceeds the window, or the model fails.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// What stands before the name or directory of an ONNX model.
pub const ONNX: &str = "fastembed:";

/// The embedder that the settings name: `builtin`, `fastembed:<name or directory>`, or nothing for `none`. A model by
/// name that is not under `models` yet is fetched, which `onlooker` follows and may stop.
///
/// # Errors
/// When the name is unknown or the model cannot be fetched or loaded; one sentence says what, where and what to do.
pub fn load(
    params: &EmbedParams,
    models: Option<&Path>,
    onlooker: &Onlooker,
) -> Result<Option<Arc<dyn Embedder>>, EmbedError> {
    let runtime = params.runtime.as_deref().map(Path::new);
    match params.model.as_str() {
        "none" => Ok(None),
        "builtin" => Ok(Some(Arc::new(Builtin::load(params.window)?))),
        name => match name.strip_prefix(ONNX) {
            Some(directory) if is_directory(directory) => {
                Ok(Some(Arc::new(Onnx::load(directory.as_ref(), params.window, runtime)?)))
            }
            Some(name) => {
                let named = catalog::named(name, catalog::Purpose::Embedder)
                    .map_err(|error| EmbedError(format!("embed.model: {error}")))?;
                let shelf = Shelf { folder: models.map(Path::to_owned), hub: params.hub.clone() };
                Ok(Some(Arc::new(Onnx::named(&named, params.window, runtime, &shelf, onlooker)?)))
            }
            None => Err(EmbedError(format!(
                "embed.model: there is no model named `{name}`; use builtin, fastembed:NAME, fastembed:DIRECTORY or none"
            ))),
        },
    }
}

/// The model by name that the settings mean, if they mean one that there is.
#[must_use]
pub fn by_name(params: &EmbedParams) -> Option<catalog::Named> {
    let name = params.model.strip_prefix(ONNX).filter(|name| !is_directory(name))?;
    catalog::named(name, catalog::Purpose::Embedder).ok()
}

/// True for what can only be a path, and for a directory that is there.
fn is_directory(text: &str) -> bool {
    let path = Path::new(text);
    let slashes = text.matches(['/', '\\']).count();
    // One slash may be owner and name on the hub.
    path.is_dir() || path.is_absolute() || text.starts_with('.') || slashes > 1
}
