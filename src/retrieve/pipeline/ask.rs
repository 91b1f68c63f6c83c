//! A question into a trace, resuming at the first stage that a change of parameters touches.
//! Never touches an index or an embedder when only a later stage changed.

mod memo;
mod stage;
mod stages;

use std::sync::Arc;

use self::memo::{Memo, Scores};
use self::stage::{Stage, first_touched};
use self::stages::World;
use super::build::{Index, VectorSet, late_vectors};
use crate::retrieve::embed::{EmbedError, Embedder, Reranker, Stop, embed_question, embed_text};
use crate::retrieve::index::dense::Vectors;
use crate::retrieve::index::lexical::{Lexical, LexicalError};
use crate::retrieve::params::{Params, ParamsError};
use crate::retrieve::search::{Found, Rows, Wanted};
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::{Budget, SeamId, Trace};

/// Why a question could not be asked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AskError {
    /// There is nothing but blank space in it.
    #[error("the question is empty; type one")]
    Blank,
    /// A setting cannot be used.
    #[error(transparent)]
    Params(#[from] ParamsError),
    /// The index holds the vectors of another model: they are never compared.
    #[error("the index was embedded by {index}, the question would be by {model}; index the folder again")]
    OtherModel {
        /// Identity of the index's model.
        index: String,
        /// Identity of the model that was given.
        model: String,
    },
    /// The model failed.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// The word index failed.
    #[error(transparent)]
    Words(#[from] LexicalError),
    /// It was no longer wanted while a model read; what a reranker had read is not read again.
    #[error("stopped while a model read")]
    Stopped,
}

/// How often the expensive things were used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Scans over vectors and searches by words.
    pub index: u64,
    /// Texts given to the model.
    pub embedder: u64,
    /// Pairs of question and text given to the reranker.
    pub reranker: u64,
}

/// One index and the last question that was asked of it, with every stage's output.
///
/// Asking the same question again with other parameters restarts at the first stage that they touch; the result is
/// the one that a new session gives. Parameters of folder, chunks, seam windows and model are the index's own and are
/// not looked at here. A clone shares what depends on the index alone.
#[derive(Clone)]
pub struct Session {
    index: Index,
    model: Option<Arc<dyn Embedder>>,
    reranker: Option<Reranker>,
    counter: Counter,
    memo: Arc<Memo>,
    calls: Calls,
    /// The last question as the model read it: model, question, vector.
    heard: Option<(String, String, Vec<f32>)>,
    /// What the reranker gave for the last question, which a story that was stopped leaves too.
    scores: (String, Arc<Scores>),
    kept: Option<Kept>,
}

/// The last question and what came of it.
#[derive(Clone)]
struct Kept {
    params: Params,
    vector: Option<Vec<f32>>,
    found: Found,
    /// How deep `found` was searched.
    depth: usize,
    trace: Trace,
    /// What the reranker gave; shared by clones.
    scores: Arc<Scores>,
    /// The first stage that was not run yet.
    due: Option<Stage>,
}

impl Session {
    /// A session on `index`; `model` is the one that made its vectors, if it has any.
    #[must_use]
    pub fn new(index: Index, model: Option<Arc<dyn Embedder>>) -> Self {
        let counter = Counter::of(index.params.seam_unit(), index.params.chunk.compat).unwrap_or_else(|| {
            // Chunks counted in the model's own tokens: without the model there is no such index but an empty one.
            let model = model.clone();
            Counter::Model(Arc::new(move |text| model.as_ref().map_or_else(Vec::new, |model| model.token_ends(text))))
        });
        let (memo, calls, scores) = (Arc::default(), Calls::default(), <(String, Arc<Scores>)>::default());
        Self { index, model, reranker: None, counter, memo, calls, heard: None, scores, kept: None }
    }

    /// The same with a reranker, which [`crate::retrieve::params::RerankParams::model`] switches on.
    #[must_use]
    pub fn with_reranker(self, reranker: Option<Reranker>) -> Self {
        Self { reranker, ..self }
    }

    /// The same, knowing what the model made of the last question of `before`: other chunks do not change it.
    #[must_use]
    pub fn following(self, before: &Self) -> Self {
        Self { heard: before.heard.clone(), ..self }
    }

    /// The index.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The model that made the index's vectors, if it has any.
    #[must_use]
    pub fn model(&self) -> Option<&Arc<dyn Embedder>> {
        self.model.as_ref()
    }

    /// The reranker, if there is one.
    #[must_use]
    pub const fn reranker(&self) -> Option<&Reranker> {
        self.reranker.as_ref()
    }

    /// The last trace.
    #[must_use]
    pub fn trace(&self) -> Option<&Trace> {
        self.kept.as_ref().map(|kept| &kept.trace)
    }

    /// The parameters of the last trace.
    #[must_use]
    pub fn params(&self) -> Option<&Params> {
        self.kept.as_ref().map(|kept| &kept.params)
    }

    /// The budget of the last trace as it would be if this seam had not fired, everything else alike: what its chunks
    /// put out of the context is what this one holds and the trace's does not. `None` without a trace.
    #[must_use]
    pub fn budget_without(&self, seam: SeamId) -> Option<Budget> {
        // Under a reranker the seam's chunks would be given to it, and what it would make of them is not known.
        let kept = self.kept.as_ref().filter(|kept| kept.trace.rerank.is_none())?;
        let mut trace = kept.trace.clone();
        trace.verdicts.iter_mut().filter(|verdict| verdict.seam == seam).for_each(|verdict| verdict.fired = false);
        let Self { index, counter, memo, .. } = self;
        let world = World { index, memo, counter, question: kept.vector.as_deref() };
        Some(world.filled(&trace, &kept.params).budget)
    }

    /// The last question's vector, if the index has vectors.
    #[must_use]
    pub fn vector(&self) -> Option<&[f32]> {
        self.kept.as_ref().and_then(|kept| kept.vector.as_deref())
    }

    /// What was used since the session began.
    #[must_use]
    pub fn calls(&self) -> Calls {
        self.calls
    }

    /// The story of `question` under `params`.
    ///
    /// # Errors
    /// See [`AskError`]; afterwards the session has no last trace.
    pub fn ask(&mut self, question: &str, params: &Params) -> Result<&Trace, AskError> {
        self.ask_unless(question, params, &Stop::never())
    }

    /// The same, given up soon after that is wished.
    ///
    /// # Errors
    /// See [`AskError`]; afterwards the session has no last trace.
    pub fn ask_unless(&mut self, question: &str, params: &Params, stop: &Stop) -> Result<&Trace, AskError> {
        let mut kept = self.resume(question, params)?;
        let decided = self.decide_stages(&mut kept, params, stop);
        // A model that was told to stop says so as an error of its own.
        decided.map_err(|error| match error {
            AskError::Embed(_) if stop.is_wished() => AskError::Stopped,
            error => error,
        })?;
        self.present_stages(&mut kept, params);
        kept.params = params.clone();
        Ok(&self.kept.insert(kept).trace)
    }

    /// Only what decides on the context: the trace ends with budget and expansions, what follows them is of before.
    /// For trying many settings; [`Session::ask`] goes on from here.
    pub(crate) fn decide(&mut self, question: &str, params: &Params) -> Result<&Trace, AskError> {
        let mut kept = self.resume(question, params)?;
        self.decide_stages(&mut kept, params, &Stop::never())?;
        kept.params = params.clone();
        Ok(&self.kept.insert(kept).trace)
    }

    /// The outputs that may be kept.
    fn resume(&mut self, question: &str, params: &Params) -> Result<Kept, AskError> {
        let kept = self.kept.take();
        if question.trim().is_empty() {
            return Err(AskError::Blank);
        }
        params.check()?;
        if let Some(mut kept) = kept.filter(|kept| kept.trace.question == question) {
            kept.due = [kept.due, first_touched(&kept.params, params)].into_iter().flatten().min();
            return Ok(kept);
        }
        let trace = Trace { question: question.to_owned(), ..Trace::default() };
        let due = Some(Stage::Question);
        if self.scores.0 != question {
            self.scores = (question.to_owned(), Arc::default());
        }
        let scores = Arc::clone(&self.scores.1);
        Ok(Kept { params: params.clone(), vector: None, found: Found::default(), depth: 0, trace, scores, due })
    }

    /// From the question's vector to the filled budget.
    fn decide_stages(&mut self, kept: &mut Kept, params: &Params, stop: &Stop) -> Result<(), AskError> {
        let Some(due) = kept.due.filter(|&due| due <= Stage::Fill) else { return Ok(()) };
        if due <= Stage::Question {
            kept.vector = self.embed(&kept.trace.question, stop)?;
        }
        let wanted = self.wanted(params, kept.vector.is_some());
        if due <= Stage::Search {
            self.search(kept, wanted, params.search.depth)?;
        }
        let Self { index, model, reranker, counter, memo, calls, .. } = self;
        let world = World { index, memo, counter, question: kept.vector.as_deref() };
        let stoppable = model.as_ref().and_then(|model| model.until(stop));
        let model = stoppable.as_deref().or(model.as_deref());
        let trace = &mut kept.trace;
        if due <= Stage::Fuse {
            (trace.lists, trace.ranking) = stages::fused(&kept.found, wanted, params);
            world.prepare_citations(&trace.ranking);
        }
        if due <= Stage::Fire {
            trace.verdicts = world.verdicts(&trace.ranking, params.fire.margin);
        }
        trace.halves = world.halves(&trace.verdicts, params, |document, spans| {
            let Some(model) = model else { return Ok(Vec::new()) };
            if model.is_late() {
                let (vectors, read) = late_vectors(index, model, document as usize, spans)?;
                calls.embedder += read as u64;
                return Ok(vectors);
            }
            let text = &index.corpus.documents[document as usize].text;
            calls.embedder += spans.len() as u64;
            spans.iter().map(|span| Ok(embed_text(model, span.of(text).trim())?.vector)).collect()
        })?;
        if due <= Stage::Rerank {
            let reranker = reranker.as_ref().filter(|it| params.rerank.model.is_some() && it.reads(&trace.question));
            let read = &mut calls.reranker;
            let order = reranker.map(|reranker| world.reranked(trace, params, reranker, &kept.scores, read, stop));
            trace.rerank = order.transpose()?;
        }
        let filled = world.filled(trace, params);
        (trace.budget, trace.expansions) = (filled.budget, filled.expansions);
        kept.due = Some(Stage::Refuse);
        Ok(())
    }

    /// What is told of the filled budget.
    fn present_stages(&self, kept: &mut Kept, params: &Params) {
        let Some(due) = kept.due.take() else { return };
        let Self { index, counter, memo, .. } = self;
        let world = World { index, memo, counter, question: kept.vector.as_deref() };
        let trace = &mut kept.trace;
        if due <= Stage::Refuse {
            trace.refusal = world.refusal(&trace.ranking, params);
        }
        trace.context = world.passages(&trace.budget.chunks, params);
        trace.notes = world.notes(trace, params, self.reranker.as_ref());
    }

    fn embed(&mut self, question: &str, stop: &Stop) -> Result<Option<Vec<f32>>, AskError> {
        let (Some(vectors), Some(model)) = (&self.index.vectors, &self.model) else { return Ok(None) };
        if vectors.model != *model.info() {
            let (index, model) = (vectors.model.id.clone(), model.info().id.clone());
            return Err(AskError::OtherModel { index, model });
        }
        let id = &model.info().id;
        if let Some((_, _, vector)) = self.heard.as_ref().filter(|heard| heard.0 == *id && heard.1 == question) {
            return Ok(Some(vector.clone()));
        }
        self.calls.embedder += 1;
        let stoppable = model.until(stop);
        let vector = embed_question(stoppable.as_deref().unwrap_or(&**model), question)?.vector;
        self.heard = Some((id.clone(), question.to_owned(), vector.clone()));
        Ok(Some(vector))
    }

    fn wanted(&self, params: &Params, dense: bool) -> Wanted {
        let seams = params.seam.enabled && self.index.params.draws_seams();
        Wanted { dense: params.search.dense && dense, bm25: params.search.bm25, seams }
    }

    /// Searches what is wanted and not there yet, or not deep enough: all of it side by side.
    fn search(&mut self, kept: &mut Kept, wanted: Wanted, depth: usize) -> Result<(), AskError> {
        if kept.depth < depth {
            (kept.found, kept.depth) = (Found::default(), depth);
        }
        let depth = kept.depth;
        let vectors = kept.vector.as_deref().zip(self.index.vectors.as_deref()).filter(|_| wanted.dense);
        let scan = |table: fn(&VectorSet) -> &Vectors| {
            vectors.map(|(question, set)| {
                let rows = table(set).scan(question, depth).into_iter();
                rows.map(|(row, cosine)| (row, f64::from(cosine))).collect::<Rows>()
            })
        };
        let words = |index: &Lexical| wanted.bm25.then(|| index.search(&kept.trace.question, depth)).transpose();
        let chunks_due = [&kept.found.chunk_dense, &kept.found.chunk_bm25].map(Option::is_none);
        let seams_due = [&kept.found.seam_dense, &kept.found.seam_bm25].map(|rows| rows.is_none() && wanted.seams);
        let ((chunk_dense, seam_dense), (chunk_bm25, seam_bm25)) = rayon::join(
            || {
                rayon::join(
                    || chunks_due[0].then(|| scan(|set| &set.chunks)).flatten(),
                    || seams_due[0].then(|| scan(|set| &set.seams)).flatten(),
                )
            },
            || {
                rayon::join(
                    || chunks_due[1].then(|| words(&self.index.chunk_words)).transpose(),
                    || seams_due[1].then(|| words(&self.index.seam_words)).transpose(),
                )
            },
        );
        let (chunk_bm25, seam_bm25) = (chunk_bm25?.flatten(), seam_bm25?.flatten());
        let found = &mut kept.found;
        let slots = [&mut found.chunk_dense, &mut found.chunk_bm25, &mut found.seam_dense, &mut found.seam_bm25];
        for (slot, rows) in slots.into_iter().zip([chunk_dense, chunk_bm25, seam_dense, seam_bm25]) {
            if rows.is_some() {
                self.calls.index += 1;
                *slot = rows;
            }
        }
        Ok(())
    }
}
