//! What is said of a build while it goes on: not too often, and no step of a file is left out.
//! Never changes what a build does.

use std::time::Instant;

use super::Say;
use super::pace::Pace;
use crate::app::message::Report;
use crate::retrieve::pipeline::build::Progress;

/// Gathers how far one build is until it is time to say so.
pub(super) struct Teller {
    request: u64,
    say: Say,
    files: Pace,
    vectors: Pace,
    bytes: Pace,
    /// The newest, with every step that was not said yet.
    newest: Progress,
    rate: Option<f64>,
    left: Option<u64>,
}

impl Teller {
    /// Nothing is said of the build yet.
    pub(super) fn new(request: u64, say: Say) -> Self {
        let (files, vectors, bytes) = (Pace::default(), Pace::default(), Pace::default());
        Self { request, say, files, vectors, bytes, newest: Progress::default(), rate: None, left: None }
    }

    /// Takes how far the build is, and says it where the last word is not too fresh.
    pub(super) fn take(&mut self, mut progress: Progress) {
        let mut steps = std::mem::take(&mut self.newest.steps);
        steps.append(&mut progress.steps);
        self.newest = Progress { steps, ..progress };
        let (now, newest) = (Instant::now(), &self.newest);
        let noted = if newest.bytes > 0 {
            self.bytes.note(now, newest.bytes as usize, newest.bytes_total as usize)
        } else if newest.vectors_total > 0 {
            self.vectors.note(now, newest.vectors, newest.vectors_total)
        } else {
            // No rate is told of files: they are soon read.
            self.files.note(now, newest.files, newest.files_total).map(|_| (None, None))
        };
        if let Some((rate, left)) = noted {
            (self.rate, self.left) = (rate, left);
            self.say_newest();
        }
    }

    /// Says what waits for its turn: a build that ends early has no last word else.
    pub(super) fn end(&mut self) {
        if !self.newest.steps.is_empty() {
            self.say_newest();
        }
    }

    fn say_newest(&mut self) {
        let steps = std::mem::take(&mut self.newest.steps);
        let progress = Progress { steps, ..self.newest.clone() };
        let (request, rate, left) = (self.request, self.rate, self.left);
        (self.say)(Report::Progress { request, progress, rate, left });
    }
}
