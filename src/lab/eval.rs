//! Which policy answers more questions, at what price, and is the difference real?
//! Never compares two policies on different questions or on different chunks.

mod bar;
mod bench;
mod clusters;
mod kept;
mod origin;
mod pairs;
mod policy;
mod refusals;
mod row;
mod sliding;
mod summary;

use serde::Serialize;

pub use bar::{Bar, BarError, MEASURES, Missed};
pub use bench::Bench;
pub use kept::Ledger;
pub use origin::Origin;
pub use pairs::{Measure, Pair, Resampled};
pub use policy::Policy;
pub use refusals::{AtThreshold, refusals};
pub use row::Row;
pub use summary::{Mean, Slice, Summary};

use super::places::Places;
use super::questions::Question;
use super::run::{LabError, Meter, Part, some};
use crate::retrieve::params::Params;

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
    /// What it was measured on.
    pub origin: Origin,
    /// The settings of a question, before a policy changes them; they are written beside it.
    #[serde(skip)]
    pub params: Box<Params>,
    /// How many questions.
    pub questions: usize,
    /// How much is there, where it was stopped: only the questions that were asked count anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<Part>,
    /// Tokens before the first cut, where every question was asked under several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<usize>,
    /// Every policy.
    pub policies: Vec<Outcome>,
    /// Every later policy against every earlier one: measure by measure, slice by slice.
    pub pairs: Vec<Pair>,
    /// What a reader must know, one sentence each.
    pub notes: Vec<String>,
}

/// What all questions got under all policies, not yet summed up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    origin: Origin,
    params: Box<Params>,
    /// For each policy one row a question that was asked.
    rows: Vec<Vec<Row>>,
    partial: Option<Part>,
    notes: Vec<String>,
}

impl Answers {
    /// What they were measured on.
    #[must_use]
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// How much is there, where it was stopped.
    #[must_use]
    pub const fn partial(&self) -> Option<Part> {
        self.partial
    }
}

/// Asks every question under every policy, or, once the meter stops it, no further one. What `ledger` has is not asked.
///
/// `params` are those of a question; each policy changes what [`Policy::params`] says and nothing else.
///
/// # Errors
/// [`LabError::Nothing`] without questions or policies; else see [`LabError`].
pub fn ask(
    bench: &Bench,
    questions: &[Question],
    params: &Params,
    settings: &Settings,
    ledger: &Ledger,
    meter: Meter<'_>,
) -> Result<Answers, LabError> {
    if questions.is_empty() || settings.policies.is_empty() {
        return Err(LabError::Nothing("there is nothing to compare: give questions and policies".into()));
    }
    let corpus = bench.common().index().corpus.clone();
    let places = Places::new(&corpus);
    let chunks = places.chunks();
    let seconds = bench::seconds(bench, &settings.policies);
    let variants: Vec<Params> = settings.policies.iter().map(|policy| policy.params(params)).collect();
    let books: Vec<_> = settings.policies.iter().map(|policy| ledger.book(bench, *policy, params)).collect();
    let rows = some(bench, questions, meter, |bench, question| {
        let asked = row::Asked::new(&corpus, &chunks, question);
        let mut row = |at: usize| {
            let work = || asked.row(bench, settings.policies[at], seconds[at].as_ref(), &variants[at]);
            books[at].row(question, work)
        };
        (0..settings.policies.len()).map(&mut row).collect::<Result<Vec<Row>, _>>()
    })?;
    let partial = Part::of(&rows);
    let of_policy = |at: usize| rows.iter().flatten().map(|policies| policies[at].clone()).collect();
    let rows = (0..settings.policies.len()).map(of_policy).collect();
    let origin = Origin::of(bench, questions, settings);
    Ok(Answers { origin, params: Box::new(params.clone()), rows, partial, notes: notes(bench, params, settings) })
}

/// Sums up.
#[must_use]
pub fn conclude(answers: Answers, settings: &Settings) -> Evaluation {
    let asked = answers.rows.first().map_or(0, Vec::len);
    sum_up(answers, asked, Vec::new(), settings)
}

/// Sums up the answers to the same questions under several first cuts, each with its `chunk.start`: the phase protocol.
/// Long evidence straddles few cuts, and which ones is chance; with the first cut at N places it meets N times as many.
/// `wanted` is N, and what is missing of it was stopped.
#[must_use]
pub fn conclude_phases(phases: Vec<(usize, Answers)>, wanted: usize, settings: &Settings) -> Evaluation {
    let starts = phases.iter().map(|(start, _)| *start).collect();
    let asked = |answers: &Answers| answers.rows.first().map_or(0, Vec::len);
    let done = phases.iter().map(|(_, answers)| asked(answers)).sum();
    let questions = phases.iter().map(|(_, answers)| asked(answers)).max().unwrap_or(0);
    let each = phases.first().map_or(0, |(_, answers)| answers.partial.map_or(asked(answers), |part| part.of));
    let of = each * wanted;
    let partial = (done < of).then_some(Part { done, of });
    let mut all = phases.first().map_or_else(Answers::default, |(_, first)| Answers {
        origin: first.origin.clone(),
        params: first.params.clone(),
        ..Answers::default()
    });
    (all.rows, all.partial) = (vec![Vec::new(); settings.policies.len()], partial);
    for (start, answers) in phases {
        for (rows, more) in all.rows.iter_mut().zip(answers.rows) {
            rows.extend(more.into_iter().map(|row| Row { phase: Some(start), ..row }));
        }
        for note in answers.notes {
            if !all.notes.contains(&note) {
                all.notes.push(note);
            }
        }
    }
    sum_up(all, questions, starts, settings)
}

/// The summaries of every policy, without rows and pairs.
pub(super) fn summaries(answers: &Answers, settings: &Settings) -> Vec<Vec<Summary>> {
    answers
        .rows
        .iter()
        .map(|rows| Slice::ALL.iter().filter_map(|slice| Summary::of(*slice, rows, settings)).collect())
        .collect()
}

fn sum_up(answers: Answers, questions: usize, phases: Vec<usize>, settings: &Settings) -> Evaluation {
    let Answers { origin, params, rows, partial, notes } = answers;
    let outcome = |(policy, rows): (&Policy, Vec<Row>)| {
        let summary = Slice::ALL.iter().filter_map(|slice| Summary::of(*slice, &rows, settings)).collect();
        Outcome { policy: *policy, summary, refusals: refusals(&rows, settings), rows }
    };
    let policies: Vec<Outcome> = settings.policies.iter().zip(rows).map(outcome).collect();
    let pairs = pairs::all(&policies, settings);
    Evaluation { origin, params, questions, partial, phases, policies, pairs, notes }
}

/// [`ask`], then [`conclude`].
///
/// # Errors
/// Those of [`ask`].
pub fn evaluate(
    bench: &Bench,
    questions: &[Question],
    params: &Params,
    settings: &Settings,
    meter: Meter<'_>,
) -> Result<Evaluation, LabError> {
    Ok(conclude(ask(bench, questions, params, settings, &Ledger::off(), meter)?, settings))
}

fn notes(bench: &Bench, params: &Params, settings: &Settings) -> Vec<String> {
    let mut notes = Vec::new();
    let index = bench.common().index();
    let seams = settings.policies.iter().any(|policy| policy.params(params).seam.enabled);
    if seams && index.corpus.seams.is_empty() {
        notes.push("this index has no seams, so a policy with seams is the same without them".into());
    }
    let scar = settings.policies.iter().any(|policy| policy.needs_vectors(params));
    if scar && index.vectors.is_none() {
        notes.push("this index has no vectors, so scar expands nothing".into());
    }
    if settings.policies.contains(&Policy::Rerank) && params.rerank.model.is_none() {
        notes.push("rerank.model names no model, so rerank is the same as plain".into());
    }
    for policy in &settings.policies {
        if let Some(own) = bench.own(*policy) {
            let (entries, chunks) = (own.index().corpus.chunks.len(), index.corpus.chunks.len());
            let chunk = &own.index().params.chunk;
            notes.push(match policy {
                Policy::Overlap => {
                    format!("overlap: {entries} chunks that overlap by {} against {chunks}", chunk.overlap)
                }
                Policy::Late => format!("late: the same {entries} chunks, their vectors by late chunking"),
                _ => format!(
                    "{}: {entries} windows of {} tokens every {} beside {chunks} chunks",
                    policy.name(),
                    chunk.size,
                    chunk.size - chunk.overlap
                ),
            });
        } else if policy.second_index(params).is_some() {
            notes.push(format!("there is no index for {}, so it is the same as plain", policy.name()));
        }
    }
    notes
}
