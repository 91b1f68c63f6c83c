//! Cutting a document into chunks, one file a method.
//! Never changes a text and never embeds one.

mod chars;
mod header;
mod heading;
mod paragraph;
mod passes;
mod recursive;
mod sentence;
mod tokens;
mod view;
mod windows;

pub use self::header::Headers;

use self::view::View;
use self::windows::Stride;
use crate::retrieve::params::{ChunkParams, Compat, Method, Params, Unit};
use crate::retrieve::span::Span;
use crate::retrieve::text::outline::Sections;
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::{Chunk, Document, EndReason, Warning};

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

/// Text between two cuts, in places of a [`View`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    start: usize,
    end: usize,
    ended_by: EndReason,
}

/// The chunks of one document, in text order, with `oversize` as their only warning: what a cut breaks is
/// [`cut::diagnose`](crate::retrieve::cut::diagnose)'s to say. `number` is the document's index in its corpus.
#[must_use]
pub fn chunks(document: &Document, number: u32, params: &Params, counters: &Counters) -> Vec<Chunk> {
    let sections = Sections::new(&document.outline);
    let limit = passes::limit(&params.chunk);
    let mut before_ends = 0;
    let mut chunks = Vec::new();
    for (span, ended_by) in spans(document, &params.chunk, &counters.size) {
        let text = span.of(&document.text);
        let tokens = counters.seam.count(text);
        let size = || if counters.size.counts_like(&counters.seam) { tokens } else { counters.size.count(text) };
        let oversize = limit.is_some_and(|limit| size() > limit || blind_size(text, &params.chunk) > limit);
        let shared = span.start..before_ends.clamp(span.start, span.end);
        before_ends = span.end;
        chunks.push(Chunk {
            document: number,
            index: chunks.len() as u32,
            span,
            section: sections.at(span.start),
            tokens: tokens as u32,
            ended_by,
            overlap_chars: document.text[shared].chars().count() as u32,
            warnings: if oversize { vec![Warning::Oversize] } else { Vec::new() },
        });
    }
    chunks
}

/// What `chars` counts beside `chunk.unit`, for which it was asked all the same: characters.
fn blind_size(text: &str, params: &ChunkParams) -> usize {
    if params.method == Method::Chars { characters(text, params.compat) } else { 0 }
}

/// Where the chunks of one document lie and why each ends, in text order: [`chunks`] without what is counted and
/// looked up for each.
///
/// `counter` counts `chunk.unit`. Starts and ends strictly increase (LangChain's reading may repeat one, as LangChain
/// does), no span is blank, and what no span holds is blank.
#[must_use]
pub fn spans(document: &Document, params: &ChunkParams, counter: &Counter) -> Vec<(Span, EndReason)> {
    let view = View::new(document, params.compat);
    let split = match params.method {
        Method::Tokens => tokens::split,
        Method::Chars => chars::split,
        Method::Recursive => recursive::split,
        Method::Paragraph => paragraph::split,
        Method::Sentence => sentence::split,
        Method::Heading => heading::split,
    };
    let pieces = split(&view, params, counter);
    let pieces = passes::split_large(&view, params, counter, pieces);
    let pieces = passes::merge_small(&view, params, counter, pieces);
    let mut pieces = without_needless(&view, params, pieces);
    if let Some(last) = pieces.last_mut() {
        last.ended_by = EndReason::EndOfDocument;
    }
    let span = |piece: Piece| Span::new(view.in_source(piece.start), view.in_source(piece.end));
    pieces.into_iter().map(|piece| (span(piece), piece.ended_by)).collect()
}

/// `pieces` without blank ones and, unless LangChain would make them, without those that lie wholly in a neighbour.
///
/// What `chunk.max` made of overlapping pieces is not LangChain's, so nothing binds it there.
fn without_needless(view: &View<'_>, params: &ChunkParams, pieces: Vec<Piece>) -> Vec<Piece> {
    let as_langchain = params.compat == Compat::Langchain && params.max == 0;
    let mut kept: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if view.is_blank(piece.start..piece.end) {
            continue;
        }
        if !as_langchain {
            if kept.last().is_some_and(|last| piece.end <= last.end) {
                continue;
            }
            while kept.last().is_some_and(|last| piece.start <= last.start) {
                kept.pop();
            }
        }
        kept.push(piece);
    }
    kept
}

/// `piece` without the blank space at its ends; `None` when there is nothing else.
fn trimmed(view: &View<'_>, piece: Piece) -> Option<Piece> {
    let place = view.trimmed(piece.start..piece.end);
    (!place.is_empty()).then_some(Piece { start: place.start, end: place.end, ..piece })
}

/// How the windows of `tokens` and `chars` follow each other.
const fn stride_of(params: &ChunkParams) -> Stride {
    Stride { size: params.size, overlap: params.overlap, first: params.start }
}

fn characters(text: &str, compat: Compat) -> usize {
    Counter::of(Unit::Chars, compat).map_or(0, |counter| counter.count(text))
}
