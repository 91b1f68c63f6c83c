//! What all who work on one build tell of it: one progress, one report at a time.
//! Never decides how often a person hears of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Progress, Step, Watch};
use crate::retrieve::embed::{Onlooker, Stop, Transfer};

/// How far one build is, shared by those who read and by those who embed. Clones share it.
#[derive(Clone)]
pub(super) struct Told {
    watch: Watch,
    state: Arc<Mutex<State>>,
    given_up: Arc<AtomicBool>,
}

#[derive(Default)]
struct State {
    progress: Progress,
    /// Chunks and seams that are cut so far.
    rows: usize,
    /// Every file is cut.
    cut: bool,
    /// There is a model.
    embeds: bool,
}

impl Told {
    /// Nothing is told yet.
    pub(super) fn new(watch: &Watch) -> Self {
        Self { watch: watch.clone(), state: Arc::default(), given_up: Arc::default() }
    }

    /// Changes how far the build is and tells it, with what became of single files.
    pub(super) fn tell(&self, change: impl FnOnce(&mut Progress), steps: Vec<Step>) {
        self.change(|state| change(&mut state.progress), steps);
    }

    /// A file is cut into as many chunks and seams.
    pub(super) fn file_is_cut(&self, file: usize, chunks: usize, seams: usize) {
        let change = |state: &mut State| {
            state.rows += chunks + seams;
            state.progress.files += 1;
            state.progress.chunks += chunks;
        };
        self.change(change, vec![Step::Chunked { file, chunks }]);
    }

    /// No file is left: how many vectors are needed is known, where any are.
    pub(super) fn all_are_cut(&self) {
        self.change(|state| state.cut = true, Vec::new());
    }

    /// It is known whether there is a model, and its files are there.
    pub(super) fn model_is_known(&self, embeds: bool) {
        let change = |state: &mut State| {
            state.embeds = embeds;
            (state.progress.bytes, state.progress.bytes_total) = (0, 0);
        };
        self.change(change, Vec::new());
    }

    fn change(&self, change: impl FnOnce(&mut State), steps: Vec<Step>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        if state.cut && state.embeds {
            state.progress.vectors_total = state.rows;
        }
        // Under the lock: one report at a time, and none that is older than the one before.
        self.watch.report(Progress { steps, ..state.progress.clone() });
    }

    /// True once the work is no longer wanted, or of no use any more.
    pub(super) fn stopped(&self) -> bool {
        self.watch.stopped() || self.given_up.load(Ordering::Relaxed)
    }

    /// The folder could not be read: vectors are of no use.
    pub(super) fn give_up(&self) {
        self.given_up.store(true, Ordering::Relaxed);
    }

    /// The wish that the work ends.
    pub(super) fn stop(&self) -> Stop {
        let told = self.clone();
        Stop::when(move || told.stopped())
    }

    /// Looks on in the same way while a model is fetched.
    pub(super) fn onlooker(&self) -> Onlooker {
        let told = self.clone();
        let tell = move |transfer: &Transfer| {
            let (bytes, total) = (transfer.bytes, transfer.total);
            told.tell(|progress| (progress.bytes, progress.bytes_total) = (bytes, total), Vec::new());
        };
        Onlooker::new(tell, self.stop())
    }
}
