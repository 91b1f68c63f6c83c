//! `sentence`: N sentences a chunk; size and overlap count sentences.
//! Never finds sentences: the document knows where they end.

use super::view::View;
use super::windows::{self, Stride};
use super::{Piece, trimmed};
use crate::retrieve::params::ChunkParams;
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::{BlockKind, EndReason};

/// Windows over the sentences of the whole text.
pub(super) fn split(view: &View<'_>, params: &ChunkParams, _: &Counter) -> Vec<Piece> {
    let stride = Stride { size: params.size, overlap: params.overlap, first: 0 };
    let edges = edges(view);
    let windows = windows::windows(view.text.len(), stride, |unit| edges.into_iter().for_each(unit));
    let pieces = windows::pieces(view, windows).into_iter();
    pieces.filter_map(|piece| trimmed(view, Piece { ended_by: EndReason::Sentence, ..piece })).collect()
}

/// Where sentences end, blank ones counted with the sentence after them, and none inside a row of a table.
fn edges(view: &View<'_>) -> Vec<usize> {
    let mut edges = Vec::with_capacity(view.document.sentences.len());
    let mut start = 0;
    let mut tables = view.document.blocks.iter().filter(|block| block.kind == BlockKind::Table).peekable();
    for &source in &view.document.sentences {
        while tables.next_if(|table| table.span.end <= source).is_some() {}
        let in_table = tables.peek().is_some_and(|table| table.span.start < source);
        let edge = view.in_view(source);
        if edge <= start || view.is_blank(start..edge) || (in_table && !begins_line(view, edge)) {
            continue;
        }
        edges.push(edge);
        start = edge;
    }
    edges
}

fn begins_line(view: &View<'_>, at: usize) -> bool {
    view.text.as_bytes()[..at].last() == Some(&b'\n')
}
