//! One document cut: its chunks, what their cuts break, and its seams.
//! Never looks at a second document: numbers are its own until the corpus is put together.

use std::sync::Arc;

use crate::retrieve::chunk::{self, Counters, Headers};
use crate::retrieve::embed::Embedder;
use crate::retrieve::params::{Params, ParamsError, Unit};
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::{Chunk, ChunkId, Corpus, Document, Seam};
use crate::retrieve::{cut, seam};

/// A document's chunks and seams, numbered as if there were no other document.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cuts {
    pub(super) chunks: Vec<Chunk>,
    pub(super) seams: Vec<Seam>,
}

/// The counters that the settings ask for.
pub(super) fn counters(params: &Params, model: Option<&Arc<dyn Embedder>>) -> Result<Counters, ParamsError> {
    let model = model.map(|model| {
        let model = Arc::clone(model);
        Counter::Model(Arc::new(move |text| model.token_ends(text)))
    });
    Counters::of(params, model.as_ref()).ok_or_else(|| {
        let key = if params.chunk.unit == Unit::Model { "chunk.unit" } else { "seam.unit" };
        ParamsError { key, what: "is `model`, but there is no model; set embed.model or count in another unit".into() }
    })
}

/// Cuts one document.
pub(super) fn cuts(document: &Document, params: &Params, counters: &Counters) -> Cuts {
    let mut chunks = chunk::chunks(document, 0, params, counters);
    cut::diagnose(document, &mut chunks);
    let seams = if params.draws_seams() {
        seam::seams(document, &chunks, ChunkId(0), params, &counters.seam)
    } else {
        Vec::new()
    };
    Cuts { chunks, seams }
}

/// Documents and their cuts, in path order, under the numbers of the whole folder.
pub(super) fn corpus(parts: Vec<(Arc<Document>, Cuts)>) -> Corpus {
    let mut corpus = Corpus::default();
    for (document, cuts) in parts {
        let number = corpus.documents.len() as u32;
        let (first, first_seam) = (corpus.chunks.len() as u32, corpus.seams.len() as u32);
        corpus.chunks.extend(cuts.chunks.into_iter().map(|chunk| Chunk { document: number, ..chunk }));
        corpus.seams.extend(cuts.seams.into_iter().map(|seam| Seam {
            document: number,
            left: ChunkId(seam.left.0 + first),
            right: ChunkId(seam.right.0 + first),
            ..seam
        }));
        corpus.chunk_ranges.push(first..corpus.chunks.len() as u32);
        corpus.seam_ranges.push(first_seam..corpus.seams.len() as u32);
        corpus.documents.push(document);
    }
    corpus
}

/// What [`corpus`] put together, taken apart again for one document.
pub(super) fn cuts_of(corpus: &Corpus, document: usize) -> Cuts {
    let (chunks, seams) = (&corpus.chunk_ranges[document], &corpus.seam_ranges[document]);
    let first = chunks.start;
    let chunks = corpus.chunks[chunks.start as usize..chunks.end as usize].iter();
    let seams = corpus.seams[seams.start as usize..seams.end as usize].iter();
    Cuts {
        chunks: chunks.map(|chunk| Chunk { document: 0, ..chunk.clone() }).collect(),
        seams: seams
            .map(|seam| Seam {
                document: 0,
                left: ChunkId(seam.left.0 - first),
                right: ChunkId(seam.right.0 - first),
                ..seam.clone()
            })
            .collect(),
    }
}

/// What is indexed and embedded of one chunk.
pub(super) struct Searched<'a> {
    /// Empty = none.
    pub(super) header: String,
    /// The chunk's own text.
    pub(super) text: &'a str,
}

impl Searched<'_> {
    /// Header, newline, text.
    pub(super) fn whole(&self) -> String {
        if self.header.is_empty() { self.text.to_owned() } else { format!("{}\n{}", self.header, self.text) }
    }
}

/// What is indexed and embedded of the chunks of one document, in order.
pub(super) fn searched<'a>(
    corpus: &'a Corpus,
    document: usize,
    params: &Params,
) -> impl Iterator<Item = Searched<'a>> + use<'a> {
    let source = &corpus.documents[document];
    let headers = params.chunk.header.then(|| Headers::new(source, params.chunk.method));
    let range = corpus.chunk_ranges[document].start as usize..corpus.chunk_ranges[document].end as usize;
    corpus.chunks[range].iter().map(move |chunk| Searched {
        header: headers.as_ref().map(|headers| headers.of(chunk)).unwrap_or_default(),
        text: chunk.span.of(&source.text),
    })
}
