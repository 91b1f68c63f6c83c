//! `sweep`, `eval --phases` and `calibrate --llm`: shapes, files, what is said of a wrong call.

use serde_json::{Value, json};

use super::lab::{bench, call, eval};
use super::shape::mismatch;
use crate::lab::endpoint::{said, serve};

const SWEEP: [&str; 6] = ["sweep", "docs", "--questions", "q.jsonl", "--resamples", "50"];

#[test]
fn sweep_keeps_its_shape_in_every_form() {
    let bench = bench();
    let over = ["--over", "fire.margin=0..1", "--over", "budget.limit=1,2"];
    let sweep = |more: &[&str]| call(&bench, &[&SWEEP[..], &over, &["--policies", "plain,seams"], more].concat());
    let value = sweep(&["--json"]).json(0);
    let number = json!({"mean": "number?", "interval": ["number", "number"], "n": "number"});
    let shape = json!({
        "schema": 1, "params": {"chunk": {"size": 60}}, "questions": 2,
        "over": [{"key": "fire.margin", "values": ["number"]}],
        "points": [{
            "settings": [{"key": "string", "value": "number"}], "policy": "string", "front": "bool",
            "origin": {"version": "string", "documents": "string", "questions": "string", "seed": 1},
            "summary": [{"kind": "string", "n": "number", "complete": number}],
        }],
    });
    assert_eq!(mismatch(&value, &shape, "$"), None);
    let points = value["points"].as_array().expect("points");
    assert_eq!(points.len(), 2 * 2 * 2);
    assert!(points.iter().any(|point| point["front"] == json!(true)));
    let csv = sweep(&["--csv"]).text();
    assert_eq!(csv.lines().count(), 1 + 8, "{csv}");
    assert!(csv.starts_with("fire.margin,budget.limit,policy,front,recall,"), "{csv}");
    let markdown = sweep(&["--markdown"]).text();
    assert!(markdown.contains("| 1 | 2 | seams |"), "{markdown}");
    let table = sweep(&["--svg", "curve.svg"]).text();
    assert!(table.contains("2 questions at 8 points") && table.contains("looks better than it is"), "{table}");
    let drawing = std::fs::read_to_string(bench.home.path().join("curve.svg")).expect("drawn");
    assert!(drawing.starts_with("<svg ") && drawing.contains("fire.margin and budget.limit"), "{drawing}");
}

#[test]
fn a_sweep_that_was_stopped_goes_on_where_it_was() {
    let bench = bench();
    let keep = ["--keep", "points.jsonl", "--csv"];
    let sweep = |over: &str| call(&bench, &[&SWEEP[..], &keep, &["--over", over]].concat()).text();
    let path = bench.home.path().join("points.jsonl");
    let lines = || std::fs::read_to_string(&path).expect("kept").lines().count();
    sweep("fire.margin=0..1");
    assert_eq!(lines(), 2);
    let all = sweep("fire.margin=0..3");
    assert_eq!((lines(), all.lines().count()), (4, 1 + 4), "two points were there");
    assert_eq!(all, call(&bench, &[&SWEEP[..], &["--csv", "--over", "fire.margin=0..3"]].concat()).text());
    let kept: Value =
        serde_json::from_str(std::fs::read_to_string(&path).expect("kept").lines().next().expect("one")).expect("JSON");
    assert_eq!(kept["basis"]["params"]["chunk"]["size"], 60);
    std::fs::write(&path, "shopping\n").expect("written");
    let error = call(&bench, &[&SWEEP[..], &keep, &["--over", "fire.margin=0"]].concat()).error(2);
    assert!(error.contains("points.jsonl: it holds no point of a sweep"), "{error}");
}

#[test]
fn phases_are_told_in_every_form() {
    let bench = bench();
    let value = eval(&bench, &["--phases", "3", "--json", "--resamples", "50"]).json(0);
    assert_eq!((&value["questions"], &value["phases"]), (&json!(2), &json!([0, 20, 40])));
    let rows = value["policies"][0]["questions"].as_array().expect("rows");
    let phases: Vec<&Value> = rows.iter().map(|row| &row["phase"]).collect();
    assert_eq!(phases, [0, 0, 20, 20, 40, 40]);
    assert_eq!(value["policies"][0]["summary"][0]["questions"], json!(2));
    let text = eval(&bench, &["--phases", "3", "--resamples", "50"]).text();
    assert!(text.starts_with("2 questions with the first cut at 3 places"), "{text}");
    assert!(text.contains("split by the common cuts") && text.contains("L / C"), "{text}");
    for (words, wanted) in [
        (&["--phases", "0"][..], "0 is no number of phases"),
        (&["--phases", "2", "--set", "chunk.method=sentence"], "only chunks of chunk.method=tokens"),
    ] {
        let error = eval(&bench, words).error(2);
        assert!(error.contains(wanted), "{error} should say {wanted}");
    }
}

#[test]
fn a_wrong_sweep_says_what_to_write() {
    let bench = bench();
    for (over, wanted) in [
        ("fire.margin", "--over `fire.margin`: there is no = in it"),
        ("fire.margine=1", "unknown field `margine`"),
        ("chunk.overlap=70", "overlap 70 is not below size 60"),
    ] {
        let error = call(&bench, &[&SWEEP[..], &["--over", over]].concat()).error(2);
        assert!(error.contains(wanted), "{error} should say {wanted}");
    }
    let three = ["--over", "fire.margin=1", "--over", "fusion.k=60", "--over", "budget.limit=5"];
    assert!(call(&bench, &[&SWEEP[..], &three].concat()).error(2).contains("move one or two"));
}

#[test]
fn calibrate_has_its_questions_written_and_shows_what_was_asked() {
    let bench = bench();
    let (url, received) = serve(|body| {
        let prompt = body.pointer("/messages/0/content").and_then(Value::as_str).unwrap_or_default();
        let passage = prompt.rsplit("Passage:\n").next().unwrap_or_default();
        said(&passage.split_whitespace().rev().collect::<Vec<_>>().join(" "))
    });
    let words = ["calibrate", "docs", "--samples", "4", "--margins", "2", "--llm", &url, "--llm-model", "small"];
    let small = ["--set", "search.dense=false", "--set", "chunk.size=60", "--set", "seam.k=40"];
    let ask = |more: &[&str]| {
        let mut command = bench.command();
        command.env("SEAMSCOPE_LLM_KEY", "sesame").args([&words[..], &small, more].concat());
        super::Answer::from(command.output().expect("the program runs"))
    };
    let value = ask(&["--json"]).json(0);
    assert_eq!((&value["questions"], &value["samples"]["whole"]), (&json!("llm"), &json!(4)));
    assert!(value["prompt"].as_str().expect("shown").starts_with("Write one question"));
    let count = received.lock().expect("whole").len();
    assert_eq!(count, 8);
    assert!(received.lock().expect("whole").iter().all(|(head, _)| head.contains("Bearer sesame")));
    let text = ask(&[]);
    assert!(text.text().contains("Questions by small at http://127.0.0.1:"), "{}", text.text());
    assert!(!text.text().contains("sesame") && !text.err.contains("sesame"));
    assert_eq!(received.lock().expect("whole").len(), count, "answers are kept");
}
