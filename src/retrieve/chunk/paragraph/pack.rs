//! Packing paragraphs and sentences into chunks as long as they fit.
//! Never divides what it is given.

use std::ops::Range;

use crate::retrieve::chunk::Piece;
use crate::retrieve::chunk::view::View;
use crate::retrieve::params::ChunkParams;
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::EndReason;

/// The open chunk and the pieces made so far.
pub(super) struct Packer<'v> {
    view: &'v View<'v>,
    counter: &'v Counter,
    pub(super) size: usize,
    overlap: usize,
    open: Option<Open>,
    /// The chunk before the open one in the same section, trimmed: where an overlap comes from.
    before: Option<Range<usize>>,
    pub(super) pieces: Vec<Piece>,
}

struct Open {
    place: Range<usize>,
    /// Its length: those of its parts and of what stands between them, added up, so that nothing is counted twice.
    length: usize,
    ended_by: EndReason,
}

impl<'v> Packer<'v> {
    pub(super) fn new(view: &'v View<'v>, params: &ChunkParams, counter: &'v Counter) -> Self {
        let (size, overlap) = (params.size, params.overlap);
        Self { view, counter, size, overlap, open: None, before: None, pieces: Vec::new() }
    }

    /// Length of `place` in the unit of the size; of characters, in UTF-16 code units.
    pub(super) fn length(&self, place: Range<usize>) -> usize {
        let text = &self.view.text[place];
        match self.counter {
            Counter::Chars | Counter::CodePoints if text.is_ascii() => text.len(),
            Counter::Chars | Counter::CodePoints => text.encode_utf16().count(),
            counter => counter.count(text),
        }
    }

    /// Adds `place` to the open chunk, or opens a new one with it where it does not fit.
    pub(super) fn add(&mut self, place: Range<usize>, length: usize, ended_by: EndReason) {
        if let Some(open) = &self.open {
            let joined = open.length + self.length(open.place.end..place.start) + length;
            if joined <= self.size {
                self.open = Some(Open { place: open.place.start..place.end, length: joined, ended_by });
                return;
            }
        }
        self.close();
        let start = self.overlap_start(place.start, length);
        let length = self.length(start..place.start) + length;
        self.open = Some(Open { place: start..place.end, length, ended_by });
    }

    /// Ends the open chunk, if any.
    pub(super) fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        let Range { start, end } = self.view.trimmed(open.place);
        if start < end {
            self.pieces.push(Piece { start, end, ended_by: open.ended_by });
            self.before = Some(start..end);
        }
    }

    /// Ends the open chunk because of `reason`.
    pub(super) fn close_with(&mut self, reason: EndReason) {
        if let Some(open) = &mut self.open {
            open.ended_by = reason;
        }
        self.close();
    }

    /// Ends the open chunk at the end of its section, over which no overlap reaches.
    pub(super) fn end_section(&mut self) {
        self.close();
        if let (Some(last), Some(_)) = (self.pieces.last_mut(), self.before.take()) {
            last.ended_by = EndReason::Heading;
        }
    }

    /// Where a chunk starts whose first part stands at `at` and has `length`: at the overlap, as far as there is room.
    fn overlap_start(&self, at: usize, length: usize) -> usize {
        let Some(before) = self.before.clone().filter(|_| self.overlap > 0) else { return at };
        let room = self.size.saturating_sub(length + self.length(before.end..at));
        let wanted = self.overlap.min(room);
        let ends = self.counter.ends(&self.view.text[before.clone()]);
        // At least the first unit of the chunk before is not repeated, so that starts increase.
        let units_before = ends.iter().copied().skip(ends.len().saturating_sub(wanted + 1));
        let mut starts = units_before.map(|end| self.counter.start_after(&self.view.text, before.start + end));
        starts
            .find(|&start| {
                start < before.end && self.view.divides_nothing(start) && self.length(start..before.end) <= wanted
            })
            .unwrap_or(at)
    }
}
