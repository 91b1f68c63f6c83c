//! A folder into an index: the same with and without what is kept, and only what changed is made again.

use std::fs::{self, File};
use std::sync::Arc;

use seamscope::retrieve::embed::Embedder;
use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::params::Unit;
use seamscope::retrieve::pipeline::build::{BuildError, Counts, Watch, open, read_folder};

use super::folder::{Folder, content, document, model, params, stop_after};
use crate::embed::letters::Letters;

#[test]
fn the_cache_changes_no_bit_and_reads_nothing_twice() {
    let folder = Folder::new();
    let fresh = folder.fresh();
    let windows = fresh.vectors.as_ref().map(|set| set.chunk_windows.clone()).unwrap_or_default();
    assert!(
        fresh.corpus.seams.len() > 10 && windows.iter().any(|n| *n > 2),
        "{} seams, {windows:?}",
        fresh.corpus.seams.len()
    );
    let first = folder.index(&model());
    assert_eq!(content(&first), content(&fresh));
    assert_eq!(first.notices, [""; 0]);
    assert_eq!((first.counts.new, first.counts.unchanged), (3, 0));
    let again = model();
    let second = folder.index(&again);
    assert_eq!(content(&second), content(&fresh));
    assert_eq!(second.counts, Counts { unchanged: 3, ..Counts::default() });
    assert_eq!(again.read(), 0);
}

#[test]
fn without_a_cache_nothing_is_written() {
    let folder = Folder::new();
    folder.fresh();
    assert!(!folder.cache().exists());
}

#[test]
fn only_what_changed_is_made_again() {
    let folder = Folder::new();
    folder.index(&model());
    folder.write("b.md", document("beta", 7).replace("beta rule 3", "delta rule 3"));
    folder.write("new.md", document("new", 2));
    fs::remove_file(folder.root().join("a.md")).expect("removed");
    let again = model();
    let index = folder.index(&again);
    assert_eq!(content(&index), content(&folder.fresh()));
    let Counts { unchanged, changed, new, gone, .. } = index.counts;
    assert_eq!((unchanged, changed, new, gone), (1, 1, 1, 1));
    assert_eq!(again.read(), index.counts.embedded);
    assert!(index.counts.cached > 0, "what is left of b.md");
    let all = model();
    folder.index_with(&params(), &all, &Store::off());
    assert!(again.read() < all.read() / 2, "{} of {}", again.read(), all.read());
}

#[test]
fn other_settings_read_only_new_ends() {
    let folder = Folder::new();
    let first = model();
    folder.index(&first);
    let mut wider = params();
    wider.chunk.size = 330;
    let again = model();
    let index = folder.index_with(&wider, &again, &folder.store());
    assert_eq!(content(&index), content(&folder.index_with(&wider, &model(), &Store::off())));
    assert!(index.counts.cached > 0);
    let back = model();
    folder.index_with(&params(), &back, &folder.store());
    assert_eq!(back.read(), 0, "the first settings are still kept");
}

#[test]
fn a_change_that_hides_behind_the_same_size_and_time_is_noticed() {
    let folder = Folder::new();
    let path = folder.root().join("a.md");
    for rest in [false, true] {
        if rest {
            Folder::rest();
        }
        folder.index(&model());
        folder.index(&model());
        let modified = fs::metadata(&path).and_then(|meta| meta.modified()).expect("a time");
        let text = fs::read_to_string(&path).expect("text");
        let other = if rest { text.replace("order", "house") } else { text.replace("clerk", "judge") };
        fs::write(&path, &other).expect("written");
        File::options().write(true).open(&path).and_then(|file| file.set_modified(modified)).expect("time set back");
        let index = folder.index(&model());
        assert_eq!(index.corpus.documents[0].text, other);
        assert_eq!(index.counts.changed, 1);
    }
}

#[test]
fn files_that_rested_are_not_opened_again() {
    let folder = Folder::new();
    folder.write("binary.bin", [0, 1, 2, 0, 255]);
    Folder::rest();
    let first = folder.index(&model());
    assert_eq!(first.corpus.skipped.len(), 1);
    // The text that is kept is taken for the file: so the file was not read.
    let documents = folder.cached_files().into_iter().find(|path| path.ends_with("documents")).expect("documents");
    assert!(documents.exists());
    let again = folder.index(&model());
    assert_eq!(content(&again), content(&first));
    assert_eq!(again.counts.unchanged, 3);
}

#[test]
fn another_model_is_never_mixed_in() {
    let folder = Folder::new();
    folder.index(&model());
    let other = Arc::new(Letters::named("other letters", 12));
    let index = folder.index_with(&params(), &other, &folder.store());
    assert_eq!(index.vectors.as_ref().expect("vectors").model, *other.info());
    assert!(other.read() > 0 && index.counts.cached == 0);
}

#[test]
fn tokens_of_the_model_need_a_model() {
    let folder = Folder::new();
    let mut params = params();
    params.chunk.unit = Unit::Model;
    params.chunk.size = 20;
    let error = read_folder(&folder.root(), &params, None, &Store::off(), &Watch::silent()).err().expect("refused");
    assert!(matches!(error, BuildError::Params(_)) && error.to_string().contains("chunk.unit"), "{error}");
    let index = folder.index_with(&params, &model(), &Store::off());
    assert!(index.corpus.chunks.iter().all(|chunk| chunk.tokens <= 20));
    let wider = Arc::new(Letters::named("other letters", 12));
    let store = folder.store();
    folder.index_with(&params, &model(), &store);
    let index = folder.index_with(&params, &wider, &store);
    assert_eq!(index.counts.unchanged, 3, "documents depend on no model");
}

#[test]
fn a_missing_folder_is_an_error_and_a_bad_file_is_a_row() {
    let folder = Folder::new();
    let missing = open(&folder.root().join("none"), &params(), None, &Store::off(), &Watch::silent());
    assert!(matches!(missing.err().expect("refused"), BuildError::Folder(_)));
    folder.write("bad.txt", b"caf\xe9");
    folder.write("blank.txt", " \n");
    for _ in 0..2 {
        let index = folder.index(&model());
        let rows: Vec<_> = index.corpus.skipped.iter().map(|row| row.path.as_str()).collect();
        assert_eq!(rows, ["bad.txt", "blank.txt"]);
        assert_eq!(index.corpus.documents.len(), 3);
    }
    let one = open(&folder.root().join("a.md"), &params(), None, &folder.store(), &Watch::silent()).expect("one file");
    assert_eq!(one.corpus.documents[0].path, "a.md");
    assert!(one.vectors.is_none());
}

#[test]
fn an_empty_folder_is_an_empty_index() {
    let folder = Folder::new();
    fs::remove_dir_all(folder.root()).expect("removed");
    fs::create_dir_all(folder.root()).expect("a folder");
    for _ in 0..2 {
        let index = folder.index(&model());
        assert!(index.corpus.chunks.is_empty() && index.vectors.is_some_and(|set| set.chunks.is_empty()));
    }
}

#[test]
fn stopped_work_is_kept_and_gone_on_with() {
    let folder = Folder::new();
    let first = model();
    let stopped = folder.try_index(&params(), &first, &folder.store(), &stop_after(1));
    assert!(matches!(stopped.err().expect("stopped"), BuildError::Cancelled));
    assert!(first.read() > 0);
    let second = model();
    let index = folder.index(&second);
    assert_eq!(index.counts.cached, first.read(), "what was read before the stop is not read again");
    assert_eq!(content(&index), content(&folder.fresh()));
}

#[test]
fn progress_only_grows_and_ends_at_its_total() {
    let folder = Folder::new();
    let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
    let sink = Arc::clone(&seen);
    let watch = Watch::new(move |progress| sink.lock().expect("a lock").push(progress), Arc::default());
    folder.try_index(&params(), &model(), &Store::off(), &watch).expect("an index");
    let seen = seen.lock().expect("a lock");
    for pair in seen.windows(2) {
        assert!(pair[0].files <= pair[1].files && pair[0].chunks <= pair[1].chunks);
        assert!(pair[0].vectors <= pair[1].vectors && pair[0].vectors_total <= pair[1].vectors_total);
    }
    let last = seen.last().expect("progress");
    assert_eq!((last.files, last.vectors), (last.files_total, last.vectors_total));
}

#[test]
fn two_at_once_agree() {
    let folder = Folder::new();
    let expected = content(&folder.fresh());
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| content(&folder.index(&model())))).collect();
        for run in runs {
            assert_eq!(run.join().expect("a run"), expected);
        }
    });
    assert_eq!(content(&folder.index(&model())), expected);
}
