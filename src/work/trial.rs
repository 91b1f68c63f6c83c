//! The thread that asks many questions: calibrations, comparisons, sweeps.
//! Never holds up the question on the screen.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::loaded::Loaded;
use super::newest::Newest;
use super::pace::Pace;
use super::{Say, Setup, spoken};
use crate::app::calibrate::Found;
use crate::app::message::{Report, Trial};
use crate::lab::calibrate::{self, Settings};
use crate::lab::eval::{self, Bench, Ledger, Policy};
use crate::lab::questions::Question;
use crate::lab::run::{LabError, Meter};
use crate::lab::sweep::{self, Axis};
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::ask::Session;
use crate::retrieve::pipeline::build::{Watch, open};

/// What is said where there is nothing to show of what was stopped.
const STOPPED: &str = "Stopped. The answers so far are kept: the same again goes on where it was.";

/// Something to try.
pub(super) struct Job {
    pub(super) request: u64,
    pub(super) params: Params,
    pub(super) questions: Arc<Vec<Question>>,
    pub(super) what: Trial,
}

/// A job with the session of the newest build and that build's number, and the way to stop it.
struct Begun {
    job: Job,
    build: u64,
    session: Session,
    stop: Arc<AtomicBool>,
}

/// The newest wish.
#[derive(Clone, Default)]
pub(super) struct Trials {
    newest: Newest<Begun>,
    running: Arc<Mutex<Arc<AtomicBool>>>,
}

impl Trials {
    /// Stops what runs and begins this.
    pub(super) fn want(&self, job: Job, build: u64, session: Session) {
        let stop = Arc::new(AtomicBool::new(false));
        let old = std::mem::replace(&mut *self.running.lock().unwrap_or_else(PoisonError::into_inner), stop.clone());
        old.store(true, Ordering::Relaxed);
        self.newest.change(|wish| *wish = Some(Begun { job, build, session, stop }));
    }

    /// Stops what runs.
    pub(super) fn stop(&self) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).store(true, Ordering::Relaxed);
    }

    pub(super) fn close(&self) {
        self.stop();
        self.newest.close();
    }
}

/// Serves until the place is closed.
pub(super) fn serve(trials: &Trials, setup: &Setup, loaded: &Loaded, say: &Say) {
    let ledger = Ledger::at(setup.store.folder().map(|folder| folder.join("lab")));
    while let Some(begun) = trials.newest.take() {
        let pace = Mutex::new(Pace::default());
        let request = begun.job.request;
        let report = |done: usize, total: usize| {
            let mut pace = pace.lock().unwrap_or_else(PoisonError::into_inner);
            if pace.note(Instant::now(), done, total).is_some() {
                say(Report::TrialProgress { request, done, total });
            }
        };
        let meter = Meter::new(&report, &begun.stop);
        let run = AssertUnwindSafe(|| attempt(&begun, (setup, loaded, &ledger), say, meter));
        let last = catch_unwind(run).unwrap_or_else(|panic| failed(&begun.job, spoken(&*panic)));
        if !say(last) {
            return;
        }
    }
}

/// The report that a job has no result.
fn failed(job: &Job, what: String) -> Report {
    let request = job.request;
    match job.what {
        Trial::Calibrate(_) => Report::Calibrated { request, build: 0, result: Err(what) },
        Trial::Evaluate(_) => Report::Evaluated { request, result: Err(what) },
        Trial::Sweep(..) => Report::Swept { request, result: Err(what) },
    }
}

/// Where indexes and models come from, and where answers are kept.
type Means<'a> = (&'a Setup, &'a Loaded, &'a Ledger);

fn attempt(begun: &Begun, means: Means<'_>, say: &Say, meter: Meter<'_>) -> Report {
    let Begun { job, build, session, .. } = begun;
    let request = job.request;
    let result = match &job.what {
        Trial::Calibrate(settings) => calibrated(session, job, settings, meter).map(|found| Report::Calibrated {
            request,
            build: *build,
            result: Ok(Arc::new(found)),
        }),
        Trial::Evaluate(settings) => {
            let bench = Bench::new(session.clone());
            let answers = eval::ask(&bench, &job.questions, &job.params, settings, means.2, meter);
            answers
                .map(|answers| Report::Evaluated { request, result: Ok(Arc::new(eval::conclude(answers, settings))) })
        }
        Trial::Sweep(axes, settings) => swept(begun, axes, settings, means, say, meter)
            .map(|()| Report::Swept { request, result: Ok((Vec::new(), true)) }),
    };
    let words = |error| match error {
        LabError::Cancelled => STOPPED.to_owned(),
        error => error.to_string(),
    };
    result.unwrap_or_else(|error| failed(job, words(error)))
}

fn calibrated(session: &Session, job: &Job, settings: &Settings, meter: Meter<'_>) -> Result<Found, LabError> {
    let calibration = calibrate::calibrate(session, &job.params, settings, meter)?;
    if calibration.partial.is_some() {
        return Ok(Found { calibration, firings: Vec::new() });
    }
    let questions: Vec<String> = job.questions.iter().map(|question| question.text.clone()).collect();
    let firings = calibrate::firings(session, &questions, &job.params, settings.margins, meter)?;
    Ok(Found { calibration, firings })
}

/// Place by place, each reported when it is there.
fn swept(
    begun: &Begun,
    axes: &[Axis],
    settings: &eval::Settings,
    (setup, loaded, ledger): Means<'_>,
    say: &Say,
    meter: Meter<'_>,
) -> Result<(), LabError> {
    let job = &begun.job;
    let settings = eval::Settings { policies: vec![Policy::Configured], ..settings.clone() };
    let mut bench = Bench::new(begun.session.clone());
    for place in sweep::places(&job.params, axes)? {
        let params = &place.1;
        if !sweep::same_index(&bench.common().index().params, params) {
            let watch = Watch::new(|_| {}, begun.stop.clone());
            let failed = |error: crate::retrieve::pipeline::build::BuildError| LabError::Settings(error.to_string());
            let model = loaded.model(&params.embed, setup, &watch.onlooker()).map_err(failed)?;
            let index = open(&setup.root, params, model.as_ref(), &setup.store, &watch).map_err(failed)?;
            let reranker = loaded.reranker(params, setup, &watch).map_err(LabError::Settings)?;
            bench = Bench::new(Session::new(index, model).with_reranker(reranker));
        }
        let points = sweep::points(&bench, &job.questions, &place, &settings, ledger, meter)?;
        if !say(Report::Swept { request: job.request, result: Ok((points, false)) }) {
            return Ok(());
        }
    }
    Ok(())
}
