//! Chroma's evaluation from its texts to its means: cut, embedded, searched and measured by this program.
//!
//! Every mean must lie within 0.01 of that of Chroma's own run, in both ways of placing a chunk: where its text first
//! occurs, as Chroma's code does, and where it truly is.

use std::path::Path;
use std::sync::Arc;

use seamscope::lab::eval::{Bench, Evaluation, Policy, Settings, evaluate};
use seamscope::lab::measures::{Stretch, answer, precision_omega};
use seamscope::lab::places::Places;
use seamscope::lab::questions::{Question, parse_chroma};
use seamscope::lab::run::Meter;
use seamscope::retrieve::embed::{self, Embedder, Onlooker};
use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::params::{Compat, Method, Params, Unit};
use seamscope::retrieve::pipeline::ask::Session;
use seamscope::retrieve::pipeline::build::{Watch, open};
use serde_json::Value;

use super::measures::{chunks, documents, number};
use crate::support;

/// Names of the four measures, in the order of everything below.
const MEASURES: [&str; 4] = ["recall", "precision", "iou", "precision_omega"];

/// How Chroma's run cut, in the words of this program.
fn params(shared: &Path, name: &str) -> Params {
    let mut params = Params::default();
    params.embed.model = format!("fastembed:{}", shared.join("models/all-MiniLM-L6-v2").display());
    (params.search.bm25, params.seam.enabled) = (false, false);
    let chunk = &mut params.chunk;
    (chunk.unit, chunk.size, chunk.compat) = (Unit::Cl100k, 250, Compat::Langchain);
    chunk.method = Method::Tokens;
    if name == "token_250_125" {
        chunk.overlap = 125;
    }
    params
}

/// The model, or `None` after saying aloud that the runtime is not there.
fn model(params: &Params) -> Option<Arc<dyn Embedder>> {
    match embed::load(&params.embed, None, &Onlooker::silent()) {
        Ok(model) => model,
        Err(error) if error.to_string().contains("the ONNX Runtime library") => {
            eprintln!("skipped: Chroma's evaluation end to end: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// A session on these corpora, and the rows of the question table about them.
fn world(
    shared: &Path,
    corpora: &[&str],
    params: &Params,
    model: Arc<dyn Embedder>,
) -> (Session, Vec<Question>, Vec<usize>) {
    let folder = tempfile::tempdir().expect("a folder");
    for name in corpora {
        let file = format!("{name}.md");
        std::fs::copy(shared.join("chroma/corpora").join(&file), folder.path().join(&file)).expect("a corpus");
    }
    let index = open(folder.path(), params, Some(&model), &Store::of_user(), &Watch::silent()).expect("an index");
    let session = Session::new(index, Some(model));
    let mut reader = csv::Reader::from_path(shared.join("chroma/questions_df.csv")).expect("readable");
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(reader.headers().expect("headings")).expect("in memory");
    let mut rows = Vec::new();
    for (at, record) in reader.records().enumerate() {
        let record = record.expect("a row");
        if corpora.contains(&&record[2]) {
            writer.write_record(&record).expect("in memory");
            rows.push(at);
        }
    }
    let text = String::from_utf8(writer.into_inner().expect("in memory")).expect("text");
    let questions = parse_chroma("questions_df.csv", &text, &Places::new(&session.index().corpus)).expect("questions");
    (session, questions, rows)
}

/// Number in Chroma's run of every chunk of ours; each must be there, byte for byte.
fn numbers(session: &Session, file: &Value) -> std::collections::BTreeMap<String, usize> {
    let corpus = &session.index().corpus;
    let place = |chunk: &Value| {
        let path = format!("{}.md", chunk["corpus_id"].as_str().expect("a corpus"));
        (path, number(&chunk["byte_start"]), number(&chunk["byte_end"]))
    };
    let all = file["chunks"].as_array().expect("chunks").iter().map(place).zip(0..);
    let all: std::collections::BTreeMap<(String, usize, usize), usize> = all.collect();
    let ours = corpus
        .documents
        .iter()
        .zip(&corpus.chunk_ranges)
        .flat_map(|(document, range)| range.clone().map(|chunk| (document.path.clone(), chunk)));
    let found = ours.map(|(path, chunk)| {
        let chunk = seamscope::retrieve::trace::ChunkId(chunk);
        let span = corpus.chunk(chunk).span;
        let name = corpus.name(seamscope::retrieve::trace::Entry::Chunk(chunk));
        let number = all.get(&(path, span.start, span.end)).copied();
        (name.clone(), number.unwrap_or_else(|| panic!("Chroma has no chunk {name}")))
    });
    found.collect()
}

/// What one configuration came to: means over the questions that count, ours and Chroma's, by both ways of placing.
struct Means {
    questions: usize,
    /// Retrieved chunks that both runs have, of all.
    alike: (usize, usize),
    /// At true places: ours, Chroma's.
    there: [[f64; 4]; 2],
    /// Where Chroma's code finds the text of a chunk first: ours, Chroma's.
    first: [[f64; 4]; 2],
}

fn values(value: &Value) -> [f64; 4] {
    MEASURES.map(|name| value[name].as_f64().expect("a number"))
}

fn means(rows: &[[f64; 4]]) -> [f64; 4] {
    std::array::from_fn(|at| rows.iter().map(|row| row[at]).sum::<f64>() / rows.len() as f64)
}

/// Runs one configuration on these corpora. Only the questions count whose chunks in Chroma's run lie in them: the others
/// met other company there.
fn run(shared: &Path, name: &str, corpora: &[&str]) -> Option<Means> {
    let params = params(shared, name);
    let (session, questions, rows) = world(shared, corpora, &params, model(&params)?);
    let file = std::fs::read(shared.join(format!("chroma/{name}.json"))).expect("readable");
    let file: Value = serde_json::from_slice(&file).expect("JSON");
    let (ours, first) = (numbers(&session, &file), chunks(&file, "chroma_start", "chroma_end"));
    let settings = Settings { policies: vec![Policy::Plain], resamples: 0, seed: 1 };
    let got: Evaluation =
        evaluate(&Bench::new(session.clone()), &questions, &params, &settings, Meter::silent()).expect("answers");
    // Documents of the session are those of the table, in another order where some are missing.
    let numbered = documents();
    let paths: Vec<String> = session.index().corpus.documents.iter().map(|document| document.path.clone()).collect();
    let (mut there, mut found) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    let mut alike = (0, 0);
    for ((question, row), at) in questions.iter().zip(&got.policies[0].rows).zip(rows) {
        let theirs = &file["questions"][at];
        assert_eq!(number(&theirs["q"]), at);
        let retrieved: Vec<usize> = theirs["retrieved"].as_array().expect("chunks").iter().map(number).collect();
        let inside = |chunk: &usize| {
            file["chunks"][*chunk]["corpus_id"].as_str().is_some_and(|corpus| corpora.contains(&corpus))
        };
        if !retrieved.iter().all(inside) {
            continue;
        }
        let evidence: Vec<Stretch> = question
            .stretches()
            .into_iter()
            .map(|piece| {
                let stem = paths[piece.document as usize].trim_end_matches(".md");
                Stretch { document: numbered[stem], ..piece }
            })
            .collect();
        let chosen: Vec<usize> = row.chunks.iter().map(|chunk| ours[chunk]).collect();
        alike.0 += chosen.iter().filter(|chunk| retrieved.contains(chunk)).count();
        alike.1 += retrieved.len();
        let returned: Vec<Stretch> = chosen.iter().map(|chunk| first[*chunk]).collect();
        let at_first = answer(&evidence, &returned).expect("evidence");
        let omega = precision_omega(&evidence, &first).expect("evidence");
        found[0].push([at_first.recall, at_first.precision, at_first.iou, omega]);
        found[1].push(values(theirs));
        let ours = [row.recall, row.precision, row.iou, row.precision_omega];
        there[0].push(ours.map(|value| value.expect("evidence")));
        there[1].push(values(&theirs["true_offsets"]));
    }
    Some(Means {
        questions: there[0].len(),
        alike,
        there: there.map(|rows| means(&rows)),
        first: found.map(|rows| means(&rows)),
    })
}

fn within(got: &Means, name: &str) {
    for (places, [ours, theirs]) in [("true places", got.there), ("first occurrences", got.first)] {
        for ((measure, ours), theirs) in MEASURES.iter().zip(ours).zip(theirs) {
            println!("{name} {places:18} {measure:16} ours {ours:.4} Chroma's {theirs:.4} n {}", got.questions);
            assert!((ours - theirs).abs() <= 0.01, "{name}, {places}, {measure}: {ours} is not {theirs}");
        }
    }
    println!("{name} the same chunks: {} of {}", got.alike.0, got.alike.1);
    assert!(got.alike.0 * 100 >= got.alike.1 * 95, "{} of {} chunks are alike", got.alike.0, got.alike.1);
}

#[test]
fn three_corpora_come_out_within_a_hundredth() {
    let Some(shared) = support::shared("Chroma's evaluation end to end") else { return };
    let corpora = ["chatlogs", "state_of_the_union", "wikitexts"];
    let Some(got) = run(&shared, "token_250_0", &corpora) else { return };
    assert!(got.questions > 100, "{} questions met no other corpus", got.questions);
    within(&got, "token_250_0");
}

/// Minutes the first time; vectors are kept. `cargo test --test it end_to_end -- --ignored --nocapture`
#[test]
#[ignore = "embeds five corpora twice"]
fn all_of_it_comes_out_within_a_hundredth() {
    let Some(shared) = support::shared("Chroma's evaluation end to end") else { return };
    let corpora = ["chatlogs", "finance", "pubmed", "state_of_the_union", "wikitexts"];
    for name in ["token_250_0", "token_250_125"] {
        let Some(got) = run(&shared, name, &corpora) else { return };
        assert_eq!(got.questions, 472);
        within(&got, name);
    }
}
