//! `calibrate` and `eval`: shapes, bars and what is said of a wrong call.

use serde_json::{Value, json};

use super::shape::mismatch;
use super::{Answer, Bench, DOCS};

/// A text of many sentences, each with words of its own, so that small chunks have something to split.
fn long_text() -> String {
    let words: Vec<String> = ('a'..='z').flat_map(|a| ('a'..='z').map(move |b| format!("{a}o{b}i{a}"))).collect();
    let sentence = |six: &[String]| {
        format!("The {} of the {} and the {} is the {} in the {}. ", six[0], six[1], six[2], six[3], six[4])
    };
    words.chunks_exact(6).map(sentence).collect()
}

pub(super) fn bench() -> Bench {
    let bench = Bench::with(DOCS);
    bench.write("long.txt", &long_text());
    std::fs::write(
        bench.home.path().join("q.jsonl"),
        "{\"id\":\"a\",\"question\":\"who may refund an order?\",\"kind\":\"atomic\",\"evidence\":[{\"doc\":\"billing.md\",\
         \"char\":[139,195]}]}\n{\"id\":\"b\",\"question\":\"what of penguins?\",\"kind\":\"unanswerable\"}\n",
    )
    .expect("a scratch file");
    bench
}

/// By words alone, on small chunks.
pub(super) fn call(bench: &Bench, words: &[&str]) -> Answer {
    let small = ["--set", "search.dense=false", "--set", "chunk.size=60", "--set", "seam.k=40", "--no-cache"];
    bench.call(&[words, &small].concat())
}

pub(super) fn eval(bench: &Bench, more: &[&str]) -> Answer {
    call(bench, &[&["eval", "docs", "--questions", "q.jsonl", "--policies", "plain,window,seams"], more].concat())
}

#[test]
fn json_is_printed_where_there_is_nothing_to_work_on() {
    let bench = bench();
    std::fs::create_dir(bench.home.path().join("empty")).expect("a scratch folder");
    let calibration = call(&bench, &["calibrate", "empty", "--json"]).json(1);
    assert_eq!((&calibration["samples"]["whole"], &calibration["suggested_margin"]), (&json!(0), &Value::Null));
    assert!(calibration["verdict"].as_str().is_some_and(|verdict| verdict.contains("no document")), "{calibration}");
    // One chunk a document: no seam to sample.
    let words = ["calibrate", "docs", "--json", "--no-cache", "--set=search.dense=false", "--set=chunk.size=9000"];
    let whole = bench.call(&words).json(1);
    assert_eq!(whole["samples"]["split"], 0);
    let evaluation = call(&bench, &["eval", "empty", "--questions", "q.jsonl", "--json"]).json(1);
    assert_eq!((&evaluation["questions"], &evaluation["policies"]), (&json!(0), &json!([])));
    let error = call(&bench, &["eval", "empty", "--questions", "absent.jsonl", "--json"]).error(2);
    assert!(error.contains("absent.jsonl") && error.contains("name one"), "{error}");
}

#[test]
fn calibrate_keeps_its_shape_and_repeats_itself() {
    let bench = bench();
    let words = ["calibrate", "docs", "--samples", "8", "--margins", "3", "--json"];
    let (first, second) = (call(&bench, &words), call(&bench, &words));
    assert_eq!(first.out, second.out);
    let value = first.json(0);
    let shape = json!({
        "schema": 1, "params": {"chunk": {"size": 60}},
        "samples": {"whole": 8, "split": 8}, "questions": "cloze",
        "whole": {"head_starts": ["any"], "p90": "any", "fire_rate_by_margin": ["number"]},
        "split": {"head_starts": ["any"], "fire_rate_by_margin": ["number"]},
        "suggested_margin": "number", "verdict": "string",
        "rates": [{
            "margin": "number", "firings_per_question": "number",
            "false_fires_literal": {"mean": "number?", "interval": ["number", "number"], "n": "number"},
            "false_fires_strict": {"mean": "number?", "interval": ["number", "number"], "n": "number"},
        }],
    });
    assert_eq!(mismatch(&value, &shape, "$"), None);
    assert_eq!(value["rates"].as_array().map(Vec::len), Some(4));
    assert_eq!(value["whole"]["head_starts"].as_array().map(Vec::len), Some(8));
}

#[test]
fn calibrate_prints_what_to_set_and_takes_a_persons_questions() {
    let bench = bench();
    let text = call(&bench, &["calibrate", "docs", "--samples", "5"]).text();
    assert!(text.contains("\nSuggested: fire.margin=") && text.contains("With 5 whole and 5 split samples"), "{text}");
    let answer = call(&bench, &["calibrate", "docs", "--questions", "q.jsonl"]);
    assert_eq!(answer.code, Some(1), "{}", answer.err);
    assert!(answer.err.contains("there is no "), "one question is no sample of both kinds: {}", answer.err);
}

#[test]
fn a_result_says_what_it_was_measured_on() {
    let bench = bench();
    let origin =
        |more: &[&str]| eval(&bench, &[&["--json", "--resamples", "5"], more].concat()).json(0)["origin"].clone();
    let by_words = origin(&[]);
    assert_eq!((&by_words["model"], &by_words["reranker"]), (&Value::Null, &Value::Null));
    let phased = origin(&["--phases", "2"]);
    assert_eq!(phased, by_words, "where the first cut lies is a setting");
    assert_ne!(origin(&["--seed", "2"])["seed"], by_words["seed"]);
    bench.write("more.txt", "One more document.");
    let more = origin(&[]);
    assert_ne!(more["documents"], by_words["documents"]);
    assert_eq!(more["questions"], by_words["questions"]);
    let path = bench.home.path().join("q.jsonl");
    let text = std::fs::read_to_string(&path).expect("questions").replace("penguins", "pelicans");
    std::fs::write(&path, text).expect("written");
    assert_ne!(origin(&[])["questions"], more["questions"]);
}

#[test]
fn eval_keeps_its_shape() {
    let value = eval(&bench(), &["--json", "--resamples", "50"]).json(0);
    let number = json!({"mean": "number", "interval": ["number", "number"], "n": "number"});
    let shape = json!({
        "schema": 1, "params": {}, "questions": 2,
        "origin": {"version": "string", "documents": "string", "questions": "string", "resamples": 50, "seed": 1},
        "policies": [{
            "policy": "string",
            "questions": [{
                "id": "string", "kind": "string", "chunks": ["string"], "tokens": "number", "evidence_chars": "number",
                "covered_chars": "number", "complete": "bool?", "complete_in_one": "bool?", "recall": "number?",
                "precision": "number?", "iou": "number?", "precision_omega": "number?", "first_hit": "number?",
                "fired": "number", "refused": "bool",
            }],
        }],
        "pairs": [{
            "a": "string", "b": "string", "measure": "string", "kind": "string", "n": "number", "wins": "number",
            "losses": "number", "sign_p": "number", "mean_difference": "number",
            "bootstrap": {"interval": ["number", "number"], "p": "number", "B": 50, "seed": 1},
            "wilcoxon_p": "number", "cohens_d": "number?",
        }],
    });
    assert_eq!(mismatch(&value, &shape, "$"), None);
    let summary = json!({
        "kind": "all", "n": 2, "complete": number, "recall": number, "precision": number, "iou": number,
        "precision_omega": number, "mrr": number, "chunks": number, "tokens": number, "efficiency": "number",
        "failure_at_20": number,
    });
    assert_eq!(mismatch(&value["policies"][0]["summary"][0], &summary, "$"), None);
    let names: Vec<&Value> = value["policies"].as_array().expect("policies").iter().map(|one| &one["policy"]).collect();
    assert_eq!(names, ["plain", "window", "seams"]);
}

#[test]
fn eval_writes_rows_as_csv_and_summaries_as_markdown() {
    let bench = bench();
    let csv = eval(&bench, &["--csv"]).text();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 1 + 3 * 2, "{csv}");
    assert!(lines[0].starts_with("policy,id,kind,") && lines[1].starts_with("plain,a,atomic,"), "{csv}");
    let markdown = eval(&bench, &["--markdown"]).text();
    let bars = |line: &str| line.matches('|').count();
    assert!(markdown.lines().all(|line| bars(line) == bars(markdown.lines().next().expect("a line"))), "{markdown}");
    assert!(markdown.contains("| all | seams | 2 |") && markdown.contains("\n| --- |"), "{markdown}");
}

#[test]
fn a_missed_bar_is_exit_code_1_after_the_whole_output() {
    let bench = bench();
    assert_eq!(eval(&bench, &["--require", "chunks<=999", "--require", "plain:atomic.recall>=0"]).code, Some(0));
    let missed = eval(&bench, &["--require", "chunks<=0.5"]);
    assert_eq!(missed.code, Some(1));
    assert!(
        missed.text().contains("Pairs") && missed.err.contains("chunks<=0.5 is missed by plain: "),
        "{}",
        missed.err
    );
    assert!(missed.err.contains("; chunks<=0.5 is missed by window: "), "{}", missed.err);
}

#[test]
fn a_wrong_call_says_what_to_write() {
    let bench = bench();
    for (words, wanted) in [
        (&["eval", "docs", "--questions", "q.jsonl", "--policies", "plane"][..], "there is no policy `plane`"),
        (&["eval", "docs", "--questions", "q.jsonl", "--policies", "plain,plain"], "stands there twice"),
        (&["eval", "docs", "--questions", "q.jsonl", "--require", "recall"], "--require `recall`: there is no >="),
        (&["eval", "docs", "--questions", "q.jsonl", "--require", "fun>=1"], "there is no measure `fun`"),
        (&["eval", "docs", "--questions", "none.jsonl"], "no such question file: none.jsonl"),
        (&["eval", "nowhere", "--questions", "q.jsonl"], "no such file or folder: nowhere"),
        (&["calibrate", "docs", "--strength", "2"], "--strength"),
        (&["calibrate", "docs", "--set", "chunk.overlap=5"], "set chunk.overlap=0"),
        (&["calibrate", "docs", "--set", "seam.enabled=false"], "set it to true"),
    ] {
        let error = call(&bench, words).error(2);
        assert!(error.contains(wanted), "{error} should say {wanted}");
    }
    std::fs::write(bench.home.path().join("bad.jsonl"), "\n{\"id\":\"x\"}\n").expect("a scratch file");
    let error = call(&bench, &["eval", "docs", "--questions", "bad.jsonl"]).error(2);
    assert!(error.contains("bad.jsonl:2: missing field `question`"), "{error}");
    let held = eval(&bench, &["--require", "boundary.recall>=0"]);
    assert_eq!(held.code, Some(2), "a bar that nothing is held to is not cleared");
    assert!(held.err.contains("no question is of the kind `boundary`"), "{}", held.err);
}

#[test]
fn every_share_and_mean_of_a_table_has_its_interval_and_its_n() {
    let bench = bench();
    let calibrate = call(&bench, &["calibrate", "docs", "--samples", "8", "--margins", "3"]).text();
    let sweep = ["sweep", "docs", "--questions", "q.jsonl", "--policies", "plain,seams", "--over", "fire.margin=0..1"];
    let sweep = call(&bench, &sweep).text();
    let mut seen = 0;
    // Efficiency is a ratio of two means that stand beside it, a distance is no mean.
    for table in [calibrate, eval(&bench, &[]).text(), sweep] {
        for line in table.lines().filter(|line| line.starts_with("  ") && line.contains('[')) {
            for cell in line.split("  ").map(str::trim).filter(|cell| cell.contains('[')) {
                let (mean, rest) = cell.split_once(" [").unwrap_or_else(|| panic!("{cell} in {line}"));
                let (ends, n) = rest.split_once("] ").unwrap_or_else(|| panic!("no n: {cell} in {line}"));
                assert!(mean.parse::<f64>().is_ok() && ends.contains(", "), "{cell} in {line}");
                let n = n.strip_prefix("n ").unwrap_or(n);
                assert!(n.split('/').all(|count| count.parse::<usize>().is_ok()), "{cell} in {line}");
                seen += 1;
            }
            let bare = line.split("  ").map(str::trim).filter(|cell| cell.contains('.') && cell.parse::<f64>().is_ok());
            assert!(bare.count() <= 1, "more than the efficiency or the distance stands alone: {line}");
        }
    }
    assert!(seen > 50, "{seen} cells");
}
