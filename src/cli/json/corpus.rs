//! Documents, chunks and seams as JSON, with offsets in bytes, characters and lines.
//! Never prints.

use serde::Serialize;
use serde_json::Value;

use crate::retrieve::chunk::Headers;
use crate::retrieve::params::{Method, Params};
use crate::retrieve::span::Span;
use crate::retrieve::text::positions::Positions;
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::{Chunk, ChunkId, Corpus, Document, EndReason, Entry, Seam, SeamId, Skipped, Warning};

/// What `chunk --json` prints.
#[derive(Serialize)]
pub(in crate::cli) struct ChunkedJson<'a> {
    pub(in crate::cli) schema: u32,
    pub(in crate::cli) params: Value,
    pub(in crate::cli) documents: Vec<DocumentJson<'a>>,
    pub(in crate::cli) skipped: &'a [Skipped],
    pub(in crate::cli) notes: Vec<String>,
}

/// One document with its chunks and seams.
#[derive(Serialize)]
pub(in crate::cli) struct DocumentJson<'a> {
    pub(in crate::cli) path: &'a str,
    pub(in crate::cli) bytes: usize,
    pub(in crate::cli) chars: usize,
    pub(in crate::cli) lines: usize,
    pub(in crate::cli) tokens: usize,
    pub(in crate::cli) overlap: OverlapJson,
    pub(in crate::cli) chunks: Vec<ChunkJson<'a>>,
    pub(in crate::cli) seams: Vec<SeamJson>,
}

/// The overlap that was asked for beside the one that was measured.
#[derive(Serialize)]
pub(in crate::cli) struct OverlapJson {
    /// In `chunk.unit`.
    pub(in crate::cli) requested: usize,
    /// Chunks that share characters with the one before them.
    pub(in crate::cli) chunks: usize,
    /// The largest number of characters shared.
    pub(in crate::cli) most_chars: u32,
    /// Why a cut may have less than was asked for; null where nothing was asked for.
    pub(in crate::cli) rule: Option<&'static str>,
}

/// What the overlap of a method is made of, and so why it may be smaller than the one that was asked for.
const fn overlap_rule(method: Method) -> &'static str {
    match method {
        Method::Tokens | Method::Chars => {
            "every cut repeats as much as was asked for, moved to the start of a character"
        }
        Method::Sentence => "whole sentences are repeated, as many as were asked for",
        Method::Recursive => {
            "whole pieces are repeated, as many as fit into the overlap; where the last piece before a cut is larger, none is"
        }
        Method::Heading => {
            "sections never share text; inside a large one whole pieces are repeated, as many as fit into the overlap"
        }
        Method::Paragraph => {
            "the end of the chunk before is repeated within its section, as far as it fits into the size with what follows"
        }
    }
}

/// Where something lies in its document.
#[derive(Clone, Copy, Serialize)]
pub(in crate::cli) struct Place {
    pub(in crate::cli) byte: [usize; 2],
    pub(in crate::cli) char: [usize; 2],
    pub(in crate::cli) line: [usize; 2],
}

/// One chunk.
#[derive(Serialize)]
pub(in crate::cli) struct ChunkJson<'a> {
    pub(in crate::cli) id: String,
    pub(in crate::cli) index: u32,
    #[serde(flatten)]
    pub(in crate::cli) place: Place,
    pub(in crate::cli) tokens: u32,
    pub(in crate::cli) section: &'a [String],
    pub(in crate::cli) ended_by: &'static str,
    /// Place in `chunk.separators` of the separator at which it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) separator: Option<u8>,
    pub(in crate::cli) overlap_chars: u32,
    pub(in crate::cli) warnings: &'a [Warning],
    /// What is put before its text where it is embedded and indexed; absent where nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) header: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) text: Option<&'a str>,
}

/// One seam.
#[derive(Serialize)]
pub(in crate::cli) struct SeamJson {
    pub(in crate::cli) id: String,
    pub(in crate::cli) left: u32,
    pub(in crate::cli) right: u32,
    pub(in crate::cli) cut: usize,
    #[serde(flatten)]
    pub(in crate::cli) place: Place,
    pub(in crate::cli) tokens: [u32; 2],
}

impl Place {
    pub(in crate::cli) fn of(span: Span, positions: &Positions<'_>) -> Self {
        Self { byte: [span.start, span.end], char: positions.chars_of(span), line: positions.lines_of(span) }
    }
}

/// What to print of a document.
pub(in crate::cli) struct DocumentView<'a> {
    pub(in crate::cli) corpus: &'a Corpus,
    pub(in crate::cli) params: &'a Params,
    /// Counts the document's tokens, in the unit of the seams.
    pub(in crate::cli) counter: &'a Counter,
    /// Whether the text of each chunk is printed too.
    pub(in crate::cli) text: bool,
}

impl<'a> DocumentView<'a> {
    /// All documents, made one by one.
    pub(in crate::cli) fn documents(&self) -> impl Iterator<Item = DocumentJson<'a>> {
        (0..self.corpus.documents.len()).map(|number| self.json(number))
    }

    fn json(&self, number: usize) -> DocumentJson<'a> {
        let corpus = self.corpus;
        let document: &Document = &corpus.documents[number];
        let positions = Positions::new(&document.text);
        let ids = corpus.chunk_ranges.get(number).cloned().unwrap_or_default();
        let settings = &self.params.chunk;
        let headers = settings.header.then(|| Headers::new(document, settings.method));
        let chunks: Vec<_> = ids.map(|id| self.chunk(ChunkId(id), &positions, headers.as_ref())).collect();
        let seams = corpus.seam_ranges.get(number).cloned().unwrap_or_default();
        let overlap = OverlapJson {
            requested: self.params.chunk.overlap,
            chunks: chunks.iter().filter(|chunk| chunk.overlap_chars > 0).count(),
            rule: (self.params.chunk.overlap > 0).then(|| overlap_rule(self.params.chunk.method)),
            most_chars: chunks.iter().map(|chunk| chunk.overlap_chars).max().unwrap_or(0),
        };
        DocumentJson {
            path: &document.path,
            bytes: document.text.len(),
            chars: positions.chars(),
            lines: positions.lines(),
            tokens: self.counter.count(&document.text[document.body..]),
            overlap,
            chunks,
            seams: seams.map(|id| self.seam(SeamId(id), &positions)).collect(),
        }
    }

    fn chunk(&self, id: ChunkId, positions: &Positions<'_>, headers: Option<&Headers>) -> ChunkJson<'a> {
        let chunk: &Chunk = self.corpus.chunk(id);
        ChunkJson {
            id: self.corpus.name(Entry::Chunk(id)),
            index: chunk.index,
            place: Place::of(chunk.span, positions),
            tokens: chunk.tokens,
            section: &chunk.section,
            ended_by: chunk.ended_by.as_str(),
            separator: if let EndReason::Separator(level) = chunk.ended_by { Some(level) } else { None },
            overlap_chars: chunk.overlap_chars,
            warnings: &chunk.warnings,
            header: headers.map(|headers| headers.of(chunk)).filter(|header| !header.is_empty()),
            text: self.text.then(|| self.corpus.chunk_text(id)),
        }
    }

    fn seam(&self, id: SeamId, positions: &Positions<'_>) -> SeamJson {
        let seam: &Seam = self.corpus.seam(id);
        SeamJson {
            id: self.corpus.name(Entry::Seam(id)),
            left: self.corpus.chunk(seam.left).index,
            right: self.corpus.chunk(seam.right).index,
            cut: seam.cut,
            place: Place::of(seam.span, positions),
            tokens: seam.tokens,
        }
    }
}
