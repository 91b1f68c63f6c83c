//! Characters of a folder's documents, counted once a document when they are first asked for.
//! Never keeps a text of its own.

use std::sync::OnceLock;

use super::measures::Stretch;
use crate::retrieve::span::Span;
use crate::retrieve::text::positions::{Positions, Samples};
use crate::retrieve::trace::Corpus;

/// Positions in every document of one folder.
#[derive(Debug)]
pub struct Places<'a> {
    corpus: &'a Corpus,
    samples: Vec<OnceLock<Samples>>,
}

impl<'a> Places<'a> {
    /// Nothing is counted yet.
    #[must_use]
    pub fn new(corpus: &'a Corpus) -> Self {
        Self { corpus, samples: corpus.documents.iter().map(|_| OnceLock::new()).collect() }
    }

    /// The folder.
    #[must_use]
    pub const fn corpus(&self) -> &'a Corpus {
        self.corpus
    }

    /// Positions in document number `document` of the folder; `None` when there is no such document.
    #[must_use]
    pub fn on(&self, document: u32) -> Option<Positions<'_>> {
        let at = document as usize;
        let (text, samples) = (&self.corpus.documents.get(at)?.text, self.samples.get(at)?);
        Some(samples.get_or_init(|| Samples::of(text)).on(text))
    }

    /// The characters of a byte span; empty for a document that is not there.
    #[must_use]
    pub fn stretch(&self, document: u32, span: Span) -> Stretch {
        let [start, end] = self.on(document).map_or([0, 0], |positions| positions.chars_of(span));
        Stretch { document, start, end }
    }

    /// Every chunk of the folder, by its number.
    #[must_use]
    pub fn chunks(&self) -> Vec<Stretch> {
        self.corpus.chunks.iter().map(|chunk| self.stretch(chunk.document, chunk.span)).collect()
    }
}
