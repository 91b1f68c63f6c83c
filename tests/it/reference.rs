//! Equality with the reference program.

#[path = "reference/expansions.rs"]
mod expansions;
#[path = "reference/rankings.rs"]
mod rankings;

use serde_json::Value;

use crate::support::shared;

/// The reference's cases of one kind, as (id, input, expected); `None` after saying that they are not at hand.
fn cases(kind: &str) -> Option<Vec<(u64, Value, Value)>> {
    let path = shared(&format!("equality with the reference ({kind})"))?.join("reference/cases.json");
    let text = std::fs::read_to_string(path).expect("the reference's cases are readable");
    let all: Value = serde_json::from_str(&text).expect("the reference's cases are JSON");
    let of_kind = all["random"].as_array().expect("a list of cases").iter().filter(|case| case["kind"] == kind);
    let cases: Vec<_> = of_kind
        .map(|case| (case["id"].as_u64().expect("a number"), case["input"].clone(), case["expected"].clone()))
        .collect();
    assert!(!cases.is_empty(), "there are cases of kind {kind}");
    Some(cases)
}

/// The reference's worked example of the Seams paper.
fn worked_example() -> Option<Value> {
    let path = shared("the worked example of the reference")?.join("reference/cases.json");
    let text = std::fs::read_to_string(path).expect("the reference's cases are readable");
    Some(serde_json::from_str::<Value>(&text).expect("the reference's cases are JSON")["worked_example"].clone())
}
