//! The settings that are changed in place: what they are called, what they show and how one turn changes them.
//! Never runs the pipeline; a turn makes new parameters and nothing else.

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

const POLICIES: &[Policy] = &[Policy::None, Policy::Window, Policy::Parent, Policy::Scar];
const METHODS: &[Method] =
    &[Method::Tokens, Method::Chars, Method::Recursive, Method::Paragraph, Method::Sentence, Method::Heading];
const UNITS: &[Unit] = &[Unit::O200k, Unit::Cl100k, Unit::Model, Unit::Chars, Unit::Words];
const SNAPS: &[Snap] = &[Snap::Outward, Snap::Inward, Snap::None];
const DEPTHS: &[usize] = &[1, 5, 10, 20, 50, 100, 200, 500, 1000];
const SIZES: &[usize] =
    &[1, 2, 3, 5, 8, 16, 32, 64, 96, 128, 192, 256, 384, 512, 600, 768, 1024, 1536, 2048, 4096, 8192];
const OVERLAPS: &[usize] = &[0, 1, 2, 5, 10, 20, 40, 60, 80, 100, 128, 200, 256, 400, 512];
const TOKEN_BUDGETS: &[u64] = &[256, 512, 1024, 2048, 3072, 4096, 5120, 6144, 8192, 12288, 16384, 32768, 65536];

impl Knob {
    /// All knobs, in the order of the bar: what is turned most comes first.
    pub const ALL: [Self; 18] = [
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
            Self::Gamma => format!("{:.2}", params.expand.gamma),
            Self::Lambda => format!("{:.2}", params.expand.lambda),
            Self::Radius => params.expand.radius.to_string(),
            Self::Count => match params.expand.count {
                crate::retrieve::params::ExpandCount::Beyond => "beyond".into(),
                crate::retrieve::params::ExpandCount::Within => "within".into(),
            },
            Self::Layout => layout(params.fusion.layout).into(),
            Self::RrfK => params.fusion.k.to_string(),
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
            _ => false,
        }
    }

    /// The parameters after one turn; the same ones at the end of the knob's range.
    #[must_use]
    pub fn turned(self, params: &Params, turn: Turn) -> Params {
        let mut next = params.clone();
        let p = &mut next;
        match self {
            Self::Margin => p.fire.margin = count(p.fire.margin, turn, 0),
            Self::Radius => p.expand.radius = count(p.expand.radius, turn, 1),
            Self::RrfK => p.fusion.k = step(u64::from(p.fusion.k), turn, 10, 0) as u32,
            Self::Budget => {
                p.budget.limit = match p.budget.unit {
                    BudgetUnit::Chunks => step(p.budget.limit, turn, 1, 1),
                    BudgetUnit::Tokens => rung(TOKEN_BUDGETS, p.budget.limit, turn),
                }
            }
            Self::BudgetUnit => {
                p.budget.unit = choice(&[BudgetUnit::Chunks, BudgetUnit::Tokens], p.budget.unit, turn);
                p.budget.limit = if p.budget.unit == BudgetUnit::Tokens { 5120 } else { 5 };
            }
            Self::Policy => p.expand.policy = choice(POLICIES, p.expand.policy, turn),
            Self::Gamma => p.expand.gamma = twentieth(p.expand.gamma, turn),
            Self::Lambda => p.expand.lambda = twentieth(p.expand.lambda, turn),
            Self::Count => {
                use crate::retrieve::params::ExpandCount::{Beyond, Within};
                p.expand.count = choice(&[Beyond, Within], p.expand.count, turn);
            }
            Self::Layout => p.fusion.layout = choice(&[Layout::Separate, Layout::Joint], p.fusion.layout, turn),
            Self::Depth => p.search.depth = rung(DEPTHS, p.search.depth, turn),
            Self::Method => p.chunk.method = choice(METHODS, p.chunk.method, turn),
            Self::Unit => p.chunk.unit = choice(UNITS, p.chunk.unit, turn),
            Self::Size => p.chunk.size = rung(SIZES, p.chunk.size, turn),
            Self::Overlap => p.chunk.overlap = rung(OVERLAPS, p.chunk.overlap, turn),
            Self::Header => p.chunk.header = !p.chunk.header,
            Self::SeamK => p.seam.k = step(p.seam.k as u64, turn, 10, 10) as usize,
            Self::Snap => p.seam.snap = choice(SNAPS, p.seam.snap, turn),
        }
        next
    }
}

/// True when `new` needs other chunks, seams or vectors than `old`, not only another question.
#[must_use]
pub fn rebuilds(old: &Params, new: &Params) -> bool {
    old.folder != new.folder || old.chunk != new.chunk || old.seam != new.seam || old.embed != new.embed
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

fn count(value: u32, turn: Turn, least: u32) -> u32 {
    step(u64::from(value), turn, 1, u64::from(least)).min(u64::from(u32::MAX)) as u32
}

fn step(value: u64, turn: Turn, by: u64, least: u64) -> u64 {
    match turn {
        Turn::Up => value.saturating_add(by),
        Turn::Down => value.saturating_sub(by).max(least),
    }
}

/// The next value of a ladder above or below `value`, which need not be a rung.
fn rung<T: Copy + PartialOrd>(ladder: &[T], value: T, turn: Turn) -> T {
    match turn {
        Turn::Up => ladder.iter().copied().find(|rung| *rung > value),
        Turn::Down => ladder.iter().rev().copied().find(|rung| *rung < value),
    }
    .unwrap_or(value)
}

/// The next choice, around the end.
fn choice<T: Copy + PartialEq>(all: &[T], value: T, turn: Turn) -> T {
    let at = all.iter().position(|one| *one == value).unwrap_or(0);
    let by = if turn == Turn::Up { 1 } else { all.len() - 1 };
    all.get((at + by) % all.len().max(1)).copied().unwrap_or(value)
}

/// The next multiple of a twentieth, so that turning back and forth never drifts.
fn twentieth(value: f64, turn: Turn) -> f64 {
    let places = (value * 20.0 + if turn == Turn::Up { 1.0 } else { -1.0 }).round();
    (places / 20.0).clamp(0.0, 10.0)
}
