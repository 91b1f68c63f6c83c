//! How far each document is, as the model knows it: steps in, states out; what is tried again; rows by state.

use std::sync::Arc;

use seamscope::app::Report;
use seamscope::app::message::Effect;
use seamscope::app::states::State;
use seamscope::app::tree::Row;
use seamscope::retrieve::embed::ModelInfo;
use seamscope::retrieve::pipeline::build::{Counts, Progress, Step};
use seamscope::retrieve::trace::{Corpus, Skipped};

use super::fixture::{Person, corpus, document};

/// Says what became of single files of the build that runs.
pub(crate) fn steps(person: &mut Person, steps: Vec<Step>) {
    let request = person.model.build.request;
    let progress = Progress { files_total: 3, steps, ..Progress::default() };
    person.hears(Report::Progress { request, progress, rate: None, left: None });
}

pub(crate) fn cut(person: &mut Person, corpus: Corpus) {
    let request = person.model.build.request;
    if person.model.states.paths.is_empty() {
        person.lists(&corpus);
    }
    person.hears(Report::Words { request, corpus: Arc::new(corpus), counts: Counts::default(), notices: Vec::new() });
}

fn embedded(person: &mut Person) {
    let request = person.model.build.request;
    let model = ModelInfo { id: "builtin".into(), dimensions: 384, window: 128 };
    let (breaks, windows) = (Arc::default(), Arc::default());
    person.hears(Report::Vectors { request, model, breaks, windows, counts: Counts::default(), notices: Vec::new() });
}

pub(crate) fn listed(paths: &[&str]) -> Step {
    Step::Listed(Arc::new(paths.iter().map(|path| (*path).to_owned()).collect()))
}

/// As many vectors of a file are there as the first number says; the second is how many it needs.
const fn vectors(file: usize, [there, all]: [usize; 2]) -> Step {
    Step::Vectors { file, there, all }
}

fn states(person: &Person) -> Vec<State> {
    (0..person.model.corpus.documents.len()).map(|document| person.model.state_of(document)).collect()
}

/// The two documents of the fixture; what was skipped beside them.
fn with_skipped(rows: &[(&str, &str)]) -> Corpus {
    let skipped = rows.iter().map(|(path, reason)| Skipped { path: (*path).into(), reason: (*reason).into() });
    Corpus { skipped: skipped.collect(), ..corpus() }
}

/// Documents on their way to another model, one of them there; two files could not be read, two are left out.
pub(crate) fn mixed(width: u16, height: u16) -> Person {
    let mut person = Person::ready(width, height);
    person.model.params.embed.model = "fastembed:other".into();
    person.keys("1 r");
    let rows = [
        (".git/", "hidden"),
        ("locked.md", "unreadable: permission denied"),
        ("logo.png", "binary"),
        ("torn.md", "not UTF-8: byte 1 is 0xff"),
    ];
    let mut mixed = with_skipped(&rows);
    document(&mut mixed, "plan.txt", &["One.\n".into(), "Two.\n".into()]);
    cut(&mut person, mixed);
    steps(&mut person, vec![vectors(0, [12, 43]), vectors(2, [3, 3])]);
    person
}

#[test]
fn a_folder_that_is_read_for_the_first_time_shows_its_files_as_they_come() {
    let mut person = Person::arrives(120, 36);
    person.keys("1");
    steps(&mut person, vec![listed(&["design/order-service.md", "noise.bin", "note.txt"])]);
    assert_eq!(person.model.tree.len(), 4, "one folder, three files");
    let files = |person: &Person| [0, 1, 2].map(|file| person.model.state_of_file(file));
    assert_eq!(files(&person), [State::Waiting; 3]);
    steps(&mut person, vec![Step::Reading { file: 0 }, Step::Reading { file: 1 }]);
    steps(&mut person, vec![Step::LeftOut { file: 1, reason: "binary".into() }]);
    assert_eq!(files(&person), [State::Reading, State::Skipped, State::Waiting]);
    person.keys("G enter e");
    cut(&mut person, corpus());
    assert_eq!(states(&person), [State::Chunked; 2]);
    assert!(matches!(person.model.tree[1], Row::Document { .. }));
}

#[test]
fn a_model_embeds_what_is_cut_while_other_files_are_still_read() {
    let mut person = Person::arrives(120, 36);
    steps(&mut person, vec![listed(&["design/order-service.md", "noise.bin", "note.txt"])]);
    steps(&mut person, vec![Step::LeftOut { file: 1, reason: "binary".into() }]);
    steps(&mut person, vec![Step::Chunked { file: 2, chunks: 2 }, vectors(2, [1, 3])]);
    let files = |person: &Person| [0, 2].map(|file| person.model.state_of_file(file));
    assert_eq!(files(&person), [State::Waiting, State::Chunked]);
    steps(&mut person, vec![Step::Reading { file: 0 }, vectors(2, [3, 3])]);
    assert_eq!(files(&person), [State::Reading, State::Embedded]);
    steps(&mut person, vec![Step::Chunked { file: 0, chunks: 22 }, vectors(0, [7, 43])]);
    cut(&mut person, corpus());
    assert_eq!((states(&person), person.model.states.embedded), (vec![State::Chunked, State::Embedded], 1));
    assert_eq!(person.model.vectors_of(0), Some([7, 43]), "what was told of a file is true of its document");
    steps(&mut person, vec![vectors(0, [43, 43])]);
    assert_eq!((states(&person), person.model.states.embedded), (vec![State::Embedded; 2], 2));
}

#[test]
fn vectors_turn_one_document_after_another() {
    let mut person = Person::with_words(120, 36);
    // 22 chunks and 21 seams; two chunks and a seam.
    steps(&mut person, vec![vectors(0, [40, 43]), vectors(1, [3, 3])]);
    assert_eq!(states(&person), [State::Chunked, State::Embedded]);
    assert_eq!([0, 1].map(|document| person.model.vectors_of(document)), [Some([40, 43]), None]);
    steps(&mut person, vec![vectors(0, [43, 43])]);
    assert_eq!((states(&person), person.model.states.embedded), (vec![State::Embedded; 2], 2));
}

#[test]
fn documents_are_stale_until_the_new_model_has_read_them() {
    let mut person = Person::ready(120, 36);
    assert_eq!(states(&person), [State::Embedded; 2]);
    person.model.params.embed.model = "fastembed:other".into();
    person.keys("r");
    steps(&mut person, vec![listed(&["design/order-service.md", "note.txt"]), Step::Reading { file: 1 }]);
    assert_eq!(states(&person), [State::Waiting, State::Reading]);
    cut(&mut person, corpus());
    assert_eq!(states(&person), [State::Stale; 2], "no vector of the other model is there");
    steps(&mut person, vec![vectors(1, [3, 3])]);
    assert_eq!(states(&person), [State::Stale, State::Embedded]);
    let request = person.model.build.request;
    person.hears(Report::NoVectors { request, why: "vectors stopped, r goes on".into() });
    assert_eq!(states(&person), [State::Stale, State::Embedded], "and so it stays where it was stopped");
    embedded(&mut person);
    assert_eq!(states(&person), [State::Embedded; 2]);
    assert!(!person.model.is_stale());
}

#[test]
fn what_could_not_be_read_is_tried_again_by_one_key_and_the_answer_is_said() {
    let mut person = Person::ready(120, 36);
    cut(&mut person, with_skipped(&[("locked.md", "unreadable: permission denied"), ("torn.md", "not UTF-8")]));
    person.keys("1 G");
    assert_eq!(person.model.retries_here(), ["torn.md"]);
    person.keys("k");
    person.wants();
    person.keys("r");
    assert!(matches!(person.wants().as_slice(), [Effect::Build { .. }]));
    steps(&mut person, vec![listed(&["locked.md"]), Step::Reading { file: 0 }]);
    assert_eq!(person.model.state_of_skipped(0), Some((State::Reading, "")), "its row says that it is being read");
    cut(&mut person, with_skipped(&[("locked.md", "unreadable: permission denied"), ("torn.md", "not UTF-8")]));
    let notice = person.model.notice.clone().expect("the answer");
    let still = "locked.md was tried again and is still no document: unreadable: permission denied.";
    assert_eq!((notice.text.as_str(), notice.bad), (still, true));
    assert_eq!(person.model.retries_here(), ["locked.md"], "the cursor stays at it");
    person.keys("enter");
    let mut corpus = with_skipped(&[("torn.md", "not UTF-8")]);
    let [design, note] = [corpus.documents.remove(0), corpus.documents.remove(0)];
    let mut read = Corpus { skipped: corpus.skipped, ..Corpus::default() };
    document(&mut read, &design.path, std::slice::from_ref(&design.text));
    document(&mut read, "locked.md", &["one\n".into(), "two\n".into()]);
    document(&mut read, &note.path, std::slice::from_ref(&note.text));
    cut(&mut person, read);
    assert_eq!(person.model.notice.as_ref().map(|it| it.text.as_str()), Some("locked.md is read now: 2 chunks."));
    let row = person.model.tree.get(person.model.documents.cursor).cloned();
    assert_eq!(row, Some(Row::Document { index: 1, depth: 0 }), "the cursor is at the document that it became");
}

#[test]
fn a_group_is_tried_again_as_a_whole() {
    let mut person = Person::ready(120, 36);
    let rows = [("a.md", "unreadable: permission denied"), ("b.md", "not UTF-8"), ("gone.md", "too large: 9")];
    cut(&mut person, with_skipped(&rows));
    person.keys("1 G k k k r");
    cut(&mut person, with_skipped(&rows[..2]));
    let said = "3 were tried again: 0 read now, 1 no longer there, 2 still no documents.";
    assert_eq!(person.model.notice.as_ref().map(|it| it.text.as_str()), Some(said));
    person.keys("2 r");
    cut(&mut person, with_skipped(&rows));
    assert_eq!(person.model.notice, None, "from another pane the folder is read for its own sake");
}

#[test]
fn rows_are_filtered_by_state_and_follow_it() {
    let mut person = Person::with_words(80, 24);
    person.keys("1 F");
    assert_eq!(
        (person.model.tree_only, person.model.tree.len()),
        (Some(State::Chunked), 3),
        "one folder, two documents"
    );
    person.keys("j");
    steps(&mut person, vec![vectors(1, [3, 3])]);
    assert_eq!(person.model.documents.cursor, 1, "the cursor stays at its document");
    assert_eq!(person.model.tree.len(), 2, "the note is embedded");
    person.keys("F");
    assert_eq!(person.model.tree, [Row::Document { index: 1, depth: 0 }]);
    person.keys("F");
    assert_eq!(person.model.tree_only, Some(State::Skipped));
    assert_eq!(person.model.tree.len(), 3, "a heading over two rows that are open");
    person.keys("F");
    assert_eq!(person.model.tree_only, None);
}
