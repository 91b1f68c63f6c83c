//! `recursive`: split at the first separator that occurs, split what is still too large at the next one, and pack
//! the small pieces up to the size (LangChain's `RecursiveCharacterTextSplitter`).
//! Never searches for the text of a chunk: the pieces are places in the text from the beginning.

mod merge;
mod separator;

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use self::merge::Merger;
use self::separator::Separator;
use super::Piece;
use super::view::View;
use crate::retrieve::params::{ChunkParams, Compat};
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::EndReason;

/// The pieces of the whole text.
pub(super) fn split(view: &View<'_>, params: &ChunkParams, counter: &Counter) -> Vec<Piece> {
    let mut pieces = Vec::new();
    Splitter::new(view, params, counter, params.size).split(0..view.text.len(), EndReason::EndOfDocument, &mut pieces);
    pieces
}

/// The rules of one run, and the text that it cuts.
pub(super) struct Splitter<'v> {
    view: &'v View<'v>,
    separators: Vec<Separator>,
    measure: Measure<'v>,
    size: usize,
    overlap: usize,
}

impl<'v> Splitter<'v> {
    /// Cuts into chunks of at most `size`, whatever `params.size` says.
    pub(super) fn new(view: &'v View<'v>, params: &ChunkParams, counter: &'v Counter, size: usize) -> Self {
        let measure = Measure::new(counter, &view.text);
        let separators = separator::list(params, &measure);
        Self { view, separators, measure, size, overlap: params.overlap }
    }

    /// Cuts `range`, which ends because of `end`.
    pub(super) fn split(&self, range: Range<usize>, end: EndReason, pieces: &mut Vec<Piece>) {
        self.split_from(0, range, end, pieces);
    }

    /// Cuts `range` at the first separator from `level` on that occurs in it.
    ///
    /// A piece below the size waits to be packed with its neighbours; any other is split again at the separators
    /// that are left, or stands alone when none is.
    fn split_from(&self, level: usize, range: Range<usize>, end: EndReason, pieces: &mut Vec<Piece>) {
        let (chosen, next) = self.choose(level, range.clone());
        let separator = &self.separators[chosen];
        let own_end = separator.end_reason(chosen);
        let measure = self.measure.within(&self.view.text[range.clone()]);
        let mut merger = Merger::new(self.size, self.overlap, separator.rejoined);
        self.each_part(separator, range.clone(), |part| {
            let length = measure.of(&self.view.text[part.clone()]);
            if length < self.size {
                merger.push(part, length, |chunk| self.emit(chunk, own_end, pieces));
                return;
            }
            merger.finish(|chunk| self.emit(chunk, own_end, pieces));
            let reason = if part.end == range.end { end } else { own_end };
            match next {
                Some(next) => self.split_from(next, part, reason, pieces),
                // LangChain keeps the blank space around a piece that it cannot split.
                None => pieces.push(Piece { start: part.start, end: part.end, ended_by: reason }),
            }
        });
        merger.finish(|chunk| self.emit(chunk, end, pieces));
    }

    fn emit(&self, chunk: Range<usize>, ended_by: EndReason, pieces: &mut Vec<Piece>) {
        let Range { start, end } = self.view.trimmed(chunk);
        if start < end {
            pieces.push(Piece { start, end, ended_by });
        }
    }

    /// The separator to split `range` at, and the first of those left for its pieces. Where none occurs, the last one
    /// makes one piece of it all.
    fn choose(&self, level: usize, range: Range<usize>) -> (usize, Option<usize>) {
        let last = self.separators.len() - 1;
        for (at, separator) in self.separators.iter().enumerate().skip(level) {
            if separator.cuts_hard() {
                return (at, None);
            }
            if separator.occurs(self.view, range.clone()) {
                return (at, (at < last).then_some(at + 1));
            }
        }
        (last, None)
    }

    fn each_part(&self, separator: &Separator, range: Range<usize>, mut each: impl FnMut(Range<usize>)) {
        if !separator.cuts_hard() {
            separator.each_part(self.view, range, each);
            return;
        }
        let text = &self.view.text[range.clone()];
        let mut part = |at: usize, length: usize| each(range.start + at..range.start + at + length);
        match self.view.compat {
            Compat::None => text.grapheme_indices(true).for_each(|(at, grapheme)| part(at, grapheme.len())),
            Compat::Langchain => text.char_indices().for_each(|(at, c)| part(at, c.len_utf8())),
        }
    }
}

/// Lengths of many small parts of one text.
#[derive(Clone, Copy, Debug)]
enum Measure<'c> {
    /// Characters of a text in which each is one byte.
    Bytes,
    /// Characters of a text in which no CRLF is to be counted as one.
    Characters,
    /// Anything else.
    Counter(&'c Counter),
}

impl<'c> Measure<'c> {
    fn new(counter: &'c Counter, text: &str) -> Self {
        match counter {
            Counter::Chars if !text.contains('\r') => Self::Characters,
            Counter::CodePoints => Self::Characters,
            counter => Self::Counter(counter),
        }
    }

    /// The same lengths for parts of `text`. Most paragraphs are ASCII throughout, also where the document is not.
    fn within(self, text: &str) -> Self {
        match self {
            Self::Characters if text.is_ascii() => Self::Bytes,
            measure => measure,
        }
    }

    fn of(self, part: &str) -> usize {
        match self {
            Self::Bytes => part.len(),
            // For the few bytes of a word a plain loop is faster than counting many at once.
            Self::Characters if part.len() < 16 => part.bytes().filter(|&byte| begins_character(byte)).count(),
            Self::Characters => part.chars().count(),
            Self::Counter(counter) => counter.count(part),
        }
    }
}

/// In UTF-8 every byte of a character but the first is of the form `10xxxxxx`.
const fn begins_character(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}
