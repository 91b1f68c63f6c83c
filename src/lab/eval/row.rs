//! One question under one policy.
//! Never ranks: everything is read off a trace and compared with the evidence.

use serde::Serialize;

use crate::lab::measures::{Stretch, answer, complete_in_one, cover, destroyed, first_hit, merged, precision_omega};
use crate::lab::questions::{Kind, Question};
use crate::lab::run::LabError;
use crate::retrieve::params::{BudgetParams, BudgetUnit, Params};
use crate::retrieve::pipeline::ask::Session;
use crate::retrieve::trace::{Action, ChunkId, Corpus, Entry, SeamId, Trace};

/// The budget of "recall at 20".
const TWENTY: BudgetParams = BudgetParams { unit: BudgetUnit::Chunks, limit: 20 };

/// What one question got under one policy. What is only defined with evidence is `None` for an unanswerable question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The question's name.
    pub id: String,
    /// What its author says of it.
    pub kind: Option<Kind>,
    /// True when some piece of its evidence is whole in no chunk of this index.
    pub split: Option<bool>,
    /// The context's chunks, in order.
    pub chunks: Vec<String>,
    /// Tokens of these chunks, in the unit in which they are counted.
    pub tokens: u64,
    /// Characters of evidence.
    pub evidence_chars: usize,
    /// Of these, how many the context holds.
    pub covered_chars: usize,
    /// The context's chunks hold all of the evidence, together.
    pub complete: Option<bool>,
    /// One of them alone holds all of it.
    pub complete_in_one: Option<bool>,
    /// As Chroma computes it.
    pub recall: Option<f64>,
    /// As Chroma computes it.
    pub precision: Option<f64>,
    /// As Chroma computes it.
    pub iou: Option<f64>,
    /// As Chroma computes it; it depends on the chunks alone.
    pub precision_omega: Option<f64>,
    /// Place, from 1, of the first chunk of the context that shares a character with the evidence.
    pub first_hit: Option<usize>,
    /// Seams that fired and brought a chunk into the context.
    pub fired: usize,
    /// Of these, all where the evidence lies whole in one chunk, else none (Seams, section 3.5).
    pub false_fires_literal: Option<usize>,
    /// Of these, those over a cut that the evidence does not cross.
    pub false_fires_strict: Option<usize>,
    /// Of these, those with a chunk that shares no character with the evidence.
    pub wasted_fires: Option<usize>,
    /// [`Row::complete`] under a budget of 20 chunks.
    pub complete_at_20: Option<bool>,
    /// [`Row::complete_in_one`] under a budget of 20 chunks.
    pub complete_in_one_at_20: Option<bool>,
    /// Chunks of the context under a budget of 20 chunks: more than 20 where expansions come on top.
    pub chunks_at_20: usize,
    /// The answer is "no answer" under the threshold of the settings.
    pub refused: bool,
    /// Cosine distance of the nearest chunk of the ranking; `None` without vectors.
    pub distance: Option<f64>,
}

/// A question with what depends on the index alone.
pub(super) struct Asked<'a> {
    corpus: &'a Corpus,
    chunks: &'a [Stretch],
    question: &'a Question,
    evidence: Vec<Stretch>,
    split: bool,
    whole: bool,
    precision_omega: Option<f64>,
}

impl<'a> Asked<'a> {
    /// `chunks` are all chunks of the folder, in characters.
    pub(super) fn new(corpus: &'a Corpus, chunks: &'a [Stretch], question: &'a Question) -> Self {
        let evidence = question.stretches();
        // Only chunks of the documents that hold evidence can touch it.
        let mut documents: Vec<u32> = evidence.iter().map(|piece| piece.document).collect();
        documents.sort_unstable();
        documents.dedup();
        let range = |document: &u32| corpus.chunk_ranges[*document as usize].clone();
        let near: Vec<Stretch> = documents.iter().flat_map(range).map(|chunk| chunks[chunk as usize]).collect();
        Self {
            corpus,
            chunks,
            question,
            split: destroyed(&evidence, &near),
            whole: complete_in_one(&evidence, &near),
            precision_omega: precision_omega(&evidence, &near),
            evidence,
        }
    }

    /// Asks under `params`, then with a budget of 20 chunks, then for the distance of the nearest chunk: the search is
    /// done once.
    pub(super) fn row(&self, session: &mut Session, params: &Params) -> Result<Row, LabError> {
        let mut row = self.read(self.ask(session, params)?);
        let twenty = Params { budget: TWENTY, ..params.clone() };
        let returned = self.returned(&self.ask(session, &twenty)?.budget.chunks);
        row.complete_at_20 = self.answerable().then(|| cover(&self.evidence, &returned).complete());
        row.complete_in_one_at_20 = self.answerable().then(|| complete_in_one(&self.evidence, &returned));
        row.chunks_at_20 = returned.len();
        // Every distance is above -1, so this refuses whatever there is and tells its distance.
        let mut refusing = twenty;
        refusing.refuse.distance = Some(-1.0);
        row.distance = self.ask(session, &refusing)?.refusal.map(|refusal| refusal.distance);
        Ok(row)
    }

    fn ask<'s>(&self, session: &'s mut Session, params: &Params) -> Result<&'s Trace, LabError> {
        let question = &self.question.text;
        session.ask(question, params).map_err(|error| LabError::Ask { question: question.clone(), error })
    }

    fn answerable(&self) -> bool {
        !self.evidence.is_empty()
    }

    fn returned(&self, chunks: &[ChunkId]) -> Vec<Stretch> {
        chunks.iter().map(|chunk| self.chunks[chunk.at()]).collect()
    }

    fn read(&self, trace: &Trace) -> Row {
        let ids = &trace.budget.chunks;
        let returned = self.returned(ids);
        let answer = answer(&self.evidence, &returned);
        let cover = cover(&self.evidence, &returned);
        let fired: Vec<SeamId> = fired(trace).collect();
        let count =
            |is: &dyn Fn(SeamId) -> bool| self.answerable().then(|| fired.iter().filter(|seam| is(**seam)).count());
        Row {
            id: self.question.id.clone(),
            kind: self.question.kind,
            split: self.answerable().then_some(self.split),
            chunks: ids.iter().map(|chunk| self.corpus.name(Entry::Chunk(*chunk))).collect(),
            tokens: ids.iter().map(|chunk| u64::from(self.corpus.chunk(*chunk).tokens)).sum(),
            evidence_chars: cover.evidence,
            covered_chars: cover.covered,
            complete: answer.map(|_| cover.complete()),
            complete_in_one: answer.map(|_| complete_in_one(&self.evidence, &returned)),
            recall: answer.map(|answer| answer.recall),
            precision: answer.map(|answer| answer.precision),
            iou: answer.map(|answer| answer.iou),
            precision_omega: self.precision_omega,
            first_hit: first_hit(&self.evidence, &returned),
            fired: fired.len(),
            false_fires_literal: count(&|_| self.whole),
            false_fires_strict: count(&|seam| !self.crosses(seam)),
            wasted_fires: count(&|seam| self.wastes(seam)),
            complete_at_20: None,
            complete_in_one_at_20: None,
            chunks_at_20: 0,
            refused: trace.refusal.is_some(),
            distance: None,
        }
    }

    /// Does a piece of evidence lie in both chunks of a seam?
    fn crosses(&self, seam: SeamId) -> bool {
        let [left, right] = self.sides(seam);
        // Pieces that only touch at the cut are joined first: together they cross it.
        merged(self.evidence.iter().copied()).iter().any(|piece| piece.overlaps(left) && piece.overlaps(right))
    }

    fn wastes(&self, seam: SeamId) -> bool {
        self.sides(seam).iter().any(|side| !self.evidence.iter().any(|piece| piece.overlaps(*side)))
    }

    fn sides(&self, seam: SeamId) -> [Stretch; 2] {
        let seam = self.corpus.seam(seam);
        [seam.left, seam.right].map(|chunk| self.chunks[chunk.at()])
    }
}

/// Seams that fired and brought a chunk into the context.
fn fired(trace: &Trace) -> impl Iterator<Item = SeamId> {
    trace.budget.steps.iter().filter_map(|step| match (step.subject, step.action) {
        (Entry::Seam(seam), Action::Added) => Some(seam),
        _ => None,
    })
}
