//! Late chunking: a document is read in long windows once, and the vector of any span of it is the mean of the states of
//! its tokens (Guenther et al., "Late Chunking", 2024).
//! Never asks the model for a span.

mod gather;
mod tokens;

use std::sync::Arc;

pub use gather::Gathered;
use half::f16;
pub use tokens::{BLOCK, Block, Tokens};

use super::pieces::{SPECIAL, hard_cut};
use super::{EmbedError, Embedder, ModelInfo};
use crate::retrieve::span::Span;

/// The share of a window that is read again by the next one.
const OVERLAP: usize = 4;

/// The states of the tokens of one text that fits the window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct States {
    /// Numbers in a state.
    pub dimensions: usize,
    /// Where each token starts, in bytes, ascending; special tokens have no place.
    pub starts: Vec<usize>,
    /// The states laid end to end, in half precision.
    pub numbers: Vec<f16>,
}

impl States {
    /// The states of what follows the first `bytes`, its places counted from there.
    pub(super) fn without_first(mut self, bytes: usize) -> Self {
        let first = self.starts.partition_point(|start| *start < bytes);
        self.starts.drain(..first);
        self.numbers.drain(..first * self.dimensions);
        self.starts.iter_mut().for_each(|start| *start -= bytes);
        self
    }
}

/// The same model, by whose states an index is to be made.
pub(super) struct Late {
    model: Arc<dyn Embedder>,
    info: ModelInfo,
}

impl Late {
    /// # Errors
    /// When the model gives no states of tokens: why.
    pub(super) fn over(model: Arc<dyn Embedder>) -> Result<Self, EmbedError> {
        let failed = |error: EmbedError| {
            EmbedError(format!("embed.mode is late, but {error}; use embed.mode=chunk or another model"))
        };
        model.states(&["one"]).map_err(failed)?;
        let info = model.info();
        let id = format!("{}, late, overlap 1/{OVERLAP}", info.id);
        let info = ModelInfo { id, ..info.clone() };
        Ok(Self { model, info })
    }
}

impl Embedder for Late {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn token_ends(&self, text: &str) -> Vec<usize> {
        self.model.token_ends(text)
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.model.embed(texts)
    }

    fn embed_questions(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.model.embed_questions(texts)
    }

    fn states(&self, texts: &[&str]) -> Result<Vec<States>, EmbedError> {
        self.model.states(texts)
    }

    fn is_late(&self) -> bool {
        true
    }
}

/// One window of a document and where its own share of the tokens begins: left of that the window before knows more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What the model reads.
    pub span: Span,
    /// The first byte of the tokens whose states are taken from here.
    pub own: usize,
}

/// Divides a text from byte `start` on into windows that fit the model, each reading the end of the one before again.
#[must_use]
pub fn windows(model: &dyn Embedder, text: &str, start: usize) -> Vec<Window> {
    let room = model.info().window.saturating_sub(SPECIAL).max(1);
    let ends: Vec<usize> = model.token_ends(&text[start..]).iter().map(|end| start + end).collect();
    let mut windows: Vec<Window> = Vec::new();
    let (mut from, mut own) = (start, start);
    loop {
        let first = ends.partition_point(|end| *end <= from);
        let rest = Span::new(from, text.len());
        // Where few tokens are left the rest alone may still count more than inside the whole.
        let whole = ends.len() - first <= room && model.token_ends(rest.of(text)).len() <= room;
        let wanted = text.floor_char_boundary(ends.get(first + room - 1).copied().unwrap_or(text.len()));
        // With the blank behind it, so that the last word that fits is not left to the next window.
        let blank = text[wanted..].chars().next().filter(|c| c.is_whitespace()).map_or(0, char::len_utf8);
        let wanted = wanted + blank;
        let to = if whole { text.len() } else { hard_cut(model, text, rest, wanted) };
        let span = Span::new(from, to);
        if !span.of(text).trim().is_empty() {
            windows.push(Window { span, own });
        }
        if to >= text.len() {
            return windows;
        }
        let after = ends.partition_point(|end| *end <= to);
        let back = |tokens: usize| {
            let at = after.saturating_sub(tokens).checked_sub(1).and_then(|at| ends.get(at).copied()).unwrap_or(start);
            // At a blank, so that no word is read in two.
            let at = text.ceil_char_boundary(at.min(to));
            text[at..to].find(char::is_whitespace).map_or(to, |blank| at + blank)
        };
        let next = back(room / OVERLAP);
        // A window that would not go on from its own start goes on from its end.
        let next = if next > from { next } else { to };
        own = back(room / OVERLAP / 2).max(next);
        from = next;
    }
}
