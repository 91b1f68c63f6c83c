//! Late chunking of a folder: the model reads documents, never chunks; what is kept serves every chunking.

use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use seamscope::retrieve::embed::Embedder;
use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::params::{Params, Snap, Unit};
use seamscope::retrieve::pipeline::ask::Session;
use seamscope::retrieve::pipeline::build::{Index, Reading, Watch, late_vectors, open};
use seamscope::retrieve::span::Span;

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

#[test]
fn the_halves_of_a_seam_are_means_of_its_tokens_kept_or_not() {
    let folder = Folder::new();
    let mut floor = params();
    (floor.fire.floor, floor.fire.margin) = (Some(-1.0), 0);
    let mut stories = Vec::new();
    for store in [folder.store(), Store::off()] {
        let model = words();
        let index = index(&folder, &floor, &model, &store);
        let read = model.read();
        let mut session = Session::new(index, Some(Arc::<Words>::clone(&model) as Arc<dyn Embedder>));
        let trace = session.ask("alpha beta sentence", &floor).expect("an answer").clone();
        assert!(!trace.halves.is_empty(), "some seam may fire");
        assert_eq!(model.read() == read, store != Store::off(), "the model reads again only what is not kept");
        let (question, index) = (session.vector().expect("a vector").to_vec(), session.index());
        for (seam, cosines) in &trace.halves {
            let seam = index.corpus.seam(*seam);
            let text = &index.corpus.documents[seam.document as usize].text;
            for (chunk, cosine) in [seam.left, seam.right].into_iter().zip(cosines) {
                let half = mean(text, seam.span.intersection(index.corpus.chunk(chunk).span));
                let by_hand: f64 = half.iter().zip(&question).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
                assert_eq!(*cosine, Some(by_hand));
            }
        }
        stories.push(trace);
    }
    assert_eq!(stories[0], stories[1]);
}

#[test]
fn any_span_has_the_same_vector_from_the_disk_and_from_the_model() {
    let folder = Folder::new();
    let (kept, anew) = (words(), words());
    let on_disk = index(&folder, &params(), &kept, &folder.store());
    let not_kept = index(&folder, &params(), &anew, &Store::off());
    let text = &on_disk.corpus.documents[0].text;
    let before = kept.read();
    // Also where no word starts any more.
    for at in [0, text.len() / 3, text.len() / 2, text.len() - 9, text.len() - 1] {
        let spans = [Span::new(at, (at + 40).min(text.len())), Span::new(at, text.len())];
        let from_disk = late_vectors(&on_disk, &*kept, 0, &spans).expect("vectors");
        let from_model = late_vectors(&not_kept, &*anew, 0, &spans).expect("vectors");
        assert_eq!(from_disk.0, from_model.0, "from byte {at} on");
        assert!(from_disk.1 == 0 && from_model.1 > 0);
    }
    assert_eq!(kept.read(), before);
}

#[test]
fn another_chunk_size_of_a_long_document_asks_the_model_for_nothing() {
    let Some(shared) = crate::support::shared("late chunking of a long document") else { return };
    let folder = Folder::new();
    let text = fs::read_to_string(shared.join("corpora/nist_sp800_63b.md")).expect("a long document");
    folder.write("nist.md", text);
    let mut small = params();
    (small.chunk.size, small.chunk.unit, small.seam.unit) = (256, Unit::O200k, None);
    let mut large = small.clone();
    large.chunk.size = 1024;
    let model = Arc::new(Words::new(254));
    let session = |params: &_| {
        let model: Arc<dyn Embedder> = Arc::<Words>::clone(&model);
        Session::new(
            open(&folder.root(), params, Some(&model), &folder.store(), &Watch::silent()).expect("an index"),
            Some(model),
        )
    };
    let question = "May a verifier cut a long password short?";
    let mut before = session(&small);
    let first = before.ask(question, &small).expect("an answer").clone();
    let read = (model.read(), model.asked());
    assert!(read.0 > 100 && read.1 == 1, "{read:?}");
    let mut after = session(&large).following(&before);
    let second = after.ask(question, &large).expect("an answer").clone();
    assert_eq!((model.read(), model.asked()), read, "neither the document nor the question is read again");
    assert_eq!(after.calls().embedder, 0);
    assert!(!second.ranking.is_empty() && first.ranking != second.ranking, "a new ranking");
}

#[test]
fn what_a_kill_left_behind_is_removed_once_nobody_can_be_writing_it() {
    let folder = Folder::new();
    index(&folder, &params(), &words(), &folder.store());
    let place = states(&folder)[0].parent().expect("a folder").to_owned();
    let [old, young] = [".new-old", ".new-young"].map(|name| place.join(name));
    for path in [&old, &young] {
        fs::write(path, "half of it").expect("written");
    }
    let long_ago = SystemTime::now() - Duration::from_hours(2);
    File::options().write(true).open(&old).and_then(|file| file.set_modified(long_ago)).expect("set back");
    folder.write("new.md", "Another text. It has few words.");
    index(&folder, &params(), &words(), &folder.store());
    assert!(!old.exists() && young.exists());
}
