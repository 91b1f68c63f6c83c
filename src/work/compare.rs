//! The thread that cuts the folder with other settings and answers the same question with them.
//! Never holds up a build or a question of the configuration on the screen.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::loaded::Loaded;
use super::newest::Newest;
use super::pace::Pace;
use super::{Say, Setup, spoken};
use crate::app::message::Report;
use crate::retrieve::embed::Onlooker;
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::ask::Session;
use crate::retrieve::pipeline::build::{BuildError, Index, Progress, Watch, words_then_vectors};

/// What is wanted of the other configuration.
pub(super) struct Job {
    pub(super) request: u64,
    /// The state of the folder.
    pub(super) folder: u64,
    pub(super) params: Params,
    pub(super) question: Option<String>,
}

/// The newest wish, and the way to stop what runs for an older one.
#[derive(Clone, Default)]
pub(super) struct Compares {
    newest: Newest<(Job, Arc<AtomicBool>)>,
    running: Arc<Mutex<Arc<AtomicBool>>>,
}

impl Compares {
    pub(super) fn want(&self, job: Job) {
        let stop = Arc::new(AtomicBool::new(false));
        let old = std::mem::replace(&mut *self.running.lock().unwrap_or_else(PoisonError::into_inner), stop.clone());
        old.store(true, Ordering::Relaxed);
        self.newest.change(|wish| *wish = Some((job, stop)));
    }

    pub(super) fn close(&self) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).store(true, Ordering::Relaxed);
        self.newest.close();
    }
}

/// The folder as the other settings cut it.
struct Cut {
    folder: u64,
    params: Params,
    session: Session,
    /// Its vectors are there, or there will be none.
    complete: bool,
}

impl Cut {
    /// True when it serves a job as it is: nothing that cutting or embedding looks at differs.
    fn serves(&self, job: &Job) -> bool {
        let (old, new) = (&self.params, &job.params);
        self.complete
            && self.folder == job.folder
            && (&old.folder, &old.chunk, &old.seam, &old.embed) == (&new.folder, &new.chunk, &new.seam, &new.embed)
            && old.rerank.model == new.rerank.model
    }
}

/// Serves until the place is closed.
pub(super) fn serve(compares: &Compares, setup: &Setup, loaded: &Loaded, say: &Say) {
    let mut cut: Option<Cut> = None;
    while let Some((job, stop)) = compares.newest.take() {
        let request = job.request;
        let run = AssertUnwindSafe(|| compare(&job, &stop, setup, loaded, &mut cut, say));
        let what = match catch_unwind(run) {
            Ok(Ok(())) => continue,
            // A newer wish stopped it: its own answer follows.
            Ok(Err(_)) if stop.load(Ordering::Relaxed) => continue,
            Ok(Err(what)) => what,
            Err(panic) => spoken(&*panic),
        };
        cut = None;
        if !say(Report::CompareFailed { request, what }) {
            return;
        }
    }
}

/// Words first, then vectors; one report each.
fn compare(
    job: &Job,
    stop: &Arc<AtomicBool>,
    setup: &Setup,
    loaded: &Loaded,
    kept: &mut Option<Cut>,
    say: &Say,
) -> Result<(), String> {
    let told = |error: BuildError| error.to_string();
    if let Some(cut) = kept.as_mut().filter(|cut| cut.serves(job)) {
        return answer(job, cut, say);
    }
    let (request, its_say, pace) = (job.request, say.clone(), Mutex::new(Pace::default()));
    let tell = move |progress: Progress| {
        let mut pace = pace.lock().unwrap_or_else(PoisonError::into_inner);
        if pace.note(Instant::now(), progress.vectors, progress.vectors_total).is_some() {
            its_say(Report::CompareProgress { request, progress: Progress { steps: Vec::new(), ..progress } });
        }
    };
    let watch = Watch::new(tell, stop.clone());
    let model = |onlooker: &Onlooker| loaded.model(&job.params.embed, setup, onlooker);
    let cut = |session, complete| Cut { folder: job.folder, params: job.params.clone(), session, complete };
    let mut by_words = Ok(());
    let words = |index: &Index| {
        by_words = answer(job, &mut cut(Session::new(index.clone(), None), false), say);
    };
    let built = words_then_vectors(&setup.root, &job.params, &model, &setup.store, &watch, words).map_err(told)?;
    by_words?;
    let reranker = loaded.reranker(&job.params, setup, &watch)?;
    let session = Session::new(built.index, built.model.map_err(told)?).with_reranker(reranker);
    answer(job, kept.insert(cut(session, true)), say)
}

fn answer(job: &Job, cut: &mut Cut, say: &Say) -> Result<(), String> {
    let trace = match &job.question {
        None => None,
        Some(question) => {
            let trace = cut.session.ask(question, &job.params).map_err(|error| error.to_string())?;
            Some(Arc::new(trace.clone()))
        }
    };
    let corpus = cut.session.index().corpus.clone();
    say(Report::Compared { request: job.request, corpus, trace, complete: cut.complete });
    Ok(())
}
