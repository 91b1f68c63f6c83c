//! The thread that explains entries: it tries many changes of every knob, on a copy of the session.
//! Never holds up a question.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::Say;
use super::newest::Newest;
use crate::app::message::Report;
use crate::retrieve::explain::explain;
use crate::retrieve::pipeline::ask::Session;
use crate::retrieve::trace::Entry;

/// An entry to explain under the last question of a session.
struct Job {
    request: u64,
    session: Session,
    entry: Entry,
}

/// The newest entry.
#[derive(Clone, Default)]
pub(super) struct Explains(Newest<Job>);

impl Explains {
    pub(super) fn want(&self, request: u64, session: Session, entry: Entry) {
        self.0.change(|wish| *wish = Some(Job { request, session, entry }));
    }

    pub(super) fn close(&self) {
        self.0.close();
    }
}

/// Serves until the place is closed.
pub(super) fn serve(explains: &Explains, say: &Say) {
    while let Some(Job { request, session, entry }) = explains.0.take() {
        // The arithmetic of the trace stands without it: what cannot be explained further is left as it is.
        let Ok(Ok(Some(explanation))) = catch_unwind(AssertUnwindSafe(|| explain(&session, entry))) else { continue };
        if !say(Report::Explained { request, explanation: Arc::new(explanation) }) {
            return;
        }
    }
}
