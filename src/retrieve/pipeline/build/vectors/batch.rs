//! A batch of spans read by the model: each different text once, and only if no one has read it before.
//! Never holds the vectors of many more texts than a batch has.

use std::collections::HashMap;

use rayon::prelude::*;

use super::super::BuildError;
use super::super::cores::Cores;
use super::super::told::Told;
use super::arrivals::Arrivals;
use crate::retrieve::embed::{Embedder, Embedding, Part, Pieces, mean};
use crate::retrieve::index::store::{Kept, Key, vector_key};
use crate::retrieve::span::Span;

/// Fewest texts that the model reads between two looks at the wish to stop.
const STEP: usize = 32;
/// Vectors that are made before they are kept: what a kill can cost.
const KEEP: usize = 256;

/// Chunks and seams whose texts are made and looked up together: bounds the memory beside the vectors.
pub(super) const BATCH: usize = 512;

/// One span of a document that needs a vector.
pub(super) struct Reading<'a> {
    /// The document's number.
    pub(super) document: usize,
    /// Its row: chunks first, then seams.
    pub(super) row: usize,
    /// The document's text.
    pub(super) text: &'a str,
    pub(super) span: Span,
    pub(super) header: String,
    pub(super) pieces: &'a Pieces,
}

/// A text that was read lately.
struct Recent {
    /// The last span that it was read for, by its place among all.
    span: usize,
    /// Empty while it is on its way.
    vector: Vec<f32>,
}

/// What is read for a span, and the key of each text.
fn keyed<'b>(reading: &'b Reading<'_>, model: &dyn Embedder) -> (Vec<Part<'b>>, Vec<Key>) {
    let parts = reading.parts(model);
    let keys = parts.iter().map(|part| vector_key(&model.info().id, &part.text)).collect();
    (parts, keys)
}

/// The model, and what it has read lately.
pub(super) struct Asked<'a> {
    model: &'a dyn Embedder,
    kept: &'a Kept,
    told: &'a Told,
    cores: &'a Cores,
    /// Vectors of the texts of the last spans. Neighbours share texts.
    recent: HashMap<Key, Recent>,
    /// Spans that were read.
    spans: usize,
    /// Texts read now.
    pub(super) embedded: usize,
    /// Texts taken from the cache.
    pub(super) cached: usize,
}

impl<'a> Asked<'a> {
    pub(super) fn new(model: &'a dyn Embedder, kept: &'a Kept, told: &'a Told, cores: &'a Cores) -> Self {
        Self { model, kept, told, cores, recent: HashMap::new(), spans: 0, embedded: 0, cached: 0 }
    }

    /// The vectors of a batch, in its order.
    pub(super) fn vectors(
        &mut self,
        batch: &[Reading<'_>],
        arrivals: &mut Arrivals<'_>,
    ) -> Result<Vec<Embedding>, BuildError> {
        let (model, cores) = (self.model, self.cores);
        let parts: Vec<_> = cores.step(|| batch.par_iter().map(|reading| keyed(reading, model)).collect());
        let mut wanted: Vec<(Key, &str)> = Vec::new();
        for (parts, keys) in &parts {
            for (key, part) in keys.iter().zip(parts) {
                // Whether a text is read again depends on the spans between, never on how they came in batches.
                let recent = self.recent.get_mut(key).filter(|recent| self.spans - recent.span < BATCH);
                if let Some(recent) = recent {
                    recent.span = self.spans;
                } else {
                    wanted.push((*key, &part.text));
                    self.recent.insert(*key, Recent { span: self.spans, vector: Vec::new() });
                }
            }
            self.spans += 1;
        }
        let missing = |key: &&Key| self.recent.get(*key).is_none_or(|recent| recent.vector.is_empty());
        let texts = |(_, keys): &(_, Vec<Key>)| keys.iter().filter(missing).copied().collect();
        arrivals.await_all(batch.iter().map(|reading| reading.document).zip(parts.iter().map(texts)));
        self.read(&wanted, arrivals)?;
        let embedding = |keys: &Vec<Key>, parts: &[Part<'_>]| {
            let vectors: Vec<_> =
                keys.iter().zip(parts).map(|(key, part)| (self.recent[key].vector.as_slice(), part.weight)).collect();
            Embedding { vector: mean(&vectors), windows: vectors.len() as u32 }
        };
        let embeddings = cores.step(|| parts.par_iter().map(|(parts, keys)| embedding(keys, parts)).collect());
        self.recent.retain(|_, recent| self.spans - recent.span < BATCH);
        Ok(embeddings)
    }

    /// Puts the vectors of `wanted` into `recent`: cached ones, then the model's.
    fn read(&mut self, wanted: &[(Key, &str)], arrivals: &mut Arrivals<'_>) -> Result<(), BuildError> {
        let keys: Vec<Key> = wanted.iter().map(|(key, _)| *key).collect();
        let cached = self.kept.vectors(&keys, self.model.info().dimensions);
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for (&(key, text), vector) in wanted.iter().zip(cached) {
            match vector {
                Some(vector) => {
                    self.arrived(key, vector);
                    known.push(key);
                }
                None => unknown.push((key, text)),
            }
        }
        self.cached += known.len();
        arrivals.arrive(&known);
        // In the order of the texts: documents are whole one after another. No model reads texts side by side in a way
        // that would make like lengths quicker.
        for group in unknown.chunks(KEEP) {
            let mut vectors = Vec::with_capacity(group.len());
            let ended = self.read_group(group, &mut vectors, arrivals);
            self.embedded += vectors.len();
            self.kept.keep_vectors(vectors.iter().map(|(key, vector)| (*key, vector.as_slice())));
            for (key, vector) in vectors {
                self.arrived(key, vector);
            }
            ended?;
        }
        Ok(())
    }

    fn arrived(&mut self, key: Key, vector: Vec<f32>) {
        if let Some(recent) = self.recent.get_mut(&key) {
            recent.vector = vector;
        }
    }

    /// What the model makes of these texts, until it fails or is stopped.
    fn read_group(
        &self,
        group: &[(Key, &str)],
        vectors: &mut Vec<(Key, Vec<f32>)>,
        arrivals: &mut Arrivals<'_>,
    ) -> Result<(), BuildError> {
        // Enough for every core to find another text when it has read one.
        for step in group.chunks(STEP.max(4 * rayon::current_num_threads())) {
            if self.told.stopped() {
                return Err(BuildError::Cancelled);
            }
            let (keys, texts): (Vec<Key>, Vec<&str>) = step.iter().copied().unzip();
            let read = self.cores.step(|| self.model.embed(&texts));
            let read = read.map_err(|error| if self.told.stopped() { BuildError::Cancelled } else { error.into() })?;
            vectors.extend(keys.iter().copied().zip(read));
            arrivals.arrive(&keys);
        }
        Ok(())
    }
}
