//! How far a build is, and the wish to stop it.
//! Never measures time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::retrieve::embed::{Onlooker, Transfer};

/// What became of one file, or of the document that it was read as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The folder was walked: the paths of the files that will be read, ascending. Numbers of files are places in it.
    Listed(Arc<Vec<String>>),
    /// A file is being read.
    Reading {
        /// Its number.
        file: usize,
    },
    /// A file was read and cut.
    Chunked {
        /// Its number.
        file: usize,
        /// Its chunks.
        chunks: usize,
    },
    /// A file is no document.
    LeftOut {
        /// Its number.
        file: usize,
        /// Why.
        reason: String,
    },
    /// Chunks and seams of a file have their vectors; other files may still be waiting to be read.
    Vectors {
        /// Its number.
        file: usize,
        /// How many of them.
        there: usize,
        /// How many need one.
        all: usize,
    },
}

/// How far a build is. Every value only grows within one build, but for the bytes of one file after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Files read.
    pub files: usize,
    /// Files to read, once the folder was walked.
    pub files_total: usize,
    /// Chunks cut so far.
    pub chunks: usize,
    /// Texts whose vectors are there.
    pub vectors: usize,
    /// Texts that need vectors, once that is known.
    pub vectors_total: usize,
    /// Bytes of a model's file that were fetched.
    pub bytes: u64,
    /// Bytes of that file; 0 while none is fetched or its length is not known.
    pub bytes_total: u64,
    /// What became of single files since the report before, in order: each is told once, and none goes back.
    pub steps: Vec<Step>,
}

/// Looks on while something is built and may stop it. Cheap to clone.
#[derive(Clone)]
pub struct Watch {
    report: Arc<dyn Fn(Progress) + Send + Sync>,
    stop: Arc<AtomicBool>,
}

impl Watch {
    /// Calls `report` as work goes on (from any thread, one call at a time) and stops soon after `stop` becomes true.
    pub fn new(report: impl Fn(Progress) + Send + Sync + 'static, stop: Arc<AtomicBool>) -> Self {
        Self { report: Arc::new(report), stop }
    }

    /// Looks away.
    #[must_use]
    pub fn silent() -> Self {
        Self::new(|_| {}, Arc::default())
    }

    /// True once the work is no longer wanted.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Looks on in the same way while a model is fetched.
    #[must_use]
    pub fn onlooker(&self) -> Onlooker {
        let report = Arc::clone(&self.report);
        let tell = move |transfer: &Transfer| {
            report(Progress { bytes: transfer.bytes, bytes_total: transfer.total, ..Progress::default() });
        };
        Onlooker::new(tell, Arc::clone(&self.stop))
    }

    /// Tells how far the work is.
    pub fn report(&self, progress: Progress) {
        (self.report)(progress);
    }
}
