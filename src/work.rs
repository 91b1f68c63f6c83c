//! ROOM 4: the only threads. Carries out effects in the background and answers with reports; the newest wish wins.
//! Never changes the model and never draws.

mod ask;
mod build;
mod compare;
mod explain;
mod loaded;
mod newest;
mod pace;
mod paint;
mod shelf;
mod sizes;
mod take;
mod tell;
mod trial;
mod watch;
mod write;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use crate::app::ink::Stroke;
use crate::app::message::{Effect, Report};
pub use crate::retrieve::index::store::Store;
pub use crate::retrieve::pipeline::ask::Session;
use crate::retrieve::span::Span;
use crate::retrieve::trace::Document;

/// Finds the syntax colours of a part of a document.
pub type Painter = fn(&Document, Span) -> Vec<Stroke>;

/// Takes what the threads have to say. False once nobody listens.
pub type Say = Arc<dyn Fn(Report) -> bool + Send + Sync>;

/// Makes the text of something that only a session knows: the contract's JSON. The error is one sentence.
pub type Text = fn(&Session) -> Result<String, String>;

/// What the threads work on.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The folder, or one file.
    pub root: PathBuf,
    /// Where indexes and vectors are kept.
    pub store: Store,
    /// How syntax colours are found.
    pub paint: Painter,
    /// How the trace is written down.
    pub trace: Text,
    /// How chunks and seams are written down.
    pub chunks: Text,
}

/// The threads. Dropping it stops what runs; it does not wait for it.
pub struct Work {
    builds: build::Builds,
    asks: ask::Asks,
    explains: explain::Explains,
    paints: paint::Paints,
    compares: compare::Compares,
    trials: trial::Trials,
    writes: Sender<write::Job>,
    shelf: shelf::Looker,
    closed: Arc<AtomicBool>,
}

impl Work {
    /// Starts the threads; they wait for effects.
    #[must_use]
    pub fn start(setup: Setup, say: Say) -> Self {
        let asks = ask::Asks::default();
        let (writes, wanted) = mpsc::channel();
        let (its_root, its_say) = (setup.root.clone(), say.clone());
        thread::spawn(move || write::serve(&wanted, &its_root, &its_say));
        let closed = Arc::new(AtomicBool::new(false));
        let (its_root, its_kept) = (setup.root.clone(), setup.store.folder().map(Path::to_owned));
        let (its_closed, its_say) = (closed.clone(), say.clone());
        thread::spawn(move || watch::serve(&its_root, its_kept.as_deref(), &its_closed, &its_say));
        let builds = build::Builds::default();
        let paints = paint::Paints::default();
        let explains = explain::Explains::default();
        let (its_explains, its_say) = (explains.clone(), say.clone());
        thread::spawn(move || explain::serve(&its_explains, &its_say));
        let trials = trial::Trials::default();
        let (its_asks, its_explains, its_trials, its_say) =
            (asks.clone(), explains.clone(), trials.clone(), say.clone());
        let export = ask::Exports { writes: writes.clone(), trace: setup.trace, chunks: setup.chunks };
        thread::spawn(move || ask::serve(&its_asks, &its_explains, &its_trials, &export, &its_say));
        let (its_paints, its_say, painter) = (paints.clone(), say.clone(), setup.paint);
        thread::spawn(move || paint::serve(&its_paints, painter, &its_say));
        let (compares, loaded) = (compare::Compares::default(), loaded::Loaded::default());
        let (its_compares, its_loaded, its_setup, its_say) =
            (compares.clone(), loaded.clone(), setup.clone(), say.clone());
        thread::spawn(move || compare::serve(&its_compares, &its_setup, &its_loaded, &its_say));
        let (its_trials, its_loaded, its_setup, its_say) = (trials.clone(), loaded.clone(), setup.clone(), say.clone());
        thread::spawn(move || trial::serve(&its_trials, &its_setup, &its_loaded, &its_say));
        let shelf = shelf::Looker { store: setup.store.clone(), say: say.clone() };
        let (its_builds, its_asks) = (builds.clone(), asks.clone());
        thread::spawn(move || build::serve(&its_builds, &setup, &loaded, &its_asks, &say));
        Self { builds, asks, explains, paints, compares, trials, writes, shelf, closed }
    }

    /// Carries out an effect. Those that concern the terminal are not for the threads and are left alone.
    pub fn run(&self, effect: Effect) {
        match effect {
            Effect::Build { request, params } => self.builds.want(request, *params),
            Effect::Stop => self.builds.stop(),
            Effect::Ask { request, question, params } => self.asks.want(request, question, *params),
            Effect::Shelf { hub } => self.shelf.look(hub),
            Effect::StopAsk => self.asks.stop(),
            Effect::Explain { request, entry } => self.asks.explain(request, entry),
            Effect::Paint { request, corpus, document, span } => {
                self.paints.want(paint::Job { request, corpus, document, span });
            }
            Effect::Compare { request, folder, params, question } => {
                self.compares.want(compare::Job { request, folder, params: *params, question });
            }
            Effect::Try { request, params, questions, what } => {
                self.asks.attempt(trial::Job { request, params: *params, questions, what: *what });
            }
            Effect::StopTrial => self.trials.stop(),
            Effect::Write { purpose, path, text, replace } => {
                // Whoever writes lives as long as this.
                let _ = self.writes.send(write::Job { purpose, path, text, replace });
            }
            Effect::Export { what, path, replace } => self.asks.export(ask::Export { what, path, replace }),
            Effect::Copy(_)
            | Effect::CopyArithmetic(_)
            | Effect::Theme(_)
            | Effect::Mouse(_)
            | Effect::Edit { .. }
            | Effect::Suspend
            | Effect::Quit => {}
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.builds.stop();
        self.builds.close();
        self.asks.close();
        self.explains.close();
        self.paints.close();
        self.compares.close();
        self.trials.close();
        self.closed.store(true, Ordering::Relaxed);
    }
}

/// What a panic said, for a report.
fn spoken(panic: &(dyn std::any::Any + Send)) -> String {
    let said = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("This is a fault of seamscope: {}", said.unwrap_or("it panicked"))
}
