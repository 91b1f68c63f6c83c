//! A small folder, a model that counts its calls, and any settings for what comes after the index.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use proptest::prelude::*;
use proptest::sample::select;
use seamscope::retrieve::embed::{EmbedError, Embedder, ModelInfo};
use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::params::{
    BudgetParams, BudgetUnit, ContextOrder, ExpandCount, ExpandParams, FireParams, Layout, Params, Policy,
    SearchParams, Weights,
};
use seamscope::retrieve::pipeline::ask::Session;
use seamscope::retrieve::pipeline::build::{Index, Watch, open};

const WORDS: [&str; 16] = [
    "order",
    "stale",
    "read",
    "billing",
    "outage",
    "region",
    "service",
    "exception",
    "replica",
    "write",
    "table",
    "cut",
    "seam",
    "margin",
    "budget",
    "chunk",
];

pub(super) const QUESTIONS: [&str; 4] =
    ["stale read billing", "why does the order service accept stale reads", "seam margin", "nothing of the kind"];

/// Sums of fixed numbers by word: alike for texts that share words.
pub(super) struct Counting {
    info: ModelInfo,
    pub(super) calls: AtomicU64,
}

impl Default for Counting {
    fn default() -> Self {
        Self { info: ModelInfo { id: "words".into(), dimensions: 8, window: 1 << 20 }, calls: AtomicU64::new(0) }
    }
}

impl Embedder for Counting {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn token_ends(&self, text: &str) -> Vec<usize> {
        text.split_whitespace().map(|word| word.as_ptr() as usize - text.as_ptr() as usize + word.len()).collect()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.calls.fetch_add(texts.len() as u64, Ordering::Relaxed);
        Ok(texts.iter().map(|text| vector(text)).collect())
    }
}

fn vector(text: &str) -> Vec<f32> {
    let mut sum = [0.01_f32; 8];
    for word in text.split_whitespace() {
        let mut state = word
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |state, byte| (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        for number in &mut sum {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *number += ((state >> 40) as f32 / 16_777_216.0) - 0.4;
        }
    }
    let length = sum.iter().map(|number| number * number).sum::<f32>().sqrt();
    sum.iter().map(|number| number / length).collect()
}

/// Three documents of some sections, words drawn by a fixed rule.
fn document(seed: u64) -> String {
    let mut state = seed;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut text = "# Title\n\n".to_owned();
    for section in 0..4 {
        let _ = write!(text, "## Part {}\n\n", section % 3);
        for _ in 0..3 + draw(3) {
            for _ in 0..4 + draw(5) {
                let _ = write!(text, "{} ", WORDS[draw(WORDS.len() as u64) as usize]);
            }
            text.push_str("ends.\n\n");
        }
    }
    text
}

fn indexed(params: &Params) -> Index {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, seed) in [("a.md", 1), ("b.md", 2), ("c.md", 3)] {
        std::fs::write(folder.path().join(name), document(seed)).expect("a document");
    }
    let model: Arc<dyn Embedder> = Arc::new(Counting::default());
    open(folder.path(), params, Some(&model), &Store::off(), &Watch::silent()).expect("an index")
}

/// The folder cut every 12 tokens, with seams and vectors.
pub(super) fn seams() -> Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let make = || {
        let mut params = Params::default();
        params.chunk.size = 12;
        params.seam.k = 5;
        indexed(&params)
    };
    INDEX.get_or_init(make).clone()
}

/// The folder cut with overlap: no seams.
pub(super) fn overlapping() -> Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let make = || {
        let mut params = Params::default();
        (params.chunk.size, params.chunk.overlap, params.chunk.header) = (14, 6, true);
        indexed(&params)
    };
    INDEX.get_or_init(make).clone()
}

/// The folder with seams before its vectors are there.
pub(super) fn wordy() -> Index {
    Index { vectors: None, ..seams() }
}

pub(super) fn session(index: &Index) -> Session {
    Session::new(index.clone(), Some(Arc::new(Counting::default())))
}

fn expansions() -> impl Strategy<Value = ExpandParams> {
    let policy = select(vec![Policy::None, Policy::Window, Policy::Parent, Policy::Scar, Policy::Scar, Policy::Scar]);
    let count = select(vec![ExpandCount::Beyond, ExpandCount::Within]);
    (policy, 0_u32..4, 0.0..0.3_f64, 0.5..1.2_f64, count, any::<bool>()).prop_map(
        |(policy, radius, lambda, gamma, count, contiguous)| ExpandParams {
            policy,
            radius,
            lambda,
            gamma,
            count,
            contiguous,
        },
    )
}

fn budgets() -> impl Strategy<Value = BudgetParams> {
    prop_oneof![
        (0_u64..12).prop_map(|limit| BudgetParams { unit: BudgetUnit::Chunks, limit }),
        (0_u64..150).prop_map(|limit| BudgetParams { unit: BudgetUnit::Tokens, limit }),
    ]
}

/// Any settings of what comes after the index, with or without the side floor.
pub(super) fn settings(floor: impl Strategy<Value = Option<f64>>) -> impl Strategy<Value = Params> {
    let sources = select(vec![(true, true), (true, true), (true, false), (false, true)]);
    let search = (1_usize..40, sources).prop_map(|(depth, (dense, bm25))| SearchParams { depth, dense, bm25 });
    let weight = select(vec![1.0, 1.0, 0.0, 2.5]);
    let layout = select(vec![Layout::Separate, Layout::Joint]);
    let order = select(vec![ContextOrder::Rank, ContextOrder::Document]);
    let refusal = prop::option::of(0.0..1.0_f64);
    let fire = (0_u32..8, floor).prop_map(|(margin, floor)| FireParams { margin, floor });
    let seams = select(vec![true, true, true, false]);
    (search, (0_u32..100, layout, weight), fire, budgets(), expansions(), refusal, order, seams).prop_map(
        |(search, (k, layout, weight), fire, budget, expand, distance, order, seams)| {
            let mut params = Params { search, fire, budget, expand, ..Params::default() };
            (params.fusion.k, params.fusion.layout) = (k, layout);
            params.fusion.weights = Weights { seam_dense: weight, chunk_bm25: weight, ..Weights::default() };
            params.refuse.distance = distance;
            params.context.order = order;
            params.seam.enabled = seams;
            params
        },
    )
}

/// No floor, or some.
pub(super) fn floors() -> impl Strategy<Value = Option<f64>> {
    prop::option::of(0.0..1.0_f64)
}
