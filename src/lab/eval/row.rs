//! One question under one policy.
//! Never ranks: everything is read off a trace and compared with the evidence.

use serde::{Deserialize, Serialize};

use super::bench::{Bench, Second};
use super::policy::Policy;
use super::sliding::Windows;
use crate::lab::measures::{
    Stretch, answer, complete_in_one, cover, cut_risk, destroyed, first_hit, merged, precision_omega,
};
use crate::lab::questions::{Kind, Question};
use crate::lab::run::LabError;
use crate::retrieve::params::{BudgetParams, BudgetUnit, Params};
use crate::retrieve::pipeline::ask::Session;
use crate::retrieve::trace::{Action, ChunkId, Corpus, Entry, SeamId, Trace};

/// The budget of "recall at 20".
const TWENTY: BudgetParams = BudgetParams { unit: BudgetUnit::Chunks, limit: 20 };

/// What one question got under one policy. What is only defined with evidence is `None` for an unanswerable question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The question's name.
    pub id: String,
    /// What its author says of it.
    pub kind: Option<Kind>,
    /// Tokens before the first cut, where the question was asked under several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<usize>,
    /// True when some piece of its evidence is whole in no chunk of the common index.
    pub split: Option<bool>,
    /// The chance of that by the model L / C; see [`cut_risk`].
    pub split_model: Option<f64>,
    /// True when some piece of its evidence is whole in none of the chunks that this policy can return.
    pub destroyed: Option<bool>,
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

/// A question with what depends on the common index alone.
pub(super) struct Asked<'a> {
    sight: Sight<'a>,
    split: bool,
    whole: bool,
    split_model: Option<f64>,
}

/// A question with what depends on one index alone.
struct Sight<'a> {
    corpus: &'a Corpus,
    chunks: &'a [Stretch],
    question: &'a Question,
    evidence: Vec<Stretch>,
    /// The chunks of the documents that hold evidence: only they can touch it.
    near: Vec<Stretch>,
}

/// The trace, or why there is none.
type Traced<'s> = Result<&'s Trace, LabError>;

impl<'a> Asked<'a> {
    /// `chunks` are all chunks of the common index, in characters.
    pub(super) fn new(corpus: &'a Corpus, chunks: &'a [Stretch], question: &'a Question) -> Self {
        let sight = Sight::new(corpus, chunks, question);
        let (evidence, near) = (&sight.evidence, &sight.near);
        Self {
            split: destroyed(evidence, near),
            whole: complete_in_one(evidence, near),
            split_model: cut_risk(evidence, near),
            sight,
        }
    }

    /// Asks on the index that the policy searches.
    pub(super) fn row(
        &self,
        bench: &mut Bench,
        policy: Policy,
        second: Option<&Second>,
        params: &Params,
    ) -> Result<Row, LabError> {
        match second {
            None => self.chunks_row(&self.sight, &mut bench.common, params),
            Some(Second::Chunks(chunks)) => match bench.own_mut(policy) {
                Some(session) => {
                    let corpus = session.index().corpus.clone();
                    self.chunks_row(&Sight::new(&corpus, chunks, self.sight.question), session, params)
                }
                None => self.chunks_row(&self.sight, &mut bench.common, params),
            },
            Some(Second::Windows(windows)) => self.windows_row(bench, policy, windows, params),
        }
    }

    /// Asks under `params`, then with a budget of 20 chunks, then for the distance of the nearest chunk: the search is
    /// done once.
    fn chunks_row(&self, sight: &Sight<'_>, session: &mut Session, params: &Params) -> Result<Row, LabError> {
        let mut row = self.read(sight, sight.ask(session, params)?, None);
        let twenty = twenty(params);
        let returned = sight.ask(session, &twenty)?.budget.chunks.clone();
        sight.note_twenty(&mut row, &returned);
        row.distance = sight.distance(session, twenty)?;
        Ok(row)
    }

    /// The same for windows that point at the common chunks.
    fn windows_row(
        &self,
        bench: &mut Bench,
        policy: Policy,
        windows: &Windows,
        params: &Params,
    ) -> Result<Row, LabError> {
        let sight = &self.sight;
        let found = match bench.own_mut(policy) {
            Some(session) => sight.ask(session, params)?.clone(),
            None => Trace::default(),
        };
        let trace = sight.ask(&mut bench.common, params)?;
        let context = |params: &Params| windows.context(sight.corpus, trace, &found, params);
        let mut row = self.read(sight, trace, Some(&context(params)));
        let twenty = twenty(params);
        sight.note_twenty(&mut row, &context(&twenty));
        row.distance = sight.distance(&mut bench.common, twenty)?;
        Ok(row)
    }

    /// `context` are the chunks that were returned where they are not those of the trace.
    fn read(&self, sight: &Sight<'_>, trace: &Trace, context: Option<&[ChunkId]>) -> Row {
        let Sight { evidence, question, .. } = sight;
        let ids = context.unwrap_or(&trace.budget.chunks);
        let returned = sight.returned(ids);
        let answer = answer(evidence, &returned);
        let cover = cover(evidence, &returned);
        let fired: Vec<SeamId> = fired(trace).collect();
        let count =
            |is: &dyn Fn(SeamId) -> bool| sight.answerable().then(|| fired.iter().filter(|seam| is(**seam)).count());
        Row {
            id: question.id.clone(),
            kind: question.kind,
            phase: None,
            split: sight.answerable().then_some(self.split),
            split_model: self.split_model,
            destroyed: sight.answerable().then(|| destroyed(evidence, &sight.near)),
            chunks: ids.iter().map(|chunk| sight.corpus.name(Entry::Chunk(*chunk))).collect(),
            tokens: ids.iter().map(|chunk| u64::from(sight.corpus.chunk(*chunk).tokens)).sum(),
            evidence_chars: cover.evidence,
            covered_chars: cover.covered,
            complete: answer.map(|_| cover.complete()),
            complete_in_one: answer.map(|_| complete_in_one(evidence, &returned)),
            recall: answer.map(|answer| answer.recall),
            precision: answer.map(|answer| answer.precision),
            iou: answer.map(|answer| answer.iou),
            precision_omega: precision_omega(evidence, &sight.near),
            first_hit: first_hit(evidence, &returned),
            fired: fired.len(),
            false_fires_literal: count(&|_| self.whole),
            false_fires_strict: count(&|seam| !sight.crosses(seam)),
            wasted_fires: count(&|seam| sight.wastes(seam)),
            complete_at_20: None,
            complete_in_one_at_20: None,
            chunks_at_20: 0,
            refused: trace.refusal.is_some(),
            distance: None,
        }
    }
}

fn twenty(params: &Params) -> Params {
    Params { budget: TWENTY, ..params.clone() }
}

impl<'a> Sight<'a> {
    fn new(corpus: &'a Corpus, chunks: &'a [Stretch], question: &'a Question) -> Self {
        let evidence = question.stretches();
        let mut documents: Vec<u32> = evidence.iter().map(|piece| piece.document).collect();
        documents.sort_unstable();
        documents.dedup();
        let range = |document: &u32| corpus.chunk_ranges[*document as usize].clone();
        let near: Vec<Stretch> = documents.iter().flat_map(range).map(|chunk| chunks[chunk as usize]).collect();
        Self { corpus, chunks, question, evidence, near }
    }

    fn note_twenty(&self, row: &mut Row, chunks: &[ChunkId]) {
        let returned = self.returned(chunks);
        row.complete_at_20 = self.answerable().then(|| cover(&self.evidence, &returned).complete());
        row.complete_in_one_at_20 = self.answerable().then(|| complete_in_one(&self.evidence, &returned));
        row.chunks_at_20 = returned.len();
    }

    /// Cosine distance of the nearest chunk: every distance is above -1, so this refuses whatever there is and tells it.
    fn distance(&self, session: &mut Session, mut params: Params) -> Result<Option<f64>, LabError> {
        params.refuse.distance = Some(-1.0);
        Ok(self.ask(session, &params)?.refusal.map(|refusal| refusal.distance))
    }

    fn ask<'s>(&self, session: &'s mut Session, params: &Params) -> Traced<'s> {
        let question = &self.question.text;
        session.ask(question, params).map_err(|error| LabError::Ask { question: question.clone(), error })
    }

    fn answerable(&self) -> bool {
        !self.evidence.is_empty()
    }

    fn returned(&self, chunks: &[ChunkId]) -> Vec<Stretch> {
        chunks.iter().map(|chunk| self.chunks[chunk.at()]).collect()
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
