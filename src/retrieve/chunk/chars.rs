//! `chars`: every N characters, the "blind" chunker of the RAG course.
//! Never looks at the text, and counts characters whatever `chunk.unit` says.

use super::view::View;
use super::{Piece, tokens};
use crate::retrieve::params::{ChunkParams, Unit};
use crate::retrieve::text::tokens::Counter;

/// Windows over characters.
pub(super) fn split(view: &View<'_>, params: &ChunkParams, _: &Counter) -> Vec<Piece> {
    Counter::of(Unit::Chars, params.compat).map_or_else(Vec::new, |characters| tokens::split(view, params, &characters))
}
