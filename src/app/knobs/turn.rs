//! How one turn changes each knob.
//! Never leaves the range of a knob: at its end a turn changes nothing.

use super::{Knob, Turn};
use crate::retrieve::params::{BudgetUnit, Layout, Method, Params, Policy, Snap, Unit};

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

const WEIGHTS: &[f64] = &[0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0];

impl Knob {
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
            Self::ChunkDense => p.fusion.weights.chunk_dense = rung(WEIGHTS, p.fusion.weights.chunk_dense, turn),
            Self::ChunkBm25 => p.fusion.weights.chunk_bm25 = rung(WEIGHTS, p.fusion.weights.chunk_bm25, turn),
            Self::SeamDense => p.fusion.weights.seam_dense = rung(WEIGHTS, p.fusion.weights.seam_dense, turn),
            Self::SeamBm25 => p.fusion.weights.seam_bm25 = rung(WEIGHTS, p.fusion.weights.seam_bm25, turn),
            Self::Dense => p.fusion.weights.dense = rung(WEIGHTS, p.fusion.weights.dense, turn),
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

impl Knob {
    /// Turns from its present value until a knob of numbers reaches or passes `to`; `None` where it never does.
    #[must_use]
    pub fn turns(self, params: &Params, to: f64) -> Option<usize> {
        /// Whoever wants more writes the value.
        const MOST: usize = 999;
        let value = |params: &Params| self.value(params).parse::<f64>().ok();
        let from = value(params)?;
        let turn = if to > from { Turn::Up } else { Turn::Down };
        let mut now = params.clone();
        for turns in 0..=MOST {
            let at = value(&now)?;
            if (turn == Turn::Up && at >= to) || (turn == Turn::Down && at <= to) {
                return Some(turns);
            }
            let next = self.turned(&now, turn);
            if next == now {
                return None;
            }
            now = next;
        }
        None
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
