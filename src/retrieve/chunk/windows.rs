//! Windows over numbered units (tokens, characters, sentences): size, step, phase and where they lie in the text.
//! Never looks at what the text says.

use std::collections::VecDeque;
use std::ops::Range;

use super::Piece;
use super::view::{Floor, View};
use crate::retrieve::trace::EndReason;

/// How windows follow each other, in units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    /// Units in a window.
    pub(super) size: usize,
    /// Units that a window repeats of the one before it; below `size`.
    pub(super) overlap: usize,
    /// Units in the first window; 0 = `size`, and never more than that.
    pub(super) first: usize,
}

/// Lays windows while units go by, keeping no more of them than the overlap needs.
///
/// As LangChain's `split_text_on_tokens`: a window begins `size - overlap` units behind the one before it, and the
/// first that reaches the last unit is the last window.
struct Windows {
    stride: Stride,
    /// Places between units, the newest last, as far back as the next window may begin.
    recent: VecDeque<usize>,
    /// Units that went by.
    seen: usize,
    /// Place and number of the open window's first unit.
    start: usize,
    begun: usize,
    /// Units that will have gone by at the end of the open window, and that had at the end of the one before it.
    full_at: usize,
    laid_to: usize,
    laid: Vec<Range<usize>>,
}

impl Windows {
    fn new(stride: Stride) -> Self {
        let full_at = if stride.first == 0 { stride.size } else { stride.first.min(stride.size) };
        let recent = VecDeque::from([0]);
        Self { stride, recent, seen: 0, start: 0, begun: 0, full_at, laid_to: 0, laid: Vec::new() }
    }

    /// One more unit, which ends at `end`.
    fn unit(&mut self, end: usize) {
        self.seen += 1;
        self.recent.push_back(end);
        if self.recent.len() > self.stride.overlap + 1 {
            self.recent.pop_front();
        }
        if self.seen == self.full_at {
            self.lay(end);
        }
    }

    fn lay(&mut self, end: usize) {
        self.laid.push(self.start..end);
        self.laid_to = self.seen;
        // Of a first window no larger than the overlap all but the first unit is repeated, so that starts increase.
        let repeated = self.stride.overlap.min(self.seen - self.begun - 1);
        self.begun = self.seen - repeated;
        self.start = self.recent[self.recent.len() - 1 - repeated];
        self.full_at = self.begun + self.stride.size;
    }

    /// All windows; the last one takes what lies behind the last unit.
    fn finish(mut self, end: usize) -> Vec<Range<usize>> {
        match self.laid.last_mut() {
            Some(last) if self.seen == self.laid_to => last.end = end,
            _ => self.laid.push(self.start..end),
        }
        self.laid
    }
}

/// The windows that `stride` lays over the units whose ends `visit` tells, as places in a text of `length` bytes.
pub(super) fn windows(length: usize, stride: Stride, visit: impl FnOnce(&mut dyn FnMut(usize))) -> Vec<Range<usize>> {
    let mut windows = Windows::new(stride);
    visit(&mut |end| windows.unit(end));
    windows.finish(length)
}

/// The windows as pieces: each end moved to the start of what it would divide, and nothing else moved.
///
/// A window whose places divide nothing stays as it is. Of the others, which lie around a grapheme of several units, a
/// grapheme larger than a window swallows those inside it; one whose start would be that of the piece before it begins
/// where that one ends, unless the next window that stays has the rest; and one that would leave something out begins
/// where that begins.
pub(super) fn pieces(view: &View<'_>, windows: Vec<Range<usize>>) -> Vec<Piece> {
    let (mut starts, mut ends) = (Floor::new(view), Floor::new(view));
    let moved = windows.into_iter().map(|window| {
        let place = starts.of(window.start)..ends.of(window.end);
        (place == window, place)
    });
    let moved: Vec<_> = moved.collect();
    // Where the next window begins that stays as it is.
    let mut ahead = vec![usize::MAX; moved.len() + 1];
    for (at, (stays, place)) in moved.iter().enumerate().rev() {
        ahead[at] = if *stays { place.start } else { ahead[at + 1] };
    }
    let mut pieces: Vec<Piece> = Vec::with_capacity(moved.len());
    for ((stays, Range { mut start, end }), next) in moved.into_iter().zip(ahead.into_iter().skip(1)) {
        let (begun, covered) = pieces.last().map_or((None, 0), |last| (Some(last.start), last.end));
        if end <= covered && !stays {
            continue;
        }
        if begun.is_some_and(|begun| start <= begun) {
            start = covered;
        }
        if start >= next && !stays {
            continue;
        }
        if start > covered && !view.is_blank(covered..start) {
            start = view.trimmed(covered..end).start;
        }
        if start < end {
            pieces.push(Piece { start, end, ended_by: EndReason::Size });
        }
    }
    pieces
}
