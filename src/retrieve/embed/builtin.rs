//! The sentence transformer inside the binary.
//! Never lets a text be cut off: what exceeds the window is refused, the pieces are made by `pieces`.

use super::{EmbedError, Embedder, ModelInfo};

/// `pocket-encoder`: 384 dimensions, 128 word pieces of which 2 are special.
pub struct Builtin {
    encoder: pocket_encoder::Encoder,
    info: ModelInfo,
}

impl Builtin {
    /// Loads the weights, once a process. A `window` above the model's own is refused.
    ///
    /// # Errors
    /// When the window cannot be used or the weights do not load.
    pub fn load(window: Option<usize>) -> Result<Self, EmbedError> {
        let model = pocket_encoder::model_info();
        let window = window.unwrap_or(model.max_tokens);
        let encoder = pocket_encoder::Encoder::new().map_err(|error| EmbedError(format!("builtin model: {error}")))?;
        let info = ModelInfo { id: format!("{} window {window}", model.id), dimensions: model.dimensions, window };
        Ok(Self { encoder, info })
    }
}

impl Embedder for Builtin {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn token_ends(&self, text: &str) -> Vec<usize> {
        text.char_indices().map(|(at, c)| at + c.len_utf8()).collect()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.encoder.embed(texts).map_err(|error| EmbedError(format!("builtin model: {error}")))
    }
}
