//! sample-docs and their questions.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::params::Preset;
use seamscope::retrieve::pipeline::build::{self, Watch};
use seamscope::retrieve::text::tokens::Counter;
use seamscope::retrieve::trace::{ChunkId, Corpus, Entry};
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

fn questions() -> Vec<Question> {
    let lines = fs::read_to_string(folder().join("questions.jsonl")).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of_kind(kind: Kind) -> usize {
    questions().iter().filter(|question| question.kind == kind).count()
}

/// The samples as preset `seams` cuts them, without vectors.
fn corpus() -> Arc<Corpus> {
    let params = Preset::Seams.params();
    build::read_folder(&folder(), &params, None, &Store::off(), &Watch::silent()).unwrap().corpus
}

fn number(corpus: &Corpus, path: &str) -> usize {
    corpus.documents.iter().position(|document| document.path == path).unwrap()
}

/// How many cuts lie inside the evidence, its ends excluded.
fn cuts_inside(corpus: &Corpus, evidence: &Evidence) -> usize {
    let document = number(corpus, &evidence.doc);
    let text = &corpus.documents[document].text;
    let byte = |char| text.char_indices().nth(char).map_or(text.len(), |(byte, _)| byte);
    let [start, end] = evidence.char.map(byte);
    let seams = corpus.seams.iter().filter(|seam| seam.document as usize == document);
    seams.filter(|seam| start < seam.cut && seam.cut < end).count()
}

fn names(corpus: &Corpus, chunks: &[ChunkId]) -> Vec<String> {
    chunks.iter().map(|&id| corpus.name(Entry::Chunk(id))).collect()
}

#[test]
fn the_documents_have_the_size_that_the_story_needs() {
    let corpus = corpus();
    let tokens: usize = corpus.documents.iter().map(|document| Counter::O200k.count(&document.text)).sum();
    assert!((25_000..=35_000).contains(&tokens), "{tokens}");
    assert!((6..=8).contains(&corpus.documents.len()));
    assert!(corpus.chunk_ranges[number(&corpus, "order-service.md")].len() >= 13);
}

#[test]
fn the_questions_are_none_of_the_documents() {
    let corpus = corpus();
    let reason = |path: &str| corpus.skipped.iter().find(|row| row.path == path).map(|row| row.reason.as_str());
    assert_eq!(reason("questions.jsonl"), Some("ignored"));
    assert_eq!(reason(".gitignore"), Some("hidden"));
    assert_eq!(corpus.skipped.len(), 2, "{:?}", corpus.skipped);
}

#[test]
fn every_evidence_span_is_its_text() {
    let corpus = corpus();
    for question in questions() {
        for evidence in &question.evidence {
            let text = &corpus.documents[number(&corpus, &evidence.doc)].text;
            let [start, end] = evidence.char;
            let found: String = text.chars().skip(start).take(end - start).collect();
            assert_eq!(found, evidence.text, "{}", question.id);
        }
    }
}

#[test]
fn there_are_questions_of_every_kind() {
    assert!(of_kind(Kind::Boundary) >= 10);
    assert!(of_kind(Kind::Atomic) >= 12);
    assert!(of_kind(Kind::Unanswerable) >= 5);
    let mut ids: Vec<String> = Vec::new();
    for question in questions() {
        assert_eq!(question.evidence.is_empty(), question.kind == Kind::Unanswerable, "{}", question.id);
        assert!(!question.question.trim().is_empty(), "{}", question.id);
        assert!(!ids.contains(&question.id), "{} stands for two questions", question.id);
        ids.push(question.id);
    }
}

#[test]
fn a_cut_lies_inside_the_evidence_of_boundary_questions_and_of_no_others() {
    let corpus = corpus();
    for question in questions() {
        let cuts: usize = question.evidence.iter().map(|evidence| cuts_inside(&corpus, evidence)).sum();
        assert_eq!(cuts > 0, question.kind == Kind::Boundary, "{}: {cuts} cuts inside", question.id);
    }
}

#[test]
fn the_exception_stands_in_one_chunk_only() {
    let corpus = corpus();
    let all = (0..).map(ChunkId).take(corpus.chunks.len());
    let chunks: Vec<ChunkId> = all.filter(|&id| corpus.chunk_text(id).contains("strongly consistent")).collect();
    assert_eq!(names(&corpus, &chunks), ["order-service.md#8"]);
}
