//! The two optional passes after any method: split what is above `chunk.max`, merge what is below `chunk.min`.
//! Never runs where its setting is 0.

use super::Piece;
use super::recursive::Splitter;
use super::view::View;
use crate::retrieve::params::{ChunkParams, Method};
use crate::retrieve::text::tokens::Counter;

/// Splits pieces above `chunk.max` by `recursive`.
pub(super) fn split_large(view: &View<'_>, params: &ChunkParams, counter: &Counter, pieces: Vec<Piece>) -> Vec<Piece> {
    if params.max == 0 {
        return pieces;
    }
    let splitter = Splitter::new(view, params, counter, params.max);
    let mut fitting = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if counter.count(&view.text[piece.start..piece.end]) > params.max {
            splitter.split(piece.start..piece.end, piece.ended_by, &mut fitting);
        } else {
            fitting.push(piece);
        }
    }
    fitting
}

/// Merges neighbours of which one is below `chunk.min`, from the left, while the sum stays within the cap.
///
/// Sums are added up, as in `recursive`, so that every text is counted once.
pub(super) fn merge_small(view: &View<'_>, params: &ChunkParams, counter: &Counter, pieces: Vec<Piece>) -> Vec<Piece> {
    let Some(cap) = merge_cap(params).filter(|_| params.min > 0) else { return pieces };
    let mut merged: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut length = 0;
    for piece in pieces {
        let own = counter.count(&view.text[piece.start..piece.end]);
        if let Some(last) = merged.last_mut() {
            // What the piece repeats of the one before it is in the sum already.
            let joined = length + counter.count(&view.text[last.end.min(piece.end)..piece.end]);
            if length.min(own) < params.min && joined <= cap {
                last.end = last.end.max(piece.end);
                last.ended_by = piece.ended_by;
                length = joined;
                continue;
            }
        }
        merged.push(piece);
        length = own;
    }
    merged
}

/// What a merged piece may reach; `None` where nothing bounds it, so that nothing is merged.
///
/// The size of `sentence` counts sentences and bounds no sum. What was split at `chunk.max` is never put together above
/// it.
fn merge_cap(params: &ChunkParams) -> Option<usize> {
    let size = if params.method == Method::Sentence { params.max } else { params.size };
    let cap = [params.cap, size].into_iter().find(|&cap| cap > 0)?;
    Some(if params.max > 0 { cap.min(params.max) } else { cap })
}

/// What a piece may count (in `chunk.unit`) without being `oversize`; `None` = anything.
pub(super) fn limit(params: &ChunkParams) -> Option<usize> {
    let size = (params.method != Method::Sentence).then_some(params.size);
    let size = if params.max > 0 { Some(size.map_or(params.max, |size| size.min(params.max))) } else { size };
    match merge_cap(params).filter(|_| params.min > 0) {
        Some(cap) => size.map(|size| size.max(cap)),
        None => size,
    }
}
