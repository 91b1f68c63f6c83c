//! The settings that are changed in place: what they are called, what they show and how one turn changes them.
//! Never runs the pipeline; a turn makes new parameters and nothing else.

mod turn;

use crate::config;
use crate::retrieve::params::{BudgetUnit, Layout, Method, Params, Policy, Snap, Unit};

/// A setting that can be turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Knob {
    /// `fire.margin`.
    #[default]
    Margin,
    /// `budget.limit`.
    Budget,
    /// `budget.unit`.
    BudgetUnit,
    /// `expand.policy`.
    Policy,
    /// `expand.gamma`.
    Gamma,
    /// `expand.lambda`.
    Lambda,
    /// `expand.radius`.
    Radius,
    /// `expand.count`.
    Count,
    /// `fusion.layout`.
    Layout,
    /// `fusion.k`.
    RrfK,
    /// `fusion.weights.chunk_dense`.
    ChunkDense,
    /// `fusion.weights.chunk_bm25`.
    ChunkBm25,
    /// `fusion.weights.seam_dense`.
    SeamDense,
    /// `fusion.weights.seam_bm25`.
    SeamBm25,
    /// `fusion.weights.dense`, of the layout `joint`.
    Dense,
    /// `search.depth`.
    Depth,
    /// `chunk.method`.
    Method,
    /// `chunk.size`.
    Size,
    /// `chunk.unit`.
    Unit,
    /// `chunk.overlap`.
    Overlap,
    /// `chunk.header`.
    Header,
    /// `seam.k`.
    SeamK,
    /// `seam.snap`.
    Snap,
}

/// Which way a knob is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// Towards less, or the choice before.
    Down,
    /// Towards more, or the next choice.
    Up,
}

impl Knob {
    /// All knobs, in the order of the bar: what is turned most comes first.
    pub const ALL: [Self; 23] = [
        Self::Margin,
        Self::Budget,
        Self::BudgetUnit,
        Self::Policy,
        Self::Gamma,
        Self::Lambda,
        Self::Radius,
        Self::Count,
        Self::Layout,
        Self::RrfK,
        Self::Depth,
        Self::Method,
        Self::Size,
        Self::Unit,
        Self::Overlap,
        Self::Header,
        Self::SeamK,
        Self::Snap,
        Self::ChunkDense,
        Self::ChunkBm25,
        Self::SeamDense,
        Self::SeamBm25,
        Self::Dense,
    ];

    /// Its name in the bar.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Margin => "m",
            Self::Budget => "budget",
            Self::BudgetUnit => "in",
            Self::Policy => "expand",
            Self::Gamma => "gamma",
            Self::Lambda => "lambda",
            Self::Radius => "r",
            Self::Count => "count",
            Self::Layout => "layout",
            Self::RrfK => "RRF k",
            Self::ChunkDense => "w chunk-dense",
            Self::ChunkBm25 => "w chunk-bm25",
            Self::SeamDense => "w seam-dense",
            Self::SeamBm25 => "w seam-bm25",
            Self::Dense => "w dense",
            Self::Depth => "depth",
            Self::Method => "cut by",
            Self::Size => "size",
            Self::Unit => "unit",
            Self::Overlap => "overlap",
            Self::Header => "header",
            Self::SeamK => "seam k",
            Self::Snap => "snap",
        }
    }

    /// Its name in the bar with its key in config.toml: `m (fire.margin)`.
    #[must_use]
    pub fn full_name(self) -> String {
        format!("{} ({})", self.label(), self.key())
    }

    /// Its key in config.toml.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Margin => "fire.margin",
            Self::Budget => "budget.limit",
            Self::BudgetUnit => "budget.unit",
            Self::Policy => "expand.policy",
            Self::Gamma => "expand.gamma",
            Self::Lambda => "expand.lambda",
            Self::Radius => "expand.radius",
            Self::Count => "expand.count",
            Self::Layout => "fusion.layout",
            Self::RrfK => "fusion.k",
            Self::ChunkDense => "fusion.weights.chunk_dense",
            Self::ChunkBm25 => "fusion.weights.chunk_bm25",
            Self::SeamDense => "fusion.weights.seam_dense",
            Self::SeamBm25 => "fusion.weights.seam_bm25",
            Self::Dense => "fusion.weights.dense",
            Self::Depth => "search.depth",
            Self::Method => "chunk.method",
            Self::Size => "chunk.size",
            Self::Unit => "chunk.unit",
            Self::Overlap => "chunk.overlap",
            Self::Header => "chunk.header",
            Self::SeamK => "seam.k",
            Self::Snap => "seam.snap",
        }
    }

    /// Its value as the bar shows it.
    #[must_use]
    pub fn value(self, params: &Params) -> String {
        match self {
            Self::Margin => params.fire.margin.to_string(),
            Self::Budget => params.budget.limit.to_string(),
            Self::BudgetUnit => budget_unit(params.budget.unit).into(),
            Self::Policy => policy(params.expand.policy).into(),
            Self::Gamma => params.expand.gamma.to_string(),
            Self::Lambda => params.expand.lambda.to_string(),
            Self::Radius => params.expand.radius.to_string(),
            Self::Count => match params.expand.count {
                crate::retrieve::params::ExpandCount::Beyond => "beyond".into(),
                crate::retrieve::params::ExpandCount::Within => "within".into(),
            },
            Self::Layout => layout(params.fusion.layout).into(),
            Self::RrfK => params.fusion.k.to_string(),
            Self::ChunkDense => params.fusion.weights.chunk_dense.to_string(),
            Self::ChunkBm25 => params.fusion.weights.chunk_bm25.to_string(),
            Self::SeamDense => params.fusion.weights.seam_dense.to_string(),
            Self::SeamBm25 => params.fusion.weights.seam_bm25.to_string(),
            Self::Dense => params.fusion.weights.dense.to_string(),
            Self::Depth => params.search.depth.to_string(),
            Self::Method => method(params.chunk.method).into(),
            Self::Size => params.chunk.size.to_string(),
            Self::Unit => unit(params.chunk.unit).into(),
            Self::Overlap => params.chunk.overlap.to_string(),
            Self::Header => if params.chunk.header { "on" } else { "off" }.into(),
            Self::SeamK => params.seam.k.to_string(),
            Self::Snap => match params.seam.snap {
                Snap::Outward => "outward".into(),
                Snap::Inward => "inward".into(),
                Snap::None => "none".into(),
            },
        }
    }

    /// True when the knob changes nothing under the other settings: it is drawn as idle.
    #[must_use]
    pub fn idle(self, params: &Params) -> bool {
        match self {
            Self::Gamma | Self::Lambda => params.expand.policy != Policy::Scar,
            Self::Radius => !matches!(params.expand.policy, Policy::Scar | Policy::Window),
            Self::Count => params.expand.policy == Policy::None,
            Self::Margin | Self::SeamK | Self::Snap => !params.draws_seams(),
            Self::ChunkDense | Self::SeamDense => params.fusion.layout == Layout::Joint,
            Self::Dense => params.fusion.layout == Layout::Separate,

            _ => false,
        }
    }

    /// The parameters with the knob at a written value.
    ///
    /// # Errors
    /// What it takes instead, in one sentence.
    pub fn set(self, params: &Params, text: &str) -> Result<Params, String> {
        config::with(params, self.key(), text)
    }
}

/// True when `new` needs other chunks, seams or vectors than `old`, not only another question.
#[must_use]
pub fn rebuilds(old: &Params, new: &Params) -> bool {
    old.rerank.model != new.rerank.model
        || old.folder != new.folder
        || old.chunk != new.chunk
        || old.seam != new.seam
        || old.embed != new.embed
}

/// The name of a policy.
#[must_use]
pub const fn policy(policy: Policy) -> &'static str {
    match policy {
        Policy::None => "none",
        Policy::Window => "window",
        Policy::Parent => "parent",
        Policy::Scar => "scar",
    }
}

/// What a budget counts.
#[must_use]
pub const fn budget_unit(unit: BudgetUnit) -> &'static str {
    match unit {
        BudgetUnit::Chunks => "chunks",
        BudgetUnit::Tokens => "tokens",
    }
}

/// The name of a layout of lists.
#[must_use]
pub const fn layout(layout: Layout) -> &'static str {
    match layout {
        Layout::Separate => "separate",
        Layout::Joint => "joint",
    }
}

/// The name of a chunker.
#[must_use]
pub const fn method(method: Method) -> &'static str {
    match method {
        Method::Tokens => "tokens",
        Method::Chars => "chars",
        Method::Recursive => "recursive",
        Method::Paragraph => "paragraph",
        Method::Sentence => "sentence",
        Method::Heading => "heading",
    }
}

/// The name of a unit.
#[must_use]
pub const fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::O200k => "o200k",
        Unit::Cl100k => "cl100k",
        Unit::Model => "model",
        Unit::Chars => "chars",
        Unit::Words => "words",
    }
}
