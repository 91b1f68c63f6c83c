//! The thread that finds syntax colours.
//! Never paints what nobody looks at any more: only the newest wish is served.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::newest::Newest;
use super::{Painter, Say};
use crate::app::message::Report;
use crate::retrieve::span::Span;
use crate::retrieve::trace::Corpus;

/// A part of a document that wants colours.
pub(super) struct Job {
    pub(super) request: u64,
    pub(super) corpus: Arc<Corpus>,
    pub(super) document: usize,
    pub(super) span: Span,
}

/// The newest part.
#[derive(Clone, Default)]
pub(super) struct Paints(Newest<Job>);

impl Paints {
    pub(super) fn want(&self, job: Job) {
        self.0.change(|wish| *wish = Some(job));
    }

    pub(super) fn close(&self) {
        self.0.close();
    }
}

/// Serves until the place is closed.
pub(super) fn serve(paints: &Paints, painter: Painter, say: &Say) {
    while let Some(Job { request, corpus, document, span }) = paints.0.take() {
        let Some(text) = corpus.documents.get(document) else { continue };
        // Colours are a courtesy: a grammar that fails leaves the text as it is.
        let strokes = catch_unwind(AssertUnwindSafe(|| painter(text, span))).unwrap_or_default();
        if !say(Report::Painted { request, document, span, strokes }) {
            return;
        }
    }
}
