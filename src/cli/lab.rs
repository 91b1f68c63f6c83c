//! What `calibrate` and `eval` share: a session on a folder, progress of many questions, output for programs.
//! Never computes a statistic.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::args::Shape;
use super::output::{Failure, Outcome};
use super::{open, progress};
use crate::config::Settings;
use crate::lab::eval::{self, Bench};
use crate::lab::places::Places;
use crate::lab::questions;
use crate::lab::run::{LabError, Meter, Part};
use crate::lab::statistics::{Interval, Share};
use crate::retrieve::embed::Embedder;
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::ask::{AskError, Session};
use crate::retrieve::pipeline::build::{self, BuildError};

/// What is said where Ctrl-C came before there was anything to tell.
const TOO_EARLY: &str = "stopped by Ctrl-C before a question was answered; what was embedded or written is kept, and the \
                         same call goes on";

/// `partial: 12 of 144 questions`, for the first line of what is printed.
pub(super) fn partial(part: Part, what: &str) -> String {
    format!("partial: {} of {} {what}", part.done, part.of)
}

/// How a command ends that printed what was there when Ctrl-C came.
pub(super) fn stopped(part: Part, what: &str) -> Outcome {
    Outcome::Stopped(format!("stopped by Ctrl-C; what is printed is of {} of {} {what} alone", part.done, part.of))
}

/// How often progress is drawn.
const BEAT: Duration = Duration::from_millis(100);

/// A session under `params` on a folder that is there, or how the command ends because the folder holds no document.
pub(super) fn session(
    folder: &Path,
    settings: &Settings,
    params: &Params,
    model: Option<Arc<dyn Embedder>>,
) -> Result<Result<Session, Outcome>, Failure> {
    let reranker = open::reranker(settings)?;
    let index = build::open(folder, params, model.as_ref(), &open::store(settings), &progress::watch());
    progress::clear();
    let index = match index {
        Err(BuildError::Cancelled) => return Ok(Err(Outcome::Stopped(TOO_EARLY.into()))),
        index => index.map_err(open::build_failure)?,
    };
    Ok(match open::outcome_of(&index.corpus, folder) {
        Outcome::Done => Ok(Session::new(index, model).with_reranker(reranker)),
        nothing => Err(nothing),
    })
}

/// A folder and a file of questions about it.
pub(super) struct Questions<'a> {
    pub(super) folder: &'a Path,
    pub(super) file: &'a Path,
    pub(super) settings: &'a Settings,
    pub(super) model: Option<&'a Arc<dyn Embedder>>,
}

impl Questions<'_> {
    /// What the questions get on the indexes that these policies need under `params`, or how the command ends.
    pub(super) fn answers(
        &self,
        params: &Params,
        wanted: &eval::Settings,
    ) -> Result<Result<eval::Answers, Outcome>, Failure> {
        match self.bench(params, wanted)? {
            Ok((bench, questions)) => {
                metered(|meter| eval::ask(&bench, &questions, params, wanted, &eval::Ledger::off(), meter))
            }
            Err(nothing) => Ok(Err(nothing)),
        }
    }

    /// The indexes that these policies need under `params`, with the questions, or how the command ends.
    pub(super) fn bench(
        &self,
        params: &Params,
        wanted: &eval::Settings,
    ) -> Result<Result<(Bench, Vec<questions::Question>), Outcome>, Failure> {
        enum End {
            Nothing(Outcome),
            Failure(Failure),
        }
        let open = |own: &Params| {
            let settings = Settings { params: own.clone(), ..self.settings.clone() };
            // Late chunking reads with a model of its own.
            let model = if own.embed == params.embed { Ok(self.model.cloned()) } else { open::load(&settings) };
            match model.and_then(|model| session(self.folder, &settings, own, model)) {
                Ok(Ok(session)) => Ok(session),
                Ok(Err(nothing)) => Err(End::Nothing(nothing)),
                Err(failure) => Err(End::Failure(failure)),
            }
        };
        let bench = match Bench::open(&wanted.policies, params, open) {
            Ok(bench) => bench,
            Err(End::Nothing(nothing)) => return Ok(Err(nothing)),
            Err(End::Failure(failure)) => return Err(failure),
        };
        let corpus = bench.common().index().corpus.clone();
        let loaded = questions::load(self.file, &Places::new(&corpus)).map_err(Failure::call)?;
        Ok(Ok((bench, loaded)))
    }
}

/// What stands in the JSON of a command that had nothing to work on, or was stopped before it had: its numbers are zero,
/// and `rest` has the rest.
pub(super) fn print_nothing(
    nothing: Outcome,
    params: &Params,
    rest: serde_json::Value,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let mut value = serde_json::json!({ "schema": super::json::SCHEMA, "params": super::json::params(params) });
    if let (Some(value), serde_json::Value::Object(rest)) = (value.as_object_mut(), rest) {
        value.extend(rest);
        if matches!(nothing, Outcome::Stopped(_)) {
            value.insert("partial".into(), serde_json::json!({ "done": 0, "of": null }));
        }
    }
    super::json::print(&value, out)?;
    Ok(nothing)
}

/// Runs `work` with a meter that draws on stderr where that is a terminal.
pub(super) fn metered<T>(work: impl FnOnce(Meter<'_>) -> Result<T, LabError>) -> Result<Result<T, Outcome>, Failure> {
    metered_as("", work)
}

/// The same with words before the count.
pub(super) fn metered_as<T>(
    told: &str,
    work: impl FnOnce(Meter<'_>) -> Result<T, LabError>,
) -> Result<Result<T, Outcome>, Failure> {
    let stop = progress::interrupted();
    let is_terminal = io::stderr().is_terminal();
    let (last, began) = (Mutex::new(None::<Instant>), Instant::now());
    let report = |done: usize, total: usize| {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if is_terminal && last.is_none_or(|last| last.elapsed() >= BEAT) {
            *last = Some(Instant::now());
            let pace = progress::pace(began.elapsed(), done, total);
            drop(write!(io::stderr().lock(), "\r\x1b[K{told}questions {done}/{total}{pace}"));
        }
    };
    let result = work(Meter::new(&report, &stop));
    progress::clear();
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(LabError::Cancelled) => Ok(Err(Outcome::Stopped(TOO_EARLY.into()))),
        Err(LabError::Nothing(why)) => Ok(Err(Outcome::Nothing(why))),
        Err(error @ (LabError::Settings(_) | LabError::Ask { error: AskError::Params(_) | AskError::Blank, .. })) => {
            Err(Failure::call(error))
        }
        Err(error) => Err(Failure::run(error)),
    }
}

/// Rows under headings, as CSV or as a Markdown table.
pub(super) fn print_rows(
    shape: Shape,
    headings: &[&str],
    rows: &[Vec<String>],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if shape == Shape::Csv {
        let mut writer = csv::Writer::from_writer(out);
        let lines = std::iter::once(headings.iter().map(ToString::to_string).collect()).chain(rows.iter().cloned());
        for line in lines {
            writer.write_record(&line).map_err(|error| match error.into_kind() {
                csv::ErrorKind::Io(error) => Failure::Output(error),
                other => Failure::run(format!("{other:?}")),
            })?;
        }
        writer.flush()?;
        return Ok(());
    }
    let rule: Vec<String> = headings.iter().map(|_| "---".to_owned()).collect();
    let head: Vec<String> = headings.iter().map(ToString::to_string).collect();
    for row in [&head, &rule].into_iter().chain(rows) {
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        super::table::line(out, &format!("| {} |", cells.join(" | ")))?;
    }
    Ok(())
}

/// `0.812 [0.701, 0.893]`, or a dash where there is nothing.
fn with_interval(mean: Option<f64>, interval: Option<Interval>) -> String {
    match (mean, interval) {
        (Some(mean), Some(interval)) => format!("{mean:.3} [{:.3}, {:.3}]", interval.low, interval.high),
        _ => "–".into(),
    }
}

/// The same with the number of values: `0.812 [0.701, 0.893] n 64`.
pub(super) fn mean(mean: Option<f64>, interval: Option<Interval>, n: usize) -> String {
    match mean {
        Some(_) => format!("{} n {n}", with_interval(mean, interval)),
        None => "–".into(),
    }
}

/// The same with the numbers that it is made of: `0.812 [0.701, 0.893] 52/64`.
pub(super) fn share(share: Share) -> String {
    match share.mean {
        Some(_) => format!("{} {}/{}", with_interval(share.mean, Some(share.interval)), share.successes, share.n),
        None => "–".into(),
    }
}
