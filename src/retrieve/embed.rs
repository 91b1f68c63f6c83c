//! Texts into vectors, by one model, nothing cut off.
//! Never ranks.

use serde::{Deserialize, Serialize};

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
