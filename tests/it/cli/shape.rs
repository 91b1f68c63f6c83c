//! The shapes of contract.md: every field with its name and type, more fields may stand beside.

use serde_json::{Value, json};

use super::{Bench, DOCS};

/// Holds `value` against a shape: in a shape `"string"`, `"number"`, `"bool"`, `"any"` name a type, a `?` at their end
/// allows null, an object names fields that must be there, a list of one shape must hold items of that shape.
pub(super) fn mismatch(value: &Value, shape: &Value, path: &str) -> Option<String> {
    let wrong = || Some(format!("{path}: {value} is no {shape}"));
    match shape {
        Value::String(name) => {
            let (name, may_be_null) = name.strip_suffix('?').map_or((name.as_str(), false), |name| (name, true));
            let fits = match name {
                "string" => value.is_string(),
                "number" => value.is_number(),
                "bool" => value.is_boolean(),
                _ => !value.is_null(),
            };
            if fits || (may_be_null && value.is_null()) { None } else { wrong() }
        }
        Value::Object(fields) => {
            let Some(object) = value.as_object() else { return wrong() };
            fields.iter().find_map(|(key, shape)| match object.get(key) {
                Some(value) => mismatch(value, shape, &format!("{path}.{key}")),
                None => Some(format!("{path}.{key} is missing")),
            })
        }
        Value::Array(shapes) => {
            let Some(items) = value.as_array() else { return wrong() };
            let item = |at: usize| shapes.get(at).or(shapes.first()).unwrap_or(shape);
            if shapes.len() > 1 && items.len() != shapes.len() {
                return wrong();
            }
            items.iter().enumerate().find_map(|(at, value)| mismatch(value, item(at), &format!("{path}[{at}]")))
        }
        _ => (value != shape).then(|| format!("{path}: {value} is not {shape}")),
    }
}

fn holds(value: &Value, shape: &Value) {
    assert_eq!(mismatch(value, shape, "$"), None);
}

fn filled(value: &Value, path: &str) {
    assert!(value.pointer(path).and_then(Value::as_array).is_some_and(|items| !items.is_empty()), "{path} is empty");
}

fn pair() -> Value {
    json!(["number", "number"])
}

#[test]
fn chunk_has_the_shape_of_the_contract() {
    let bench = Bench::with(DOCS);
    bench.write("b.bin", "\0\0\0");
    let value = bench.call(&["chunk", "docs", "--json", "--set=chunk.size=20", "--set=seam.k=5"]).json(0);
    let chunk = json!({
        "id": "string", "index": "number", "byte": pair(), "char": pair(), "line": pair(), "tokens": "number",
        "section": ["string"], "ended_by": "string", "overlap_chars": "number", "warnings": ["string"],
    });
    let seam = json!({
        "id": "string", "left": "number", "right": "number", "cut": "number", "byte": pair(), "char": pair(),
        "tokens": pair(),
    });
    let document = json!({
        "path": "string", "bytes": "number", "chars": "number", "lines": "number", "tokens": "number",
        "chunks": [chunk], "seams": [seam],
    });
    holds(
        &value,
        &json!({
            "schema": 1, "params": {"chunk": {}, "seam": {}}, "documents": [document],
            "skipped": [{"path": "string", "reason": "string"}],
        }),
    );
    for path in
        ["/documents", "/documents/0/chunks", "/documents/0/seams", "/skipped", "/documents/0/chunks/0/warnings"]
    {
        filled(&value, path);
    }
    assert!(value["documents"][0]["chunks"][0].get("text").is_none(), "only with --text");
    assert_eq!(value["documents"][0]["chunks"][1]["id"], "billing.md#1");
    assert_eq!(value["documents"][0]["seams"][0]["id"], "billing.md#0|1");
}

fn fused() -> Value {
    json!({
        "rank": "number", "id": "string", "kind": "string", "score": "number?",
        "terms": [{"list": "string", "rank": "number", "value": "number"}],
    })
}

fn seam() -> Value {
    json!({
        "id": "string", "left": "string", "right": "string", "rank": "number", "left_rank": "number?",
        "right_rank": "number?", "margin": "number", "fired": "bool", "slack": "number?",
    })
}

fn budget() -> Value {
    json!({
        "unit": "string", "limit": "number", "used": "number", "expanded": "number", "chunks": ["string"],
        "steps": [{
            "step": "number", "id": "string", "action": "string", "chunks": ["string"], "used": "number",
            "why": "string",
        }],
    })
}

#[test]
fn query_has_the_shape_of_the_contract() {
    let bench = Bench::with(DOCS);
    let words = ["query", "docs", "who may refund an order on a sunday", "--json", "--explain", "billing.md#1"];
    let more = ["--set=chunk.size=20", "--set=seam.k=5", "--set=expand.policy=scar"];
    let value = bench.call(&[&words[..], &more].concat()).json(0);
    let expansion = json!({
        "from": "string", "to": "string", "distance": "number", "cos_question_chunk": "number",
        "cos_question_neighbour": "number", "cos_chunk_neighbour": "number", "penalty": "number", "score": "number",
        "threshold": "number", "taken": "bool",
    });
    holds(
        &value,
        &json!({
            "schema": 1, "question": "string", "params": {"fusion": {"k": 60}},
            "model": {"id": "string", "dimensions": 384, "window": "number"},
            "lists": [{"name": "string", "entries": [{"id": "string", "rank": "number", "score": "number"}]}],
            "fused": [fused()], "seams": [seam()], "expansions": [expansion], "budget": budget(),
            "context": [{
                "n": "number", "id": "string", "path": "string", "section": ["string"], "char": pair(), "byte": pair(),
                "citation": "string", "text": "string",
            }],
            "refused": null,
            "explain": {
                "id": "string", "inside": "bool", "cosine": "number",
                "bm25": {
                    "length": "number", "average_length": "number",
                    "words": [{"word": "string", "tf": "number", "idf": "number"}],
                },
                "sum": fused(), "changes": [{"key": "string", "from": "any", "to": "any", "effect": "string"}],
            },
        }),
    );
    for path in ["/lists", "/fused", "/seams", "/expansions", "/budget/steps", "/budget/chunks", "/context"] {
        filled(&value, path);
    }
    let names: Vec<_> = value["lists"].as_array().expect("lists").iter().map(|list| list["name"].clone()).collect();
    assert_eq!(names, ["chunk-dense", "chunk-bm25", "seam-dense", "seam-bm25"]);
}

#[test]
fn without_a_model_there_is_none_in_the_story() {
    let story = Bench::with(DOCS).ask("refund", &[]).json(0);
    assert_eq!(story["model"], Value::Null);
    let asked = Bench::with(DOCS).call(&["query", "docs", "refund", "--json", "--set=embed.model=none"]).json(0);
    assert_eq!(asked["model"], Value::Null);
    filled(&asked, "/notes");
}

#[test]
fn replay_has_the_shape_of_the_contract() {
    let bench = Bench::new();
    bench.write(
        "lists.json",
        r#"{"lists": [["C1", "S1|2", "C9"], ["S1|2", "C9"]], "seams": {"S1|2": ["C1", "C2"]}, "margin": 0, "budget": 2}"#,
    );
    let value = bench.call(&["replay", "docs/lists.json", "--json"]).json(0);
    let shape = json!({
        "schema": 1, "fused": [fused()], "seams": [seam()], "budget": budget(), "fired": ["string"],
        "skipped": ["string"], "chunks": ["string"],
    });
    holds(&value, &shape);
    for path in ["/fused", "/seams", "/budget/steps", "/fired", "/chunks"] {
        filled(&value, path);
    }
}

#[test]
fn params_are_nested_as_in_the_configuration_file() {
    let params = Bench::with(DOCS).call(&["chunk", "docs", "--json"]).json(0)["params"].clone();
    for key in seamscope::config::KEYS.iter().filter(|key| !key.name.starts_with("ui.")) {
        let value = params.pointer(&format!("/{}", key.name.replace('.', "/")));
        assert!(value.is_some_and(|value| key.optional || !value.is_null()), "{}", key.name);
    }
}
