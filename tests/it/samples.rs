//! sample-docs and their questions.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use seamscope::retrieve::text::tokens::Counter;
use serde::Deserialize;

#[derive(Deserialize, PartialEq, Eq, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Boundary,
    Atomic,
    Unanswerable,
}

#[derive(Deserialize)]
struct Evidence {
    doc: String,
    char: [usize; 2],
    text: String,
}

#[derive(Deserialize)]
struct Question {
    id: String,
    question: String,
    evidence: Vec<Evidence>,
    kind: Kind,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("sample-docs")
}

/// Name to text of every sample document.
fn documents() -> BTreeMap<String, String> {
    fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with('.') && name != "questions.jsonl")
        .map(|name| {
            let text = fs::read_to_string(folder().join(&name)).unwrap();
            (name, text)
        })
        .collect()
}

fn questions() -> Vec<Question> {
    let lines = fs::read_to_string(folder().join("questions.jsonl")).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of_kind(kind: Kind) -> Vec<Question> {
    questions().into_iter().filter(|question| question.kind == kind).collect()
}

/// Cuts of preset `seams` in characters: every 1,024 tokens of o200k.
fn cuts(text: &str) -> Vec<usize> {
    let ends = Counter::O200k.ends(text);
    (1..).map_while(|n| ends.get(n * 1024 - 1)).map(|&end| text[..end].chars().count()).collect()
}

fn crossed(documents: &BTreeMap<String, String>, evidence: &Evidence) -> usize {
    let [start, end] = evidence.char;
    cuts(&documents[&evidence.doc]).iter().filter(|&&cut| start < cut && cut < end).count()
}

#[test]
fn the_documents_have_the_size_that_the_lessons_need() {
    let documents = documents();
    let tokens: usize = documents.values().map(|text| Counter::O200k.count(text)).sum();
    assert!((25_000..=35_000).contains(&tokens), "{tokens}");
    assert!((6..=8).contains(&documents.len()), "{:?}", documents.keys());
    assert!(cuts(&documents["order-service.md"]).len() >= 12);
}

#[test]
fn every_evidence_span_is_its_text() {
    let documents = documents();
    for question in questions() {
        for evidence in &question.evidence {
            let [start, end] = evidence.char;
            let found: String = documents[&evidence.doc].chars().skip(start).take(end - start).collect();
            assert_eq!(found, evidence.text, "{}", question.id);
        }
    }
}

#[test]
fn there_are_questions_of_every_kind() {
    assert!(of_kind(Kind::Boundary).len() >= 10);
    assert!(of_kind(Kind::Atomic).len() >= 12);
    assert!(of_kind(Kind::Unanswerable).len() >= 5);
    for question in questions() {
        assert_eq!(question.evidence.is_empty(), question.kind == Kind::Unanswerable, "{}", question.id);
        assert!(!question.question.trim().is_empty(), "{}", question.id);
    }
    let mut ids: Vec<String> = questions().into_iter().map(|question| question.id).collect();
    ids.sort();
    let before = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), before, "an id stands for one question");
}

#[test]
fn evidence_of_a_boundary_question_crosses_a_cut_and_that_of_an_atomic_one_does_not() {
    let documents = documents();
    for question in questions() {
        let crossings: usize = question.evidence.iter().map(|evidence| crossed(&documents, evidence)).sum();
        match question.kind {
            Kind::Boundary => assert!(crossings >= 1, "{}: no cut inside", question.id),
            Kind::Atomic | Kind::Unanswerable => assert_eq!(crossings, 0, "{}: a cut inside", question.id),
        }
    }
}
