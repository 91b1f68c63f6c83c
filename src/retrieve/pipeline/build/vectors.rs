//! Vectors for every chunk and seam of an index: kept ones, and for the rest the model is asked.
//! Never compares any.

mod arrivals;
mod batch;
mod late;
mod table;

use std::sync::Arc;

use rayon::prelude::*;

use self::arrivals::Arrivals;
use self::batch::{Asked, Reading};
pub use self::late::late_vectors;
use self::table::Table;
use super::cut::searched;
use super::{BuildError, Counts, Index, Progress, Step, Watch, kept};
use crate::retrieve::embed::{Embedder, Part, Pieces};
use crate::retrieve::index::store::Store;
use crate::retrieve::span::Span;
use crate::retrieve::trace::Corpus;

/// Chunks and seams whose parts are made and looked up together: bounds the memory beside the vectors.
const BATCH: usize = 512;
/// Documents, in bytes of text, that are divided into pieces together.
const GROUP: usize = 4 << 20;

/// The same index with vectors.
///
/// # Errors
/// See [`BuildError`]; what the model had read until then is kept all the same.
pub fn embed_index(
    index: &Index,
    model: &Arc<dyn Embedder>,
    store: &Store,
    watch: &Watch,
) -> Result<Index, BuildError> {
    let (corpus, info) = (&*index.corpus, model.info());
    let kept = store.kept(&index.root);
    let stamp = kept::vectors(&kept::shape(&index.params, Some(info)), info);
    let name = kept::name("vectors", &stamp);
    let mut table = Table::new(corpus, info.dimensions);
    let records = kept.records(&name, &stamp);
    let missing = table.fill(corpus, &index.keys, &kept, records.as_ref());
    let mut progress = Progress {
        files: corpus.documents.len(),
        files_total: corpus.documents.len(),
        chunks: corpus.chunks.len(),
        vectors: table.rows() - missing.iter().map(|&number| rows_of(corpus, number)).sum::<usize>(),
        vectors_total: table.rows(),
        ..Progress::default()
    };
    let mut left = missing.iter().copied().peekable();
    let kept_whole = (0..corpus.documents.len()).filter(|number| left.next_if_eq(number).is_none());
    let steps = kept_whole.map(|document| Step::Vectors { document, there: rows_of(corpus, document) }).collect();
    watch.report(progress.with(steps));
    let (embedded, cached) = if model.is_late() {
        let limit = index.params.embed.states_mb.saturating_mul(1_000_000);
        let mut reader = late::Reader { model: &**model, kept: &kept, watch, limit, embedded: 0, cached: 0 };
        for &number in &missing {
            reader.fill(index, number, &mut table, &mut progress)?;
        }
        (reader.embedded, reader.cached)
    } else {
        let mut asked = Asked::new(&**model, &kept, watch);
        let mut arrivals = Arrivals::new(corpus.documents.len(), watch, progress);
        by_chunk(index, &missing, &mut asked, &mut table, &mut arrivals)?;
        (asked.embedded, asked.cached)
    };
    if kept.is_on() && (!missing.is_empty() || records.is_none_or(|records| records.len() != 3 * index.keys.len())) {
        kept.write(&name, &stamp, table.records(corpus, &index.keys));
    }
    let mut notices = index.notices.clone();
    notices.extend(kept.notices().into_iter().filter(|notice| !index.notices.contains(notice)));
    let counts = Counts { embedded, cached, ..index.counts };
    let unkept = index.unkept || kept.gave_up();
    let vectors = Some(Arc::new(table.into_set(info.clone())));
    Ok(Index { vectors, counts, notices, unkept, store: store.clone(), ..index.clone() })
}

/// Reads every chunk and seam by itself.
fn by_chunk(
    index: &Index,
    missing: &[usize],
    asked: &mut Asked<'_>,
    table: &mut Table,
    arrivals: &mut Arrivals<'_>,
) -> Result<(), BuildError> {
    let (corpus, model) = (&*index.corpus, asked.model());
    for group in groups(corpus, missing) {
        let pieces: Vec<_> = group.par_iter().map(|&number| pieces(corpus, number, model)).collect();
        let readings = group.iter().zip(&pieces).flat_map(|(&number, pieces)| readings(index, number, pieces));
        let mut readings = readings.peekable();
        while readings.peek().is_some() {
            let batch: Vec<Reading<'_>> = readings.by_ref().take(BATCH).collect();
            for (reading, embedding) in batch.iter().zip(asked.vectors(&batch, arrivals)?) {
                table.set(reading.row, &embedding);
            }
        }
    }
    Ok(())
}

fn rows_of(corpus: &Corpus, number: usize) -> usize {
    corpus.chunk_ranges[number].len() + corpus.seam_ranges[number].len()
}

/// Documents in turn, a few megabytes at a time.
fn groups<'a>(corpus: &Corpus, missing: &'a [usize]) -> Vec<&'a [usize]> {
    let mut size = 0;
    missing
        .chunk_by(|_, next| {
            size += corpus.documents[*next].text.len();
            let together = size < GROUP;
            size *= usize::from(together);
            together
        })
        .collect()
}

fn pieces(corpus: &Corpus, number: usize, model: &dyn Embedder) -> Pieces {
    let document = &corpus.documents[number];
    Pieces::of(model, &document.text, document.body, &document.sentences)
}

/// What must be read of one document: its chunks with their headers, and its seams.
fn readings<'a>(index: &'a Index, number: usize, pieces: &'a Pieces) -> impl Iterator<Item = Reading<'a>> {
    let corpus = &*index.corpus;
    let text = corpus.documents[number].text.as_str();
    let (chunks, seams) = (corpus.chunk_ranges[number].clone(), corpus.seam_ranges[number].clone());
    let headers = searched(corpus, number, &index.params).map(|searched| searched.header);
    let first_seam = corpus.chunks.len();
    let chunks = chunks.zip(headers).map(move |(at, header)| (at as usize, corpus.chunks[at as usize].span, header));
    let seams = seams.map(move |at| (first_seam + at as usize, corpus.seams[at as usize].span, String::new()));
    // In the order of the text: a chunk and the seams at its ends share pieces.
    let mut spans: Vec<(usize, Span, String)> = chunks.chain(seams).collect();
    spans.sort_by_key(|(row, span, _)| (span.start, *row));
    spans.into_iter().map(move |(row, span, header)| Reading { document: number, row, text, span, header, pieces })
}

impl Reading<'_> {
    fn parts(&self, model: &dyn Embedder) -> Vec<Part<'_>> {
        self.pieces.parts(model, self.text, self.span, &self.header)
    }
}
