//! Settings of everything after the cut: folder, model, lists, fusion, fire test, budget, expansions, refusal.
//! Never asks a question.

use serde::{Deserialize, Serialize};

use super::{Params, ParamsError};

/// Which files are read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FolderParams {
    /// Files above this many bytes are skipped with the reason `too large`.
    pub max_bytes: u64,
}

impl Default for FolderParams {
    fn default() -> Self {
        Self { max_bytes: 64 << 20 }
    }
}

/// How vectors of chunks and seams are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EmbedMode {
    /// Each is read by itself, in windows where it is longer than one.
    #[default]
    Chunk,
    /// The document is read in long windows once; a chunk's or seam's vector is the mean of its tokens' states.
    Late,
}

/// The model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EmbedParams {
    /// `builtin`, `fastembed:<name or directory>`, `http:<url>` or `none`.
    pub model: String,
    /// Window in the model's tokens, special ones included; `None` = what the model says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<usize>,
    /// How vectors of chunks and seams are made.
    pub mode: EmbedMode,
    /// Megabytes that the token states of late chunking may take on disk.
    pub states_mb: u64,
    /// What is put before a question; `None` = what the model's family asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query_prefix: Option<String>,
    /// What is put before a chunk or seam; `None` = what the model's family asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passage_prefix: Option<String>,
    /// The model that an endpoint is asked for; `None` = the server's choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint_model: Option<String>,
    /// Address of the hub that models by name come from.
    pub hub: String,
    /// File of the ONNX Runtime library; `None` = it is looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runtime: Option<String>,
}

impl Default for EmbedParams {
    fn default() -> Self {
        Self {
            model: "builtin".into(),
            window: None,
            mode: EmbedMode::Chunk,
            states_mb: 2048,
            query_prefix: None,
            passage_prefix: None,
            endpoint_model: None,
            hub: "https://huggingface.co".into(),
            runtime: None,
        }
    }
}

/// The lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchParams {
    /// Entries of each list.
    pub depth: usize,
    /// Search by cosine.
    pub dense: bool,
    /// Search by BM25.
    pub bm25: bool,
}

impl Default for SearchParams {
    fn default() -> Self {
        Self { depth: 100, dense: true, bm25: true }
    }
}

/// Which lists are fused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// chunk-dense, chunk-bm25, seam-dense, seam-bm25.
    #[default]
    Separate,
    /// dense (chunks and seams together), chunk-bm25, seam-bm25.
    Joint,
}

/// The weight of each list in the fusion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// Of chunk-dense.
    pub chunk_dense: f64,
    /// Of chunk-bm25.
    pub chunk_bm25: f64,
    /// Of seam-dense.
    pub seam_dense: f64,
    /// Of seam-bm25.
    pub seam_bm25: f64,
    /// Of the joint dense list.
    pub dense: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { chunk_dense: 1.0, chunk_bm25: 1.0, seam_dense: 1.0, seam_bm25: 1.0, dense: 1.0 }
    }
}

/// The fused ranking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FusionParams {
    /// k of weight / (k + rank).
    pub k: u32,
    /// Which lists.
    pub layout: Layout,
    /// Their weights.
    pub weights: Weights,
}

impl Default for FusionParams {
    fn default() -> Self {
        Self { k: 60, layout: Layout::Separate, weights: Weights::default() }
    }
}

/// The fire test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FireParams {
    /// Margin m.
    pub margin: u32,
    /// A side of a fired pair is left out when its half of the window has a cosine to the question below this;
    /// `None` = off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<f64>,
}

impl Default for FireParams {
    fn default() -> Self {
        Self { margin: 3, floor: None }
    }
}

/// What a budget counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BudgetUnit {
    /// Slots.
    #[default]
    Chunks,
    /// Tokens of the joined context.
    Tokens,
}

/// What the context may hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BudgetParams {
    /// Slots or tokens.
    pub unit: BudgetUnit,
    /// How many.
    pub limit: u64,
}

impl Default for BudgetParams {
    fn default() -> Self {
        Self { unit: BudgetUnit::Chunks, limit: 5 }
    }
}

/// Which neighbours are added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// No neighbour.
    #[default]
    None,
    /// All within the radius.
    Window,
    /// All chunks of the same section.
    Parent,
    /// Those whose relevance, less the continuity penalty, beats a share of the chunk's own (SCAR).
    Scar,
}

/// How expansions count against the budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExpandCount {
    /// On top of it, after all retrieved chunks.
    #[default]
    Beyond,
    /// Inside it, each after its chunk.
    Within,
}

/// Reranking (design 2.9).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RerankParams {
    /// Name or directory of a cross-encoder; `None` = the fused order stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// How many ordinary chunks it is given, from the top of the fused ranking.
    pub n: usize,
}

impl Default for RerankParams {
    fn default() -> Self {
        Self { model: None, n: 150 }
    }
}

/// Neighbours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExpandParams {
    /// Policy.
    pub policy: Policy,
    /// Places to each side.
    pub radius: u32,
    /// Weight of the continuity penalty.
    pub lambda: f64,
    /// Share of the chunk's own relevance.
    pub gamma: f64,
    /// How they count.
    pub count: ExpandCount,
    /// A neighbour needs the nearer one on its side to have passed.
    pub contiguous: bool,
}

impl Default for ExpandParams {
    fn default() -> Self {
        Self { policy: Policy::None, radius: 1, lambda: 0.1, gamma: 0.8, count: ExpandCount::Beyond, contiguous: false }
    }
}

/// "No answer".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RefuseParams {
    /// Largest cosine distance of the best chunk that still gives an answer; `None` = always answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
}

/// In which order passages stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContextOrder {
    /// As the budget took them.
    #[default]
    Rank,
    /// By document and place, adjacent chunks joined.
    Document,
}

/// How the context is laid out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ContextParams {
    /// Order of the passages.
    pub order: ContextOrder,
}

pub(super) fn check(params: &Params) -> Result<(), ParamsError> {
    let weights = params.fusion.weights;
    let numbers = [
        ("fusion.weights.chunk_dense", Some(weights.chunk_dense), true),
        ("fusion.weights.chunk_bm25", Some(weights.chunk_bm25), true),
        ("fusion.weights.seam_dense", Some(weights.seam_dense), true),
        ("fusion.weights.seam_bm25", Some(weights.seam_bm25), true),
        ("fusion.weights.dense", Some(weights.dense), true),
        ("expand.lambda", Some(params.expand.lambda), true),
        ("expand.gamma", Some(params.expand.gamma), true),
        ("fire.floor", params.fire.floor, false),
        ("refuse.distance", params.refuse.distance, false),
    ];
    for (key, value, not_negative) in numbers {
        let Some(value) = value else { continue };
        if !value.is_finite() || (not_negative && value < 0.0) {
            let what =
                format!("is {value}; it must be a finite number{}", if not_negative { " of at least 0" } else { "" });
            return Err(ParamsError { key, what });
        }
    }
    if params.rerank.n == 0 {
        let what = "is 0; a reranker needs at least 1 chunk, or leave rerank.model out".into();
        return Err(ParamsError { key: "rerank.n", what });
    }
    if params.search.depth == 0 {
        let what = "is 0; a list needs a depth of at least 1".into();
        return Err(ParamsError { key: "search.depth", what });
    }
    if !params.search.dense && !params.search.bm25 {
        let what =
            "search.dense and search.bm25 are both false; nothing could be found, set one of them to true".into();
        return Err(ParamsError { key: "search.dense", what });
    }
    Ok(())
}
