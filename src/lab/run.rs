//! Many questions of one index, on all cores, in order, with progress and a way to stop.
//! Never lets the order in which questions finish reach a result.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::retrieve::pipeline::ask::AskError;

/// Looks on while many questions are asked, and may stop it.
#[derive(Clone, Copy)]
pub struct Meter<'a> {
    report: &'a (dyn Fn(usize, usize) + Sync),
    stop: &'a AtomicBool,
}

impl<'a> Meter<'a> {
    /// Calls `report(done, total)` from any thread as questions are finished, `done` in no particular order; asks no
    /// further question once `stop` is true.
    #[must_use]
    pub const fn new(report: &'a (dyn Fn(usize, usize) + Sync), stop: &'a AtomicBool) -> Self {
        Self { report, stop }
    }

    /// Looks away.
    #[must_use]
    pub const fn silent() -> Self {
        static GO_ON: AtomicBool = AtomicBool::new(false);
        Self { report: &|_, _| {}, stop: &GO_ON }
    }
}

/// How much is there of what was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Questions that were asked.
    pub done: usize,
    /// Questions that there were to ask.
    pub of: usize,
}

impl Part {
    /// `None` where everything is there.
    #[must_use]
    pub fn of<R>(results: &[Option<R>]) -> Option<Self> {
        let part = Self { done: results.iter().flatten().count(), of: results.len() };
        (part.done < part.of).then_some(part)
    }
}

/// Why a run over many questions has no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LabError {
    /// One question could not be asked.
    #[error("{question}: {error}")]
    Ask {
        /// The question.
        question: String,
        /// Why.
        error: AskError,
    },
    /// There is nothing to work on; the sentence says what is missing.
    #[error("{0}")]
    Nothing(String),
    /// The settings do not allow it; the sentence names the key and what to set.
    #[error("{0}")]
    Settings(String),
    /// Who writes questions did not write one; the sentence says why.
    #[error("{0}")]
    Writer(String),
    /// [`Meter`] stopped it.
    #[error("cancelled")]
    Cancelled,
}

/// Works on every item with a session of its own (clones share what depends on the index alone) and gives the results
/// in the order of the items.
///
/// # Errors
/// The error of the first item, in order, that has one; or [`LabError::Cancelled`] where one was left out.
pub(super) fn each<S: Clone + Sync + Send, T: Sync, R: Send>(
    session: &S,
    items: &[T],
    meter: Meter<'_>,
    work: impl Fn(&mut S, &T) -> Result<R, LabError> + Sync,
) -> Result<Vec<R>, LabError> {
    let results = some(session, items, meter, work)?;
    results.into_iter().collect::<Option<Vec<R>>>().ok_or(LabError::Cancelled)
}

/// The same with `None` for the items that were left out because the meter stopped it.
///
/// # Errors
/// The error of the first item, in order, that has one; or [`LabError::Cancelled`] where all were left out.
pub(super) fn some<S: Clone + Sync + Send, T: Sync, R: Send>(
    session: &S,
    items: &[T],
    meter: Meter<'_>,
    work: impl Fn(&mut S, &T) -> Result<R, LabError> + Sync,
) -> Result<Vec<Option<R>>, LabError> {
    let done = AtomicUsize::new(0);
    let one = |session: &mut S, item: &T| {
        if meter.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let result = work(session, item);
        (meter.report)(done.fetch_add(1, Ordering::Relaxed) + 1, items.len());
        result.map(Some)
    };
    // All results are collected before the first error is looked for, so that the error does not depend on timing.
    let results: Vec<Result<Option<R>, LabError>> =
        items.par_iter().map_init(|| session.clone(), |session, item| one(session, item)).collect();
    let results = results.into_iter().collect::<Result<Vec<Option<R>>, LabError>>()?;
    if !results.is_empty() && results.iter().all(Option::is_none) {
        return Err(LabError::Cancelled);
    }
    Ok(results)
}
