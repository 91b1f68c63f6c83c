//! What a result was measured on, so that it can be told from another one later.
//! Never holds the settings: they stand beside it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Bench, Settings};
use crate::lab::questions::Question;
use crate::retrieve::pipeline::ask::Session;

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
        let embedder = |session: &Session| session.index().embedder().map(str::to_owned);
        let common = bench.common();
        Self {
            version: env!("CARGO_PKG_VERSION").into(),
            model: embedder(common),
            reranker: common.reranker().map(|reranker| reranker.id().to_owned()),
            own_models: bench.own.iter().map(|(of, session)| (of.name().to_owned(), embedder(session))).collect(),
            documents: bench.documents().to_owned(),
            questions: blake3::hash(format!("{questions:?}").as_bytes()).to_hex().to_string(),
            resamples: settings.resamples,
            seed: settings.seed,
        }
    }
}
