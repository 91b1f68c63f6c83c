//! Which cores a model takes: one while files are read, all of them afterwards.
//! Never starts a thread that outlives the build.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::BuildError;

/// The cores of one build. Files are read by the threads that all of the program shares.
pub(super) struct Cores {
    one: ThreadPool,
    all: ThreadPool,
    reading: AtomicBool,
}

impl Cores {
    /// # Errors
    /// When no thread can be started.
    pub(super) fn new() -> Result<Self, BuildError> {
        let failed = |error: rayon::ThreadPoolBuildError| BuildError::Threads(error.to_string());
        let one = ThreadPoolBuilder::new().num_threads(1).build().map_err(failed)?;
        let all = ThreadPoolBuilder::new().build().map_err(failed)?;
        Ok(Self { one, all, reading: AtomicBool::new(true) })
    }

    /// Embeds while it reads, which goes first: who asks a question of words does not wait for a model.
    pub(super) fn beside<R>(&self, embed: impl FnOnce() + Send, read: impl FnOnce() -> R) -> R {
        self.one.in_place_scope(|scope| {
            scope.spawn(|_| embed());
            let read = read();
            self.reading.store(false, Ordering::Relaxed);
            read
        })
    }

    /// A step of a model's work, on the cores that it may take now.
    pub(super) fn step<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        if self.reading.load(Ordering::Relaxed) { work() } else { self.all.install(work) }
    }
}
