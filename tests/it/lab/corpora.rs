//! The questions over the long documents: every place is there, and they are what the results say of them.

use std::path::Path;

use seamscope::lab::places::Places;
use seamscope::lab::questions::{Kind, load};
use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::params::{Params, Unit};
use seamscope::retrieve::pipeline::build::{Watch, read_folder};

use crate::support;

#[test]
fn the_questions_over_the_long_documents_have_their_evidence() {
    let Some(shared) = support::shared("the questions over the long documents") else { return };
    let mut params = Params::default();
    params.chunk.unit = Unit::O200k;
    let index = read_folder(&shared.join("corpora"), &params, None, &Store::off(), &Watch::silent()).expect("an index");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/questions/corpora.jsonl");
    let questions = load(&file, &Places::new(&index.corpus)).expect("every place is there");
    let count = |kind| questions.iter().filter(|question| question.kind == Some(kind)).count();
    assert!(count(Kind::Boundary) >= 60 && count(Kind::Atomic) >= 40 && count(Kind::Unanswerable) >= 20);
    let counter = seamscope::retrieve::text::tokens::Counter::O200k;
    for question in questions.iter().filter(|question| question.kind == Some(Kind::Boundary)) {
        let [piece] = &question.evidence[..] else { panic!("{} has one long piece", question.id) };
        let text = piece.span.of(&index.corpus.documents[piece.document as usize].text);
        let tokens = counter.count(text);
        assert!((100..=260).contains(&tokens), "{}: {tokens} tokens", question.id);
        assert!(!text.contains(&question.text), "{} is in its own words", question.id);
    }
}
