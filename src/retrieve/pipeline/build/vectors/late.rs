//! Vectors from the states of a document's tokens: the model reads a document once, whatever its chunks are.
//! Never reads what is kept, and never holds the states of a whole document.

mod states;
mod stream;

use self::states::States;
use self::stream::Stream;
use super::super::cores::Cores;
use super::super::group::Group;
use super::super::told::Told;
use super::super::{BuildError, Index, Step, kept};
use super::table::Table;
use crate::retrieve::embed::late::{Tokens, windows};
use crate::retrieve::embed::{EmbedError, Embedder, Embedding, embed_text};
use crate::retrieve::index::store::{Kept, Key};
use crate::retrieve::span::Span;
use crate::retrieve::trace::Document;

/// What reads documents, and how much it has read.
pub(super) struct Reader<'a> {
    pub(super) model: &'a dyn Embedder,
    pub(super) kept: &'a Kept,
    pub(super) told: &'a Told,
    pub(super) cores: &'a Cores,
    /// Bytes that states may take on disk.
    pub(super) limit: u64,
    /// Windows read now.
    pub(super) embedded: usize,
    /// Windows whose states were kept.
    pub(super) cached: usize,
}

impl Reader<'_> {
    /// Fills in the rows of one document.
    pub(super) fn fill(&mut self, group: &Group, number: usize, table: &mut Table) -> Result<(), BuildError> {
        let corpus = &group.corpus;
        let document = &corpus.documents[number];
        let chunks = corpus.chunk_ranges[number].clone().map(|at| at as usize);
        let seams = corpus.seam_ranges[number].clone().map(|at| at as usize);
        let seams = seams.map(|at| (corpus.chunks.len() + at, corpus.seams[at].span));
        let mut rows: Vec<(usize, Span)> = chunks.map(|at| (at, corpus.chunks[at].span)).chain(seams).collect();
        // In the order in which they can be made.
        rows.sort_by_key(|(row, span)| (span.end, *row));
        let spans: Vec<Span> = rows.iter().map(|(_, span)| *span).collect();
        let key = key(self.model, document);
        let (mut told, embeddings) = (0, self.kept_ones(&key, &spans));
        let embeddings = match embeddings {
            Some(embeddings) => embeddings,
            None => self.read(&key, group, number, &spans, &mut told)?,
        };
        for ((row, span), embedding) in rows.into_iter().zip(embeddings) {
            table.set(row, &or_alone(embedding, self.model, span.of(&document.text))?);
        }
        self.tell(group, number, group.rows_of(number), &mut told);
        Ok(())
    }

    /// Says that as many vectors of a document are there; `told` of them were told before.
    fn tell(&self, group: &Group, number: usize, there: usize, told: &mut usize) {
        let step = Step::Vectors { file: group.files[number], there, all: group.rows_of(number) };
        let more = there - std::mem::replace(told, there);
        self.told.tell(|progress| progress.vectors += more, vec![step]);
    }

    fn kept_ones(&mut self, key: &Key, spans: &[Span]) -> Option<Vec<Option<Embedding>>> {
        let mut states = States::open(self.kept, key)?;
        let embeddings = states.embeddings(spans)?;
        self.cached += states.tokens().windows();
        Some(embeddings)
    }

    /// Lets the model read a document, and keeps the states.
    fn read(
        &mut self,
        key: &Key,
        group: &Group,
        number: usize,
        spans: &[Span],
        told: &mut usize,
    ) -> Result<Vec<Option<Embedding>>, BuildError> {
        let document = &group.corpus.documents[number];
        let windows = windows(self.model, &document.text, document.body);
        let tokens = self.model.token_ends(&document.text[document.body..]).len();
        let size = Tokens::bytes_of(tokens, windows.len(), self.model.info().dimensions);
        let mut writer = self.kept.keep_states(key, &document.path, size, self.limit);
        let mut stream = Stream::new(self.model, &document.text, &windows, spans);
        let (mut read, mut written) = (0, 0);
        while read < windows.len() {
            if self.told.stopped() {
                return Err(BuildError::Cancelled);
            }
            let now = self.cores.step(|| stream.step())?;
            (read, self.embedded) = (read + now, self.embedded + now);
            let full = stream.gathered().full();
            for at in written..full {
                if let Some((block, writer)) = stream.gathered().block(at).zip(writer.as_mut()) {
                    writer.put(&states::block_key(key, at), &block.to_bytes());
                }
            }
            written = full;
            stream.forget();
            // The rows of a document come all at once; until then their share of the windows is told, never all of it.
            self.tell(group, number, group.rows_of(number) * read / (windows.len() + 1), told);
        }
        if let Some(mut writer) = writer {
            writer.put(key, &stream.gathered().tokens().to_bytes());
            writer.end();
        }
        Ok(stream.embeddings())
    }
}

/// The vectors of spans of one document, from the states that are kept, else from those of the windows that hold the
/// spans; and how many windows the model read for it.
///
/// # Errors
/// When the model fails.
pub fn late_vectors(
    index: &Index,
    model: &dyn Embedder,
    document: usize,
    spans: &[Span],
) -> Result<(Vec<Vec<f32>>, usize), EmbedError> {
    let document = &index.corpus.documents[document];
    let kept = index.store.kept(&index.root);
    let states = States::open(&kept, &key(model, document));
    let (embeddings, read) = match states.and_then(|mut states| states.embeddings(spans)) {
        Some(embeddings) => (embeddings, 0),
        None => anew(model, document, spans)?,
    };
    let texts = spans.iter().map(|span| span.of(&document.text));
    let vectors = embeddings.into_iter().zip(texts).map(|(one, text)| Ok(or_alone(one, model, text)?.vector));
    Ok((vectors.collect::<Result<_, EmbedError>>()?, read))
}

/// The vectors of spans from the windows that hold them.
fn anew(
    model: &dyn Embedder,
    document: &Document,
    spans: &[Span],
) -> Result<(Vec<Option<Embedding>>, usize), EmbedError> {
    let windows = windows(model, &document.text, document.body);
    let start = spans.iter().map(|span| span.start).min().unwrap_or_default();
    let mut first = windows.partition_point(|window| window.own <= start);
    let mut read = 0;
    loop {
        first = first.saturating_sub(1);
        let mut stream = Stream::new(model, &document.text, &windows[first..], spans);
        while !stream.is_done() {
            match stream.step()? {
                0 => break,
                now => read += now,
            }
        }
        // Behind the last token of a document there is nothing; the nearest one is in a window before.
        if first == 0 || !stream.gathered().tokens().is_empty() {
            return Ok((stream.embeddings(), read));
        }
    }
}

/// What states are kept under: the model, the rule of windows and the text.
fn key(model: &dyn Embedder, document: &Document) -> Key {
    let content = kept::content(&document.text, document.body);
    kept::digest(&[b"states in blocks", model.info().id.as_bytes(), &content])
}

/// A vector, or that of the text alone where the model finds no token in the whole document.
fn or_alone(embedding: Option<Embedding>, model: &dyn Embedder, text: &str) -> Result<Embedding, EmbedError> {
    embedding.map_or_else(|| embed_text(model, text), Ok)
}
