//! The windows over the cuts (Seams, section 3.1).
//! Never crosses a document and never becomes evidence.

use std::ops::Range;

use crate::retrieve::params::{Params, Snap};
use crate::retrieve::span::Span;
use crate::retrieve::text::graphemes;
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::{Chunk, ChunkId, Document, Seam};

/// One seam over each cut of `document`; none where [`Params::draws_seams`] says no.
///
/// `chunks` are all chunks of the document, `first` is the id of the first of them, `counter` counts
/// [`Params::seam_unit`].
#[must_use]
pub fn seams(document: &Document, chunks: &[Chunk], first: ChunkId, params: &Params, counter: &Counter) -> Vec<Seam> {
    if !params.draws_seams() {
        return Vec::new();
    }
    let mut sides = chunks.iter().map(|chunk| Side::new(document, chunk, counter));
    let Some(mut left) = sides.next() else { return Vec::new() };
    let mut seams = Vec::with_capacity(chunks.len().saturating_sub(1));
    for (id, right) in (first.0..).zip(sides) {
        let span = window_over(document, &left, &right, params);
        seams.push(Seam {
            document: chunks[0].document,
            left: ChunkId(id),
            right: ChunkId(id + 1),
            cut: right.span.start,
            span,
            tokens: [left.tokens_from(span.start), right.tokens_to(span.end)],
        });
        left = right;
    }
    seams
}

/// The window over the cut between two adjacent chunks `left` and `right`, in positions of any unit.
///
/// It runs `k` positions to each side of the cut, but never out of the two chunks; then it snaps to `edges`, which
/// ascend. The start of `right` is the cut; blank space may lie before it.
#[must_use]
pub fn window(left: Range<usize>, right: Range<usize>, k: usize, edges: &[usize], snap: Snap) -> Range<usize> {
    let start = left.end.saturating_sub(k).max(left.start);
    let end = right.start.saturating_add(k).min(right.end);
    snapped(start..end, &left, &right, edges, snap)
}

/// `window` with each side moved to a sentence edge inside its chunk; where there is none, the side stays.
///
/// Outward moves to the nearest edge away from the cut, inward to the nearest towards it; an edge on which a side
/// stands already moves nothing, and the cut itself is no edge.
fn snapped(
    window: Range<usize>,
    left: &Range<usize>,
    right: &Range<usize>,
    edges: &[usize],
    snap: Snap,
) -> Range<usize> {
    let last_to = |limit: usize| edges[..edges.partition_point(|&edge| edge <= limit)].last().copied();
    let first_from = |limit: usize| edges.get(edges.partition_point(|&edge| edge < limit)).copied();
    let (start, end) = match snap {
        Snap::None => (None, None),
        Snap::Outward => (
            last_to(window.start).filter(|&edge| left.start <= edge),
            first_from(window.end).filter(|&edge| edge <= right.end),
        ),
        Snap::Inward => (
            first_from(window.start).filter(|&edge| edge < left.end),
            last_to(window.end).filter(|&edge| right.start < edge),
        ),
    };
    start.unwrap_or(window.start)..end.unwrap_or(window.end)
}

/// The window over the cut between two chunks, in bytes.
fn window_over(document: &Document, left: &Side<'_>, right: &Side<'_>, params: &Params) -> Span {
    let k = params.seam.k;
    // An edge lies behind the blank space after its sentence. That blank space may be what the right chunk begins with,
    // and then the edge is the cut's own; or what a chunk left out at its end.
    let from = right.span.start + blank_length(right.text);
    let to = right.span.end + blank_length(&document.text[right.span.end..]);
    let (left_place, right_place) = (left.span.start..left.span.end, from..to);
    let wide = left.last(k)..right.first(k);
    let window = snapped(wide, &left_place, &right_place, &document.sentences, params.seam.snap);
    Span::new(window.start, window.end.min(right.span.end))
}

fn blank_length(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// A chunk whose tokens are known: the right side of one seam and the left side of the next.
struct Side<'d> {
    text: &'d str,
    span: Span,
    counter: &'d Counter,
    /// Ends of its tokens, in bytes of its own text.
    ends: Vec<usize>,
}

impl<'d> Side<'d> {
    fn new(document: &'d Document, chunk: &Chunk, counter: &'d Counter) -> Self {
        let text = chunk.span.of(&document.text);
        Self { text, span: chunk.span, counter, ends: counter.ends(text) }
    }

    /// Where the last `k` tokens begin. A token that begins inside a grapheme takes the whole of it.
    fn last(&self, k: usize) -> usize {
        let before = self.ends.len().saturating_sub(k);
        let mut at = if before == 0 { 0 } else { self.counter.start_after(self.text, self.ends[before - 1]) };
        while !graphemes::is_boundary(self.text, at) {
            at -= 1;
        }
        self.span.start + at
    }

    /// Where the first `k` tokens end. A token that ends inside a grapheme takes the whole of it.
    fn first(&self, k: usize) -> usize {
        let mut at = if k < self.ends.len() { self.ends[k - 1] } else { self.text.len() };
        while !graphemes::is_boundary(self.text, at) {
            at += 1;
        }
        self.span.start + at
    }

    /// Tokens of which some text lies at or behind `from` (in the document).
    fn tokens_from(&self, from: usize) -> u32 {
        let from = from - self.span.start;
        (self.ends.len() - self.ends.partition_point(|&end| end <= from)) as u32
    }

    /// Tokens of which some text lies before `to` (in the document); of the last one, more than blank space.
    fn tokens_to(&self, to: usize) -> u32 {
        let to = to - self.span.start;
        let whole = self.ends.partition_point(|&end| end <= to);
        let begun = if whole == 0 { 0 } else { self.ends[whole - 1] };
        // A token that begins inside a character is not blank.
        let in_it = self.text.get(begun..to).is_none_or(|part| !part.trim().is_empty());
        let part = begun < to && whole < self.ends.len() && in_it;
        whole as u32 + u32::from(part)
    }
}
