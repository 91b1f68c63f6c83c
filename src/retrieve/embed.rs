//! Texts into vectors, by one model, nothing cut off.
//! Never ranks.

mod builtin;
mod fastembed;
mod pieces;

use std::sync::Arc;

pub use builtin::Builtin;
pub use fastembed::Onnx;
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

/// The embedder that the settings name: `builtin`, `fastembed:<directory>`, or nothing for `none`.
///
/// # Errors
/// When the name is unknown or the model cannot be loaded; one sentence says what, where and what to do.
pub fn load(params: &EmbedParams) -> Result<Option<Arc<dyn Embedder>>, EmbedError> {
    match params.model.as_str() {
        "none" => Ok(None),
        "builtin" => Ok(Some(Arc::new(Builtin::load(params.window)?))),
        name => match name.strip_prefix("fastembed:") {
            Some(directory) => Ok(Some(Arc::new(Onnx::load(directory.as_ref(), params.window)?))),
            None => Err(EmbedError(format!(
                "embed.model: there is no model named `{name}`; use builtin, fastembed:DIRECTORY or none"
            ))),
        },
    }
}
