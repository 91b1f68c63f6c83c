//! What depends on the index alone and is worked out once, when it is first asked for.
//! Never depends on a question or a parameter.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::retrieve::expand::Sections;
use crate::retrieve::span::Span;
use crate::retrieve::text::positions::Samples;
use crate::retrieve::trace::{Corpus, SeamId};

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

/// See the first lines of this module.
#[derive(Default)]
pub(super) struct Memo {
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
