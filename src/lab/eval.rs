//! Which policy answers more questions, at what price, and is the difference real?
//! Never compares two policies on different questions or on different chunks.

mod bar;
mod pairs;
mod policy;
mod refusals;
mod row;
mod summary;

use serde::Serialize;

pub use bar::{Bar, BarError, MEASURES, Missed};
pub use pairs::{Measure, Pair, Resampled};
pub use policy::Policy;
pub use refusals::{AtThreshold, refusals};
pub use row::Row;
pub use summary::{Mean, Slice, Summary};

use super::places::Places;
use super::questions::Question;
use super::run::{LabError, Meter, each};
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::ask::Session;

/// What is compared, and how means are resampled.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The policies, in the order in which they are shown.
    pub policies: Vec<Policy>,
    /// Resamples of every bootstrap.
    pub resamples: usize,
    /// Seed of every bootstrap.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { policies: Policy::COMPARED.to_vec(), resamples: 10_000, seed: 1 }
    }
}

/// One policy on all questions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Which one.
    pub policy: Policy,
    /// One row a question, in the order of the questions.
    #[serde(rename = "questions")]
    pub rows: Vec<Row>,
    /// One summary a slice that holds a question.
    pub summary: Vec<Summary>,
    /// What a threshold of refusal would do; empty without vectors.
    pub refusals: Vec<AtThreshold>,
}

/// All policies on all questions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluation {
    /// How many questions.
    pub questions: usize,
    /// Every policy.
    pub policies: Vec<Outcome>,
    /// Every later policy against every earlier one: measure by measure, slice by slice.
    pub pairs: Vec<Pair>,
    /// What a reader must know, one sentence each.
    pub notes: Vec<String>,
}

/// Asks every question under every policy on one index.
///
/// `params` are those of a question; each policy changes what [`Policy::params`] says and nothing else.
///
/// # Errors
/// [`LabError::Nothing`] without questions or policies; else see [`LabError`].
pub fn evaluate(
    session: &Session,
    questions: &[Question],
    params: &Params,
    settings: &Settings,
    meter: Meter<'_>,
) -> Result<Evaluation, LabError> {
    if questions.is_empty() || settings.policies.is_empty() {
        return Err(LabError::Nothing("there is nothing to compare: give questions and policies".into()));
    }
    let corpus = session.index().corpus.clone();
    let places = Places::new(&corpus);
    let chunks = places.chunks();
    let variants: Vec<Params> = settings.policies.iter().map(|policy| policy.params(params)).collect();
    let rows = each(session, questions, meter, |session, question| {
        let asked = row::Asked::new(&corpus, &chunks, question);
        variants.iter().map(|params| asked.row(session, params)).collect::<Result<Vec<Row>, _>>()
    })?;
    let outcome = |(at, policy): (usize, &Policy)| {
        let rows: Vec<Row> = rows.iter().map(|policies| policies[at].clone()).collect();
        let summary = Slice::ALL.iter().filter_map(|slice| Summary::of(*slice, &rows, settings)).collect();
        Outcome { policy: *policy, summary, refusals: refusals(&rows), rows }
    };
    let policies: Vec<Outcome> = settings.policies.iter().enumerate().map(outcome).collect();
    let pairs = pairs::all(&policies, settings);
    Ok(Evaluation { questions: questions.len(), pairs, notes: notes(session, params, settings), policies })
}

fn notes(session: &Session, params: &Params, settings: &Settings) -> Vec<String> {
    let mut notes = Vec::new();
    let index = session.index();
    let seams = settings.policies.iter().any(|policy| policy.params(params).seam.enabled);
    if seams && index.corpus.seams.is_empty() {
        notes.push("this index has no seams, so a policy with seams is the same without them".into());
    }
    let scar = settings.policies.iter().any(|policy| policy.needs_vectors(params));
    if scar && index.vectors.is_none() {
        notes.push("this index has no vectors, so scar expands nothing".into());
    }
    notes
}
