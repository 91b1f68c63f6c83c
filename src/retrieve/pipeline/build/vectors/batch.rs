//! A batch of spans read by the model: each different text once, and only if no one has read it before.
//! Never holds the vectors of more than two batches.

use std::collections::HashMap;

use rayon::prelude::*;

use super::super::{BuildError, Watch};
use super::arrivals::Arrivals;
use crate::retrieve::embed::{Embedder, Embedding, Part, Pieces, mean};
use crate::retrieve::index::store::{Kept, Key, vector_key};
use crate::retrieve::span::Span;

/// Fewest texts that the model reads between two looks at [`Watch`].
const STEP: usize = 32;
/// Vectors that are made before they are kept: what a kill can cost.
const KEEP: usize = 256;

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
    watch: &'a Watch,
    /// Vectors of the batch in hand and the one before it, which shares texts with it.
    recent: HashMap<Key, Vec<f32>>,
    /// Texts read now.
    pub(super) embedded: usize,
    /// Texts taken from the cache.
    pub(super) cached: usize,
}

impl<'a> Asked<'a> {
    pub(super) fn new(model: &'a dyn Embedder, kept: &'a Kept, watch: &'a Watch) -> Self {
        Self { model, kept, watch, recent: HashMap::new(), embedded: 0, cached: 0 }
    }

    pub(super) fn model(&self) -> &'a dyn Embedder {
        self.model
    }

    /// The vectors of a batch, in its order.
    pub(super) fn vectors(
        &mut self,
        batch: &[Reading<'_>],
        arrivals: &mut Arrivals<'_>,
    ) -> Result<Vec<Embedding>, BuildError> {
        let parts: Vec<_> = batch.par_iter().map(|reading| keyed(reading, self.model)).collect();
        let mut wanted: Vec<(Key, &str)> = Vec::new();
        let mut recent = HashMap::new();
        for (key, part) in parts.iter().flat_map(|(parts, keys)| keys.iter().zip(parts)) {
            if recent.contains_key(key) {
                continue;
            }
            let known = self.recent.remove(key);
            if known.is_none() {
                wanted.push((*key, &part.text));
            }
            recent.insert(*key, known.unwrap_or_default());
        }
        self.recent = recent;
        // A known vector is never empty.
        let missing = |key: &&Key| self.recent.get(*key).is_none_or(Vec::is_empty);
        let texts = |(_, keys): &(_, Vec<Key>)| keys.iter().filter(missing).copied().collect();
        arrivals.await_all(batch.iter().map(|reading| reading.document).zip(parts.iter().map(texts)));
        self.read(&wanted, arrivals)?;
        let embedding = |keys: &Vec<Key>, parts: &[Part<'_>]| {
            let vectors: Vec<_> =
                keys.iter().zip(parts).map(|(key, part)| (self.recent[key].as_slice(), part.weight)).collect();
            Embedding { vector: mean(&vectors), windows: vectors.len() as u32 }
        };
        Ok(parts.par_iter().map(|(parts, keys)| embedding(keys, parts)).collect())
    }

    /// Puts the vectors of `wanted` into `recent`: cached ones, then the model's.
    fn read(&mut self, wanted: &[(Key, &str)], arrivals: &mut Arrivals<'_>) -> Result<(), BuildError> {
        let keys: Vec<Key> = wanted.iter().map(|(key, _)| *key).collect();
        let cached = self.kept.vectors(&keys, self.model.info().dimensions);
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for (&(key, text), vector) in wanted.iter().zip(cached) {
            match vector {
                Some(vector) => {
                    self.recent.insert(key, vector);
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
            self.recent.extend(vectors);
            ended?;
        }
        Ok(())
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
            if self.watch.stopped() {
                return Err(BuildError::Cancelled);
            }
            let (keys, texts): (Vec<Key>, Vec<&str>) = step.iter().copied().unzip();
            let read = self.model.embed(&texts)?;
            vectors.extend(keys.iter().copied().zip(read));
            arrivals.arrive(&keys);
        }
        Ok(())
    }
}
