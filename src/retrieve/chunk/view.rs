//! The text as a chunker reads it: line ends alike, blank space and graphemes as `chunk.compat` has them.
//! Never loses the way back: every place in the view is a place in the document.

use std::borrow::Cow;
use std::ops::Range;

use crate::retrieve::params::Compat;
use crate::retrieve::text::graphemes::{self, Graphemes};
use crate::retrieve::text::tokens::is_python_blank;
use crate::retrieve::trace::Document;

/// A document's text proper under one reading.
///
/// Places in it are bytes of `text`. A CRLF is one line feed here (unless `compat = "langchain"`), so that every
/// chunker cuts a CRLF text where it cuts the LF twin without knowing of it.
pub(super) struct View<'a> {
    /// The document.
    pub(super) document: &'a Document,
    /// The text proper; borrowed where the document has no CRLF.
    pub(super) text: Cow<'a, str>,
    /// Whose reading.
    pub(super) compat: Compat,
    /// Places (in the view) of the line feeds that are a CRLF in the document, ascending.
    feeds: Vec<usize>,
}

impl<'a> View<'a> {
    /// The view of `document` under `compat`.
    pub(super) fn new(document: &'a Document, compat: Compat) -> Self {
        let source = &document.text[document.body..];
        let (text, feeds) = match compat {
            Compat::None => with_line_feeds(source),
            Compat::Langchain => (Cow::Borrowed(source), Vec::new()),
        };
        Self { document, text, compat, feeds }
    }

    /// The place in the document of a place in the view; before a CRLF, never inside it.
    pub(super) fn in_source(&self, at: usize) -> usize {
        self.document.body + at + self.feeds.partition_point(|&feed| feed < at)
    }

    /// The place in the view of a place in the document, as [`Self::in_source`] would lead back to it.
    pub(super) fn in_view(&self, at: usize) -> usize {
        let at = at.saturating_sub(self.document.body);
        // The carriage return before the n-th feed stands n bytes later in the document than the feed in the view.
        let (mut before, mut after) = (0, self.feeds.len());
        while before < after {
            let middle = usize::midpoint(before, after);
            if self.feeds[middle] + middle < at {
                before = middle + 1;
            } else {
                after = middle;
            }
        }
        at - before
    }

    /// `range` without the blank space at its ends; empty when there is nothing else in it.
    ///
    /// Blank space that carries a combining mark is no end: what is left never begins or ends inside a grapheme,
    /// unless `range` did.
    pub(super) fn trimmed(&self, range: Range<usize>) -> Range<usize> {
        let part = &self.text[range.clone()];
        let start = range.end - self.trim_start(part).len();
        let end = range.start + self.trim_end(part).len();
        if start >= end {
            return start..start;
        }
        self.whole(start, range.start, |text, at| at - last_char(&text[..at]))
            ..self.whole(end, range.end, |text, at| at + first_char(&text[at..]))
    }

    /// True when `range` holds nothing but blank space.
    pub(super) fn is_blank(&self, range: Range<usize>) -> bool {
        self.trim_start(&self.text[range]).is_empty()
    }

    /// True when a cut at `at` divides no grapheme; under LangChain's reading any place between characters will do.
    pub(super) fn divides_nothing(&self, at: usize) -> bool {
        match self.compat {
            Compat::Langchain => self.text.is_char_boundary(at),
            Compat::None => graphemes::is_boundary(&self.text, at),
        }
    }

    /// Moves `at` on by `step` until it divides nothing, at most to `limit`.
    fn whole(&self, mut at: usize, limit: usize, step: impl Fn(&str, usize) -> usize) -> usize {
        while at != limit && !self.divides_nothing(at) {
            at = step(&self.text, at);
        }
        at
    }

    fn trim_start<'t>(&self, text: &'t str) -> &'t str {
        match self.compat {
            Compat::None => text.trim_start(),
            Compat::Langchain => text.trim_start_matches(is_python_blank),
        }
    }

    fn trim_end<'t>(&self, text: &'t str) -> &'t str {
        match self.compat {
            Compat::None => text.trim_end(),
            Compat::Langchain => text.trim_end_matches(is_python_blank),
        }
    }
}

/// `source` with every CRLF as a line feed, and where those stand.
fn with_line_feeds(source: &str) -> (Cow<'_, str>, Vec<usize>) {
    let returns: Vec<usize> = memchr::memmem::find_iter(source.as_bytes(), b"\r\n").collect();
    if returns.is_empty() {
        return (Cow::Borrowed(source), returns);
    }
    let mut text = String::with_capacity(source.len() - returns.len());
    let mut feeds = Vec::with_capacity(returns.len());
    let mut from = 0;
    for at in returns {
        text.push_str(&source[from..at]);
        feeds.push(text.len());
        from = at + 1;
    }
    text.push_str(&source[from..]);
    (Cow::Owned(text), feeds)
}

fn first_char(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

fn last_char(text: &str) -> usize {
    text.chars().next_back().map_or(0, char::len_utf8)
}

/// Finds for ascending places the nearest one at or before each that divides nothing.
pub(super) struct Floor<'v> {
    text: &'v str,
    compat: Compat,
    graphemes: Graphemes<'v>,
}

impl<'v> Floor<'v> {
    /// For places in `view`.
    pub(super) fn new(view: &'v View<'_>) -> Self {
        Self { text: &view.text, compat: view.compat, graphemes: Graphemes::new(&view.text) }
    }

    /// The nearest place at or before `at` that divides nothing.
    pub(super) fn of(&mut self, at: usize) -> usize {
        match self.compat {
            Compat::Langchain => self.text.floor_char_boundary(at),
            Compat::None => self.graphemes.floor(at),
        }
    }
}
