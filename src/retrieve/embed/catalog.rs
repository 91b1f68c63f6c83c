//! The models that have a name: what each is called, where its files lie, what it reads.
//! Never touches a disk or a network.

use fastembed::{EmbeddingModel, OutputKey, Pooling, QuantizationMode, TextEmbedding, TextRerank};
use serde::Serialize;

use super::EmbedError;

/// What a model is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Texts into vectors: `embed.model = "fastembed:NAME"`.
    Embedder,
    /// A question and a text into a score: `rerank.model = "NAME"`.
    Reranker,
}

/// One model with a name.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name in settings and commands.
    pub name: &'static str,
    /// What it is for.
    pub purpose: Purpose,
    /// Numbers in a vector; 0 for a reranker, which gives one score.
    pub dimensions: usize,
    /// Tokens that it was made to read of one text, special ones included.
    pub window: usize,
    /// Its licence in SPDX words, where one is stated.
    pub licence: Option<&'static str>,
    /// One line.
    pub about: String,
    /// Its place on the hub: owner and name.
    pub repository: String,
    /// The file of the graph in it.
    pub graph: String,
    /// Files of weights beside the graph.
    pub weights: Vec<String>,
    pub(super) pooling: Pooling,
    pub(super) quantization: QuantizationMode,
    pub(super) output: Option<OutputKey>,
}

/// Files that every tokenizer needs.
const TOKENIZER: [&str; 3] = ["config.json", "tokenizer.json", "tokenizer_config.json"];
/// A file that some have.
pub(super) const SPECIAL_TOKENS: &str = "special_tokens_map.json";

impl Named {
    /// All its files, the small ones first; the last value of each says whether it may be absent on the hub.
    #[must_use]
    pub fn files(&self) -> Vec<(String, bool)> {
        let tokenizer = TOKENIZER.iter().map(|name| ((*name).to_owned(), false));
        let optional = [(SPECIAL_TOKENS.to_owned(), true)];
        let rest = self.weights.iter().chain([&self.graph]).map(|name| (name.clone(), false));
        tokenizer.chain(optional).chain(rest).collect()
    }

    /// How its token vectors become one: `mean` or `cls`; a reranker has none.
    #[must_use]
    pub fn pooling(&self) -> Option<&'static str> {
        (self.purpose == Purpose::Embedder).then_some(match self.pooling {
            Pooling::Mean => "mean",
            Pooling::Cls => "cls",
        })
    }

    /// True for weights of less than 16 bits.
    #[must_use]
    pub fn quantized(&self) -> bool {
        let last = self.name.rsplit('-').next();
        matches!(last, Some("q" | "q4"))
    }
}

/// Name, window and licence of a text model: what the crate does not say. The window is that of the model's card.
#[allow(clippy::too_many_lines)] // one line a model
fn known(model: &EmbeddingModel) -> (&'static str, usize, Option<&'static str>) {
    use EmbeddingModel as M;
    const APACHE: Option<&str> = Some("Apache-2.0");
    const MIT: Option<&str> = Some("MIT");
    match model {
        M::AllMiniLML6V2 => ("all-MiniLM-L6-v2", 256, APACHE),
        M::AllMiniLML6V2Q => ("all-MiniLM-L6-v2-q", 256, APACHE),
        M::AllMiniLML12V2 => ("all-MiniLM-L12-v2", 128, APACHE),
        M::AllMiniLML12V2Q => ("all-MiniLM-L12-v2-q", 128, APACHE),
        M::AllMpnetBaseV2 => ("all-mpnet-base-v2", 384, APACHE),
        M::BGEBaseENV15 => ("bge-base-en-v1.5", 512, MIT),
        M::BGEBaseENV15Q => ("bge-base-en-v1.5-q", 512, MIT),
        M::BGELargeENV15 => ("bge-large-en-v1.5", 512, MIT),
        M::BGELargeENV15Q => ("bge-large-en-v1.5-q", 512, MIT),
        M::BGESmallENV15 => ("bge-small-en-v1.5", 512, MIT),
        M::BGESmallENV15Q => ("bge-small-en-v1.5-q", 512, MIT),
        M::NomicEmbedTextV1 => ("nomic-embed-text-v1", 8192, APACHE),
        M::NomicEmbedTextV15 => ("nomic-embed-text-v1.5", 8192, APACHE),
        M::NomicEmbedTextV15Q => ("nomic-embed-text-v1.5-q", 8192, APACHE),
        M::ParaphraseMLMiniLML12V2 => ("paraphrase-multilingual-MiniLM-L12-v2", 128, APACHE),
        M::ParaphraseMLMiniLML12V2Q => ("paraphrase-multilingual-MiniLM-L12-v2-q", 128, APACHE),
        M::ParaphraseMLMpnetBaseV2 => ("paraphrase-multilingual-mpnet-base-v2", 128, APACHE),
        M::BGESmallZHV15 => ("bge-small-zh-v1.5", 512, MIT),
        M::BGELargeZHV15 => ("bge-large-zh-v1.5", 512, MIT),
        M::BGEM3 => ("bge-m3", 8192, MIT),
        M::ModernBertEmbedLarge => ("modernbert-embed-large", 8192, APACHE),
        M::MultilingualE5Small => ("multilingual-e5-small", 512, MIT),
        M::MultilingualE5Base => ("multilingual-e5-base", 512, MIT),
        M::MultilingualE5Large => ("multilingual-e5-large", 512, MIT),
        M::MxbaiEmbedLargeV1 => ("mxbai-embed-large-v1", 512, APACHE),
        M::MxbaiEmbedLargeV1Q => ("mxbai-embed-large-v1-q", 512, APACHE),
        M::GTEBaseENV15 => ("gte-base-en-v1.5", 8192, APACHE),
        M::GTEBaseENV15Q => ("gte-base-en-v1.5-q", 8192, APACHE),
        M::GTELargeENV15 => ("gte-large-en-v1.5", 8192, APACHE),
        M::GTELargeENV15Q => ("gte-large-en-v1.5-q", 8192, APACHE),
        M::ClipVitB32 => ("clip-ViT-B-32-text", 77, None),
        M::JinaEmbeddingsV2BaseCode => ("jina-embeddings-v2-base-code", 8192, APACHE),
        M::JinaEmbeddingsV2BaseEN => ("jina-embeddings-v2-base-en", 8192, APACHE),
        M::EmbeddingGemma300M => ("embeddinggemma-300m", 2048, Some("LicenseRef-Gemma")),
        M::EmbeddingGemma300MQ4 => ("embeddinggemma-300m-q4", 2048, Some("LicenseRef-Gemma")),
        M::EmbeddingGemma300MQ => ("embeddinggemma-300m-q", 2048, Some("LicenseRef-Gemma")),
        M::SnowflakeArcticEmbedXS => ("snowflake-arctic-embed-xs", 512, APACHE),
        M::SnowflakeArcticEmbedXSQ => ("snowflake-arctic-embed-xs-q", 512, APACHE),
        M::SnowflakeArcticEmbedS => ("snowflake-arctic-embed-s", 512, APACHE),
        M::SnowflakeArcticEmbedSQ => ("snowflake-arctic-embed-s-q", 512, APACHE),
        M::SnowflakeArcticEmbedM => ("snowflake-arctic-embed-m", 512, APACHE),
        M::SnowflakeArcticEmbedMQ => ("snowflake-arctic-embed-m-q", 512, APACHE),
        M::SnowflakeArcticEmbedMLong => ("snowflake-arctic-embed-m-long", 2048, APACHE),
        M::SnowflakeArcticEmbedMLongQ => ("snowflake-arctic-embed-m-long-q", 2048, APACHE),
        M::SnowflakeArcticEmbedL => ("snowflake-arctic-embed-l", 512, APACHE),
        M::SnowflakeArcticEmbedLQ => ("snowflake-arctic-embed-l-q", 512, APACHE),
    }
}

/// The same for a reranker, by its repository.
fn known_reranker(repository: &str) -> Option<(&'static str, usize, &'static str)> {
    Some(match repository {
        "BAAI/bge-reranker-base" => ("bge-reranker-base", 512, "MIT"),
        "rozgo/bge-reranker-v2-m3" => ("bge-reranker-v2-m3", 8192, "Apache-2.0"),
        "jinaai/jina-reranker-v1-turbo-en" => ("jina-reranker-v1-turbo-en", 8192, "Apache-2.0"),
        "jinaai/jina-reranker-v2-base-multilingual" => ("jina-reranker-v2-base-multilingual", 1024, "CC-BY-NC-4.0"),
        _ => return None,
    })
}

/// Every model of one purpose, by name.
#[must_use]
pub fn models(purpose: Purpose) -> Vec<Named> {
    let mut models = match purpose {
        Purpose::Embedder => embedders(),
        Purpose::Reranker => rerankers(),
    };
    models.sort_by_key(|model| model.name.to_lowercase());
    models
}

fn embedders() -> Vec<Named> {
    let named = |info: fastembed::ModelInfo<EmbeddingModel>| {
        let (name, window, licence) = known(&info.model);
        Named {
            name,
            purpose: Purpose::Embedder,
            dimensions: info.dim,
            window,
            licence,
            about: info.description,
            repository: info.model_code,
            graph: info.model_file,
            weights: info.additional_files,
            pooling: TextEmbedding::get_default_pooling_method(&info.model).unwrap_or_default(),
            quantization: TextEmbedding::get_quantization_mode(&info.model),
            output: info.output_key,
        }
    };
    TextEmbedding::list_supported_models().into_iter().map(named).collect()
}

fn rerankers() -> Vec<Named> {
    let named = |info: fastembed::RerankerModelInfo| {
        let (name, window, licence) = known_reranker(&info.model_code)?;
        Some(Named {
            name,
            purpose: Purpose::Reranker,
            dimensions: 0,
            window,
            licence: Some(licence),
            about: info.description,
            repository: info.model_code,
            graph: info.model_file,
            weights: info.additional_files,
            pooling: Pooling::Cls,
            quantization: QuantizationMode::None,
            output: None,
        })
    };
    TextRerank::list_supported_models().into_iter().filter_map(named).collect()
}

/// The model with this name, or with this repository (`BAAI/bge-m3`), whatever the case.
///
/// # Errors
/// When there is none: the nearest name, and how to see them all.
pub fn named(name: &str, purpose: Purpose) -> Result<Named, EmbedError> {
    let models = models(purpose);
    let same = |model: &&Named| name.eq_ignore_ascii_case(model.name) || name.eq_ignore_ascii_case(&model.repository);
    if let Some(model) = models.iter().find(same) {
        return Ok(model.clone());
    }
    let low = name.to_lowercase();
    let likeness = |model: &&Named| {
        let other = model.name.to_lowercase();
        strsim::jaro_winkler(&low, &other).max(strsim::normalized_damerau_levenshtein(&low, &other))
    };
    let nearest = models.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b))).map_or("", |model| model.name);
    let what = match purpose {
        Purpose::Embedder => "model",
        Purpose::Reranker => "reranker",
    };
    Err(EmbedError(format!(
        "there is no {what} named `{name}`; the nearest name is `{nearest}`, and `seamscope models` lists them all"
    )))
}
