//! The indexes that a comparison works on: the common one, and those that single policies need beside it.
//! Never builds an index.

use std::sync::OnceLock;

use super::policy::Policy;
use super::sliding::Windows;
use crate::lab::measures::Stretch;
use crate::lab::places::Places;
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::ask::Session;

/// Sessions of one folder. A clone shares what depends on the indexes alone.
#[derive(Clone)]
pub struct Bench {
    /// On the common index.
    pub(super) common: Session,
    /// On the index of a policy of its own.
    pub(super) own: Vec<(Policy, Session)>,
    /// What [`Bench::documents`] says, once it was asked.
    documents: OnceLock<String>,
}

impl Bench {
    /// The common index alone.
    #[must_use]
    pub const fn new(common: Session) -> Self {
        Self { common, own: Vec::new(), documents: OnceLock::new() }
    }

    /// The indexes that `policies` need, opened by `open`.
    ///
    /// # Errors
    /// Those of `open`.
    pub fn open<E>(
        policies: &[Policy],
        params: &Params,
        mut open: impl FnMut(&Params) -> Result<Session, E>,
    ) -> Result<Self, E> {
        let common = open(params)?;
        let mut own = Vec::new();
        for policy in policies {
            if let Some(params) = policy.second_index(params) {
                own.push((*policy, open(&params)?));
            }
        }
        Ok(Self { common, own, documents: OnceLock::new() })
    }

    /// The session on the common index.
    #[must_use]
    pub const fn common(&self) -> &Session {
        &self.common
    }

    /// A hash of all documents of the common index with their paths. It is worked out once: every policy of every
    /// point asks for it.
    pub(super) fn documents(&self) -> &str {
        self.documents.get_or_init(|| {
            let mut documents = blake3::Hasher::new();
            for document in &self.common.index().corpus.documents {
                documents.update(blake3::hash(document.path.as_bytes()).as_bytes());
                documents.update(blake3::hash(document.text.as_bytes()).as_bytes());
            }
            documents.finalize().to_hex().to_string()
        })
    }

    pub(super) fn own(&self, policy: Policy) -> Option<&Session> {
        self.own.iter().find(|(of, _)| *of == policy).map(|(_, session)| session)
    }

    pub(super) fn own_mut(&mut self, policy: Policy) -> Option<&mut Session> {
        self.own.iter_mut().find(|(of, _)| *of == policy).map(|(_, session)| session)
    }
}

/// What a policy's second index is to it.
pub(super) enum Second {
    /// Chunks that are returned instead of the common ones: where each lies, in characters.
    Chunks(Vec<Stretch>),
    /// Windows that point at the common chunks.
    Windows(Windows),
}

/// What depends on the indexes alone, of every policy that has one of its own.
pub(super) fn seconds(bench: &Bench, policies: &[Policy]) -> Vec<Option<Second>> {
    let second = |policy: &Policy| {
        let corpus = bench.own(*policy)?.index().corpus.clone();
        Some(match policy {
            Policy::Overlap | Policy::Late => Second::Chunks(Places::new(&corpus).chunks()),
            sliding => {
                let middles = *sliding == Policy::SlidingSparse;
                Second::Windows(Windows::over(&bench.common.index().corpus, &corpus, middles))
            }
        })
    };
    policies.iter().map(second).collect()
}
