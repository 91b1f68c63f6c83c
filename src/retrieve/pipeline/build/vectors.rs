//! Vectors for every chunk and seam of the documents that come: kept ones, and for the rest the model is asked.
//! Never compares any.

mod arrivals;
mod batch;
mod late;
mod table;

use std::sync::Arc;

use rayon::prelude::*;

use self::arrivals::Arrivals;
use self::batch::{Asked, BATCH, Reading};
pub use self::late::late_vectors;
use self::table::Table;
use super::cores::Cores;
use super::cut::searched;
use super::group::{Group, Groups};
use super::read::Walked;
use super::told::Told;
use super::{BuildError, Counts, Index, Step};
use crate::retrieve::embed::{Embedder, Part, Pieces};
use crate::retrieve::index::store::{Key, Records};
use crate::retrieve::params::Params;
use crate::retrieve::span::Span;
use crate::retrieve::trace::Corpus;

/// What the work on one folder's vectors has in common.
struct Desk<'a> {
    folder: &'a Walked<'a>,
    model: &'a dyn Embedder,
    told: &'a Told,
    cores: &'a Cores,
}

/// How vectors are made.
enum Way<'a> {
    /// Every chunk and seam is read by itself.
    Alone(Asked<'a>),
    /// Documents are read, and spans take their vectors from them.
    Late(late::Reader<'a>),
}

/// Vectors of documents in the order in which they came.
pub(super) struct Made {
    /// The model that made them.
    pub(super) model: Arc<dyn Embedder>,
    /// Of each group, the keys of its documents and their rows.
    groups: Vec<(Vec<Key>, Table)>,
    /// What was kept before.
    records: Option<Records>,
    /// Every row was kept.
    all_kept: bool,
    embedded: usize,
    cached: usize,
}

impl Made {
    /// Makes the vectors of all documents that come, until none comes any more.
    ///
    /// # Errors
    /// See [`BuildError`]; what the model had read until then is kept all the same.
    pub(super) fn of(
        groups: Groups,
        model: Arc<dyn Embedder>,
        folder: &Walked<'_>,
        told: &Told,
        cores: &Cores,
    ) -> Result<Self, BuildError> {
        let stoppable = model.until(&told.stop());
        let desk = Desk { folder, model: stoppable.as_deref().unwrap_or(&*model), told, cores };
        let (name, stamp) = folder.name_of_vectors(model.info());
        let records = folder.kept.records(&name, &stamp);
        let (mut made, mut all_kept, mut way) = (Vec::new(), true, Way::of(&desk));
        for group in groups {
            let mut table = Table::new(&group.corpus, model.info().dimensions);
            let missing = cores.step(|| table.fill(&group.keys, &folder.kept, records.as_ref()));
            tell_kept(&group, &missing, told);
            all_kept &= missing.is_empty();
            match &mut way {
                Way::Alone(asked) => alone(&group, &missing, &desk, asked, &mut table)?,
                Way::Late(reader) => {
                    for &number in &missing {
                        reader.fill(&group, number, &mut table)?;
                    }
                }
            }
            made.push((group.keys, table));
        }
        let (embedded, cached) = match way {
            Way::Alone(asked) => (asked.embedded, asked.cached),
            Way::Late(reader) => (reader.embedded, reader.cached),
        };
        Ok(Self { model, groups: made, records, all_kept, embedded, cached })
    }

    /// The index of the same documents with these vectors, which are kept.
    pub(super) fn onto(self, index: Index, folder: &Walked<'_>) -> (Index, Arc<dyn Embedder>) {
        let Self { model, groups, records, all_kept, embedded, cached } = self;
        let (kept, info) = (&folder.kept, model.info().clone());
        let table = Table::gathered(&index.corpus, &index.keys, info.dimensions, groups);
        if kept.is_on() && (!all_kept || records.is_none_or(|records| records.len() != 3 * index.keys.len())) {
            let (name, stamp) = folder.name_of_vectors(&info);
            kept.write(&name, &stamp, table.records(&index.keys));
        }
        let counts = Counts { embedded, cached, ..index.counts };
        let vectors = Some(Arc::new(table.into_set(info)));
        (Index { vectors, counts, notices: kept.notices(), unkept: kept.gave_up(), ..index }, model)
    }
}

impl<'a> Way<'a> {
    fn of(desk: &Desk<'a>) -> Self {
        let &Desk { folder, model, told, cores } = desk;
        if model.is_late() {
            let limit = folder.params.embed.states_mb.saturating_mul(1_000_000);
            Self::Late(late::Reader { model, kept: &folder.kept, told, cores, limit, embedded: 0, cached: 0 })
        } else {
            Self::Alone(Asked::new(model, &folder.kept, told, cores))
        }
    }
}

/// Says which documents have all their vectors as they were kept.
fn tell_kept(group: &Group, missing: &[usize], told: &Told) {
    let mut left = missing.iter().copied().peekable();
    let whole = (0..group.files.len()).filter(|number| left.next_if_eq(number).is_none());
    let whole: Vec<(usize, usize)> = whole.map(|number| (group.files[number], group.rows_of(number))).collect();
    let steps = whole.iter().map(|&(file, all)| Step::Vectors { file, there: all, all }).collect();
    told.tell(|progress| progress.vectors += whole.iter().map(|(_, all)| all).sum::<usize>(), steps);
}

/// Reads every chunk and seam of the missing documents by itself.
fn alone(
    group: &Group,
    missing: &[usize],
    desk: &Desk<'_>,
    asked: &mut Asked<'_>,
    table: &mut Table,
) -> Result<(), BuildError> {
    let &Desk { folder, model, told, cores } = desk;
    let mut arrivals = Arrivals::new(group, told);
    let corpus = &group.corpus;
    let pieces: Vec<_> = cores.step(|| missing.par_iter().map(|&number| pieces(corpus, number, model)).collect());
    let readings =
        missing.iter().zip(&pieces).flat_map(|(&number, pieces)| readings(corpus, number, folder.params, pieces));
    let mut readings = readings.peekable();
    while readings.peek().is_some() {
        let batch: Vec<Reading<'_>> = readings.by_ref().take(BATCH).collect();
        for (reading, embedding) in batch.iter().zip(asked.vectors(&batch, &mut arrivals)?) {
            table.set(reading.row, &embedding);
        }
    }
    Ok(())
}

fn pieces(corpus: &Corpus, number: usize, model: &dyn Embedder) -> Pieces {
    let document = &corpus.documents[number];
    Pieces::of(model, &document.text, document.body, &document.sentences)
}

/// What must be read of one document: its chunks with their headers, and its seams.
fn readings<'a>(
    corpus: &'a Corpus,
    number: usize,
    params: &Params,
    pieces: &'a Pieces,
) -> impl Iterator<Item = Reading<'a>> + use<'a> {
    let text = corpus.documents[number].text.as_str();
    let (chunks, seams) = (corpus.chunk_ranges[number].clone(), corpus.seam_ranges[number].clone());
    let headers = searched(corpus, number, params).map(|searched| searched.header);
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
