//! `seamscope eval`: policies on the questions of a file, and the bars that they must clear.
//! Never prints a share without its interval and its n.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::args::{Common, EvalArgs, Shape};
use super::output::{Failure, Outcome};
use super::table::{self, Table, counted};
use super::{json, lab, open};
use crate::lab::eval::{self, Bar, Evaluation, Measure, Pair, Policy, Settings, Slice, Summary};
use crate::retrieve::params::{Method, Params};

#[derive(Serialize)]
struct EvalJson<'a> {
    schema: u32,
    params: Value,
    #[serde(flatten)]
    evaluation: &'a Evaluation,
}

pub(super) fn run(args: EvalArgs, earlier: &Common, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let EvalArgs { folder, questions, policies, require, phases, resamples, seed, shape, common } = args;
    if !folder.exists() {
        return Err(open::missing(&folder));
    }
    if !questions.exists() {
        let what = format!("no such question file: {}; name one that exists, --questions", questions.display());
        return Err(Failure::call(what));
    }
    let bars = require.iter().map(|bar| bar.parse().map_err(|error| Failure::call(format!("--require {error}"))));
    let bars = bars.collect::<Result<Vec<Bar>, _>>()?;
    let policies = policies_of(&policies)?;
    let settings = open::settings(&common.over(earlier), Some(&folder))?;
    let params = &settings.params;
    let by_cosine = policies.iter().any(|policy| policy.needs_vectors(params));
    let model = if by_cosine { open::load(&settings)? } else { open::model_for_question(&settings)? };
    let wanted = Settings { policies, resamples, seed };
    let starts = starts(params, phases)?;
    let mut answers = Vec::new();
    for start in starts {
        let mut params = params.clone();
        params.chunk.start = start;
        let one = lab::Questions { folder: &folder, file: &questions, settings: &settings, model: model.as_ref() };
        match one.answers(&params, &wanted)? {
            Ok(more) => {
                let stopped = more.partial().is_some();
                answers.push((start, more));
                if stopped {
                    break;
                }
            }
            Err(Outcome::Stopped(_)) if !answers.is_empty() => break,
            Err(nothing) => return print_nothing(nothing, shape.shape(), &params, out),
        }
    }
    let evaluation = match answers.pop() {
        Some((_, only)) if phases == 1 => eval::conclude(only, &wanted),
        last => {
            answers.extend(last);
            eval::conclude_phases(answers, phases, &wanted)
        }
    };
    match shape.shape() {
        Shape::Json => {
            let params = json::params(params);
            json::print(&EvalJson { schema: json::SCHEMA, params, evaluation: &evaluation }, out)?;
        }
        Shape::Csv => print_csv(&evaluation, out)?,
        Shape::Markdown => print_markdown(&evaluation, out)?,
        Shape::Table => print(&evaluation, out)?,
    }
    if let Some(part) = evaluation.partial {
        // A bar is held against all questions or not at all.
        return Ok(lab::stopped(part, ASKED));
    }
    let mut missed = Vec::new();
    for bar in &bars {
        let by = bar.missed(&evaluation).map_err(|error| Failure::call(format!("--require {error}")))?;
        missed.extend(by.into_iter().map(|missed| missed.words));
    }
    Ok(if missed.is_empty() { Outcome::Done } else { Outcome::Nothing(missed.join("; ")) })
}

/// What is counted where it was stopped.
const ASKED: &str = "questions asked";

/// The JSON of an evaluation without questions; its note says what is missing.
fn print_nothing(nothing: Outcome, shape: Shape, params: &Params, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let (Outcome::Nothing(why) | Outcome::Stopped(why)) = &nothing else { return Ok(nothing) };
    if shape != Shape::Json {
        return Ok(nothing);
    }
    let rest = serde_json::json!({ "questions": 0, "policies": [], "pairs": [], "notes": [why] });
    lab::print_nothing(nothing, params, rest, out)
}

/// The places of the first cut: `phases` of them, evenly over one chunk.
fn starts(params: &Params, phases: usize) -> Result<Vec<usize>, Failure> {
    let chunk = &params.chunk;
    if phases == 0 || phases > chunk.size {
        return Err(Failure::call(format!("{phases} is no number of phases, --phases; give 1 to {}", chunk.size)));
    }
    if phases == 1 {
        return Ok(vec![chunk.start]);
    }
    if chunk.method != Method::Tokens || chunk.overlap > 0 {
        return Err(Failure::call(
            "only chunks of chunk.method=tokens without overlap have a first cut to move, --phases; leave it out",
        ));
    }
    Ok((0..phases).map(|phase| phase * chunk.size / phases).collect())
}

pub(super) fn policies_of(names: &[String]) -> Result<Vec<Policy>, Failure> {
    if names.is_empty() {
        return Ok(Policy::COMPARED.to_vec());
    }
    let mut policies: Vec<Policy> = Vec::new();
    for name in names {
        let policy = Policy::named(name).ok_or_else(|| {
            let known: Vec<&str> = Policy::ALL.iter().map(|policy| policy.name()).collect();
            Failure::call(format!("there is no policy `{name}`, --policies; use some of {}", known.join(", ")))
        })?;
        if policies.contains(&policy) {
            return Err(Failure::call(format!("`{name}` stands there twice, --policies; name it once")));
        }
        policies.push(policy);
    }
    Ok(policies)
}

/// Columns of one summary: those that say what was found, what it cost, and what the seams did.
const FOUND: [&str; 7] = ["policy", "n", "complete", "complete in one chunk", "recall", "MRR", "failure@20"];
const COST: [&str; 8] =
    ["policy", "chunks", "tokens", "precision", "IoU", "precision omega", "efficiency", "chunks at 20"];
const CUTS: [&str; 4] = ["policy", "split by the common cuts", "L / C", "destroyed"];
const FIRES: [&str; 6] =
    ["policy", "firings a question", "false (literal)", "false (strict)", "wasted a side", "refused"];

fn found(policy: Policy, summary: &Summary) -> [String; 7] {
    [
        policy.name().into(),
        summary.n.to_string(),
        lab::share(summary.complete),
        lab::share(summary.complete_in_one),
        mean(summary.recall),
        mean(summary.mrr),
        lab::share(summary.failure_at_20),
    ]
}

fn cost(policy: Policy, summary: &Summary) -> [String; 8] {
    [
        policy.name().into(),
        mean(summary.chunks),
        mean(summary.tokens),
        mean(summary.precision),
        mean(summary.iou),
        mean(summary.precision_omega),
        summary.efficiency.map_or_else(|| "–".into(), |efficiency| format!("{efficiency:.4}")),
        mean(summary.chunks_at_20),
    ]
}

fn cuts(policy: Policy, summary: &Summary) -> [String; 4] {
    [policy.name().into(), lab::share(summary.split), mean(summary.split_model), lab::share(summary.destroyed)]
}

fn fires(policy: Policy, summary: &Summary) -> [String; 6] {
    [
        policy.name().into(),
        mean(summary.fired),
        lab::share(summary.false_fires_literal),
        lab::share(summary.false_fires_strict),
        lab::share(summary.wasted_fires),
        lab::share(summary.refused),
    ]
}

fn mean(mean: eval::Mean) -> String {
    lab::mean(mean.mean, mean.interval, mean.n)
}

/// The summary of a slice under every policy.
fn summaries(evaluation: &Evaluation, slice: Slice) -> Vec<(Policy, &Summary)> {
    let all = evaluation.policies.iter().flat_map(|outcome| outcome.summary.iter().map(|one| (outcome.policy, one)));
    all.filter(|(_, summary)| summary.slice == slice).collect()
}

fn print(evaluation: &Evaluation, out: &mut dyn Write) -> io::Result<()> {
    if let Some(part) = evaluation.partial {
        writeln!(out, "{}", lab::partial(part, ASKED))?;
    }
    write!(out, "{}", counted(evaluation.questions, "question"))?;
    if !evaluation.phases.is_empty() {
        write!(out, " with the first cut at {} places", evaluation.phases.len())?;
    }
    writeln!(out, " · mean [95 % interval] and of how many")?;
    for note in &evaluation.notes {
        table::line(out, &format!("  note: {note}"))?;
    }
    for slice in Slice::ALL {
        let summaries = summaries(evaluation, slice);
        // Of questions without evidence there is nothing to find; what they are for stands under the refusals.
        if summaries.iter().all(|(_, summary)| summary.recall.n == 0) {
            continue;
        }
        writeln!(out, "\nFound  {}", about(slice))?;
        print_table(FOUND, summaries.iter().map(|(policy, summary)| found(*policy, summary)), out)?;
        if slice == Slice::All {
            writeln!(out, "\nPrice")?;
            print_table(COST, summaries.iter().map(|(policy, summary)| cost(*policy, summary)), out)?;
            writeln!(out, "\nFires and refusals")?;
            print_table(FIRES, summaries.iter().map(|(policy, summary)| fires(*policy, summary)), out)?;
            writeln!(out, "\nCuts  evidence that is whole in no chunk")?;
            print_table(CUTS, summaries.iter().map(|(policy, summary)| cuts(*policy, summary)), out)?;
        }
    }
    print_refusals(evaluation, out)?;
    print_pairs(evaluation, out)
}

/// What thresholds would do under the first policy, where there are unanswerable questions; rows at which nothing changes
/// are left out.
fn print_refusals(evaluation: &Evaluation, out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = evaluation.policies.first() else { return Ok(()) };
    if first.refusals.iter().all(|at| at.bluffs.n == 0) {
        return Ok(());
    }
    writeln!(out, "\nRefusals  what each refuse.distance would do, policy {}", first.policy.name())?;
    let mut table = Table::new(&[">distance", "answerable, refused", "unanswerable, answered"]);
    let mut last = None;
    for at in &first.refusals {
        let counts = (at.refused.successes, at.bluffs.successes);
        if last.replace(counts) != Some(counts) {
            table.row([format!("{:.3}", at.threshold), lab::share(at.refused), lab::share(at.bluffs)]);
        }
    }
    table.print(out)
}

fn about(slice: Slice) -> &'static str {
    match slice {
        Slice::All => "all questions",
        Slice::Kind(kind) => kind.as_str(),
        Slice::Split => "evidence that these cuts split",
        Slice::Whole => "evidence that these cuts leave whole",
    }
}

fn print_table<const N: usize>(
    headings: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut table = Table::new(&headings);
    rows.for_each(|row| table.row(row));
    table.print(out)
}

/// Pairs that are printed: complete answers, on all questions and on those that the cuts split.
fn shown(pair: &Pair) -> bool {
    pair.measure == Measure::Complete && matches!(pair.slice, Slice::All | Slice::Split)
}

fn print_pairs(evaluation: &Evaluation, out: &mut dyn Write) -> io::Result<()> {
    let pairs: Vec<&Pair> = evaluation.pairs.iter().filter(|pair| shown(pair)).collect();
    if pairs.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nPairs  complete answers; every measure and kind is in --json")?;
    for slice in [Slice::All, Slice::Split] {
        for pair in pairs.iter().filter(|pair| pair.slice == slice) {
            table::line(out, &format!("  {}: {}", slice.name(), pair.words))?;
        }
    }
    writeln!(
        out,
        "  {}, each taken alone: of twenty without any difference one comes out at 5 % by chance",
        counted(pairs.len(), "comparison")
    )
}

fn print_markdown(evaluation: &Evaluation, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(part) = evaluation.partial {
        writeln!(out, "{}\n", lab::partial(part, ASKED))?;
    }
    let headings: Vec<&str> =
        ["questions"].iter().chain(&FOUND).chain(&COST[1..]).chain(&FIRES[1..]).chain(&CUTS[1..]).copied().collect();
    let mut rows = Vec::new();
    for slice in Slice::ALL {
        for (policy, summary) in summaries(evaluation, slice) {
            let mut row = vec![slice.name().to_owned()];
            row.extend(found(policy, summary));
            row.extend(cost(policy, summary).into_iter().skip(1));
            row.extend(fires(policy, summary).into_iter().skip(1));
            row.extend(cuts(policy, summary).into_iter().skip(1));
            rows.push(row);
        }
    }
    lab::print_rows(Shape::Markdown, &headings, &rows, out)
}

/// One line a question and policy, with the names of the JSON.
fn print_csv(evaluation: &Evaluation, out: &mut dyn Write) -> Result<(), Failure> {
    const COLUMNS: [&str; 27] = [
        "policy",
        "id",
        "kind",
        "phase",
        "split",
        "split_model",
        "destroyed",
        "complete",
        "complete_in_one",
        "recall",
        "precision",
        "iou",
        "precision_omega",
        "first_hit",
        "tokens",
        "evidence_chars",
        "covered_chars",
        "fired",
        "false_fires_literal",
        "false_fires_strict",
        "wasted_fires",
        "complete_at_20",
        "complete_in_one_at_20",
        "chunks_at_20",
        "refused",
        "distance",
        "chunks",
    ];
    let mut rows = Vec::new();
    for outcome in &evaluation.policies {
        for row in &outcome.rows {
            let value = serde_json::to_value(row).map_err(Failure::run)?;
            let cell = |name: &&str| match value.get(*name) {
                None if *name == "policy" => outcome.policy.name().to_owned(),
                None | Some(Value::Null) => String::new(),
                Some(Value::String(text)) => text.clone(),
                Some(Value::Array(_)) => row.chunks.join(" "),
                Some(other) => other.to_string(),
            };
            rows.push(COLUMNS.iter().map(cell).collect());
        }
    }
    lab::print_rows(Shape::Csv, &COLUMNS, &rows, out)
}
