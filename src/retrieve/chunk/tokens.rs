//! `tokens`: every N tokens, the baseline of the Seams paper.
//! Never looks at the text; what it cuts through, the diagnosis says.

use super::view::View;
use super::{Piece, stride_of, windows};
use crate::retrieve::params::ChunkParams;
use crate::retrieve::text::tokens::Counter;

/// Windows over the tokens of the whole text (LangChain's `TokenTextSplitter` where they fall between characters).
pub(super) fn split(view: &View<'_>, params: &ChunkParams, counter: &Counter) -> Vec<Piece> {
    let text = &*view.text;
    let mut windows = windows::windows(text.len(), stride_of(params), |unit| counter.visit(text, unit));
    for window in &mut windows {
        window.start = counter.start_after(text, window.start).min(window.end);
    }
    windows::pieces(view, windows)
}
