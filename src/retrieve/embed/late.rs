//! Late chunking: a document is read in long windows once, and the vector of any span of it is the mean of the states of
//! its tokens (Guenther et al., "Late Chunking", 2024).
//! Never asks the model for a span.

use std::sync::Arc;

use half::f16;
use half::slice::HalfFloatSliceExt;

use super::pieces::{SPECIAL, hard_cut};
use super::{EmbedError, Embedder, Embedding, ModelInfo};
use crate::retrieve::span::Span;

/// The share of a window that is read again by the next one.
const OVERLAP: usize = 4;
/// Tokens between two stored sums.
const BLOCK: usize = 32;

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

/// The states of all tokens of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentStates {
    dimensions: usize,
    starts: Vec<u32>,
    numbers: Vec<f16>,
    /// The first token of each window's own share.
    shares: Vec<u32>,
}

impl DocumentStates {
    /// Puts together what the model gave for `windows`, in order.
    #[must_use]
    pub fn of(windows: &[Window], states: &[States]) -> Self {
        let mut all = Self::default();
        for (window, states) in windows.iter().zip(states) {
            all.dimensions = states.dimensions;
            // The window before leaves its end to this one.
            let keep = all.starts.partition_point(|start| (*start as usize) < window.own);
            all.starts.truncate(keep);
            all.numbers.truncate(keep * all.dimensions);
            while all.shares.last().is_some_and(|share| *share as usize >= keep) {
                all.shares.pop();
            }
            let places: Vec<usize> = states.starts.iter().map(|start| window.span.start + start).collect();
            let first = places.partition_point(|start| *start < window.own);
            if first < places.len() {
                all.shares.push(keep as u32);
            }
            all.starts.extend(places[first..].iter().map(|start| *start as u32));
            all.numbers.extend_from_slice(&states.numbers[first * states.dimensions..]);
        }
        all
    }

    /// Tokens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// True without tokens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Windows that were read.
    #[must_use]
    pub fn windows(&self) -> usize {
        self.shares.len()
    }

    /// The states as bytes: numbers in a state, tokens, windows, then places, shares and states, little-endian.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let counts = [self.dimensions, self.starts.len(), self.shares.len()].map(|count| count as u32);
        let words = counts.iter().chain(&self.starts).chain(&self.shares);
        let mut bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
        bytes.reserve(self.numbers.len() * 2);
        bytes.extend(self.numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// What [`DocumentStates::to_bytes`] wrote; `None` for anything else.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (words, _) = bytes.as_chunks::<4>();
        let word = |at: usize| words.get(at).map(|word| u32::from_le_bytes(*word));
        let [dimensions, tokens, shares] = [word(0)? as usize, word(1)? as usize, word(2)? as usize];
        let head = 3 + tokens + shares;
        let numbers = bytes.get(4 * head..)?;
        if numbers.len() != tokens.checked_mul(dimensions)?.checked_mul(2)? {
            return None;
        }
        let read = |from: usize, to: usize| words[from..to].iter().map(|word| u32::from_le_bytes(*word)).collect();
        let numbers = numbers.as_chunks::<2>().0.iter().map(|number| f16::from_le_bytes(*number)).collect();
        Some(Self { dimensions, starts: read(3, 3 + tokens), numbers, shares: read(3 + tokens, head) })
    }

    /// Sums over the first tokens, so that any span costs the same.
    #[must_use]
    pub fn sums(&self) -> Sums<'_> {
        let mut blocks = vec![0.0; self.dimensions];
        let mut row = vec![0.0_f32; self.dimensions];
        let mut sum = vec![0.0_f64; self.dimensions];
        for (token, state) in self.numbers.chunks_exact(self.dimensions.max(1)).enumerate() {
            state.convert_to_f32_slice(&mut row);
            sum.iter_mut().zip(&row).for_each(|(sum, number)| *sum += f64::from(*number));
            if (token + 1).is_multiple_of(BLOCK) {
                blocks.extend_from_slice(&sum);
            }
        }
        Sums { states: self, blocks }
    }
}

/// States with the sums over every `BLOCK` of them.
///
/// Sums of half-precision numbers are exact in double precision for every document of any size that is read, so no
/// result depends on where a sum begins.
pub struct Sums<'a> {
    states: &'a DocumentStates,
    /// The sum over the first `n` blocks, for each `n` from 0.
    blocks: Vec<f64>,
}

impl Sums<'_> {
    /// The sum over the first `tokens` states.
    fn first(&self, tokens: usize) -> Vec<f64> {
        let dimensions = self.states.dimensions;
        let block = tokens / BLOCK;
        let mut sum = self.blocks[block * dimensions..][..dimensions].to_vec();
        for state in self.states.numbers[block * BLOCK * dimensions..tokens * dimensions].chunks_exact(dimensions) {
            sum.iter_mut().zip(state).for_each(|(sum, number)| *sum += number.to_f64());
        }
        sum
    }

    /// The mean of the states of the tokens that start in `span`, L2-normalised; of the nearest token where none does.
    /// `None` where the document has no tokens.
    #[must_use]
    pub fn embedding(&self, span: Span) -> Option<Embedding> {
        let states = self.states;
        let last = states.starts.len().checked_sub(1)?;
        let place = |byte: usize| states.starts.partition_point(|start| (*start as usize) < byte);
        let first = place(span.start).min(last);
        let end = place(span.end).max(first + 1);
        let mut sum = self.first(end);
        sum.iter_mut().zip(self.first(first)).for_each(|(sum, before)| *sum -= before);
        let norm = sum.iter().map(|number| number * number).sum::<f64>().sqrt();
        let vector = sum.iter().map(|number| if norm > 0.0 { (number / norm) as f32 } else { 0.0 }).collect();
        let share = |token: usize| states.shares.partition_point(|share| *share as usize <= token);
        let windows = (share(end - 1) - share(first) + 1) as u32;
        Some(Embedding { vector, windows })
    }
}
