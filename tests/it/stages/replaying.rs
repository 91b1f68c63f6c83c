//! Replay: defaults and errors.

use seamscope::retrieve::replay::{Input, Output, replay};

fn run(json: &str) -> Result<Output, String> {
    Input::read(json).and_then(|input| replay(&input)).map_err(|error| error.to_string())
}

#[test]
fn absent_settings_have_the_defaults_of_the_contract() {
    let lists = r#"{"lists": [["S", "C1", "C9", "C8", "C7", "C6"], ["C5"]], "seams": {"S": ["C1", "C2"]}"#;
    let short = run(&format!("{lists}}}")).expect("a replay");
    let long = run(&format!(r#"{lists}, "k": 60, "margin": 3, "budget": 5, "rerank_n": 150}}"#)).expect("a replay");
    assert_eq!(short, long);
    assert_eq!(short.fused[0].score, Some(1.0 / 61.0));
    assert_eq!(short.seams[0].margin, 3);
    assert_eq!(short.budget.limit, 5);
    assert_eq!(short.fired, [""; 0], "1 + 3 > 2: C1 stands at 3 because the tie is C5's, but that is still too near");
}

#[test]
fn a_given_ranking_has_no_scores() {
    let out = run(r#"{"fused": ["a", "b"]}"#).expect("a replay");
    assert!(out.fused.iter().all(|fused| fused.score.is_none() && fused.terms.is_empty()));
    assert_eq!(out.chunks, ["a", "b"]);
}

#[test]
fn the_answer_has_the_fields_of_the_contract() {
    let out = run(r#"{"fused": ["S", "x", "b"], "seams": {"S": ["a", "b"]}, "margin": 1, "budget": 2}"#);
    let json = serde_json::to_value(out.expect("a replay")).expect("JSON");
    let step = |at: usize| json["budget"]["steps"][at].clone();
    assert_eq!(json["schema"], 1);
    assert_eq!(json["fused"][0]["kind"], "seam");
    assert_eq!(json["fused"][0]["score"], serde_json::Value::Null);
    assert_eq!(json["seams"][0]["left_rank"], serde_json::Value::Null);
    assert_eq!((&json["seams"][0]["right_rank"], &json["seams"][0]["slack"]), (&3.into(), &1.into()));
    assert_eq!((&json["budget"]["unit"], &json["budget"]["used"]), (&"chunks".into(), &2.into()));
    assert_eq!((&step(0)["step"], &step(0)["id"], &step(0)["action"]), (&1.into(), &"S".into(), &"added".into()));
    assert_eq!(step(0)["chunks"], serde_json::json!(["a", "b"]));
    assert_eq!(step(1), serde_json::Value::Null, "the budget is full, the steps end");
    assert_eq!(json["chunks"], serde_json::json!(["a", "b"]));
}

#[test]
fn an_unscored_candidate_follows_the_scored_ones_and_the_rest_follows_both() {
    let out = run(r#"{"fused": ["a", "b", "c", "d"], "rerank": {"c": 0.5, "d": 9}, "rerank_n": 3}"#);
    assert_eq!(out.expect("a replay").chunks, ["c", "a", "b", "d"]);
}

#[test]
fn every_contradiction_is_an_error_that_says_where() {
    let cases = [
        (r#"{"lists": [["a"], ["b", "c", "b"]]}"#, "lists[1]: `b` stands twice, at 1 and 3"),
        (r#"{"fused": ["a", "a"]}"#, "fused: `a` stands twice, at 1 and 2"),
        (r#"{"lists": [["a"]], "fused": ["a"]}"#, "lists, fused: both are given"),
        (r#"{"margin": 2}"#, "lists, fused: neither is given"),
        (r#"{"fused": [], "margin": -1}"#, "margin: is -1; give a whole number of at least 0"),
        (r#"{"lists": [], "k": -60}"#, "k: is -60"),
        (r#"{"fused": [], "budget": -5}"#, "budget: is -5"),
        (r#"{"fused": [], "margin": 4294967296}"#, "margin: is 4294967296; give a smaller number"),
        (r#"{"fused": [], "rerank": {}, "rerank_n": -1}"#, "rerank_n: is -1"),
        (r#"{"fused": ["S"], "seams": {"S": ["a", "a"]}}"#, "seams.S: links `a` twice"),
        (r#"{"fused": ["S"], "seams": {"S": ["a", "T"], "T": ["a", "b"]}}"#, "seams.S: `T` is a seam"),
        (r#"{"fused": ["S"], "seams": {"S": ["a", "b"], "S": ["b", "c"]}}"#, "seams: `S` stands twice"),
        (r#"{"fused": ["S"], "seams": {"S": ["a", "b"]}, "rerank": {"S": 1}}"#, "rerank: `S` is a seam"),
        (r#"{"fused": ["a"], "rerank": {"a": 1, "a": 2}}"#, "rerank: `a` stands twice"),
        (r#"{"fused": ["S"], "seams": {"S": ["a"]}}"#, "line 1 column"),
        (r#"{"fused": ["S"], "seams": {"S": ["a", "b", "c"]}}"#, "line 1 column"),
        (r#"{"fused": ["a"], "margins": 3}"#, "unknown key `margins`; did you mean `margin`?"),
        (r#"{"fused": ["a"], "margin": 2.5}"#, "line 1 column"),
        ("[1]", "line 1 column"),
        ("", "line 1 column 0: EOF"),
    ];
    for (json, said) in cases {
        let error = run(json).expect_err(json);
        assert!(error.contains(said), "{json}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
