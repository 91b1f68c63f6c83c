//! `heading`: one chunk a section, large ones split by `recursive` with the same size, unit and overlap.
//! Never finds headings: the outline has them.

use super::recursive::Splitter;
use super::view::View;
use super::{Piece, trimmed};
use crate::retrieve::params::ChunkParams;
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::EndReason;

/// A piece from each heading to the next, of whatever level, and one of what stands before the first.
pub(super) fn split(view: &View<'_>, params: &ChunkParams, counter: &Counter) -> Vec<Piece> {
    let splitter = Splitter::new(view, params, counter, params.size);
    let headings = view.document.outline.iter().map(|heading| view.in_view(heading.span.start));
    let mut pieces = Vec::new();
    let mut start = 0;
    for end in headings.chain([view.text.len()]) {
        let Some(section) = trimmed(view, Piece { start, end, ended_by: EndReason::Heading }) else { continue };
        start = end;
        if counter.count(&view.text[section.start..section.end]) <= params.size {
            pieces.push(section);
        } else {
            splitter.split(section.start..section.end, EndReason::Heading, &mut pieces);
        }
    }
    pieces
}
