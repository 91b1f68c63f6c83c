//! `seamscope calibrate`: pick the margin m on a person's own documents.
//! Never writes a setting; it says which one to write.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::args::{CalibrateArgs, Common, Shape};
use super::json;
use super::lab;
use super::open;
use super::output::{Failure, Outcome};
use super::table::{self, Table, counted};
use crate::lab::calibrate::llm::INSTRUCTION;
use crate::lab::calibrate::{self, AtMargin, Calibration, Settings};
use crate::lab::endpoint::Endpoint;
use crate::lab::places::Places;
use crate::lab::questions;
use crate::retrieve::embed::Key;
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::ask::Session;

#[derive(Serialize)]
struct CalibrateJson<'a> {
    schema: u32,
    params: Value,
    /// What a language model was told before each passage.
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt: Option<&'a str>,
    #[serde(flatten)]
    calibration: &'a Calibration,
}

pub(super) fn run(args: CalibrateArgs, earlier: &Common, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let CalibrateArgs { folder, questions, llm, llm_model, samples, seed, strength, margins, shape, common } = args;
    if !folder.exists() {
        return Err(open::missing(&folder));
    }
    if !(0.0..=1.0).contains(&strength) {
        return Err(Failure::call(format!(
            "a share lies between 0 and 1 and this is {strength}, --strength; give one"
        )));
    }
    let settings = open::settings(&common.over(earlier), Some(&folder))?;
    let params = &settings.params;
    let model = open::model_for_question(&settings)?;
    let shape = shape.shape();
    let session = match lab::session(&folder, &settings, params, model)? {
        Ok(session) => session,
        Err(nothing) => return print_nothing(nothing, shape, params, out),
    };
    let wanted = Settings { whole: samples, split: samples, seed, strength, margins };
    let endpoint = llm.zip(llm_model).map(|(url, model)| endpoint(url, model, &settings));
    let calibration = match (questions, &endpoint) {
        (None, Some(endpoint)) => {
            let writer = |prompt: &str| endpoint.answer(prompt);
            lab::metered_as("written and asked · ", |meter| {
                calibrate::calibrate_written(&session, params, &wanted, &writer, meter)
            })?
        }
        (None, None) => lab::metered(|meter| calibrate::calibrate(&session, params, &wanted, meter))?,
        (Some(file), _) => {
            let corpus = session.index().corpus.clone();
            let loaded = questions::load(&file, &Places::new(&corpus)).map_err(Failure::call)?;
            let probes = calibrate::from_questions(&corpus, &loaded);
            lab::metered(|meter| calibrate::calibrate_with(&session, params, &wanted, &probes, meter))?
        }
    };
    let calibration = match calibration {
        Ok(calibration) => calibration,
        Err(nothing) => return print_nothing(nothing, shape, params, out),
    };
    match shape {
        Shape::Json => {
            let params = json::params(params);
            let prompt = endpoint.as_ref().map(|_| INSTRUCTION);
            json::print(&CalibrateJson { schema: json::SCHEMA, params, prompt, calibration: &calibration }, out)?;
        }
        Shape::Table => {
            print(&calibration, &session, out)?;
            if let Some(endpoint) = &endpoint {
                writeln!(out, "\nQuestions by {} at {}, asked with each passage:", endpoint.model, endpoint.url)?;
                table::line(out, &format!("  {INSTRUCTION}"))?;
            }
        }
        shape => {
            if let (Some(part), Shape::Markdown) = (calibration.partial, shape) {
                writeln!(out, "{}\n", lab::partial(part, ASKED))?;
            }
            lab::print_rows(shape, &HEADINGS, &rows(&calibration), out)?;
        }
    }
    Ok(calibration.partial.map_or(Outcome::Done, |part| lab::stopped(part, ASKED)))
}

/// What is counted where it was stopped.
const ASKED: &str = "samples asked";

/// The JSON of a calibration without samples; its verdict says what is missing.
fn print_nothing(nothing: Outcome, shape: Shape, params: &Params, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let (Outcome::Nothing(why) | Outcome::Stopped(why)) = &nothing else { return Ok(nothing) };
    if shape != Shape::Json {
        return Ok(nothing);
    }
    let side = serde_json::json!({ "head_starts": [], "p90": null, "fire_rate_by_margin": [] });
    let rest = serde_json::json!({
        "samples": { "whole": 0, "split": 0 }, "whole": side, "split": side, "suggested_margin": null, "verdict": why,
    });
    lab::print_nothing(nothing, params, rest, out)
}

/// The endpoint with the key of the environment; answers are kept beside the indexes.
fn endpoint(url: String, model: String, settings: &crate::config::Settings) -> Endpoint {
    let key = ["SEAMSCOPE_LLM_KEY", "OPENAI_API_KEY"].iter().find_map(|name| std::env::var(name).ok());
    let kept = open::store(settings).folder().map(|folder| folder.join("written"));
    Endpoint { url, model, key: key.and_then(|key| Key::new(&key)), kept }
}

const HEADINGS: [&str; 9] = [
    "m",
    "whole that fire",
    "split that fire",
    "firings a question",
    "false (literal)",
    "false (strict)",
    "whole found",
    "split found",
    "displaced a question",
];

fn rows(calibration: &Calibration) -> Vec<Vec<String>> {
    let none = calibration.without_seams;
    let dash = || "–".to_owned();
    let (whole, split) = (lab::share(none.whole_found), lab::share(none.split_found));
    let mut rows = vec![vec!["no seams".into(), dash(), dash(), dash(), dash(), dash(), whole, split, dash()]];
    rows.extend(calibration.rates.iter().map(row));
    rows
}

fn row(rate: &AtMargin) -> Vec<String> {
    vec![
        rate.margin.to_string(),
        lab::share(rate.whole_fires),
        lab::share(rate.split_fires),
        lab::mean(Some(rate.firings_per_question), rate.firings_interval, rate.samples),
        lab::share(rate.false_fires_literal),
        lab::share(rate.false_fires_strict),
        lab::share(rate.whole_found),
        lab::share(rate.split_found),
        lab::mean(Some(rate.displaced_per_question), rate.displaced_interval, rate.samples),
    ]
}

/// Two narrow tables instead of one that no terminal holds.
fn print(calibration: &Calibration, session: &Session, out: &mut dyn Write) -> io::Result<()> {
    let (whole, split) = (&calibration.whole, &calibration.split);
    if let Some(part) = calibration.partial {
        writeln!(out, "{}", lab::partial(part, ASKED))?;
    }
    writeln!(
        out,
        "{} at {}, {} at {}, of {} · seed {}",
        counted(calibration.samples.whole, "whole sentence"),
        counted(whole.cuts, "cut"),
        counted(calibration.samples.split, "split passage"),
        counted(split.cuts, "cut"),
        counted(session.index().corpus.seams.len(), "cut"),
        calibration.settings.seed,
    )?;
    writeln!(out, "\nSuggested: fire.margin={}", calibration.suggested_margin)?;
    table::line(out, &calibration.verdict)?;
    let rows = rows(calibration);
    let cell = |row: &Vec<String>, at: usize| row.get(at).cloned().unwrap_or_default();
    writeln!(out, "\nLeads  share of samples whose seam stands m or more places above the answer; 95 % intervals")?;
    let mut leads = Table::new(&[">m", "whole that fire", "split that fire"]);
    for row in rows.iter().skip(1) {
        leads.row([cell(row, 0), cell(row, 1), cell(row, 2)]);
    }
    leads.print(out)?;
    writeln!(out, "\nContexts  what a budget of this size holds under each m")?;
    let mut contexts =
        Table::new(&[">m", "whole found", "split found", "firings", "displaced", "false (literal)", "false (strict)"]);
    for row in &rows {
        contexts.row([
            cell(row, 0),
            cell(row, 6),
            cell(row, 7),
            cell(row, 3),
            cell(row, 8),
            cell(row, 4),
            cell(row, 5),
        ]);
    }
    contexts.print(out)?;
    writeln!(out, "\n  false (literal): the answer lies whole in one chunk; it depends on how many samples are whole")?;
    writeln!(out, "  false (strict): the answer does not cross that very cut")
}
