//! From the JSON of `query` alone another program recomputes every score, verdict and step; this is that program.

use std::collections::HashMap;

use serde_json::Value;

use super::{Bench, DOCS, folder_of_the_package};
use crate::support::shared;

fn items(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn whole(value: &Value) -> u64 {
    value.as_u64().expect("a whole number")
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12
}

/// Scores of lists by words, from the words' figures.
fn check_words(story: &Value) {
    for list in items(&story["lists"]) {
        let Some(shared) = list.get("bm25") else { continue };
        let (k1, b, average) = (number(&shared["k1"]), number(&shared["b"]), number(&shared["average_length"]));
        let rows = number(&shared["rows"]);
        for word in items(&shared["words"]) {
            let n = number(&word["rows"]);
            assert!(close(number(&word["idf"]), (1.0 + (rows - n + 0.5) / (n + 0.5)).ln()), "{word}");
        }
        for entry in items(&list["entries"]) {
            let length = number(&entry["length"]);
            let parts = items(&shared["words"]).iter().zip(items(&entry["tf"])).map(|(word, tf)| {
                let tf = number(tf);
                number(&word["count"]) * number(&word["idf"]) * tf * (k1 + 1.0)
                    / (tf + k1 * (1.0 - b + b * length / average))
            });
            let score: f64 = parts.sum();
            assert!(close(score, number(&entry["score"])), "{entry}");
        }
    }
}

/// The fused ranking, from the lists, their weights and k.
fn check_fusion(story: &Value) {
    let k = number(&story["params"]["fusion"]["k"]);
    let mut order: Vec<&str> = Vec::new();
    let mut sums: HashMap<&str, f64> = HashMap::new();
    for list in items(&story["lists"]) {
        for (entry, rank) in items(&list["entries"]).iter().zip(1..) {
            assert_eq!(whole(&entry["rank"]), rank);
            let id = text(&entry["id"]);
            let sum = sums.entry(id).or_insert_with(|| {
                order.push(id);
                0.0
            });
            *sum += number(&list["weight"]) / (k + number(&entry["rank"]));
        }
    }
    order.sort_by(|a, b| sums[b].total_cmp(&sums[a]));
    let fused = items(&story["fused"]);
    assert_eq!(fused.iter().map(|row| text(&row["id"])).collect::<Vec<_>>(), order);
    for row in fused {
        assert!(close(number(&row["score"]), sums[text(&row["id"])]));
        let terms: f64 = items(&row["terms"]).iter().map(|term| number(&term["value"])).sum();
        assert!(close(number(&row["score"]), terms));
    }
}

/// Verdict, slack and turning points, from the ranks.
fn check_verdicts(story: &Value) -> HashMap<String, (String, String)> {
    let ranks: HashMap<&str, i64> =
        items(&story["fused"]).iter().zip(1..).map(|(row, rank)| (text(&row["id"]), rank)).collect();
    let margin = story["params"]["fire"]["margin"].as_i64().expect("a margin");
    let mut fired = HashMap::new();
    for seam in items(&story["seams"]) {
        let rank = ranks[text(&seam["id"])];
        let sides = ["left", "right"].map(|side| ranks.get(text(&seam[side])).copied());
        assert_eq!([seam["left_rank"].as_i64(), seam["right_rank"].as_i64()], sides);
        assert_eq!(seam["rank"].as_i64(), Some(rank));
        let nearest = sides.into_iter().flatten().min();
        assert_eq!(seam["slack"].as_i64(), nearest.map(|nearest| nearest - rank - margin));
        let holds = nearest.is_none_or(|nearest| rank + margin <= nearest);
        assert_eq!(seam["fired"], holds);
        if let (Some(nearest), true) = (nearest, holds) {
            assert_eq!(seam["turns_from"].as_i64(), Some(nearest - rank + 1), "{seam}");
        }
        if holds {
            fired.insert(text(&seam["id"]).to_owned(), (text(&seam["left"]).into(), text(&seam["right"]).into()));
        }
    }
    assert_eq!(items(&story["seams"]).len(), ranks.keys().filter(|id| id.contains('|')).count());
    fired
}

/// S and threshold of every neighbour, from its cosines, lambda and gamma.
fn check_expansions(story: &Value) {
    let expand = &story["params"]["expand"];
    for test in items(&story["expansions"]) {
        if expand["policy"] != "scar" {
            continue;
        }
        let penalty = number(&expand["lambda"]) * (1.0 - number(&test["cos_chunk_neighbour"]));
        let score = number(&test["cos_question_neighbour"]) - penalty;
        let threshold = number(&expand["gamma"]) * number(&test["cos_question_chunk"]);
        assert!(close(number(&test["penalty"]), penalty) && close(number(&test["score"]), score), "{test}");
        assert!(close(number(&test["threshold"]), threshold), "{test}");
        if test["already"] == false {
            assert_eq!(test["taken"], score > threshold, "{test}");
        }
    }
}

/// The steps of a budget, from ranking, verdicts and the size of each chunk.
fn check_budget(story: &Value, fired: &HashMap<String, (String, String)>) {
    let budget = &story["budget"];
    let by_tokens = budget["unit"] == "tokens";
    let tokens: HashMap<&str, u64> =
        items(&story["chunks"]).iter().map(|chunk| (text(&chunk["id"]), whole(&chunk["tokens"]))).collect();
    let separator = whole(&budget["separator_tokens"]);
    let cost = |chunks: &[String]| {
        if by_tokens {
            let sum: u64 = chunks.iter().map(|chunk| tokens[chunk.as_str()]).sum();
            sum + separator * chunks.len().saturating_sub(1) as u64
        } else {
            chunks.len() as u64
        }
    };
    let limit = whole(&budget["limit"]);
    let within = story["params"]["expand"]["count"] == "within";
    let mut context: Vec<String> = Vec::new();
    let mut reached: Vec<String> = Vec::new();
    let mut expected: Vec<(String, &str, Vec<String>)> = Vec::new();
    for row in items(&story["fused"]) {
        if cost(&context) >= limit {
            break;
        }
        let id = text(&row["id"]).to_owned();
        let wanted = match (row["kind"] == "seam", fired.get(&id)) {
            (true, None) => {
                expected.push((id, "not-fired", Vec::new()));
                continue;
            }
            (true, Some((left, right))) => {
                let strong = sides_above_the_floor(story, &id);
                [left, right]
                    .into_iter()
                    .zip(strong)
                    .filter(|(_, strong)| *strong)
                    .map(|(side, _)| side.clone())
                    .collect()
            }
            (false, _) => vec![id.clone()],
        };
        let new: Vec<String> = wanted.iter().filter(|chunk| !context.contains(chunk)).cloned().collect();
        let with: Vec<String> = context.iter().chain(&new).cloned().collect();
        let action = match (new.is_empty(), cost(&with) <= limit) {
            (true, _) => "already-included",
            (false, true) => "added",
            (false, false) => "no-room",
        };
        if action == "added" {
            context = with;
        }
        expected.push((id, action, if action == "added" { new } else { Vec::new() }));
        for chunk in wanted.into_iter().filter(|_| within && action != "no-room") {
            if reached.contains(&chunk) {
                continue;
            }
            for neighbour in passing(story, &chunk) {
                let with: Vec<String> = context.iter().chain([&neighbour]).cloned().collect();
                if cost(&context) >= limit {
                    break;
                }
                let fits = cost(&with) <= limit;
                context = if fits { with } else { context };
                let new = if fits { vec![neighbour.clone()] } else { Vec::new() };
                expected.push((neighbour, if fits { "expanded" } else { "no-room" }, new));
            }
            reached.push(chunk);
        }
    }
    let names = |value: &Value| items(value).iter().map(|name| text(name).to_owned()).collect::<Vec<_>>();
    let other = |step: &&Value| (within || step["action"] != "expanded") && step["action"] != "withheld";
    let steps: Vec<_> = items(&budget["steps"]).iter().filter(other).collect();
    assert_eq!(steps.len(), expected.len());
    for (step, (id, action, chunks)) in steps.into_iter().zip(expected) {
        assert_eq!((text(&step["id"]), text(&step["action"]), names(&step["chunks"])), (id.as_str(), action, chunks));
    }
    assert_eq!(whole(&budget["used"]), cost(&context));
    let inside = items(&budget["steps"]).iter().filter(|step| within && step["action"] == "expanded").count();
    let retrieved = context.len() - inside;
    context.extend(expansions_of(story, &context).into_iter().filter(|_| !within));
    assert_eq!(names(&budget["chunks"]), context);
    assert_eq!(budget["expanded"].as_u64(), Some((context.len() - retrieved) as u64));
    assert_eq!(whole(&budget["total"]), cost(&context));
    let cited: Vec<String> = items(&story["context"]).iter().map(|passage| text(&passage["id"]).to_owned()).collect();
    assert_eq!(cited, context);
}

/// Which sides of a fired seam may enter, from the cosines of the halves of its window.
fn sides_above_the_floor(story: &Value, id: &str) -> [bool; 2] {
    let Some(floor) = story["params"]["fire"]["floor"].as_f64() else { return [true; 2] };
    let seam = items(&story["seams"]).iter().find(|seam| seam["id"] == id).expect("a seam");
    [0, 1].map(|side| seam["half_cosines"][side].as_f64().is_none_or(|cosine| cosine >= floor))
}

/// The neighbours of a chunk that passed their test and were not there yet.
fn passing(story: &Value, from: &str) -> Vec<String> {
    let passed = |test: &&Value| test["from"] == from && test["taken"] == true && test["already"] == false;
    items(&story["expansions"]).iter().filter(passed).map(|test| text(&test["to"]).to_owned()).collect()
}

/// The neighbours that come on top, in the order of the tests that they passed.
fn expansions_of(story: &Value, context: &[String]) -> Vec<String> {
    let mut added: Vec<String> = Vec::new();
    for test in items(&story["expansions"]).iter().filter(|test| test["taken"] == true) {
        let to = text(&test["to"]).to_owned();
        if !context.contains(&to) && !added.contains(&to) {
            added.push(to);
        }
    }
    added
}

/// Whether there is an answer, from the cosines of the ranked chunks.
fn check_refusal(story: &Value) {
    let Some(threshold) = story["params"]["refuse"]["distance"].as_f64() else {
        assert_eq!(story["refused"], Value::Null);
        return;
    };
    let cosines: HashMap<&str, f64> =
        items(&story["chunks"]).iter().map(|chunk| (text(&chunk["id"]), number(&chunk["cosine"]))).collect();
    let ranked = items(&story["fused"]).iter().filter(|row| row["kind"] == "chunk");
    let nearest = ranked.map(|row| 1.0 - cosines[text(&row["id"])]).min_by(f64::total_cmp).expect("a chunk");
    let refused = story["refused"]["distance"].as_f64();
    assert_eq!(refused.is_some(), nearest > threshold);
    assert!(refused.is_none_or(|refused| close(refused, nearest)));
}

fn check(story: &Value) {
    check_words(story);
    check_fusion(story);
    let fired = check_verdicts(story);
    check_expansions(story);
    check_budget(story, &fired);
    check_refusal(story);
}

#[test]
fn a_story_of_words_and_vectors_can_be_recomputed() {
    let bench = Bench::with(DOCS);
    let settings: [&[&str]; 9] = [
        &[],
        &["--set=fusion.layout=joint", "--set=fire.margin=0"],
        &["--set=budget.unit=tokens", "--set=budget.limit=70", "--set=fusion.k=3"],
        &["--set=expand.policy=scar", "--set=expand.radius=2", "--set=budget.limit=2"],
        &["--set=expand.policy=window", "--set=budget.limit=2", "--set=fusion.weights.seam_bm25=2.5"],
        &["--set=expand.policy=window", "--set=expand.count=within", "--set=budget.limit=4"],
        &["--set=expand.policy=scar", "--set=expand.count=within", "--set=budget.unit=tokens", "--set=budget.limit=60"],
        &["--set=refuse.distance=0.9", "--set=search.depth=3"],
        &["--set=fire.floor=0.35", "--set=fire.margin=0"],
    ];
    for more in settings {
        let words = ["query", "docs", "who may refund an order on a sunday", "--json"];
        let cut = ["--set=chunk.size=20", "--set=seam.k=5"];
        let story = bench.call(&[&words[..], &cut, more].concat()).json(0);
        assert!(!items(&story["fused"]).is_empty() && !items(&story["seams"]).is_empty());
        check(&story);
    }
    let refused = bench.call(&["query", "docs", "tea in orbit", "--json", "--set=refuse.distance=0.05"]);
    check(&refused.json(1));
}

/// Cosines from the vectors that `query` and `export` print.
#[test]
fn dense_scores_are_products_of_the_vectors() {
    let bench = Bench::with(DOCS);
    let cut = ["--set=chunk.size=20", "--set=seam.k=5"];
    let lines = bench.call(&[&["export", "docs", "--format", "jsonl", "--vectors"][..], &cut].concat()).text();
    let vector = |value: &Value| items(&value["vector"]).iter().map(number).collect::<Vec<_>>();
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
    let vectors: HashMap<String, Vec<f64>> = lines.map(|line| (text(&line["id"]).to_owned(), vector(&line))).collect();
    let story =
        bench.call(&[&["query", "docs", "who may refund an order", "--json", "--vectors"][..], &cut].concat()).json(0);
    let question = vector(&story);
    let mut seen = 0;
    for list in items(&story["lists"]).iter().filter(|list| list.get("bm25").is_none()) {
        for entry in items(&list["entries"]) {
            let row = &vectors[text(&entry["id"])];
            let cosine: f64 = row.iter().zip(&question).map(|(a, b)| a * b).sum();
            assert!((cosine - number(&entry["score"])).abs() < 1e-6, "{entry}");
            seen += 1;
        }
    }
    assert!(seen > 3, "{seen} cosines");
    assert!(bench.call(&["query", "docs", "refund", "--json"]).json(0).get("vector").is_none());
}

#[test]
fn the_story_of_the_samples_can_be_recomputed() {
    let bench = Bench::new();
    let samples = folder_of_the_package("sample-docs");
    let words = ["query", &samples.to_string_lossy(), "May a read of an order be stale?", "--json"];
    let story = bench.call(&words).json(0);
    assert!(items(&story["seams"]).iter().any(|seam| seam["fired"] == true));
    check(&story);
}

#[test]
fn the_story_of_long_documents_can_be_recomputed() {
    let Some(shared) = shared("the story of long documents") else { return };
    let bench = Bench::new();
    let corpora = shared.join("corpora");
    for more in [&[][..], &["--set=budget.unit=tokens", "--set=budget.limit=3000", "--set=fire.margin=1"]] {
        let question = "When may a controller transfer personal data to a third country?";
        let words = ["query", &corpora.to_string_lossy(), question, "--json", "--set=search.dense=false"];
        let story = bench.call(&[&words[..], more].concat()).json(0);
        assert!(items(&story["fused"]).len() > 150);
        check(&story);
    }
}
