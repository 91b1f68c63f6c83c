//! A folder of small documents, a cache beside it, and an index of both as plain values.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use seamscope::retrieve::embed::Embedder;
use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::params::{Method, Params, Unit};
use seamscope::retrieve::pipeline::build::{BuildError, Index, Watch, open};
use tempfile::TempDir;

use crate::embed::letters::Letters;

/// A folder to index and a place for its cache.
pub(super) struct Folder {
    place: TempDir,
}

impl Folder {
    /// Three documents of several chunks each.
    pub(super) fn new() -> Self {
        let folder = Self { place: tempfile::tempdir().expect("a temporary folder") };
        folder.write("a.md", document("alpha", 9));
        folder.write("b.md", document("beta", 7));
        folder.write("sub/c.txt", document("gamma", 5));
        folder
    }

    pub(super) fn root(&self) -> PathBuf {
        self.place.path().join("docs")
    }

    pub(super) fn cache(&self) -> PathBuf {
        self.place.path().join("cache")
    }

    pub(super) fn store(&self) -> Store {
        Store::at(self.cache())
    }

    pub(super) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// The index with the cache.
    pub(super) fn index(&self, model: &Arc<Letters>) -> Index {
        self.index_with(&params(), model, &self.store())
    }

    /// The index as it is without any cache.
    pub(super) fn fresh(&self) -> Index {
        self.index_with(&params(), &model(), &Store::off())
    }

    pub(super) fn index_with(&self, params: &Params, model: &Arc<Letters>, store: &Store) -> Index {
        self.try_index(params, model, store, &Watch::silent()).expect("an index")
    }

    pub(super) fn try_index(
        &self,
        params: &Params,
        model: &Arc<Letters>,
        store: &Store,
        watch: &Watch,
    ) -> Result<Index, BuildError> {
        let model: Arc<dyn Embedder> = Arc::<Letters>::clone(model);
        open(&self.root(), params, Some(&model), store, watch)
    }

    /// Every file of the cache.
    pub(super) fn cached_files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        collect(&self.cache(), &mut files);
        files.sort();
        files
    }

    /// Lets the files rest, so that their times alone prove them unchanged.
    pub(super) fn rest() {
        // Nothing can set the time of a change of an entry; two seconds must pass.
        std::thread::sleep(std::time::Duration::from_millis(2100));
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

/// A document of `sections` sections about `word`.
pub(super) fn document(word: &str, sections: usize) -> String {
    let section = |n: usize| {
        format!(
            "# Part {n} of {word}\n\nThe {word} rule {n} holds for every order. It has a limit of {n} units, no more.\n\n\
             When the limit is reached, the {word} clerk decides within {n} days; otherwise it lapses.\n\n"
        )
    };
    (1..=sections).map(section).collect()
}

pub(super) fn params() -> Params {
    let mut params = Params::default();
    params.chunk.method = Method::Recursive;
    params.chunk.size = 220;
    params.chunk.unit = Unit::Chars;
    params.chunk.header = true;
    params.seam.k = 8;
    params
}

pub(super) fn model() -> Arc<Letters> {
    Arc::new(Letters::new(12))
}

/// A watch that stops after so many vectors.
pub(super) fn stop_after(vectors: usize) -> Watch {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    Watch::new(move |progress| flag.store(progress.vectors >= vectors, Ordering::Relaxed), stop)
}

/// Everything that a question could be answered from, as one text.
pub(super) fn content(index: &Index) -> String {
    let vectors = index.vectors.as_ref().expect("vectors");
    let bits = |vectors: &seamscope::retrieve::index::dense::Vectors| -> Vec<Vec<u32>> {
        (0..vectors.len()).map(|row| vectors.row(row).iter().map(|number| number.to_bits()).collect()).collect()
    };
    let words = ["limit", "alpha clerk", "gamma 3"].map(|question| {
        let chunks = index.chunk_words.search(question, 50).expect("hits");
        let seams = index.seam_words.search(question, 50).expect("hits");
        format!("{chunks:?} {seams:?}")
    });
    format!(
        "{:?}\n{words:?}\n{:?}\n{:?}\n{:?}{:?}\n{:?}",
        index.corpus,
        bits(&vectors.chunks),
        bits(&vectors.seams),
        vectors.chunk_windows,
        vectors.seam_windows,
        vectors.model,
    )
}
