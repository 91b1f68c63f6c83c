//! Fusion, fire test, reranking and fill, through `replay` and through the stages themselves.

use std::collections::HashMap;

use seamscope::retrieve::fill::{self, Own, Rules};
use seamscope::retrieve::params::{BudgetParams, BudgetUnit, ExpandCount};
use seamscope::retrieve::replay::{Input, Output, replay};
use seamscope::retrieve::trace::{Action, ChunkId, Entry, Fused, SeamId};
use seamscope::retrieve::{fire, rerank};
use serde_json::{Value, json};

use super::{cases, worked_example};

fn replayed(input: &Value) -> Output {
    let input = Input::read(&input.to_string()).expect("the input of a case can be read");
    replay(&input).expect("a case can be replayed")
}

fn strings(value: &Value) -> Vec<String> {
    serde_json::from_value(value.clone()).expect("a list of ids")
}

#[test]
fn fused_rankings_and_scores_equal_the_reference_exactly() {
    for (id, input, expected) in cases("rrf").unwrap_or_default() {
        let out = replayed(&input);
        let ids: Vec<_> = out.fused.iter().map(|fused| fused.id.clone()).collect();
        assert_eq!(ids, strings(&expected["ranking"]), "case {id}");
        // Written and read again like the expected ones: equal numbers are written alike, and reading may round.
        let sums: Vec<_> = out.fused.iter().filter_map(|fused| fused.score).collect();
        let sums: Value = serde_json::from_str(&json!(sums).to_string()).expect("numbers");
        assert_eq!(sums, expected["scores"], "case {id}: not within a tolerance but the same sums");
    }
}

#[test]
fn replayed_seams_fire_are_skipped_and_fill_as_in_the_reference() {
    for (id, input, expected) in cases("seams").unwrap_or_default() {
        let out = replayed(&json!({
            "fused": input["fused"], "seams": input["seams"], "margin": input["m"], "budget": input["budget"],
        }));
        assert_eq!(out.fired, strings(&expected["fired"]), "case {id}: fired");
        assert_eq!(out.skipped, strings(&expected["skipped"]), "case {id}: skipped");
        assert_eq!(out.chunks, strings(&expected["chunks"]), "case {id}: chunks");
    }
}

#[test]
fn replayed_reranking_pins_pairs_as_in_the_reference() {
    for (id, input, expected) in cases("seams_rerank").unwrap_or_default() {
        let out = replayed(&json!({
            "fused": input["fused"], "seams": input["seams"], "margin": input["m"], "budget": input["budget"],
            "rerank": input["reranker_scores"], "rerank_n": input["rerank_n"],
        }));
        assert_eq!(out.fired, strings(&expected["fired"]), "case {id}: fired");
        assert_eq!(out.skipped, strings(&expected["skipped"]), "case {id}: skipped");
        assert_eq!(out.chunks, strings(&expected["chunks"]), "case {id}: chunks");
    }
}

#[test]
fn the_worked_example_of_the_paper_gives_its_context() {
    let Some(example) = worked_example() else { return };
    let out = replayed(&json!({
        "fused": example["fused"], "seams": example["seams"], "margin": example["m"], "budget": example["budget"],
    }));
    assert_eq!(out.chunks, strings(&example["chunks"]));
    // The reference writes no line for a seam that did not fire, and says "added 2" where the step lists two chunks.
    let told = out.budget.steps.iter().filter(|step| step.action != Action::NotFired);
    let told: Vec<_> = told
        .map(|step| match step.action {
            Action::Added if step.id.starts_with('S') => {
                json!([step.id, format!("added {}", step.chunks.len()), step.used])
            }
            Action::Added => json!([step.id, "added", step.used]),
            Action::AlreadyIncluded => json!([step.id, "already included", step.used]),
            other => json!([step.id, other, step.used]),
        })
        .collect();
    assert_eq!(json!(told), example["trace"]);
}

/// A case's names as numbers: chunk `C7` is 7, seams are numbered as they come.
struct Numbers {
    ranking: Vec<Fused>,
    links: Vec<[ChunkId; 2]>,
}

fn chunk(name: &str) -> ChunkId {
    ChunkId(name[1..].parse().expect("a chunk is C and its number"))
}

impl Numbers {
    fn of(input: &Value) -> Self {
        let seams: HashMap<String, [String; 2]> = serde_json::from_value(input["seams"].clone()).expect("links");
        let mut links = Vec::new();
        let mut entry = |name: String| match seams.get(&name) {
            Some([left, right]) => {
                links.push([chunk(left), chunk(right)]);
                Entry::Seam(SeamId(links.len() as u32 - 1))
            }
            None => Entry::Chunk(chunk(&name)),
        };
        let ranking = strings(&input["fused"]).into_iter().map(&mut entry);
        let ranking = ranking.map(|entry| Fused { entry, score: None, terms: Vec::new() }).collect();
        Self { ranking, links }
    }
}

#[test]
fn withheld_chunks_of_a_skipped_seam_stay_out_as_in_the_reference() {
    for (id, input, expected) in cases("seams").unwrap_or_default() {
        let Numbers { ranking, links } = Numbers::of(&input);
        let margin = input["m"].as_u64().expect("a margin") as u32;
        let verdicts = fire::verdicts(&ranking, |seam| links[seam.at()], margin);
        let sequence: Vec<_> = ranking.iter().map(|fused| fused.entry).collect();
        let limit = input["budget"].as_u64().expect("a budget");
        let fill = |own| {
            let rules = Rules {
                budget: &BudgetParams { unit: BudgetUnit::Chunks, limit },
                cost: &|chunks| chunks.len() as u64,
                own,
                floor: None,
                count: ExpandCount::Beyond,
                neighbours: &|_, _| Vec::new(),
            };
            fill::fill(&sequence, &verdicts, &rules).budget.chunks
        };
        let chunks = |key: &str| strings(&expected[key]).iter().map(|name| chunk(name)).collect::<Vec<_>>();
        assert_eq!(fill(Own::Kept), chunks("chunks"), "case {id}");
        assert_eq!(fill(Own::Withheld), chunks("chunks_if_withheld"), "case {id}");
        // Withholding without a reranker is reranking that leaves every chunk where it is.
        assert_eq!(rerank::pinned(&ranking, &verdicts, |_| None, usize::MAX), sequence, "case {id}");
    }
}
