//! Window, parent and SCAR.

use seamscope::retrieve::expand::{self, Sight};
use seamscope::retrieve::fill::{self, Own, Rules};
use seamscope::retrieve::params::{BudgetParams, BudgetUnit, ExpandCount, ExpandParams, Policy};
use seamscope::retrieve::trace::{ChunkId, Entry};
use serde_json::Value;

use super::cases;

fn list<T: serde::de::DeserializeOwned>(value: &Value) -> Vec<T> {
    serde_json::from_value(value.clone()).expect("a list")
}

/// The context that retrieved chunks and their expansions make, all retrieved chunks having room.
fn context(top: &[u32], params: &ExpandParams, sight: &Sight<'_>) -> Vec<u32> {
    let sequence: Vec<_> = top.iter().map(|&at| Entry::Chunk(ChunkId(at))).collect();
    let rules = Rules {
        budget: &BudgetParams { unit: BudgetUnit::Chunks, limit: top.len() as u64 },
        cost: &|chunks| chunks.len() as u64,
        own: Own::Kept,
        floor: None,
        count: ExpandCount::Beyond,
        neighbours: &|chunk, included| expand::around(chunk, params, sight, included),
    };
    fill::fill(&sequence, &[], &rules).budget.chunks.iter().map(|chunk| chunk.0).collect()
}

fn cosine(a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    dot(a, b) / (dot(a, a).sqrt() * dot(b, b).sqrt())
}

#[test]
fn scar_and_window_add_the_neighbours_of_the_reference_in_its_order() {
    for (id, input, expected) in cases("scar").unwrap_or_default() {
        let question: Vec<f64> = list(&input["query"]);
        let rows: Vec<Vec<f64>> = list(&input["embeddings"]);
        let documents: Vec<u32> = list(&input["doc_of"]);
        let top: Vec<u32> = list(&input["top"]);
        let sight = Sight {
            neighbour: &|chunk, distance| {
                let at = u32::try_from(i64::from(chunk.0) + distance).ok().filter(|&at| (at as usize) < rows.len())?;
                (documents[at as usize] == documents[chunk.at()]).then_some(ChunkId(at))
            },
            section: &|_| Vec::new(),
            question: &|chunk| Some(cosine(&question, &rows[chunk.at()])),
            pair: &|one, other| Some(cosine(&rows[one.at()], &rows[other.at()])),
        };
        let params = ExpandParams {
            policy: Policy::Scar,
            radius: input["r"].as_u64().expect("a radius") as u32,
            lambda: input["lam"].as_f64().expect("lambda"),
            gamma: input["gamma"].as_f64().expect("gamma"),
            ..ExpandParams::default()
        };
        let contiguous = ExpandParams { contiguous: true, ..params.clone() };
        let window = ExpandParams { policy: Policy::Window, ..params.clone() };
        assert_eq!(context(&top, &params, &sight), list::<u32>(&expected["chunks"]), "case {id}");
        let expected_contiguous = list::<u32>(&expected["chunks_if_contiguous"]);
        assert_eq!(context(&top, &contiguous, &sight), expected_contiguous, "case {id}, contiguous");
        assert_eq!(context(&top, &window, &sight), list::<u32>(&expected["window"]), "case {id}, window");
    }
}

#[test]
fn parent_adds_whole_sections_in_the_order_of_the_reference() {
    for (id, input, expected) in cases("parent").unwrap_or_default() {
        let sections: Vec<u32> = list(&input["section_of"]);
        let section = |chunk: ChunkId| {
            let same = (0..).zip(&sections).filter(|(_, section)| **section == sections[chunk.at()]);
            same.map(|(at, _)| ChunkId(at)).collect::<Vec<_>>()
        };
        let sight = Sight { neighbour: &|_, _| None, section: &section, question: &|_| None, pair: &|_, _| None };
        let params = ExpandParams { policy: Policy::Parent, ..ExpandParams::default() };
        let chunks = context(&list::<u32>(&input["top"]), &params, &sight);
        assert_eq!(chunks, list::<u32>(&expected["chunks"]), "case {id}");
    }
}
