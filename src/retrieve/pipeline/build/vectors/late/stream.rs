//! A document's windows read one after the other, and the vectors of its spans as soon as they are known.
//! Never keeps a state that no span needs any more.

use crate::retrieve::embed::late::{Gathered, Window};
use crate::retrieve::embed::{EmbedError, Embedder, Embedding};
use crate::retrieve::span::Span;

/// Windows that the model reads at once.
const STEP: usize = 8;

/// One reading of a document.
pub(super) struct Stream<'a> {
    model: &'a dyn Embedder,
    text: &'a str,
    windows: &'a [Window],
    /// In order of their ends.
    spans: &'a [Span],
    /// The least start of each span and those after it.
    earliest: Vec<usize>,
    gathered: Gathered,
    /// Windows read.
    read: usize,
    /// The vectors of the first spans.
    embeddings: Vec<Option<Embedding>>,
}

impl<'a> Stream<'a> {
    pub(super) fn new(model: &'a dyn Embedder, text: &'a str, windows: &'a [Window], spans: &'a [Span]) -> Self {
        let mut earliest: Vec<usize> = spans.iter().map(|span| span.start).collect();
        for at in (1..earliest.len()).rev() {
            earliest[at - 1] = earliest[at - 1].min(earliest[at]);
        }
        Self { model, text, windows, spans, earliest, gathered: Gathered::default(), read: 0, embeddings: Vec::new() }
    }

    /// Lets the model read some windows more; gives their number, 0 after the last one.
    pub(super) fn step(&mut self) -> Result<usize, EmbedError> {
        let windows = &self.windows[self.read..(self.read + STEP).min(self.windows.len())];
        if windows.is_empty() {
            return Ok(0);
        }
        let texts: Vec<&str> = windows.iter().map(|window| window.span.of(self.text)).collect();
        let states = self.model.states(&texts)?;
        if states.len() != windows.len() {
            let what = format!("the model gave states of {} texts for {}", states.len(), windows.len());
            return Err(EmbedError(what));
        }
        for (window, states) in windows.iter().zip(&states) {
            self.read += 1;
            self.gathered.take(window, self.windows.get(self.read), states);
        }
        while let Some(span) = self.spans.get(self.embeddings.len()).filter(|span| self.gathered.has(**span)) {
            self.embeddings.push(self.gathered.embedding(*span));
        }
        Ok(windows.len())
    }

    /// True when the vectors of all spans are known.
    pub(super) fn is_done(&self) -> bool {
        self.embeddings.len() == self.spans.len()
    }

    pub(super) fn gathered(&self) -> &Gathered {
        &self.gathered
    }

    /// Drops the states that no further span needs.
    pub(super) fn forget(&mut self) {
        self.gathered.drop_before(self.earliest.get(self.embeddings.len()).copied().unwrap_or(usize::MAX));
    }

    /// The vectors, in the order of the spans; `None` where there are no tokens.
    pub(super) fn embeddings(mut self) -> Vec<Option<Embedding>> {
        self.embeddings.resize(self.spans.len(), None);
        self.embeddings
    }
}
