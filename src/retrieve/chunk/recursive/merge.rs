//! Packing small pieces into chunks up to a size, with whole pieces as overlap (LangChain's `_merge_splits`).
//! Never looks at the text: it adds up lengths.

use std::ops::Range;

/// A piece and its length in the unit of the size.
#[derive(Debug)]
struct Part {
    place: Range<usize>,
    length: usize,
}

/// The open chunk.
///
/// Lengths of pieces are added up, so that the text of a chunk, counted as a whole, may count less or more.
#[derive(Debug)]
pub(super) struct Merger {
    size: usize,
    overlap: usize,
    /// Length of what stands between two pieces because the split dropped it.
    between: usize,
    /// The parts of the open chunk are those from `first` on.
    parts: Vec<Part>,
    first: usize,
    total: usize,
}

impl Merger {
    pub(super) const fn new(size: usize, overlap: usize, between: usize) -> Self {
        Self { size, overlap, between, parts: Vec::new(), first: 0, total: 0 }
    }

    /// Adds a piece; when the open chunk has no room for it, `emit`s that chunk and keeps its overlap.
    pub(super) fn push(&mut self, place: Range<usize>, length: usize, emit: impl FnOnce(Range<usize>)) {
        if self.total_with(length) > self.size && self.open() > 0 {
            emit(self.place());
            while self.total > self.overlap || (self.total_with(length) > self.size && self.total > 0) {
                self.drop_first();
            }
        }
        self.total = self.total_with(length);
        self.parts.push(Part { place, length });
    }

    /// `emit`s what is open and begins anew, without overlap.
    pub(super) fn finish(&mut self, emit: impl FnOnce(Range<usize>)) {
        if self.open() > 0 {
            emit(self.place());
        }
        self.parts.clear();
        self.first = 0;
        self.total = 0;
    }

    fn open(&self) -> usize {
        self.parts.len() - self.first
    }

    fn place(&self) -> Range<usize> {
        self.parts[self.first].place.start..self.parts[self.parts.len() - 1].place.end
    }

    fn total_with(&self, length: usize) -> usize {
        self.total + length + if self.open() > 0 { self.between } else { 0 }
    }

    fn drop_first(&mut self) {
        let between = if self.open() > 1 { self.between } else { 0 };
        self.total -= self.parts[self.first].length + between;
        self.first += 1;
    }
}
