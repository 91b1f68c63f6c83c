//! Byte ranges into a document's canonical text: the one way in which seamscope says where something is.
//! Never searches for text; a span is made where the text is cut and carried from there.

use serde::{Deserialize, Serialize};

/// A half-open range of bytes `[start, end)` in one document's canonical text.
///
/// Both ends lie on character boundaries of that text; `start <= end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The span `[start, end)`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end);
        Self { start, end }
    }

    /// Length in bytes.
    #[must_use]
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// True when the span holds no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The text under the span.
    ///
    /// # Panics
    /// When the span does not lie on character boundaries inside `text`: that is a span of another text.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        &text[self.start..self.end]
    }

    /// True when `at` lies inside, the end excluded.
    #[must_use]
    pub const fn contains(self, at: usize) -> bool {
        self.start <= at && at < self.end
    }

    /// True when the two spans share at least one byte.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The bytes that both hold; an empty span at the later start when they share none.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        let start = self.start.max(other.start);
        Self { start, end: self.end.min(other.end).max(start) }
    }

    /// The same span, moved by `by` bytes to the right.
    #[must_use]
    pub const fn shifted(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}
