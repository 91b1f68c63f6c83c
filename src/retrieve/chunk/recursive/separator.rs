//! Where a text divides at one separator, and to which side the separator goes.
//! Never measures a piece.

use std::ops::Range;

use memchr::memmem::Finder;

use super::Measure;
use crate::retrieve::chunk::view::View;
use crate::retrieve::params::{ChunkParams, Compat, KeepSeparator};
use crate::retrieve::trace::EndReason;

/// One entry of `chunk.separators`.
#[derive(Debug)]
pub(super) struct Separator {
    search: Search,
    keep: KeepSeparator,
    /// What the separator counts between two pieces that are packed together: nothing where the pieces kept it.
    pub(super) rejoined: usize,
}

/// How a separator is found.
#[derive(Debug)]
enum Search {
    /// The empty one: between any two characters.
    Everywhere,
    /// One byte, the usual case, of which a text has many.
    Byte(u8),
    /// Several.
    Text(Box<Finder<'static>>),
}

/// The separators that `params` name; LangChain's own where it names none.
pub(super) fn list(params: &ChunkParams, measure: &Measure<'_>) -> Vec<Separator> {
    let usual = ChunkParams::default().separators;
    let named = if params.separators.is_empty() { &usual } else { &params.separators };
    named.iter().map(|text| Separator::new(text, params, measure)).collect()
}

impl Separator {
    fn new(text: &str, params: &ChunkParams, measure: &Measure<'_>) -> Self {
        // Line ends are alike in the view, so they must be in what is searched there.
        let text = match params.compat {
            Compat::None => text.replace("\r\n", "\n"),
            Compat::Langchain => text.to_owned(),
        };
        let keep = match params.keep_separator {
            // Only blank space may be in no chunk; LangChain loses anything.
            KeepSeparator::Drop if params.compat == Compat::None && !text.trim().is_empty() => KeepSeparator::End,
            keep => keep,
        };
        let rejoined = match keep {
            KeepSeparator::Drop => measure.of(&text),
            KeepSeparator::Start | KeepSeparator::End => 0,
        };
        let search = match text.as_bytes() {
            [] => Search::Everywhere,
            &[byte] => Search::Byte(byte),
            bytes => Search::Text(Box::new(Finder::new(bytes).into_owned())),
        };
        Self { search, keep, rejoined }
    }

    /// True for the empty separator, which divides between any two characters.
    pub(super) const fn cuts_hard(&self) -> bool {
        matches!(self.search, Search::Everywhere)
    }

    /// Why a chunk ends that ends at this separator, `level` being its place in the list.
    pub(super) fn end_reason(&self, level: usize) -> EndReason {
        if self.cuts_hard() { EndReason::Size } else { EndReason::Separator(u8::try_from(level).unwrap_or(u8::MAX)) }
    }

    /// True when `range` divides here.
    pub(super) fn occurs(&self, view: &View<'_>, range: Range<usize>) -> bool {
        self.find_all(view, range, |_| true)
    }

    /// The parts of `range`, in order, without empty ones.
    pub(super) fn each_part(&self, view: &View<'_>, range: Range<usize>, mut each: impl FnMut(Range<usize>)) {
        let mut part = |place: Range<usize>| {
            if !place.is_empty() {
                each(place);
            }
        };
        let mut start = range.start;
        self.find_all(view, range.clone(), |found| {
            let (end, next) = self.sides(&found);
            part(start..end);
            start = next;
            false
        });
        part(start..range.end);
    }

    /// Where the part before a separator ends and where the next one starts.
    fn sides(&self, found: &Range<usize>) -> (usize, usize) {
        match self.keep {
            KeepSeparator::Start => (found.start, found.start),
            KeepSeparator::End => (found.end, found.end),
            KeepSeparator::Drop => (found.start, found.end),
        }
    }

    /// Calls `stop` for the separators in `range` from the left, none reaching into another, until it says so, and
    /// says whether it did. A separator at which a cut would divide a grapheme is none.
    fn find_all(&self, view: &View<'_>, range: Range<usize>, mut stop: impl FnMut(Range<usize>) -> bool) -> bool {
        let bytes = &view.text.as_bytes()[range.clone()];
        let mut stops = |at: usize, length: usize| {
            let found = range.start + at..range.start + at + length;
            let (end, next) = self.sides(&found);
            view.divides_nothing(end) && view.divides_nothing(next) && stop(found)
        };
        match &self.search {
            Search::Everywhere => false,
            &Search::Byte(byte) => memchr::memchr_iter(byte, bytes).any(|at| stops(at, 1)),
            Search::Text(finder) => finder.find_iter(bytes).any(|at| stops(at, finder.needle().len())),
        }
    }
}
