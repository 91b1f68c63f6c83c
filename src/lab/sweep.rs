//! The same questions while one or two settings move: what does more recall cost?
//! Never calls the best of many points better than it is: they are chosen on the questions that measure them.

mod axis;
mod csv;
mod front;
mod kept;
mod svg;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use axis::{Axis, AxisError, shown, with};
pub use csv::csv;
pub use front::front;
pub use kept::{Basis, Kept};
pub use svg::svg;

use super::eval::{self, Bench, Ledger, Origin, Policy, Settings, Slice, Summary};
use super::questions::Question;
use super::run::{LabError, Meter};
use crate::retrieve::params::Params;

/// One setting at one value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// The dotted key.
    pub key: String,
    /// The value.
    pub value: Value,
}

/// One policy at one place of the sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The settings that were moved, in the order of the axes.
    pub settings: Vec<Setting>,
    /// The policy.
    pub policy: Policy,
    /// What it was measured on.
    pub origin: Origin,
    /// One summary a slice that holds a question.
    pub summary: Vec<Summary>,
}

impl Point {
    /// `fire.margin=3 seam.k=150`.
    #[must_use]
    pub fn label(&self) -> String {
        let one = |setting: &Setting| format!("{}={}", setting.key, shown(&setting.value));
        self.settings.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// The summary of a slice.
    #[must_use]
    pub fn of(&self, slice: Slice) -> Option<&Summary> {
        self.summary.iter().find(|summary| summary.slice == slice)
    }
}

/// Every combination of the axes' values with the settings that it makes of `base`. What an index depends on varies
/// slowest, so that each index is opened once in a row; else the last axis varies fastest.
///
/// # Errors
/// The first setting that cannot be used.
pub fn places(base: &Params, axes: &[Axis]) -> Result<Vec<(Vec<Setting>, Params)>, LabError> {
    let mut places = vec![(Vec::new(), base.clone())];
    for axis in axes {
        let mut next = Vec::new();
        for (settings, params) in &places {
            for value in &axis.values {
                let mut settings: Vec<Setting> = settings.clone();
                settings.push(Setting { key: axis.key.clone(), value: value.clone() });
                next.push((settings, with(params, &axis.key, value)?));
            }
        }
        places = next;
    }
    let mut groups: Vec<Vec<(Vec<Setting>, Params)>> = Vec::new();
    for place in places {
        match groups.iter_mut().find(|group| group.first().is_some_and(|(_, params)| same_index(params, &place.1))) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    Ok(groups.into_iter().flatten().collect())
}

/// True when one index with its models serves both settings.
#[must_use]
pub fn same_index(a: &Params, b: &Params) -> bool {
    let reranker = |params: &Params| params.rerank.model.clone();
    (&a.folder, &a.chunk, &a.seam, &a.embed) == (&b.folder, &b.chunk, &b.seam, &b.embed) && reranker(a) == reranker(b)
}

/// Asks all questions at one place of the sweep and sums up, one point a policy. What `ledger` has is not asked.
///
/// # Errors
/// Those of [`eval::ask`], and [`LabError::Cancelled`] where it was stopped: points are compared on the same questions.
pub fn points(
    bench: &Bench,
    questions: &[Question],
    place: &(Vec<Setting>, Params),
    settings: &Settings,
    ledger: &Ledger,
    meter: Meter<'_>,
) -> Result<Vec<Point>, LabError> {
    let (moved, params) = place;
    let answers = eval::ask(bench, questions, params, settings, ledger, meter)?;
    if answers.partial().is_some() {
        return Err(LabError::Cancelled);
    }
    let summaries = eval::summaries(&answers, settings);
    let point = |(policy, summary): (&Policy, Vec<Summary>)| {
        let origin = answers.origin().clone();
        Point { settings: moved.clone(), policy: *policy, origin, summary }
    };
    Ok(settings.policies.iter().zip(summaries).map(point).collect())
}
