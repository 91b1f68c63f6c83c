//! What is told of each file while a folder is built: every step, in order, and never one back.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use seamscope::retrieve::embed::Embedder;
use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::pipeline::build::{BuildError, Index, Progress, Step, Watch, open};

use super::folder::{Folder, document, model, params};
use crate::embed::late::Words;

/// The documents of every folder here.
const PATHS: [&str; 3] = ["a.md", "b.md", "sub/c.txt"];

/// Everything that a build tells.
struct Told {
    steps: Vec<Step>,
    index: Result<Index, BuildError>,
}

/// Builds, does `meanwhile` at each report, and stops where that says so.
fn told(
    folder: &Folder,
    model: &Arc<dyn Embedder>,
    store: &Store,
    meanwhile: impl Fn(&Progress) -> bool + Send + Sync + 'static,
) -> Told {
    let steps = Arc::new(Mutex::new(Vec::new()));
    let (sink, stop) = (Arc::clone(&steps), Arc::new(AtomicBool::new(false)));
    let flag = Arc::clone(&stop);
    let report = move |progress: Progress| {
        if meanwhile(&progress) {
            flag.store(true, Ordering::Relaxed);
        }
        sink.lock().expect("a lock").extend(progress.steps);
    };
    let index = open(&folder.root(), &params(), Some(model), store, &Watch::new(report, stop));
    let steps = std::mem::take(&mut *steps.lock().expect("a lock"));
    Told { steps, index }
}

fn letters() -> Arc<dyn Embedder> {
    model()
}

impl Told {
    fn paths(&self) -> &[String] {
        let Some(Step::Listed(paths)) = self.steps.first() else { panic!("{:?}", self.steps.first()) };
        paths
    }

    /// What was told of each file: `reading`, then in how many chunks it was cut or why it was left out.
    fn files(&self) -> Vec<String> {
        let mut files = vec![Vec::new(); self.paths().len()];
        for step in &self.steps {
            match step {
                Step::Reading { file } => files[*file].push("reading".to_owned()),
                Step::Chunked { file, chunks } => files[*file].push(format!("{chunks} chunks")),
                Step::LeftOut { file, reason } => files[*file].push(reason.clone()),
                Step::Listed(_) | Step::Vectors { .. } => {}
            }
        }
        self.paths().iter().zip(files).map(|(path, told)| format!("{path}: {}", told.join(", "))).collect()
    }

    /// How many vectors of a document were there, report by report.
    fn vectors(&self, path: &str) -> Vec<usize> {
        let of_it = |step: &Step| match step {
            Step::Vectors { file, there, .. } if self.paths()[*file] == path => Some(*there),
            _ => None,
        };
        self.steps.iter().filter_map(of_it).collect()
    }

    /// The law of every build that was not stopped.
    fn check(&self) {
        let index = self.index.as_ref().expect("an index");
        for number in 0..index.corpus.documents.len() {
            let all = index.corpus.chunk_ranges[number].len() + index.corpus.seam_ranges[number].len();
            let path = &index.corpus.documents[number].path;
            let there = self.vectors(path);
            assert!(there.is_sorted(), "{path} goes back: {there:?}");
            assert_eq!(there.last(), Some(&all), "{path} ends with all its vectors");
            assert_eq!(there.iter().filter(|there| **there == all).count(), 1, "and that is told once: {there:?}");
        }
    }
}

#[test]
fn every_file_is_read_then_cut_or_left_out_then_embedded() {
    let folder = Folder::new();
    folder.write("noise.bin", [0_u8, 1, 2, 3]);
    folder.write("torn.txt", [b'a', 0xff, b'b']);
    // The same text twice: the model reads it once, and both documents have its vectors.
    folder.write("sub/same.txt", document("gamma", 5));
    folder.write("a.md", document("alpha", 90));
    let first = told(&folder, &letters(), &folder.store(), |_| false);
    first.check();
    let files = first.files();
    assert_eq!(files.len(), 6);
    assert_eq!(files.iter().filter(|told| told.ends_with(" chunks")).count(), 4, "{files:#?}");
    assert_eq!(files[2], "noise.bin: reading, binary");
    assert!(files[5].starts_with("torn.txt: reading, not UTF-8"), "{}", files[5]);
    assert!(first.vectors("a.md").len() > 2, "vectors come a few at a time: {:?}", first.vectors("a.md"));
    let again = told(&folder, &letters(), &folder.store(), |_| false);
    again.check();
    assert_eq!(again.files(), files);
    assert_eq!(again.vectors("a.md").len(), 1, "what is kept is there at once");
}

#[test]
fn documents_whose_states_are_read_go_the_same_way() {
    let folder = Folder::new();
    let words: Arc<dyn Embedder> = Arc::new(Words::new(24));
    told(&folder, &words, &folder.store(), |_| false).check();
}

#[test]
fn a_stopped_build_tells_what_is_there_and_goes_on_from_it() {
    let folder = Folder::new();
    let stopped = told(&folder, &letters(), &folder.store(), |progress| progress.vectors >= 20);
    assert!(matches!(stopped.index, Err(BuildError::Cancelled)));
    let there = |told: &Told| PATHS.iter().map(|path| told.vectors(path).last().copied().unwrap_or(0)).sum::<usize>();
    assert!(there(&stopped) >= 20);
    let rest = told(&folder, &letters(), &folder.store(), |_| false);
    rest.check();
    let index = rest.index.as_ref().expect("an index");
    assert!(index.counts.cached > 0 && there(&rest) == index.corpus.chunks.len() + index.corpus.seams.len());
}

#[test]
fn a_file_that_vanishes_after_the_walk_is_left_out_and_says_so() {
    let folder = Folder::new();
    let victim = folder.root().join("b.md");
    let gone = told(&folder, &letters(), &Store::off(), move |progress| {
        if matches!(progress.steps.first(), Some(Step::Listed(_))) {
            fs::remove_file(&victim).expect("it was there");
        }
        false
    });
    gone.check();
    assert_eq!(gone.files()[1], "b.md: reading, unreadable: it is no longer there");
    let skipped = &gone.index.as_ref().expect("an index").corpus.skipped;
    assert_eq!((skipped[0].path.as_str(), skipped.len()), ("b.md", 1));
}
