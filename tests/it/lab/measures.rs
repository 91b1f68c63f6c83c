//! Measures: equality with Chroma's recomputed values, and cases drawn in text.

use std::collections::BTreeMap;

use proptest::prelude::*;
use seamscope::lab::measures::{
    Stretch, answer, complete_in_one, cover, cut_risk, destroyed, efficiency, first_hit, merged, precision_omega,
    reciprocal_rank, shared, total,
};
use serde_json::Value;

use crate::support;

fn at(document: u32, start: usize, end: usize) -> Stretch {
    Stretch { document, start, end }
}

/// The stretches of a drawing: one document, runs of `#`.
fn drawn(picture: &str) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for (place, mark) in picture.chars().enumerate().filter(|(_, mark)| *mark != '.') {
        match stretches.last_mut() {
            Some(last) if last.end == place && mark == '#' => last.end += 1,
            _ => stretches.push(at(0, place, place + 1)),
        }
    }
    stretches
}

pub(super) fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a count")).expect("small")
}

struct Question {
    evidence: Vec<Stretch>,
}

pub(super) fn documents() -> BTreeMap<&'static str, u32> {
    ["chatlogs", "finance", "pubmed", "state_of_the_union", "wikitexts"].into_iter().zip(0..).collect()
}

fn questions(folder: &std::path::Path) -> Vec<Question> {
    let documents = documents();
    let mut reader = csv::Reader::from_path(folder.join("questions_df.csv")).expect("readable");
    let row = |record: Result<csv::StringRecord, csv::Error>| {
        let record = record.expect("a row");
        let references: Value = serde_json::from_str(&record[1]).expect("JSON");
        let piece = |one: &Value| at(documents[&record[2]], number(&one["start_index"]), number(&one["end_index"]));
        Question { evidence: references.as_array().expect("a list").iter().map(piece).collect() }
    };
    reader.records().map(row).collect()
}

/// Chunks of one configuration: where Chroma's search finds their text, and where they truly are.
pub(super) fn chunks(file: &Value, start: &str, end: &str) -> Vec<Stretch> {
    let documents = documents();
    let one = |chunk: &Value| {
        let document = documents[chunk["corpus_id"].as_str().expect("a corpus")];
        at(document, number(&chunk[start]), number(&chunk[end]))
    };
    file["chunks"].as_array().expect("chunks").iter().map(one).collect()
}

fn equals(question: &Question, retrieved: &[usize], chunks: &[Stretch], wanted: &Value, what: &str) {
    let returned: Vec<Stretch> = retrieved.iter().map(|chunk| chunks[*chunk]).collect();
    let got = answer(&question.evidence, &returned).expect("evidence");
    let omega = precision_omega(&question.evidence, chunks).expect("evidence");
    let pairs = [("recall", got.recall), ("precision", got.precision), ("iou", got.iou), ("precision_omega", omega)];
    for (name, got) in pairs {
        let wanted = wanted[name].as_f64().expect("a number");
        assert!((got - wanted).abs() <= 1e-6, "{what} {name}: {got} is not {wanted}");
    }
}

#[test]
fn chromas_values_come_out_for_every_question_and_configuration() {
    let Some(shared) = support::shared("equality with Chroma's measures") else { return };
    let folder = shared.join("chroma");
    let questions = questions(&folder);
    assert_eq!(questions.len(), 472);
    for name in ["token_250_0", "token_250_125", "recursive_250_0"] {
        let file = std::fs::read(folder.join(format!("{name}.json"))).expect("readable");
        let file: Value = serde_json::from_slice(&file).expect("JSON");
        let code = chunks(&file, "chroma_start", "chroma_end");
        let places = chunks(&file, "char_start", "char_end");
        let rows = file["questions"].as_array().expect("questions");
        assert_eq!(rows.len(), questions.len());
        for row in rows {
            let question = &questions[number(&row["q"])];
            let retrieved: Vec<usize> = row["retrieved"].as_array().expect("chunks").iter().map(number).collect();
            let what = format!("{name} question {}", row["q"]);
            equals(question, &retrieved, &code, row, &format!("{what}, the code's places,"));
            equals(question, &retrieved, &places, &row["true_offsets"], &format!("{what}, true places,"));
        }
    }
}

#[test]
fn an_answer_in_a_drawing() {
    let evidence = drawn("..####....####..");
    let returned = [drawn("####............"), drawn("..........##....")].concat();
    let got = answer(&evidence, &returned).expect("evidence");
    assert_eq!(got.covered, 4);
    assert!((got.recall - 4.0 / 8.0).abs() < 1e-15);
    assert!((got.precision - 4.0 / 6.0).abs() < 1e-15);
    assert!((got.iou - 4.0 / 10.0).abs() < 1e-15);
    assert_eq!(first_hit(&evidence, &returned), Some(1));
    assert_eq!(first_hit(&evidence, &drawn("##....####....##")), None);
}

#[test]
fn what_is_sent_twice_costs_twice_and_counts_once() {
    let evidence = [at(0, 0, 10)];
    let once = answer(&evidence, &[at(0, 0, 10)]).expect("evidence");
    let twice = answer(&evidence, &[at(0, 0, 10), at(0, 0, 10)]).expect("evidence");
    assert_eq!((once.recall.to_bits(), once.covered), (twice.recall.to_bits(), twice.covered));
    assert!((twice.precision - 0.5).abs() < 1e-15);
}

#[test]
fn omega_counts_a_chunk_that_only_touches() {
    //               0123456789
    let evidence = drawn("....##....");
    let chunks = [at(0, 0, 4), at(0, 4, 8), at(0, 8, 10), at(1, 4, 6)];
    assert!((precision_omega(&evidence, &chunks).expect("evidence") - 2.0 / 8.0).abs() < 1e-15);
    assert_eq!(precision_omega(&[], &chunks), None);
    assert_eq!(precision_omega(&evidence, &[]), Some(0.0));
}

#[test]
fn split_evidence_is_complete_in_two_chunks_and_in_none_alone() {
    let evidence = drawn("...######...");
    let chunks = [at(0, 0, 6), at(0, 6, 12)];
    assert!(cover(&evidence, &chunks).complete());
    assert!(!cover(&evidence, &chunks[..1]).complete());
    assert!(!complete_in_one(&evidence, &chunks));
    assert!(destroyed(&evidence, &chunks));
    let overlapping = [at(0, 0, 10), at(0, 6, 12)];
    assert!(complete_in_one(&evidence, &overlapping));
    assert!(!destroyed(&evidence, &overlapping));
}

#[test]
fn two_whole_pieces_far_apart_are_neither_destroyed_nor_in_one() {
    let evidence = drawn("##........##");
    let chunks = [at(0, 0, 6), at(0, 6, 12)];
    assert!(!destroyed(&evidence, &chunks));
    assert!(!complete_in_one(&evidence, &chunks));
    assert!(!complete_in_one(&[], &chunks));
}

#[test]
fn the_risk_of_a_cut_is_the_length_over_that_of_a_chunk() {
    let chunks = [at(0, 0, 100), at(0, 100, 200), at(0, 200, 210), at(1, 0, 40)];
    let risk = |evidence: &[Stretch]| cut_risk(evidence, &chunks).expect("evidence");
    // The short last chunk is no measure of a chunk's size.
    assert!((risk(&[at(0, 5, 25)]) - 0.2).abs() < 1e-12);
    assert!((risk(&[at(0, 0, 150)]) - 1.0).abs() < 1e-12, "longer than a chunk");
    assert!((risk(&[at(0, 0, 20), at(0, 120, 170)]) - (1.0 - 0.8 * 0.5)).abs() < 1e-12);
    assert!(risk(&[at(1, 0, 30)]).abs() < 1e-12, "a document without a cut");
    assert_eq!(cut_risk(&[], &chunks), None);
    assert_eq!(cut_risk(&[at(0, 0, 5)], &[at(0, 0, 100), at(0, 50, 150)]), None, "chunks that overlap");
}

#[test]
fn efficiency_divides_the_means() {
    let recalls = [1.0, 0.0];
    assert_eq!(efficiency(&recalls, &[2.0, 8.0]), Some(0.1));
    assert_eq!(efficiency(&[], &[]), None);
    assert_eq!(efficiency(&recalls, &[0.0, 0.0]), None);
    assert!((reciprocal_rank(Some(4)) - 0.25).abs() < 1e-15);
    assert!(reciprocal_rank(None).abs() < 1e-15);
}

#[test]
fn printed_efficiencies_of_the_scar_paper_come_out() {
    let Some(shared) = support::shared("the efficiencies of table 3") else { return };
    let file = std::fs::read(shared.join("reference/cases.json")).expect("readable");
    let reference: Value = serde_json::from_slice(&file).expect("JSON");
    for row in reference["published"]["seed000_table3_efficiency"].as_array().expect("rows") {
        let number = |name: &str| row[name].as_f64().expect("a number");
        let got = efficiency(&[number("recall")], &[number("chunks")]).expect("chunks");
        assert!((got - number("efficiency")).abs() < 1e-12);
    }
}

fn some_stretches() -> impl Strategy<Value = Vec<Stretch>> {
    let one = (0..3_u32, 0..40_usize, 0..12_usize).prop_map(|(document, start, len)| at(document, start, start + len));
    prop::collection::vec(one, 0..12)
}

/// The characters of a union, one by one.
fn places(stretches: &[Stretch]) -> std::collections::BTreeSet<(u32, usize)> {
    stretches.iter().flat_map(|one| (one.start..one.end).map(|place| (one.document, place))).collect()
}

proptest! {
    #[test]
    fn unions_and_what_they_share_count_single_characters(left in some_stretches(), right in some_stretches()) {
        let (l, r) = (merged(left.iter().copied()), merged(right.iter().copied()));
        prop_assert_eq!(total(&l), places(&left).len());
        prop_assert_eq!(shared(&l, &r), places(&left).intersection(&places(&right)).count());
        prop_assert!(l.windows(2).all(|pair| pair[0] < pair[1] && !pair[0].touches(pair[1])));
    }

    #[test]
    fn more_chunks_never_cover_less(evidence in some_stretches(), mut chunks in some_stretches(), more in some_stretches()) {
        let before = cover(&evidence, &chunks);
        chunks.extend(more);
        prop_assert!(cover(&evidence, &chunks).covered >= before.covered);
    }

    #[test]
    fn iou_is_at_most_recall_and_precision(evidence in some_stretches(), chunks in some_stretches()) {
        let evidence = merged(evidence);
        if let Some(got) = answer(&evidence, &chunks) {
            prop_assert!(got.iou <= got.recall + 1e-12 && got.iou <= got.precision + 1e-12);
            prop_assert_eq!(got.recall >= 1.0, cover(&evidence, &chunks).complete());
        }
    }
}
