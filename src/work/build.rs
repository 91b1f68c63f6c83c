//! The thread that reads, cuts and embeds the folder.
//! Never goes on with a build that is no longer wanted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::ask::Asks;
use super::loaded::Loaded;
use super::newest::Newest;
use super::tell::Teller;
use super::{Say, Setup, sizes, spoken};
use crate::app::message::Report;
use crate::lab::places::Places;
use crate::lab::questions::{self, Question};
use crate::retrieve::embed::Onlooker;
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::build::{BuildError, Built, Index, Reading, VectorSet, Watch, words_then_vectors};
use crate::retrieve::trace::Corpus;

/// The questions that lie beside the documents.
const QUESTIONS: &str = "questions.jsonl";

/// A file of questions larger than this is not read: nobody wrote it by hand.
const LARGEST: u64 = 1 << 20;

/// One wanted build.
struct Job {
    request: u64,
    params: Params,
    stop: Arc<AtomicBool>,
}

/// The newest wanted build, and the way to stop the one that runs.
#[derive(Clone, Default)]
pub(super) struct Builds {
    newest: Newest<Job>,
    running: Arc<Mutex<Arc<AtomicBool>>>,
}

impl Builds {
    /// Stops the build that runs and wants this one.
    pub(super) fn want(&self, request: u64, params: Params) {
        let stop = Arc::new(AtomicBool::new(false));
        let old = std::mem::replace(&mut *self.running.lock().unwrap_or_else(PoisonError::into_inner), stop.clone());
        old.store(true, Ordering::Relaxed);
        self.newest.change(|wish| *wish = Some(Job { request, params, stop }));
    }

    /// Stops the build that runs.
    pub(super) fn stop(&self) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).store(true, Ordering::Relaxed);
    }

    pub(super) fn close(&self) {
        self.newest.close();
    }
}

/// Serves until the place is closed.
pub(super) fn serve(builds: &Builds, setup: &Setup, loaded: &Loaded, asks: &Asks, say: &Say) {
    let mut suggested = false;
    while let Some(job) = builds.newest.take() {
        if !suggested {
            suggested = true;
            let questions = suggested_by(&setup.root);
            if !questions.is_empty() && !say(Report::Suggestions(questions)) {
                return;
            }
        }
        let request = job.request;
        let run = AssertUnwindSafe(|| build(&job, setup, loaded, asks, say));
        let report = match catch_unwind(run) {
            Ok(report) => report,
            Err(panic) => Report::BuildFailed { request, what: spoken(&*panic) },
        };
        noted(&report);
        if !say(report) {
            return;
        }
    }
}

/// How a build ended, for the log.
fn noted(report: &Report) {
    match report {
        Report::Vectors { request, counts, .. } => tracing::info!(request, ?counts, "built"),
        Report::NoVectors { request, why } => tracing::info!(request, why, "built without vectors"),
        Report::BuildFailed { request, what } => tracing::error!(request, what, "the build failed"),
        _ => {}
    }
}

/// Builds, says when the words are there, and how it ended.
fn build(job: &Job, setup: &Setup, loaded: &Loaded, asks: &Asks, say: &Say) -> Report {
    let request = job.request;
    let teller = Arc::new(Mutex::new(Teller::new(request, say.clone())));
    let watch = watch(job, &teller);
    let model = |onlooker: &Onlooker| loaded.model(&job.params.embed, setup, onlooker);
    let words = |index: &Index| words(request, index, setup, loaded, asks, say);
    let built = words_then_vectors(&setup.root, &job.params, &model, &setup.store, &watch, words);
    teller.lock().unwrap_or_else(PoisonError::into_inner).end();
    let Built { index, model } = match built {
        Ok(built) => built,
        Err(error) => return Report::BuildFailed { request, what: error.to_string() },
    };
    let (reranker, unranked) = match loaded.reranker(&job.params, setup, &watch) {
        Ok(reranker) => (reranker, None),
        Err(why) => (None, Some(why)),
    };
    match (model, index.vectors.clone()) {
        (Ok(Some(model)), Some(set)) => {
            let breaks = Arc::new(breaks(&index.corpus, &set));
            let windows = Arc::new(set.chunk_windows.clone());
            let reading = Reading::of(&index, &*model).map(|reading| reading.warnings).unwrap_or_default();
            let (counts, mut notices) = (index.counts, index.notices.clone());
            notices.extend(reading.into_iter().chain(unranked));
            asks.index(request, index, Some(model), reranker);
            Report::Vectors { request, model: set.model.clone(), breaks, windows, counts, notices }
        }
        (without, _) => {
            if reranker.is_some() {
                asks.index(request, index, None, reranker);
            }
            let why = match without {
                Ok(_) => "embed.model is none".into(),
                Err(BuildError::Cancelled) => "vectors stopped, r goes on".into(),
                Err(error) => error.to_string(),
            };
            Report::NoVectors { request, why: unranked.map_or(why.clone(), |unranked| format!("{why}; {unranked}")) }
        }
    }
}

/// Says that words can be asked, while the model still reads.
fn words(request: u64, index: &Index, setup: &Setup, loaded: &Loaded, asks: &Asks, say: &Say) {
    asks.index(request, index.clone(), None, None);
    let (corpus, counts, notices) = (index.corpus.clone(), index.counts, index.notices.clone());
    tracing::info!(request, documents = corpus.documents.len(), chunks = corpus.chunks.len(), ?counts, "read and cut");
    say(Report::Words { request, corpus, counts, notices });
    if let Some(sizes) = sizes::measured(index, || loaded.there()) {
        say(Report::Sizes { request, sizes });
    }
    say(Report::Questions { request, questions: Arc::new(with_evidence(&setup.root, &index.corpus)) });
}

/// Has a build told as it goes on.
fn watch(job: &Job, teller: &Arc<Mutex<Teller>>) -> Watch {
    let teller = Arc::clone(teller);
    let tell = move |progress| teller.lock().unwrap_or_else(PoisonError::into_inner).take(progress);
    Watch::new(tell, job.stop.clone())
}

/// 1 - cos(left, right) of the cut at the end of each chunk.
fn breaks(corpus: &Corpus, set: &VectorSet) -> Vec<Option<f32>> {
    let count = corpus.chunks.len().min(set.chunks.len());
    let lost = |at: usize| {
        let same = at + 1 < count && corpus.chunks[at].document == corpus.chunks[at + 1].document;
        same.then(|| 1.0 - set.chunks.cos(at, set.chunks.row(at + 1)))
    };
    (0..count).map(lost).collect()
}

/// The same questions with their evidence, in places of this folder. A file that the lab cannot use has none here: the
/// lab says what is wrong with it.
fn with_evidence(root: &Path, corpus: &Corpus) -> Vec<Question> {
    let file = root.join(QUESTIONS);
    if !std::fs::metadata(&file).is_ok_and(|about| about.is_file() && about.len() <= LARGEST) {
        return Vec::new();
    }
    questions::load(&file, &Places::new(corpus)).unwrap_or_default()
}

/// The questions that lie beside the documents in `questions.jsonl`; none where there is no such file.
fn suggested_by(root: &Path) -> Vec<String> {
    let file = root.join(QUESTIONS);
    if !std::fs::metadata(&file).is_ok_and(|about| about.is_file() && about.len() <= LARGEST) {
        return Vec::new();
    }
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let question = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(value.get("question")?.as_str()?.to_owned())
    };
    text.lines().filter_map(question).collect()
}
