//! Late chunking of a folder: the model reads documents, never chunks; what is kept serves every chunking.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use seamscope::retrieve::embed::Embedder;
use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::params::{Params, Snap};
use seamscope::retrieve::pipeline::build::{Index, Reading, Watch, open};

use super::folder::{Folder, content, params};
use crate::embed::late::{Words, mean};

fn index(folder: &Folder, params: &Params, model: &Arc<Words>, store: &Store) -> Index {
    let model: Arc<dyn Embedder> = Arc::<Words>::clone(model);
    open(&folder.root(), params, Some(&model), store, &Watch::silent()).expect("an index")
}

fn words() -> Arc<Words> {
    Arc::new(Words::new(24))
}

fn states(folder: &Folder) -> Vec<PathBuf> {
    let is_states = |path: &PathBuf| path.parent().is_some_and(|folder| folder.ends_with("states"));
    folder.cached_files().into_iter().filter(is_states).collect()
}

#[test]
fn every_vector_is_the_mean_of_its_own_tokens() {
    let folder = Folder::new();
    let index = index(&folder, &params(), &words(), &Store::off());
    let vectors = index.vectors.as_deref().expect("vectors");
    for (chunk, row) in index.corpus.chunks.iter().zip(0..) {
        let text = &index.corpus.documents[chunk.document as usize].text;
        assert_eq!(vectors.chunks.row(row), mean(text, chunk.span));
    }
    for (seam, row) in index.corpus.seams.iter().zip(0..) {
        let text = &index.corpus.documents[seam.document as usize].text;
        assert_eq!(vectors.seams.row(row), mean(text, seam.span));
    }
    assert!(vectors.chunk_windows.iter().any(|windows| *windows > 1));
    assert!(index.notices.iter().any(|notice| notice.contains("reads every document again")), "{:?}", index.notices);
    let model: Arc<dyn Embedder> = words();
    let reading = Reading::of(&index, &*model).expect("there are vectors");
    assert!(reading.headers.is_none() && reading.warnings[0].contains("headers are searched by words"));
}

#[test]
fn other_chunks_seams_and_snaps_ask_the_model_for_nothing() {
    let folder = Folder::new();
    let first = words();
    let before = index(&folder, &params(), &first, &folder.store());
    assert!(first.read() > 0 && before.counts.embedded == first.read());
    let mut other = params();
    (other.chunk.size, other.seam.k, other.seam.snap, other.chunk.header) = (500, 3, Snap::None, false);
    let again = words();
    let after = index(&folder, &other, &again, &folder.store());
    assert_eq!((again.read(), after.counts.embedded, after.counts.cached), (0, 0, first.read()));
    assert_eq!(content(&after), content(&index(&folder, &other, &words(), &Store::off())), "as without anything kept");
    folder.write("a.md", "Another text. It has few words.");
    let changed = words();
    index(&folder, &other, &changed, &folder.store());
    assert_eq!(changed.read(), 1, "the one window of what changed");
}

#[test]
fn states_of_another_model_or_damaged_ones_are_not_used() {
    let folder = Folder::new();
    let first = words();
    index(&folder, &params(), &first, &folder.store());
    let other = Arc::new(Words::new(31));
    index(&folder, &params(), &other, &folder.store());
    assert!(other.read() > 0);
    let mut larger = params();
    larger.chunk.size = 400;
    for path in states(&folder) {
        let mut bytes = fs::read(&path).expect("states");
        bytes[40] ^= 1;
        fs::write(&path, bytes).expect("damaged");
    }
    let again = words();
    let index = index(&folder, &larger, &again, &folder.store());
    assert_eq!(again.read(), first.read());
    assert!(index.notices.iter().any(|notice| notice.contains("damaged")), "{:?}", index.notices);
}

#[test]
fn what_exceeds_the_limit_is_not_kept_and_said() {
    let folder = Folder::new();
    let mut none = params();
    none.embed.states_mb = 0;
    let first = index(&folder, &none, &words(), &folder.store());
    assert!(states(&folder).is_empty());
    let said = first.notices.iter().filter(|notice| notice.contains("embed.states_mb is 0")).count();
    assert_eq!(said, 3, "{:?}", first.notices);
    none.chunk.size = 400;
    let again = words();
    index(&folder, &none, &again, &folder.store());
    assert!(again.read() > 0);
}
