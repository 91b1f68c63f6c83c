//! sample-docs and their questions.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use seamscope::retrieve::embed;
use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::params::{Params, Preset};
use seamscope::retrieve::pipeline::ask::Session;
use seamscope::retrieve::pipeline::build::{self, Watch};
use seamscope::retrieve::text::tokens::Counter;
use seamscope::retrieve::trace::{ChunkId, Corpus, Entry, Verdict};
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
#[expect(clippy::struct_field_names, reason = "named as in the question file")]
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

const STALE_READS: &str = "Why does the order service accept stale reads?";

/// A session on the samples with vectors, made once: presets `seams` and `plain` share chunks and lists.
fn session() -> Session {
    static MADE: OnceLock<Session> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let params = Preset::Seams.params();
        let model = embed::load(&params.embed, None, &embed::Onlooker::silent()).unwrap();
        let index = build::open(&folder(), &params, model.as_ref(), &Store::off(), &Watch::silent()).unwrap();
        Session::new(index, model)
    });
    made.clone()
}

/// The names of the chunks in the context of the question.
fn context(session: &mut Session, params: &Params) -> Vec<String> {
    let chunks = session.ask(STALE_READS, params).unwrap().budget.chunks.clone();
    names(&session.index().corpus, &chunks)
}

#[test]
fn plain_retrieval_finds_why_reads_are_stale_and_misses_the_exception() {
    let context = context(&mut session(), &Preset::Plain.params());
    assert_eq!(context.len(), 5);
    assert!(context.contains(&"order-service.md#7".to_owned()), "{context:?}");
    assert!(!context.contains(&"order-service.md#8".to_owned()), "{context:?}");
}

#[test]
fn the_seam_over_the_argument_fires_by_a_small_lead_and_brings_the_exception_in() {
    let (mut session, mut params) = (session(), Preset::Seams.params());
    let trace = session.ask(STALE_READS, &params).unwrap().clone();
    let corpus = session.index().corpus.clone();

    let seam = |verdict: &&Verdict| corpus.name(Entry::Seam(verdict.seam)) == "order-service.md#7|8";
    let verdict = trace.verdicts.iter().find(seam).unwrap();
    assert!(verdict.fired, "{verdict:?}");
    let slack = verdict.slack.unwrap();
    assert!((0..=3).contains(&slack), "{verdict:?}");
    let right_chunk_alone = verdict.right_rank.unwrap();
    assert!(right_chunk_alone > 10, "the exception is far down on its own: {verdict:?}");

    let found = names(&corpus, &trace.budget.chunks);
    assert_eq!(found.len(), 5);
    assert!(found.contains(&"order-service.md#7".to_owned()), "{found:?}");
    assert!(found.contains(&"order-service.md#8".to_owned()), "{found:?}");
    assert!(trace.context.iter().any(|passage| passage.text.contains("must always be strongly consistent")));

    params.fire.margin += u32::try_from(slack).unwrap() + 1;
    let found = context(&mut session, &params);
    assert!(
        !found.contains(&"order-service.md#8".to_owned()),
        "at m {} it is lost again: {found:?}",
        params.fire.margin
    );
}
