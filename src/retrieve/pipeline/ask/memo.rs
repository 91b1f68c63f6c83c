//! What depends on the index alone and is worked out once, when it is first asked for.
//! Never depends on a question or a parameter.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::retrieve::chunk::Headers;
use crate::retrieve::embed::Score;
use crate::retrieve::expand::Sections;
use crate::retrieve::span::Span;
use crate::retrieve::text::positions::Samples;
use crate::retrieve::trace::{ChunkId, Corpus, SeamId};

/// Values by key, each made once.
pub(super) struct Once<K, V>(Mutex<HashMap<K, V>>);

impl<K: Eq + Hash, V: Clone> Once<K, V> {
    /// The value of `key`, made by `make` if it is not there yet.
    pub(super) fn get(&self, key: K, make: impl FnOnce() -> V) -> V {
        self.try_get(key, || Ok::<V, Infallible>(make())).unwrap_or_else(|never| match never {})
    }

    /// The same where making may fail; an error is not kept.
    pub(super) fn try_get<E>(&self, key: K, make: impl FnOnce() -> Result<V, E>) -> Result<V, E> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = kept.get(&key) {
            return Ok(value.clone());
        }
        let value = make()?;
        kept.insert(key, value.clone());
        Ok(value)
    }
}

impl<K, V> Default for Once<K, V> {
    fn default() -> Self {
        Self(Mutex::new(HashMap::new()))
    }
}

/// Scores of one question's chunks: another margin lets other chunks be read, and none twice.
#[derive(Default)]
pub(super) struct Scores(Mutex<HashMap<ChunkId, Score>>);

impl Scores {
    /// The scores of `chunks`, in order; `score` is asked for those that are not there yet.
    pub(super) fn of<E>(
        &self,
        chunks: &[ChunkId],
        score: impl FnOnce(&[ChunkId]) -> Result<Vec<Score>, E>,
    ) -> Result<Vec<Score>, E> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new: Vec<ChunkId> = {
            let kept = lock();
            chunks.iter().copied().filter(|chunk| !kept.contains_key(chunk)).collect()
        };
        // Not under the lock: an explanation that reads many chunks must not hold up a turn of a knob.
        let read = if new.is_empty() { Vec::new() } else { score(&new)? };
        let mut kept = lock();
        kept.extend(new.into_iter().zip(read));
        Ok(chunks.iter().filter_map(|chunk| kept.get(chunk).copied()).collect())
    }
}

/// See the first lines of this module.
#[derive(Default)]
pub(super) struct Memo {
    /// Headers of documents whose chunks were reranked.
    pub(super) headers: Once<u32, Arc<Headers>>,
    /// Chunks by section.
    sections: OnceLock<Sections>,
    /// Character positions of documents that were cited.
    pub(super) samples: Once<u32, Arc<Samples>>,
    /// Tokens of joined chunks, by document and place.
    pub(super) joined: Once<(u32, Span), u64>,
    /// Vectors of the two halves of seam windows, where a half holds text.
    pub(super) halves: Once<SeamId, Arc<[Option<Vec<f32>>; 2]>>,
}

impl Memo {
    pub(super) fn sections(&self, corpus: &Corpus) -> &Sections {
        self.sections.get_or_init(|| Sections::of(corpus))
    }
}
