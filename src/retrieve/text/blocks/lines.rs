//! The lines of a text, one at a time.
//! Never keeps more than one line: a file of nothing but line feeds costs no memory.

use crate::retrieve::span::Span;

/// One line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// First byte of the line, indentation included.
    pub(super) start: usize,
    /// First byte that is not blank; `end` for a blank line.
    pub(super) text: usize,
    /// One past the last byte that is not blank.
    pub(super) end: usize,
    /// Where the next line begins; the end of the part that is read for its last line.
    pub(super) next: usize,
}

impl Line {
    pub(super) const fn is_blank(&self) -> bool {
        self.text == self.end
    }

    /// From the indentation to the last byte that is not blank.
    pub(super) const fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }

    /// The line without the blank space around it.
    pub(super) fn of<'t>(&self, text: &'t str) -> &'t str {
        &text[self.text..self.end]
    }

    /// Columns before the first character that is not blank; a tab goes to the next multiple of eight.
    pub(super) fn indent(&self, text: &str) -> usize {
        text[self.start..self.text].chars().fold(0, |column, char| match char {
            '\t' => (column / 8 + 1) * 8,
            // A page break stands at the beginning of a line and moves nothing.
            '\u{C}' => 0,
            _ => column + 1,
        })
    }
}

/// Reads lines forward; a clone looks ahead.
#[derive(Clone, Debug)]
pub(super) struct Lines<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

impl<'t> Lines<'t> {
    pub(super) const fn new(text: &'t str, span: Span) -> Self {
        Self { text, at: span.start, end: span.end }
    }

    pub(super) fn peek(&self) -> Option<Line> {
        self.clone().next()
    }
}

impl Iterator for Lines<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        if self.at >= self.end {
            return None;
        }
        let rest = &self.text[self.at..self.end];
        let (line, next) = rest.find('\n').map_or((rest, self.end), |feed| (&rest[..feed], self.at + feed + 1));
        let start = self.at;
        let end = start + line.trim_end().len();
        let text = end - line.trim().len();
        self.at = next;
        Some(Line { start, text, end, next })
    }
}
