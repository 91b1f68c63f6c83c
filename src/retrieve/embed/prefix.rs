//! What some models want to read before a question and before a passage.
//! Never part of a text that is shown, counted or cited.

use std::sync::Arc;

use super::late::States;
use super::{EmbedError, Embedder, ModelInfo, Stop};

/// What stands before a question and before a passage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefixes {
    /// Before a question; empty = nothing.
    pub query: String,
    /// Before a chunk or seam; empty = nothing.
    pub passage: String,
}

/// Tokens that may come of joining a prefix to a text.
const JOINT: usize = 1;
/// The least that a text must be left of the window.
const LEAST: usize = 16;

impl Prefixes {
    /// What the cards of known families of models ask for, by a model's name (the last part of a path).
    #[must_use]
    pub fn of_model(name: &str) -> Self {
        const SEARCH: &str = "Represent this sentence for searching relevant passages: ";
        let name = name.trim_end_matches('/').rsplit('/').next().unwrap_or(name).to_lowercase();
        let has = |word: &str| name.split(['-', '_', '.', ':']).any(|part| part == word);
        let (query, passage) = if has("e5") && !has("instruct") {
            ("query: ", "passage: ")
        } else if has("bge") && has("en") {
            (SEARCH, "")
        } else if has("bge") && has("zh") {
            ("为这个句子生成表示以用于检索相关文章：", "")
        } else if has("nomic") || name.starts_with("modernbert-embed") {
            ("search_query: ", "search_document: ")
        } else if has("arctic") && has("embed") && has("v2") {
            ("query: ", "")
        } else if has("mxbai") || (has("arctic") && has("embed")) {
            (SEARCH, "")
        } else if has("embeddinggemma") {
            ("task: search result | query: ", "title: none | text: ")
        } else {
            ("", "")
        };
        Self { query: query.into(), passage: passage.into() }
    }

    /// The model that reads these before every text; the model itself where both are empty.
    ///
    /// # Errors
    /// When they leave too little of its window.
    pub fn before(self, model: Arc<dyn Embedder>) -> Result<Arc<dyn Embedder>, EmbedError> {
        if self == Self::default() {
            return Ok(model);
        }
        let count = |text: &str| if text.is_empty() { 0 } else { model.token_ends(text).len() + JOINT };
        let longest = count(&self.query).max(count(&self.passage));
        let info = model.info();
        let window = info.window.saturating_sub(longest);
        if window < LEAST {
            let what = "embed.query_prefix and embed.passage_prefix leave";
            return Err(EmbedError(format!("{what} {window} of {} tokens of the window; shorten them", info.window)));
        }
        let id = format!("{}, query {:?}, passage {:?}", info.id, self.query, self.passage);
        let info = ModelInfo { id, window, ..info.clone() };
        Ok(Arc::new(Prefixed { model, prefixes: self, info }))
    }
}

struct Prefixed {
    model: Arc<dyn Embedder>,
    prefixes: Prefixes,
    info: ModelInfo,
}

fn joined(prefix: &str, texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| format!("{prefix}{text}")).collect()
}

fn borrowed(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

impl Embedder for Prefixed {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn token_ends(&self, text: &str) -> Vec<usize> {
        self.model.token_ends(text)
    }

    fn estimates_tokens(&self) -> bool {
        self.model.estimates_tokens()
    }

    fn until(&self, stop: &Stop) -> Option<Arc<dyn Embedder>> {
        let model = self.model.until(stop)?;
        Some(Arc::new(Self { model, prefixes: self.prefixes.clone(), info: self.info.clone() }))
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.model.embed(&borrowed(&joined(&self.prefixes.passage, texts)))
    }

    fn embed_questions(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.model.embed_questions(&borrowed(&joined(&self.prefixes.query, texts)))
    }

    fn states(&self, texts: &[&str]) -> Result<Vec<States>, EmbedError> {
        let states = self.model.states(&borrowed(&joined(&self.prefixes.passage, texts)))?;
        let length = self.prefixes.passage.len();
        Ok(states.into_iter().map(|states| states.without_first(length)).collect())
    }
}
