//! Cross-encoders: models that read a question and a text together and give one score.
//! Never lets a text be cut off: what exceeds the window is read in parts, and the best part counts.

use std::path::Path;
use std::sync::Arc;

use super::EmbedError;
use super::catalog::{self, Purpose};
use super::fastembed::Cross;
use super::hub::{Onlooker, Shelf};
use crate::retrieve::params::Params;

/// What a reranker gave one text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The model's own number, whatever its scale; higher is better.
    pub score: f64,
    /// In how many parts the text was read: 1 = at once.
    pub windows: u32,
}

/// Scores texts against one question.
type Scoring = dyn Fn(&str, &[&str]) -> Result<Vec<Score>, EmbedError> + Send + Sync;

/// A reranker. Cheap to clone.
#[derive(Clone)]
pub struct Reranker {
    id: Arc<str>,
    scoring: Arc<Scoring>,
    /// Whether a question leaves room for a text.
    reads: Arc<dyn Fn(&str) -> bool + Send + Sync>,
}

impl Reranker {
    /// A reranker by this identity that gives one score a text, in order.
    pub fn new(
        id: &str,
        scoring: impl Fn(&str, &[&str]) -> Result<Vec<Score>, EmbedError> + Send + Sync + 'static,
    ) -> Self {
        Self { id: id.into(), scoring: Arc::new(scoring), reads: Arc::new(|_| true) }
    }

    /// The reranker that the settings name by `rerank.model`, a name or a directory; `None` where they name none.
    ///
    /// # Errors
    /// When the name is unknown or the model cannot be fetched or loaded; one sentence says what, where and what to do.
    pub fn load(params: &Params, models: Option<&Path>, onlooker: &Onlooker) -> Result<Option<Self>, EmbedError> {
        let Some(name) = &params.rerank.model else { return Ok(None) };
        let failed = |error: EmbedError| EmbedError(format!("rerank.model: {error}"));
        let runtime = params.embed.runtime.as_deref().map(Path::new);
        let cross = if super::is_directory(name) {
            Cross::load(name.as_ref(), runtime)
        } else {
            catalog::named(name, Purpose::Reranker).and_then(|named| {
                let shelf = Shelf { folder: models.map(Path::to_owned), hub: params.embed.hub.clone() };
                Cross::named(&named, runtime, &shelf, onlooker)
            })
        };
        let cross = cross.map_err(failed)?;
        let (id, cross) = (cross.id().to_owned(), Arc::new(cross));
        let asked = Arc::clone(&cross);
        let reranker = Self::new(&id, move |question, texts| cross.scores(question, texts));
        Ok(Some(reranker.reading(move |question| asked.reads(question))))
    }

    /// The same, which reads only questions of which `reads` is true: others leave no room for a text.
    #[must_use]
    pub fn reading(self, reads: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        Self { reads: Arc::new(reads), ..self }
    }

    /// True when it can read a text beside this question.
    #[must_use]
    pub fn reads(&self, question: &str) -> bool {
        (self.reads)(question)
    }

    /// Its identity: name and file hash.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// One score a text, in order.
    ///
    /// # Errors
    /// When the model fails.
    pub fn scores(&self, question: &str, texts: &[&str]) -> Result<Vec<Score>, EmbedError> {
        let scores = (self.scoring)(question, texts)?;
        if scores.len() == texts.len() && scores.iter().all(|score| score.score.is_finite()) {
            return Ok(scores);
        }
        Err(EmbedError(format!("{}: {} usable scores for {} texts", self.id, scores.len(), texts.len())))
    }
}
