//! Every setting of the engine, as one value nested like config.toml.
//! Never reads a file or the environment; `config` does that and hands the result in.

mod chunk;
mod preset;
mod query;

pub use chunk::{ChunkParams, Compat, KeepSeparator, Method, SeamParams, Snap, Unit};
pub use preset::Preset;
pub use query::{
    BudgetParams, BudgetUnit, ContextOrder, ContextParams, EmbedMode, EmbedParams, ExpandCount, ExpandParams,
    FireParams, FolderParams, FusionParams, Layout, Policy, RefuseParams, RerankParams, SearchParams, Weights,
};

use serde::{Deserialize, Serialize};

/// The effective configuration of one run; the default is preset `seams` with m = 3.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// Which files are read.
    pub folder: FolderParams,
    /// How texts are cut.
    pub chunk: ChunkParams,
    /// The windows over the cuts.
    pub seam: SeamParams,
    /// The model.
    pub embed: EmbedParams,
    /// The lists.
    pub search: SearchParams,
    /// The fused ranking.
    pub fusion: FusionParams,
    /// The fire test.
    pub fire: FireParams,
    /// Reranking.
    pub rerank: RerankParams,
    /// What the context may hold.
    pub budget: BudgetParams,
    /// Neighbours.
    pub expand: ExpandParams,
    /// "No answer".
    pub refuse: RefuseParams,
    /// How the context is laid out.
    pub context: ContextParams,
}

/// A setting that cannot be used, with the key that a person must change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {what}")]
pub struct ParamsError {
    /// The dotted key.
    pub key: &'static str,
    /// What is wrong, with the values concerned, and what to do.
    pub what: String,
}

impl Params {
    /// Checks what types cannot: sizes above zero, overlap below size, weights and thresholds that are numbers.
    ///
    /// # Errors
    /// The first setting that cannot be used; overlap >= size names both values.
    pub fn check(&self) -> Result<(), ParamsError> {
        self.chunk.check()?;
        self.seam.check()?;
        query::check(self)
    }

    /// The unit in which seams and a chunk's `tokens` are counted: `seam.unit`, else `chunk.unit` where that is
    /// a token counter, else o200k (design 2.4).
    #[must_use]
    pub fn seam_unit(&self) -> Unit {
        self.seam.unit.unwrap_or(match self.chunk.unit {
            unit @ (Unit::O200k | Unit::Cl100k | Unit::Model) => unit,
            Unit::Chars | Unit::Words => Unit::O200k,
        })
    }

    /// True when these settings draw seams: enabled, and chunks asked for without overlap.
    #[must_use]
    pub fn draws_seams(&self) -> bool {
        self.seam.enabled && self.chunk.overlap == 0
    }
}
