//! The thread that answers questions.
//! Never answers an old question while a newer one waits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use super::explain::Explains;
use super::newest::Newest;
use super::{Say, Text, spoken, take, trial, write};
use crate::app::export::Export as What;
use crate::app::message::Report;
use crate::app::model::Notice;
use crate::app::prompt::Purpose;
use crate::app::story::Replaced;
use crate::retrieve::embed::{Embedder, Reranker, Stop};
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::ask::{AskError, Session};
use crate::retrieve::pipeline::build::Index;
use crate::retrieve::trace::{Entry, SeamId};

/// An index, the number of the build that made it, its model and its reranker.
type Numbered = (u64, Index, Option<Arc<dyn Embedder>>, Option<Reranker>);

/// What waits: a newer index, a newer question, or both.
#[derive(Default)]
struct Wish {
    index: Option<Numbered>,
    ask: Option<Ask>,
    explain: Option<(u64, Entry)>,
    export: Option<Export>,
    trial: Option<trial::Job>,
}

/// One question.
struct Ask {
    request: u64,
    question: String,
    params: Params,
    stop: Arc<AtomicBool>,
}

/// Something to take away from the newest session.
pub(super) struct Export {
    pub(super) what: What,
    pub(super) path: String,
    pub(super) replace: bool,
}

/// How it is made, and who writes it.
pub(super) struct Exports {
    pub(super) writes: Sender<write::Job>,
    pub(super) trace: Text,
    pub(super) chunks: Text,
}

impl Exports {
    /// Makes the text and hands it to whoever writes files; one sentence where it cannot be made.
    fn make(&self, session: &Session, export: Export) -> Result<(), String> {
        let Export { what, path, replace } = export;
        let text = match what {
            What::Trace => (self.trace)(session)?,
            What::Chunks => (self.chunks)(session)?,
            What::CutsCsv => take::csv(session.index())?,
            What::CutsJson => take::json(session.index())?,
            // The screen is drawn where the terminal is.
            What::Screen => return Ok(()),
        };
        let job = write::Job { purpose: Purpose::Export(what), path, text, replace };
        self.writes.send(job).map_err(|error| error.to_string())
    }
}

/// The newest wishes.
#[derive(Clone, Default)]
pub(super) struct Asks {
    newest: Newest<Wish>,
    /// The wish to stop the question that was asked last.
    running: Arc<Mutex<Arc<AtomicBool>>>,
}

impl Asks {
    /// Answers with this index from now on; `build` is the build that made it.
    pub(super) fn index(&self, build: u64, index: Index, model: Option<Arc<dyn Embedder>>, reranker: Option<Reranker>) {
        self.newest.change(|wish| wish.get_or_insert_default().index = Some((build, index, model, reranker)));
    }

    pub(super) fn want(&self, request: u64, question: String, params: Params) {
        let stop = Arc::new(AtomicBool::new(false));
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&stop);
        self.newest.change(|wish| wish.get_or_insert_default().ask = Some(Ask { request, question, params, stop }));
    }

    /// Stops the question that was asked last, if it is not answered yet.
    pub(super) fn stop(&self) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).store(true, Ordering::Relaxed);
    }

    /// Explains an entry under the newest question.
    pub(super) fn explain(&self, request: u64, entry: Entry) {
        self.newest.change(|wish| wish.get_or_insert_default().explain = Some((request, entry)));
    }

    /// Asks many questions of the newest session.
    pub(super) fn attempt(&self, job: trial::Job) {
        self.newest.change(|wish| wish.get_or_insert_default().trial = Some(job));
    }

    /// Takes something away from the newest session.
    pub(super) fn export(&self, export: Export) {
        self.newest.change(|wish| wish.get_or_insert_default().export = Some(export));
    }

    pub(super) fn close(&self) {
        self.newest.close();
    }
}

/// What each seam that brought chunks changed in the context.
fn replaced(session: &Session) -> Vec<Replaced> {
    let Some(trace) = session.trace() else { return Vec::new() };
    let brought = trace.budget.steps.iter().filter(|step| !step.chunks.is_empty());
    let changed = |seam: SeamId| {
        let (with, without) = (&trace.budget.chunks, session.budget_without(seam)?.chunks);
        let came: Vec<_> = with.iter().copied().filter(|chunk| !without.contains(chunk)).collect();
        let went: Vec<_> = without.into_iter().filter(|chunk| !with.contains(chunk)).collect();
        (!came.is_empty() || !went.is_empty()).then_some(Replaced { seam, came, went })
    };
    brought.filter_map(|step| if let Entry::Seam(seam) = step.subject { changed(seam) } else { None }).collect()
}

/// Answers one question, unless a newer one waits before it is done. False once nobody listens.
fn answer(asks: &Asks, ask: Ask, build: u64, session: &mut Session, say: &Say) -> bool {
    let Ask { request, question, params, stop } = ask;
    let superseded = || asks.newest.has(|wish| wish.ask.is_some());
    let newest = asks.newest.clone();
    let stopped = Stop::when(move || stop.load(Ordering::Relaxed) || newest.has(|wish| wish.ask.is_some()));
    let run = AssertUnwindSafe(|| session.ask_unless(&question, &params, &stopped).cloned());
    let report = match catch_unwind(run) {
        Ok(Ok(trace)) => Report::Answer { request, build, trace: Arc::new(trace) },
        // The newer one is answered instead.
        Ok(Err(AskError::Stopped)) if superseded() => return true,
        Ok(Err(error)) => Report::AskFailed { request, what: error.to_string() },
        Err(panic) => Report::AskFailed { request, what: spoken(&*panic) },
    };
    if let Report::AskFailed { request, what } = &report {
        tracing::error!(request, what, "a question failed");
    }
    let answered = matches!(report, Report::Answer { .. });
    say(report) && (!answered || say(Report::Replaced { request, replaced: replaced(session) }))
}

/// Serves until the place is closed. Explanations try many changes, so they have a thread of their own.
pub(super) fn serve(asks: &Asks, explains: &Explains, trials: &trial::Trials, exports: &Exports, say: &Say) {
    let mut session: Option<(u64, Session)> = None;
    while let Some(wish) = asks.newest.take() {
        if let Some((build, index, model, reranker)) = wish.index {
            let next = Session::new(index, model).with_reranker(reranker);
            let next = match &session {
                Some((_, before)) => next.following(before),
                None => next,
            };
            session = Some((build, next));
        }
        let Some((build, session)) = &mut session else {
            if wish.export.is_some() {
                let text = "There is nothing to write down before the folder is cut.".to_owned();
                say(Report::Said(Notice { text, bad: true }));
            }
            continue;
        };
        if let Some(ask) = wish.ask
            && !answer(asks, ask, *build, session, say)
        {
            return;
        }
        if let Some((request, entry)) = wish.explain {
            explains.want(request, session.clone(), entry);
        }
        if let Some(job) = wish.trial {
            trials.want(job, *build, session.clone());
        }
        if let Some(export) = wish.export
            && let Err(text) = exports.make(session, export)
        {
            say(Report::Said(Notice { text, bad: true }));
        }
    }
}
