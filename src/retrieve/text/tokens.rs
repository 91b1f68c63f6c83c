//! Counting and locating tokens in one named unit.
//! Never cuts; special-token literals are ordinary text.

mod bpe;

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
    /// Runs without what Python calls blank space, as its `str.split` gives them.
    PythonWords,
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
            Self::PythonWords => "PythonWords",
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
            (Unit::Words, Compat::None) => Self::Words,
            (Unit::Words, Compat::Langchain) => Self::PythonWords,
            (Unit::Model, _) => return None,
        })
    }

    /// How many tokens `text` has, in time linear in its length.
    #[must_use]
    pub fn count(&self, text: &str) -> usize {
        match self {
            Self::O200k => bpe::o200k().count(text),
            Self::Cl100k => bpe::cl100k().count(text),
            Self::Chars => text.chars().count() - memchr::memmem::find_iter(text.as_bytes(), b"\r\n").count(),
            Self::CodePoints => text.chars().count(),
            Self::Words => text.split_whitespace().count(),
            Self::PythonWords => text.split(is_python_blank).filter(|word| !word.is_empty()).count(),
            Self::Model(ends) => ends(text).len(),
        }
    }

    /// Calls `each` with the byte end of every token, ascending; a BPE token may end inside a character. What lies
    /// behind the last end belongs to no token (blank space after the last word).
    pub fn visit(&self, text: &str, mut each: impl FnMut(usize)) {
        match self {
            Self::O200k => bpe::o200k().visit(text, each),
            Self::Cl100k => bpe::cl100k().visit(text, each),
            Self::Chars => visit_chars(text, each),
            Self::CodePoints => text.char_indices().for_each(|(at, c)| each(at + c.len_utf8())),
            Self::Words => visit_words(text, char::is_whitespace, each),
            Self::PythonWords => visit_words(text, is_python_blank, each),
            Self::Model(ends) => ends(text).into_iter().for_each(each),
        }
    }

    /// The ends that [`Self::visit`] gives, as a list.
    #[must_use]
    pub fn ends(&self, text: &str) -> Vec<usize> {
        let mut ends = Vec::new();
        self.visit(text, |end| ends.push(end));
        ends
    }

    /// Where the token begins whose predecessor ends at `end`: a word begins behind blank space, every other token
    /// where the one before it ends.
    #[must_use]
    pub fn start_after(&self, text: &str, end: usize) -> usize {
        match self {
            Self::Words => text.len() - text[end..].trim_start().len(),
            Self::PythonWords => text.len() - text[end..].trim_start_matches(is_python_blank).len(),
            _ => end,
        }
    }

    /// True when the two always count alike, so that one count serves for both.
    #[must_use]
    pub fn counts_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Model(mine), Self::Model(theirs)) => Arc::ptr_eq(mine, theirs),
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

fn visit_chars(text: &str, mut each: impl FnMut(usize)) {
    let bytes = text.as_bytes();
    for (at, c) in text.char_indices() {
        let before_line_feed = c == '\r' && bytes.get(at + 1) == Some(&b'\n');
        if !before_line_feed {
            each(at + c.len_utf8());
        }
    }
}

/// What Python's `str.isspace`, `str.split` and `str.strip` call blank: Unicode's blank space and the four separators of
/// ASCII.
#[must_use]
pub fn is_python_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

fn visit_words(text: &str, is_blank: impl Fn(char) -> bool, mut each: impl FnMut(usize)) {
    let mut inside = false;
    for (at, c) in text.char_indices() {
        if inside && is_blank(c) {
            each(at);
        }
        inside = !is_blank(c);
    }
    if inside {
        each(text.len());
    }
}
