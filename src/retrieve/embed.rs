//! Texts into vectors, by one model, nothing cut off.
//! Never ranks.

mod builtin;
pub mod catalog;
mod endpoint;
mod fastembed;
mod hub;
mod key;
pub mod late;
mod pieces;
mod prefix;
mod reranker;
mod stop;

use std::path::Path;
use std::sync::Arc;

pub use builtin::Builtin;
pub use endpoint::{Endpoint, Patience};
pub use fastembed::{Candidate, Found, Onnx, Place, Runtime, answers, look};
pub use hub::{Onlooker, Shelf, Transfer};
pub use key::Key;
pub use pieces::{Embedding, Part, Pieces, embed_question, embed_text, mean};
pub use prefix::Prefixes;
pub use reranker::{Reranker, Score};
use serde::{Deserialize, Serialize};
pub use stop::Stop;

use self::late::{Late, States};
use super::params::{EmbedMode, EmbedParams};

/// Everything that makes two vectors comparable: vectors of different identities are never mixed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ModelInfo {
    /// Name, file hash or revision, pooling and window rule in one string.
    pub id: String,
    /// Numbers in a vector.
    pub dimensions: usize,
    /// Tokens that the model reads of one text, special ones included.
    pub window: usize,
}

/// A model that could not be loaded or did not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EmbedError(
    /// What failed, where, and what to do.
    pub String,
);

/// A model that turns texts into unit vectors.
pub trait Embedder: Send + Sync {
    /// Its identity.
    fn info(&self) -> &ModelInfo;

    /// Where each of the model's own tokens ends in `text`, in bytes, special tokens excluded, ascending.
    fn token_ends(&self, text: &str) -> Vec<usize>;

    /// True where [`Embedder::token_ends`] only estimates, on the high side: the model's tokenizer is not known.
    fn estimates_tokens(&self) -> bool {
        false
    }

    /// One L2-normalised vector a text, in order; the same text gives the same vector in any batch.
    ///
    /// # Errors
    /// When a text is blank or exceeds the window, or the model fails.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;

    /// The same for questions, which some models read after words of their own.
    ///
    /// # Errors
    /// As [`Embedder::embed`].
    fn embed_questions(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.embed(texts)
    }

    /// The states of the tokens of each text, in order, for late chunking.
    ///
    /// # Errors
    /// When the model has none to give, a text is blank or exceeds the window, or the model fails; the sentence begins
    /// with the model.
    fn states(&self, _: &[&str]) -> Result<Vec<States>, EmbedError> {
        Err(EmbedError(format!("{} gives one vector a text and no states of its tokens", self.info().id)))
    }

    /// The same model, which fails soon after that is wished; `None` where it answers soon in any case.
    fn until(&self, _: &Stop) -> Option<Arc<dyn Embedder>> {
        None
    }

    /// True when vectors of spans are to be made from [`Embedder::states`].
    fn is_late(&self) -> bool {
        false
    }
}

/// What stands before the name or directory of an ONNX model.
pub const ONNX: &str = "fastembed:";

/// What stands before the address of an endpoint.
pub const HTTP: &str = "http:";

/// The embedder that the settings name: `builtin`, `fastembed:<name or directory>`, `http:<url>`, or nothing for `none`.
/// A model by name that is not under `models` yet is fetched, which `onlooker` follows and may stop.
///
/// # Errors
/// When the name is unknown or the model cannot be fetched, loaded or reached, or cannot do what the settings ask of it;
/// one sentence says what, where and what to do.
pub fn load(
    params: &EmbedParams,
    models: Option<&Path>,
    onlooker: &Onlooker,
) -> Result<Option<Arc<dyn Embedder>>, EmbedError> {
    let Some((model, name)) = bare(params, models, onlooker)? else { return Ok(None) };
    let known = Prefixes::of_model(&name);
    let prefixes = Prefixes {
        query: params.query_prefix.clone().unwrap_or(known.query),
        passage: params.passage_prefix.clone().unwrap_or(known.passage),
    };
    let model = prefixes.before(model)?;
    Ok(Some(match params.mode {
        EmbedMode::Chunk => model,
        EmbedMode::Late => Arc::new(Late::over(model)?),
    }))
}

/// A model, and the name by which its family is known.
type Bare = (Arc<dyn Embedder>, String);

/// The model without what the settings put around it; `None` for `none`.
fn bare(params: &EmbedParams, models: Option<&Path>, onlooker: &Onlooker) -> Result<Option<Bare>, EmbedError> {
    let runtime = params.runtime.as_deref().map(Path::new);
    let name = params.model.as_str();
    if name == "none" {
        return Ok(None);
    }
    if name == "builtin" {
        return Ok(Some((Arc::new(Builtin::load(params.window)?), name.to_owned())));
    }
    if let Some(url) = url(name) {
        let served = params.endpoint_model.as_deref();
        let model = Endpoint::open(url, served, params.window, Patience::default(), &onlooker.stop)?;
        return Ok(Some((Arc::new(model), served.unwrap_or_default().to_owned())));
    }
    match name.strip_prefix(ONNX) {
        Some(directory) if is_directory(directory) => {
            let model = Onnx::load(directory.as_ref(), params.window, runtime)?;
            Ok(Some((Arc::new(model), directory.to_owned())))
        }
        Some(name) => {
            let named = catalog::named(name, catalog::Purpose::Embedder)
                .map_err(|error| EmbedError(format!("embed.model: {error}")))?;
            let shelf = Shelf { folder: models.map(Path::to_owned), hub: params.hub.clone() };
            let model = Onnx::named(&named, params.window, runtime, &shelf, onlooker)?;
            Ok(Some((Arc::new(model), named.name.to_owned())))
        }
        None => Err(EmbedError(format!(
            "embed.model: there is no model named `{name}`; use builtin, fastembed:NAME, fastembed:DIRECTORY, http:URL or \
             none"
        ))),
    }
}

/// True for a model behind an address: what answers there may be another one at any time.
#[must_use]
pub fn is_endpoint(params: &EmbedParams) -> bool {
    url(&params.model).is_some()
}

/// The address of an endpoint, with `http:` before it or not.
fn url(name: &str) -> Option<&str> {
    if name.starts_with("http://") || name.starts_with("https://") {
        return Some(name);
    }
    name.strip_prefix(HTTP)
}

/// The model by name that the settings mean, if they mean one that there is.
#[must_use]
pub fn by_name(params: &EmbedParams) -> Option<catalog::Named> {
    let name = params.model.strip_prefix(ONNX).filter(|name| !is_directory(name))?;
    catalog::named(name, catalog::Purpose::Embedder).ok()
}

/// True for what can only be a path, and for a directory that is there.
fn is_directory(text: &str) -> bool {
    let path = Path::new(text);
    let slashes = text.matches(['/', '\\']).count();
    // One slash may be owner and name on the hub.
    path.is_dir() || path.is_absolute() || text.starts_with('.') || slashes > 1
}
