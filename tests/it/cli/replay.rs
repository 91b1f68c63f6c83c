//! `seamscope replay`: by file, by pipe, against the reference.

use serde_json::{Value, json};

use super::Bench;
use crate::support::shared;

fn replayed(input: &Value) -> Value {
    let words = ["replay", "-", "--json"];
    let output = Bench::new().command().args(words).write_stdin(input.to_string()).output().expect("it runs");
    super::Answer::from(output).json(0)
}

#[test]
fn lists_are_fused_and_ties_keep_first_appearance() {
    let out = replayed(&json!({"lists": [["X", "a", "Y"], ["b", "c", "Y"]], "k": 60}));
    let ids: Vec<_> = out["fused"].as_array().expect("rows").iter().map(|row| row["id"].clone()).collect();
    assert_eq!(Value::from(ids), json!(["Y", "X", "b", "a", "c"]));
    let score = out["fused"][0]["score"].as_f64().expect("a score");
    assert!((score - 2.0 / 63.0).abs() < 1e-15);
    assert_eq!(out["chunks"], json!(["Y", "X", "b", "a", "c"]));
}

#[test]
fn a_mistyped_key_names_the_nearest() {
    let bench = Bench::new();
    bench.write("lists.json", "{\"lists\":[[\"A\"]],\"budgte\":1}");
    let error = bench.call(&["replay", "docs/lists.json", "--json"]).error(2);
    assert!(error.contains("`budgte`") && error.contains("`budget`"), "{error}");
}

#[test]
fn a_file_gives_the_same_answer_as_a_pipe() {
    let bench = Bench::new();
    let input = json!({"fused": ["S1|2", "C9", "C1"], "seams": {"S1|2": ["C1", "C2"]}, "margin": 2, "budget": 3});
    bench.write("lists.json", &input.to_string());
    let by_file = bench.call(&["replay", "docs/lists.json", "--json"]).json(0);
    assert_eq!(by_file, replayed(&input));
    assert_eq!(by_file["fired"], json!(["S1|2"]));
    assert_eq!(by_file["chunks"], json!(["C1", "C2", "C9"]));
    assert_eq!(by_file["fused"][0]["score"], Value::Null);
    let text = bench.call(&["replay", "docs/lists.json"]).text();
    assert!(text.contains("S1|2") && text.contains("3 <= 3"), "{text}");
}

#[test]
fn an_input_that_contradicts_itself_is_two() {
    let bench = Bench::new();
    for input in [
        r#"{"lists": [["a", "b", "a"]]}"#,
        r#"{"lists": [["a"]], "fused": ["a"]}"#,
        "{}",
        "[1]",
        "not json",
        r#"{"lists": [["a"]], "margin": -1}"#,
        r#"{"lists": [["a"]], "marginn": 1}"#,
    ] {
        let output = bench.command().args(["replay", "-", "--json"]).write_stdin(input).output().expect("it runs");
        super::Answer::from(output).error(2);
    }
    assert!(bench.call(&["replay", "absent.json"]).error(2).contains("absent.json"));
    let binary = bench.command().args(["replay", "-"]).write_stdin(vec![0xff, 0xfe]).output().expect("it runs");
    super::Answer::from(binary).error(2);
}

#[test]
fn no_entry_at_all_is_nothing_found() {
    let output = Bench::new().command().args(["replay", "-", "--json"]).write_stdin(r#"{"lists": []}"#).output();
    assert_eq!(super::Answer::from(output.expect("it runs")).json(1)["chunks"], json!([]));
}

#[test]
fn a_configuration_is_neither_read_nor_needed() {
    let bench = Bench::new();
    bench.write("lists.json", r#"{"lists": [["a"]]}"#);
    let answer =
        bench.command().args(["replay", "docs/lists.json", "--json"]).env("SEAMSCOPE_CHUNK_SISE", "1").output();
    assert_eq!(super::Answer::from(answer.expect("it runs")).code, Some(0));
}

#[test]
fn the_reference_cases_hold_through_the_program() {
    let Some(shared) = shared("the reference cases of replay") else { return };
    let text = std::fs::read_to_string(shared.join("reference/cases.json")).expect("the cases");
    let cases: Value = serde_json::from_str(&text).expect("JSON");
    let mut tried = 0;
    for case in cases["random"].as_array().expect("cases") {
        let (input, expected) = (&case["input"], &case["expected"]);
        if case["kind"] == "seams" {
            let out = replayed(&json!({
                "fused": input["fused"], "seams": input["seams"], "margin": input["m"], "budget": input["budget"],
            }));
            for key in ["fired", "skipped", "chunks"] {
                assert_eq!(out[key], expected[key], "case {} {key}", case["id"]);
            }
            tried += 1;
        }
        if case["kind"] == "rrf" {
            let out = replayed(&json!({"lists": input["lists"], "k": input["k"], "budget": 100}));
            let rows = out["fused"].as_array().expect("rows");
            let ids: Vec<_> = rows.iter().map(|row| row["id"].clone()).collect();
            assert_eq!(Value::from(ids), expected["ranking"], "case {}", case["id"]);
            for (row, score) in rows.iter().zip(expected["scores"].as_array().expect("scores")) {
                let (got, wanted) = (row["score"].as_f64().expect("a score"), score.as_f64().expect("a score"));
                assert!((got - wanted).abs() < 1e-12, "case {}: {got} {wanted}", case["id"]);
            }
            tried += 1;
        }
    }
    assert!(tried >= 30, "{tried} cases");
}

#[test]
fn the_worked_example_of_the_paper_holds_through_the_program() {
    let Some(shared) = shared("the worked example") else { return };
    let text = std::fs::read_to_string(shared.join("reference/cases.json")).expect("the cases");
    let example = &serde_json::from_str::<Value>(&text).expect("JSON")["worked_example"];
    let out = replayed(&json!({
        "fused": example["fused"], "seams": example["seams"], "margin": example["m"], "budget": example["budget"],
    }));
    for key in ["fired", "skipped", "chunks"] {
        assert_eq!(out[key], example[key], "{key}");
    }
}
