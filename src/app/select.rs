//! Rows of the text that are selected, to ask which chunks and seams hold them.
//! Never copies a text; it names a stretch of bytes.

use super::model::Model;
use super::popup::Popup;
use crate::retrieve::span::Span;
use crate::retrieve::trace::{ChunkId, Corpus, SeamId};

/// How much of a stretch a chunk or a seam window holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held<T> {
    /// Which.
    pub of: T,
    /// The bytes of the stretch that lie in it.
    pub bytes: usize,
}

impl Model {
    /// Begins a selection at the row under the cursor, or leaves it.
    pub(super) fn select(&mut self) {
        self.source.anchor = if self.source.anchor.is_some() { None } else { Some(self.source.cursor) };
        if self.source.anchor.is_some() {
            self.say("Move to the other end; Enter asks which chunks and seams hold these rows.");
        }
    }

    /// The bytes of the selected rows, line ends at their edges left out.
    #[must_use]
    pub fn selection(&self) -> Option<Span> {
        let anchor = self.source.anchor?;
        let text = &self.document()?.text;
        let sheet = self.sheet(self.source_area())?;
        let (first, last) = (anchor.min(self.source.cursor), anchor.max(self.source.cursor));
        let (first, last) = (sheet.row(first)?, sheet.row(last)?);
        let span = Span::new(first.span.start, last.span.end.max(first.span.start));
        let kept = span.of(text).trim_end_matches(['\n', '\r']).len();
        Some(Span::new(span.start, span.start + kept))
    }

    /// Opens the window that says what holds the selected rows. False without a selection.
    pub(super) fn ask_what_holds(&mut self) -> bool {
        let Some(span) = self.selection() else { return false };
        self.source.anchor = None;
        self.popup = Some(Popup::Holds { document: self.source.document, span });
        self.popup_list = super::list::List::default();
        true
    }
}

/// The chunks of a document that share text with a stretch, in text order.
#[must_use]
pub fn chunks_over(corpus: &Corpus, document: usize, span: Span) -> Vec<Held<ChunkId>> {
    let range = corpus.chunk_ranges.get(document).cloned().unwrap_or_default();
    let held = |id: ChunkId| Held { of: id, bytes: corpus.chunk(id).span.intersection(span).len() };
    range.map(ChunkId).map(held).filter(|held| held.bytes > 0).collect()
}

/// The seams of a document whose windows share text with a stretch, in text order.
#[must_use]
pub fn seams_over(corpus: &Corpus, document: usize, span: Span) -> Vec<Held<SeamId>> {
    let range = corpus.seam_ranges.get(document).cloned().unwrap_or_default();
    let held = |id: SeamId| Held { of: id, bytes: corpus.seam(id).span.intersection(span).len() };
    range.map(SeamId).map(held).filter(|held| held.bytes > 0).collect()
}
