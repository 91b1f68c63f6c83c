//! What a result was measured on, so that it can be told from another one later.
//! Never holds the settings: they stand beside it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Bench, Settings};
use crate::lab::questions::Question;
use crate::retrieve::pipeline::ask::Session;
use crate::retrieve::trace::Corpus;

/// Program, models, documents, questions and draws of a result. Two results with the same settings and the same origin
/// are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The version of the program.
    pub version: String,
    /// Identity of the embedder of the common index; `None` without vectors.
    pub model: Option<String>,
    /// Identity of the reranker; `None` without one.
    pub reranker: Option<String>,
    /// Identities of the embedders of policies with an index of their own, by the policy's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub own_models: BTreeMap<String, Option<String>>,
    /// A hash of all documents with their paths.
    pub documents: String,
    /// A hash of all questions with their evidence.
    pub questions: String,
    /// Resamples of every bootstrap.
    pub resamples: usize,
    /// Seed of every bootstrap.
    pub seed: u64,
}

impl Origin {
    /// The origin of what these questions get on these indexes.
    #[must_use]
    pub fn of(bench: &Bench, questions: &[Question], settings: &Settings) -> Self {
        let embedder = |session: &Session| session.index().vectors.as_ref().map(|vectors| vectors.model.id.clone());
        let common = bench.common();
        Self {
            version: env!("CARGO_PKG_VERSION").into(),
            model: embedder(common),
            reranker: common.reranker().map(|reranker| reranker.id().to_owned()),
            own_models: bench.own.iter().map(|(of, session)| (of.name().to_owned(), embedder(session))).collect(),
            documents: hash_of(&common.index().corpus),
            questions: blake3::hash(format!("{questions:?}").as_bytes()).to_hex().to_string(),
            resamples: settings.resamples,
            seed: settings.seed,
        }
    }
}

/// A hash of all documents with their paths.
pub(super) fn hash_of(corpus: &Corpus) -> String {
    let mut documents = blake3::Hasher::new();
    for document in &corpus.documents {
        documents.update(blake3::hash(document.path.as_bytes()).as_bytes());
        documents.update(blake3::hash(document.text.as_bytes()).as_bytes());
    }
    documents.finalize().to_hex().to_string()
}
