//! Reading and embedding go on side by side: neither waits for the other where it need not.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use seamscope::retrieve::embed::{EmbedError, Embedder, ModelInfo};
use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::params::Unit;
use seamscope::retrieve::pipeline::build::{BuildError, Watch, open, words_then_vectors};

use super::folder::{Folder, content, document, model, params};
use crate::embed::letters::Letters;

/// Something that happens, and those who wait for it.
#[derive(Default)]
struct Event {
    happened: Mutex<bool>,
    changed: Condvar,
}

impl Event {
    fn happens(&self) {
        *self.happened.lock().expect("a lock") = true;
        self.changed.notify_all();
    }

    /// Waits for it; false where it does not happen, for minutes, because whoever causes it waits for the caller.
    fn is_awaited(&self) -> bool {
        let happened = self.happened.lock().expect("a lock");
        let patience = Duration::from_mins(2);
        let (happened, _) = self.changed.wait_timeout_while(happened, patience, |it| !*it).expect("a lock");
        *happened
    }
}

/// A model that does something before it counts and before it reads.
struct Before<C, R> {
    letters: Letters,
    counts: C,
    reads: R,
}

impl<C: Fn(&str) + Send + Sync, R: Fn() + Send + Sync> Embedder for Before<C, R> {
    fn info(&self) -> &ModelInfo {
        self.letters.info()
    }

    fn token_ends(&self, text: &str) -> Vec<usize> {
        (self.counts)(text);
        self.letters.token_ends(text)
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        (self.reads)();
        self.letters.embed(texts)
    }
}

#[test]
fn the_model_reads_what_is_cut_before_the_last_file_is() {
    let folder = Folder::new();
    folder.write("y.md", document("alpha", 9));
    folder.write("z.md", document("lingering", 9));
    let mut params = params();
    params.chunk.unit = Unit::Model;
    let read = Arc::new(Event::default());
    let (told, awaited) = (Arc::clone(&read), Arc::clone(&read));
    // The last file is not cut before the model has read something.
    let counts = move |text: &str| {
        assert!(!text.contains("lingering") || awaited.is_awaited(), "the model waits until every file is cut");
    };
    let before: Arc<dyn Embedder> =
        Arc::new(Before { letters: Letters::new(12), counts, reads: move || told.happens() });
    let index = open(&folder.root(), &params, Some(&before), &Store::off(), &Watch::silent()).expect("an index");
    let alone: Arc<dyn Embedder> = Arc::new(Letters::new(12));
    let same = open(&folder.root(), &params, Some(&alone), &Store::off(), &Watch::silent()).expect("an index");
    assert_eq!(index.corpus.documents.len(), 5);
    assert_eq!(content(&index), content(&same), "whatever came when");
    assert_eq!(index.counts, same.counts, "and the same texts were read");
}

#[test]
fn words_are_there_before_the_model_has_read_anything() {
    let folder = Folder::new();
    let words = Arc::new(Event::default());
    let awaited = Arc::clone(&words);
    let reads = move || assert!(awaited.is_awaited(), "words wait for the model");
    let before: Arc<dyn Embedder> = Arc::new(Before { letters: Letters::new(12), counts: |_: &str| {}, reads });
    let (params, store) = (params(), folder.store());
    let mut hits = 0;
    let built = words_then_vectors(
        &folder.root(),
        &params,
        &|_| Ok(Some(Arc::clone(&before))),
        &store,
        &Watch::silent(),
        |index| {
            assert!(index.vectors.is_none());
            hits = index.chunk_words.search("alpha", 50).expect("hits").len();
            words.happens();
        },
    );
    let index = built.expect("an index").index;
    assert!(hits > 0 && index.vectors.is_some());
}

#[test]
fn a_model_that_fails_leaves_the_words() {
    let folder = Folder::new();
    let store = Store::off();
    let failed = |what: &str| BuildError::Embed(EmbedError(what.into()));
    let build = |model: &(dyn Fn() -> Result<Option<Arc<dyn Embedder>>, BuildError> + Sync)| {
        words_then_vectors(&folder.root(), &params(), &|_| model(), &store, &Watch::silent(), |_| {}).expect("words")
    };
    let missing = build(&|| Err(failed("there is no such model")));
    assert_eq!(missing.model.err(), Some(failed("there is no such model")));
    assert!(missing.index.vectors.is_none() && missing.index.chunk_words.rows() > 0);
    let none = build(&|| Ok(None));
    assert!(matches!(none.model, Ok(None)) && none.index.vectors.is_none());
    let there = build(&|| Ok(Some(model())));
    assert!(matches!(there.model, Ok(Some(_))) && there.index.vectors.is_some());
}
