//! Counting and locating tokens in one named unit.
//! Never cuts; special-token literals are ordinary text.

use std::fmt;
use std::sync::Arc;

use crate::retrieve::params::{Compat, Unit};

/// Where each of a model's own tokens ends in a text: ascending byte offsets, special tokens excluded.
pub type TokenEnds = Arc<dyn Fn(&str) -> Vec<usize> + Send + Sync>;

/// Counts in one unit (design 2.2).
#[derive(Clone)]
pub enum Counter {
    /// Tokens of o200k.
    O200k,
    /// Tokens of cl100k.
    Cl100k,
    /// Characters (Unicode scalar values), CRLF as one.
    Chars,
    /// Characters as LangChain counts them: Unicode scalar values, CRLF as two.
    CodePoints,
    /// Runs without blank space.
    Words,
    /// An embedder's own tokens.
    Model(TokenEnds),
}

impl fmt::Debug for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::O200k => "O200k",
            Self::Cl100k => "Cl100k",
            Self::Chars => "Chars",
            Self::CodePoints => "CodePoints",
            Self::Words => "Words",
            Self::Model(_) => "Model",
        })
    }
}

impl Counter {
    /// The counter of a unit; `None` for [`Unit::Model`], whose tokens only a loaded model knows.
    #[must_use]
    pub const fn of(unit: Unit, compat: Compat) -> Option<Self> {
        Some(match (unit, compat) {
            (Unit::O200k, _) => Self::O200k,
            (Unit::Cl100k, _) => Self::Cl100k,
            (Unit::Chars, Compat::None) => Self::Chars,
            (Unit::Chars, Compat::Langchain) => Self::CodePoints,
            (Unit::Words, _) => Self::Words,
            (Unit::Model, _) => return None,
        })
    }

    /// How many tokens `text` has, in time linear in its length.
    #[must_use]
    pub fn count(&self, text: &str) -> usize {
        match self {
            Self::O200k => bpe_openai::o200k_base().count(text),
            Self::Cl100k => bpe_openai::cl100k_base().count(text),
            _ => self.ends(text).len(),
        }
    }

    /// The byte end of every token, ascending; a BPE token may end inside a character. What lies behind the last
    /// end belongs to no token (blank space after the last word).
    #[must_use]
    pub fn ends(&self, text: &str) -> Vec<usize> {
        match self {
            Self::O200k => bpe_ends(bpe_openai::o200k_base(), text),
            Self::Cl100k => bpe_ends(bpe_openai::cl100k_base(), text),
            Self::Chars | Self::CodePoints => text.char_indices().map(|(at, c)| at + c.len_utf8()).collect(),
            Self::Words => text
                .split_whitespace()
                .map(|word| word.as_ptr() as usize - text.as_ptr() as usize + word.len())
                .collect(),
            Self::Model(ends) => ends(text),
        }
    }
}

fn bpe_ends(bpe: &bpe_openai::Tokenizer, text: &str) -> Vec<usize> {
    let lengths = bpe.encode(text).into_iter().map(|token| bpe.bpe.token_len(token));
    lengths
        .scan(0, |at, length| {
            *at += length;
            Some(*at)
        })
        .collect()
}
