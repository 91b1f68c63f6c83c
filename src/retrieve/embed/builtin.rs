//! The sentence transformer inside the binary.
//! Never lets a text be cut off: what exceeds the window is refused, and `pieces` makes what fits.

mod wordpiece;

use rayon::prelude::*;

use self::wordpiece::{LONGEST_WORD, SOURCE, WordPieces, readable};
use super::late::States;
use super::{EmbedError, Embedder, ModelInfo};

/// The smallest window that can be set: below it, pieces are shreds.
const SMALLEST_WINDOW: usize = 16;
/// [CLS] and [SEP].
const SPECIAL: usize = 2;
/// Bytes of one text that the encoder accepts.
const MOST_BYTES: usize = 64 << 10;

/// `pocket-encoder`: 384 dimensions, 128 word pieces of which 2 are special.
pub struct Builtin {
    encoder: pocket_encoder::Encoder,
    pieces: WordPieces,
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
        if !(SMALLEST_WINDOW..=model.max_tokens).contains(&window) {
            return Err(EmbedError(format!(
                "embed.window is {window}; the builtin model reads {SMALLEST_WINDOW} to {} tokens",
                model.max_tokens
            )));
        }
        if model.tokenizer_sha256 != SOURCE {
            return Err(failed("its vocabulary is not the one that seamscope counts with"));
        }
        let encoder = pocket_encoder::Encoder::new().map_err(failed)?;
        let revision = model.revision.trim_start_matches("sha256:");
        let revision = revision.get(..16).unwrap_or(revision);
        let id = format!("{}@{revision} window {window}, words in parts of {LONGEST_WORD}", model.id);
        let pieces = WordPieces::new().map_err(failed)?;
        Ok(Self { encoder, pieces, info: ModelInfo { id, dimensions: model.dimensions, window } })
    }

    fn one(&self, text: &str) -> Result<Vec<f32>, EmbedError> {
        // Every word piece has at least one byte.
        let room = self.info.window - SPECIAL;
        if text.len() > room {
            let tokens = self.pieces.ends(text).map_err(failed)?.len();
            if tokens > room {
                return Err(failed(format!("a text of {tokens} word pieces, but it reads {room}")));
            }
        }
        let text = readable(text, MOST_BYTES).map_err(failed)?;
        let mut vectors = self.encoder.embed(&[text]).map_err(failed)?;
        vectors.pop().ok_or_else(|| failed("it gave no vector"))
    }
}

impl Embedder for Builtin {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn token_ends(&self, text: &str) -> Vec<usize> {
        // The tokenizer fails on no text; if it ever did, every character counts, which cuts nothing off.
        let characters = || text.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
        self.pieces.ends(text).unwrap_or_else(|_| characters())
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        texts.par_iter().map(|text| self.one(text)).collect()
    }

    fn states(&self, _: &[&str]) -> Result<Vec<States>, EmbedError> {
        Err(EmbedError("the builtin model gives one vector a text and no states of its tokens".into()))
    }
}

fn failed(error: impl std::fmt::Display) -> EmbedError {
    EmbedError(format!("builtin model: {error}"))
}
