//! Where user-perceived characters (extended grapheme clusters) begin.
//! Never cuts, and never looks back further than it must: a text may be one grapheme from end to end.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// True when no grapheme of `text` reaches over `at`; false inside a character.
///
/// For one place. Among flags it looks back to where they begin; for many places of one text use [`Graphemes`].
#[must_use]
pub fn is_boundary(text: &str, at: usize) -> bool {
    if at == 0 || at >= text.len() || between_ascii(text.as_bytes(), at) {
        return true;
    }
    // The whole text is at hand, so the cursor never asks for more of it.
    text.is_char_boundary(at) && GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap_or(true)
}

/// True when `at` stands between two ASCII characters that are not one line end: always a boundary.
fn between_ascii(bytes: &[u8], at: usize) -> bool {
    let (left, right) = (bytes[at - 1], bytes[at]);
    left.is_ascii() && right.is_ascii() && (left, right) != (b'\r', b'\n')
}

/// The graphemes of one text, for many places of it: linear in all as long as these ascend.
#[derive(Clone, Debug)]
pub struct Graphemes<'t> {
    text: &'t str,
    /// The last grapheme that was found.
    start: usize,
    end: usize,
}

impl<'t> Graphemes<'t> {
    /// The graphemes of `text`.
    #[must_use]
    pub const fn new(text: &'t str) -> Self {
        Self { text, start: 0, end: 0 }
    }

    /// The nearest boundary at or before `at`; the end of the text for any place behind it.
    pub fn floor(&mut self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        if at == 0 || at >= bytes.len() {
            return at.min(bytes.len());
        }
        if between_ascii(bytes, at) {
            return at;
        }
        if !(self.start..self.end).contains(&at) {
            self.find(at);
        }
        self.start
    }

    /// True when no grapheme reaches over `at`.
    pub fn is_boundary(&mut self, at: usize) -> bool {
        self.floor(at) == at
    }

    /// Finds the grapheme around `at`, from the nearest place before it that is known to be a boundary.
    fn find(&mut self, at: usize) {
        let known = if self.end <= at { self.end } else { 0 };
        let sure = (known + 1..at).rev().find(|&place| between_ascii(self.text.as_bytes(), place));
        let from = sure.unwrap_or(known);
        let mut graphemes = self.text[from..].grapheme_indices(true);
        let around = graphemes.find(|(start, grapheme)| from + start + grapheme.len() > at);
        (self.start, self.end) = around.map_or((at, at), |(start, grapheme)| {
            let start = from + start;
            (start, start + grapheme.len())
        });
    }
}
