//! The thread that answers questions.
//! Never answers an old question while a newer one waits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::explain::Explains;
use super::newest::Newest;
use super::{Say, spoken};
use crate::app::message::Report;
use crate::retrieve::embed::Embedder;
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::ask::Session;
use crate::retrieve::pipeline::build::Index;
use crate::retrieve::trace::Entry;

/// An index, the number of the build that made it, and its model.
type Numbered = (u64, Index, Option<Arc<dyn Embedder>>);

/// What waits: a newer index, a newer question, or both.
#[derive(Default)]
struct Wish {
    index: Option<Numbered>,
    ask: Option<(u64, String, Params)>,
    explain: Option<(u64, Entry)>,
}

/// The newest wishes.
#[derive(Clone, Default)]
pub(super) struct Asks(Newest<Wish>);

impl Asks {
    /// Answers with this index from now on; `build` is the build that made it.
    pub(super) fn index(&self, build: u64, index: Index, model: Option<Arc<dyn Embedder>>) {
        self.0.change(|wish| wish.get_or_insert_default().index = Some((build, index, model)));
    }

    pub(super) fn want(&self, request: u64, question: String, params: Params) {
        self.0.change(|wish| wish.get_or_insert_default().ask = Some((request, question, params)));
    }

    /// Explains an entry under the newest question.
    pub(super) fn explain(&self, request: u64, entry: Entry) {
        self.0.change(|wish| wish.get_or_insert_default().explain = Some((request, entry)));
    }

    pub(super) fn close(&self) {
        self.0.close();
    }
}

/// Serves until the place is closed. Explanations try many changes, so they have a thread of their own.
pub(super) fn serve(asks: &Asks, explains: &Explains, say: &Say) {
    let mut session: Option<(u64, Session)> = None;
    while let Some(wish) = asks.0.take() {
        if let Some((build, index, model)) = wish.index {
            session = Some((build, Session::new(index, model)));
        }
        let Some((build, session)) = &mut session else { continue };
        if let Some((request, question, params)) = wish.ask {
            let run = AssertUnwindSafe(|| session.ask(&question, &params).cloned());
            let report = match catch_unwind(run) {
                Ok(Ok(trace)) => Report::Answer { request, build: *build, trace: Arc::new(trace) },
                Ok(Err(error)) => Report::AskFailed { request, what: error.to_string() },
                Err(panic) => Report::AskFailed { request, what: spoken(&*panic) },
            };
            if !say(report) {
                return;
            }
        }
        if let Some((request, entry)) = wish.explain {
            explains.want(request, session.clone(), entry);
        }
    }
}
