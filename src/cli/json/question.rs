//! The shape of one question's story as JSON: all that another program needs to recompute it.
//! Never fills itself; `story` does.

mod story;

use serde::Serialize;
use serde_json::Value;

pub(in crate::cli) use story::Story;

use super::corpus::Place;
use super::explain::ExplainJson;
use crate::lab::run::Part;
use crate::retrieve::embed::ModelInfo;
use crate::retrieve::replay::output::{BudgetOut, FusedOut, SeamOut};
use crate::retrieve::trace::ListName;

/// What decides between equal scores (design 2.7).
pub(in crate::cli) const TIES: &str = "equal sums keep the order of first appearance when the lists are read in turn; \
                                       equal scores of a list keep the order of paths and texts, chunks before seams";

/// What `query --json` prints.
#[derive(Serialize)]
pub(in crate::cli) struct QuestionJson<'a> {
    schema: u32,
    question: &'a str,
    params: Value,
    model: Option<&'a ModelInfo>,
    /// The question's vector, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) vector: Option<&'a [f32]>,
    index: IndexJson<'a>,
    lists: Vec<ListJson>,
    pub(in crate::cli) fused: Vec<FusedRow>,
    pub(in crate::cli) seams: Vec<SeamRow>,
    /// Null without a reranker.
    pub(in crate::cli) rerank: Option<RerankJson>,
    pub(in crate::cli) expansions: Vec<ExpansionJson>,
    pub(in crate::cli) budget: BudgetJson,
    /// Every chunk that is named anywhere above, in path and text order.
    chunks: Vec<NamedChunk<'a>>,
    pub(in crate::cli) context: Vec<PassageJson<'a>>,
    /// Vectors that were there when Ctrl-C came: this is the answer by words alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) partial: Option<Part>,
    pub(in crate::cli) refused: Option<RefusalJson>,
    pub(in crate::cli) notes: Vec<String>,
    /// What decides between equal scores.
    ties: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) explain: Option<ExplainJson>,
}

impl QuestionJson<'_> {
    /// The question as it was asked.
    pub(in crate::cli) fn question(&self) -> &str {
        self.question
    }

    /// What a person should know of the index.
    pub(in crate::cli) fn notices(&self) -> &[String] {
        self.index.notices
    }

    /// Each list with its number of entries.
    pub(in crate::cli) fn list_sizes(&self) -> impl Iterator<Item = (ListName, usize)> {
        self.lists.iter().map(|list| (list.name, list.entries.len()))
    }
}

/// How much was searched.
#[derive(Serialize)]
struct IndexJson<'a> {
    documents: usize,
    chunks: usize,
    seams: usize,
    notices: &'a [String],
}

/// One ranked list.
#[derive(Serialize)]
struct ListJson {
    name: ListName,
    weight: f64,
    /// What all scores of a list by words share.
    #[serde(skip_serializing_if = "Option::is_none")]
    bm25: Option<Bm25Json>,
    entries: Vec<HitJson>,
}

/// score = sum over words of count idf tf (k1 + 1) / (tf + k1 (1 - b + b length / average)).
#[derive(Serialize)]
struct Bm25Json {
    k1: f64,
    b: f64,
    rows: u32,
    average_length: f64,
    words: Vec<WordJson>,
}

/// One word of the question in one collection.
#[derive(Serialize)]
struct WordJson {
    word: String,
    count: u32,
    rows: u32,
    idf: f64,
}

/// One line of a list.
#[derive(Serialize)]
struct HitJson {
    id: String,
    rank: usize,
    score: f64,
    /// Words of the entry, in a list by words.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    /// How often each word of the question stands in it, in the order of the list's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    tf: Option<Vec<u32>>,
}

/// One row of the fused ranking with its place in its document.
#[derive(Serialize)]
pub(in crate::cli) struct FusedRow {
    #[serde(flatten)]
    pub(in crate::cli) fused: FusedOut,
    #[serde(flatten)]
    place: Place,
}

/// One fire test with the place of its window.
#[derive(Serialize)]
pub(in crate::cli) struct SeamRow {
    #[serde(flatten)]
    pub(in crate::cli) seam: SeamOut,
    /// The byte at which its right chunk starts.
    cut: usize,
    #[serde(flatten)]
    place: Place,
    /// Under `fire.floor`, the cosine to the question of the left and of the right half of the window.
    #[serde(skip_serializing_if = "Option::is_none")]
    half_cosines: Option<[Option<f64>; 2]>,
}

/// The order before and after a reranker.
#[derive(Serialize)]
pub(in crate::cli) struct RerankJson {
    pub(in crate::cli) model: String,
    /// `rerank.n`.
    pub(in crate::cli) n: usize,
    /// Chunks that were read for it.
    pub(in crate::cli) scored: usize,
    /// The order in which the budget was filled.
    pub(in crate::cli) order: Vec<RerankedRow>,
}

/// One entry in its place after reranking.
#[derive(Serialize)]
pub(in crate::cli) struct RerankedRow {
    /// From 1.
    pub(in crate::cli) place: usize,
    pub(in crate::cli) id: String,
    /// Its place before.
    pub(in crate::cli) fused_rank: usize,
    /// Places that it rose; below 0 it fell.
    pub(in crate::cli) moved: isize,
    /// Null where the reranker did not read it.
    pub(in crate::cli) score: Option<f64>,
    /// In how many parts it was read; the best one counts.
    pub(in crate::cli) windows: Option<u32>,
    /// A seam, or a chunk of a fired one: it stays where it stands.
    pub(in crate::cli) pinned: bool,
}

/// One neighbour that was looked at.
#[derive(Serialize)]
pub(in crate::cli) struct ExpansionJson {
    pub(in crate::cli) from: String,
    pub(in crate::cli) to: String,
    pub(in crate::cli) distance: i64,
    pub(in crate::cli) cos_question_chunk: Option<f64>,
    pub(in crate::cli) cos_question_neighbour: Option<f64>,
    pub(in crate::cli) cos_chunk_neighbour: Option<f64>,
    pub(in crate::cli) penalty: Option<f64>,
    pub(in crate::cli) score: Option<f64>,
    pub(in crate::cli) threshold: Option<f64>,
    pub(in crate::cli) taken: bool,
    pub(in crate::cli) already: bool,
    #[serde(flatten)]
    place: Place,
}

/// The budget, and what a separator between two passages costs where tokens are counted.
#[derive(Serialize)]
pub(in crate::cli) struct BudgetJson {
    #[serde(flatten)]
    pub(in crate::cli) budget: BudgetOut,
    separator_tokens: usize,
}

/// One chunk that the story names.
#[derive(Serialize)]
struct NamedChunk<'a> {
    id: String,
    #[serde(flatten)]
    place: Place,
    tokens: u32,
    section: &'a [String],
    /// cos(question, chunk).
    cosine: Option<f64>,
    /// Windows of the model that its vector took: 1 = embedded whole.
    windows: Option<u32>,
}

/// One passage of the context.
#[derive(Serialize)]
pub(in crate::cli) struct PassageJson<'a> {
    pub(in crate::cli) n: usize,
    /// Its first chunk.
    pub(in crate::cli) id: String,
    chunks: Vec<String>,
    path: &'a str,
    pub(in crate::cli) section: &'a [String],
    #[serde(flatten)]
    pub(in crate::cli) place: Place,
    pub(in crate::cli) citation: String,
    tokens: usize,
    pub(in crate::cli) text: &'a str,
}

/// Why there is no answer.
#[derive(Serialize)]
pub(in crate::cli) struct RefusalJson {
    pub(in crate::cli) id: String,
    pub(in crate::cli) distance: f64,
    pub(in crate::cli) threshold: f64,
    pub(in crate::cli) by: f64,
}
