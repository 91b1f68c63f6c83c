//! Long texts in pieces that fit the window, and the mean that stands for the whole (design 2.5).
//! Never drops a token.

use std::borrow::Cow;

use unicode_segmentation::GraphemeCursor;

use super::{EmbedError, Embedder};
use crate::retrieve::span::Span;
use crate::retrieve::text::sentences;

/// Special tokens that a model adds to one text: [CLS] and [SEP] or their kin.
pub(super) const SPECIAL: usize = 2;

/// The vector of one text of any length.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding {
    /// L2-normalised.
    pub vector: Vec<f32>,
    /// How many times the model read: 1 when the text fits its window.
    pub windows: u32,
}

/// A document divided once, at sentence edges, into pieces that fit the window, whatever the chunking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Where the first piece starts.
    start: usize,
    /// The end of each piece, in bytes, ascending.
    ends: Vec<usize>,
    /// The model's tokens in each piece.
    tokens: Vec<u32>,
}

/// A text that the model reads at once, and its weight in the mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// Fits the window, is not blank.
    pub text: Cow<'a, str>,
    /// Tokens.
    pub weight: u32,
}

impl Pieces {
    /// Divides `text` from byte `start` on; `edges` are its sentence edges ([`crate::retrieve::trace::Document`]).
    ///
    /// A sentence that exceeds the window is cut hard: after the last blank in the second half of what fits, else
    /// between graphemes.
    #[must_use]
    pub fn of(model: &dyn Embedder, text: &str, start: usize, edges: &[usize]) -> Self {
        let mut pieces = Self { start, ends: Vec::new(), tokens: Vec::new() };
        let units = units(model, text, start, edges);
        let room = room(model);
        let mut first = 0;
        while first < units.len() {
            let (from, mut tokens) = (units[first].0.start, units[first].1);
            let mut next = first + 1;
            while next < units.len() && tokens + units[next].1 <= room {
                tokens += units[next].1;
                next += 1;
            }
            // Counts add up to the count of the whole for most models, not for all.
            let count = |next: usize| model.token_ends(&text[from..units[next - 1].0.end]).len();
            if next > first + 1 {
                tokens = count(next);
            }
            while tokens > room && next > first + 1 {
                next -= 1;
                tokens = count(next);
            }
            pieces.ends.push(units[next - 1].0.end);
            pieces.tokens.push(tokens as u32);
            first = next;
        }
        pieces
    }

    /// The pieces, in order.
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        let starts = std::iter::once(self.start).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| Span::new(start, *end))
    }

    /// What the model reads for one span of the document and a header before it (empty = none): one part, header,
    /// newline and text, where that fits the window; else the header, the whole pieces inside the span and the
    /// partial ones at its ends, blank ones left out.
    #[must_use]
    pub fn parts<'a>(&self, model: &dyn Embedder, text: &'a str, span: Span, header: &str) -> Vec<Part<'a>> {
        let room = room(model);
        let mut parts = if header.is_empty() { Vec::new() } else { divided(model, header) };
        let first = self.ends.partition_point(|end| *end <= span.start);
        for (at, piece) in self.spans().enumerate().skip(first).take_while(|(_, piece)| piece.start < span.end) {
            let part = piece.intersection(span);
            let whole = part == piece;
            let text = part.of(text);
            if !text.trim().is_empty() {
                let weight = if whole { self.tokens[at] } else { model.token_ends(text).len() as u32 };
                parts.push(Part { text: Cow::Borrowed(text), weight });
            }
        }
        let sum: usize = parts.iter().map(|part| part.weight as usize).sum();
        if sum <= 2 * room {
            let content = span.of(text);
            let whole = match header {
                "" => Cow::Borrowed(content),
                header => Cow::Owned(format!("{header}\n{content}")),
            };
            let weight = model.token_ends(&whole).len();
            if weight <= room {
                return vec![Part { text: whole, weight: weight as u32 }];
            }
        }
        parts.retain(|part| part.weight > 0);
        // A part of a piece may count more alone than inside it.
        let fits = |part: &Part<'_>| part.weight as usize <= room;
        if parts.iter().all(fits) { parts } else { parts.into_iter().flat_map(|part| split(model, part)).collect() }
    }
}

/// Sentences, those that exceed the window cut hard, each with its tokens.
fn units(model: &dyn Embedder, text: &str, start: usize, edges: &[usize]) -> Vec<(Span, usize)> {
    let mut units = Vec::new();
    let mut from = start;
    let edges = edges.iter().copied().filter(|edge| *edge > start && *edge < text.len());
    for edge in edges.chain([text.len()]) {
        if edge > from {
            add_sentence(model, text, Span::new(from, edge), &mut units);
        }
        from = edge;
    }
    units
}

fn add_sentence(model: &dyn Embedder, text: &str, sentence: Span, units: &mut Vec<(Span, usize)>) {
    let room = room(model);
    let ends = model.token_ends(sentence.of(text));
    let (mut rest, mut first) = (sentence, 0);
    loop {
        let mut tokens = ends.len() - first;
        if first > 0 && tokens <= 2 * room {
            // The rest alone may count more than it did inside its sentence.
            tokens = model.token_ends(rest.of(text)).len();
        }
        if tokens <= room {
            units.push((rest, tokens));
            return;
        }
        let wanted = ends.get(first + room - 1).map_or(rest.end, |end| sentence.start + end);
        let end = hard_cut(model, text, rest, wanted);
        units.push((Span::new(rest.start, end), model.token_ends(&text[rest.start..end]).len()));
        if end == rest.end {
            return;
        }
        rest.start = end;
        first += ends[first..].partition_point(|token| sentence.start + token <= end);
    }
}

/// Tokens of a text that the model reads whole.
fn room(model: &dyn Embedder) -> usize {
    model.info().window.saturating_sub(SPECIAL).max(1)
}

/// A part that fits as it is; another in pieces.
fn split<'a>(model: &dyn Embedder, part: Part<'a>) -> Vec<Part<'a>> {
    if part.weight as usize <= room(model) {
        return vec![part];
    }
    let owned = |part: Part<'_>| Part { text: Cow::Owned(part.text.into_owned()), weight: part.weight };
    divided(model, &part.text).into_iter().map(owned).collect()
}

/// A text that belongs to no document in parts that fit.
fn divided<'t>(model: &dyn Embedder, text: &str) -> Vec<Part<'t>> {
    let pieces = Pieces::of(model, text, 0, &sentences::edges(text));
    let parts = pieces.spans().zip(&pieces.tokens).filter(|(_, tokens)| **tokens > 0);
    parts.map(|(span, &weight)| Part { text: Cow::Owned(span.of(text).to_owned()), weight }).collect()
}

/// Where the first part of `rest` ends that fits the window, at `wanted` or before it, after `rest.start`.
pub(super) fn hard_cut(model: &dyn Embedder, text: &str, rest: Span, wanted: usize) -> usize {
    let mut cut = text.floor_char_boundary(wanted.min(rest.end));
    loop {
        let end = friendly(text, rest.start, cut);
        // One character is a piece even where it exceeds the window: there is nothing smaller.
        let least = rest.start + text[rest.start..].chars().next().map_or(0, char::len_utf8);
        if end <= least {
            return least;
        }
        let over = model.token_ends(&text[rest.start..end]).len().saturating_sub(room(model));
        if over == 0 {
            return end;
        }
        cut = text.floor_char_boundary(end - over.min(end - rest.start));
    }
}

/// The last place up to `cut` behind a blank in the second half of `start..cut`, else between graphemes, else `cut`.
fn friendly(text: &str, start: usize, cut: usize) -> usize {
    let half = text.ceil_char_boundary(start + (cut - start).div_ceil(2));
    if let Some(blank) = text[half..cut].rfind(char::is_whitespace) {
        let at = half + blank;
        return at + text[at..].chars().next().map_or(0, char::len_utf8);
    }
    let mut cursor = GraphemeCursor::new(cut, text.len(), true);
    if cursor.is_boundary(text, 0).unwrap_or(true) {
        return cut;
    }
    cursor.prev_boundary(text, 0).ok().flatten().filter(|at| *at > start).unwrap_or(cut)
}

/// The vector that stands for several: their mean by weight, L2-normalised. One alone is itself.
///
/// Sums run in the order of the parts, in double precision.
#[must_use]
pub fn mean(vectors: &[(&[f32], u32)]) -> Vec<f32> {
    let [(first, _), rest @ ..] = vectors else { return Vec::new() };
    if rest.is_empty() {
        return first.to_vec();
    }
    let mut sum = vec![0.0_f64; first.len()];
    for (vector, weight) in vectors {
        for (sum, number) in sum.iter_mut().zip(*vector) {
            *sum += f64::from(*weight) * f64::from(*number);
        }
    }
    let norm = sum.iter().map(|number| number * number).sum::<f64>().sqrt();
    if norm > 0.0 { sum.into_iter().map(|number| (number / norm) as f32).collect() } else { first.to_vec() }
}

/// Embeds a text that belongs to no document: one half of a seam window.
///
/// # Errors
/// When the text is blank or the model fails.
pub fn embed_text(model: &dyn Embedder, text: &str) -> Result<Embedding, EmbedError> {
    embed_by(model, text, |texts| model.embed(texts))
}

/// Embeds a question.
///
/// # Errors
/// When it is blank or the model fails.
pub fn embed_question(model: &dyn Embedder, question: &str) -> Result<Embedding, EmbedError> {
    embed_by(model, question, |texts| model.embed_questions(texts))
}

fn embed_by(
    model: &dyn Embedder,
    text: &str,
    embed: impl FnOnce(&[&str]) -> Result<Vec<Vec<f32>>, EmbedError>,
) -> Result<Embedding, EmbedError> {
    if text.trim().is_empty() {
        return Err(EmbedError("a blank text has no vector".into()));
    }
    let pieces = Pieces::of(model, text, 0, &sentences::edges(text));
    let parts = pieces.parts(model, text, Span::new(0, text.len()), "");
    let texts: Vec<&str> = parts.iter().map(|part| part.text.as_ref()).collect();
    let vectors = embed(&texts)?;
    if vectors.is_empty() || vectors.len() != parts.len() {
        return Err(EmbedError(format!("the model gave {} vectors for {} texts", vectors.len(), parts.len())));
    }
    let weighted: Vec<_> = vectors.iter().map(Vec::as_slice).zip(parts.iter().map(|part| part.weight)).collect();
    Ok(Embedding { vector: mean(&weighted), windows: parts.len() as u32 })
}
