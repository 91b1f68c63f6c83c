//! A model's directory: the ONNX file, its tokenizer, and what sentence-transformers says of pooling and window.
//! Never runs the model.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use fastembed::{OutputKey, Pooling, QuantizationMode, TokenizerFiles};
use serde_json::Value;

use super::super::EmbedError;
use super::super::catalog::{Named, SPECIAL_TOKENS};
use super::super::pieces::SPECIAL;

/// Why a model does not load.
#[derive(Debug)]
pub(super) enum Fault {
    /// Its files are not what they should be.
    Files(EmbedError),
    /// A setting, the machine, or the library.
    Other(EmbedError),
}

impl From<Fault> for EmbedError {
    fn from(fault: Fault) -> Self {
        let (Fault::Files(error) | Fault::Other(error)) = fault;
        error
    }
}

impl From<fastembed::Error> for Fault {
    /// ONNX Runtime says of a graph that it cannot be read as one. Memory that is missing, an operator that is too new and
    /// the like are no fault of a file.
    fn from(error: fastembed::Error) -> Self {
        use fastembed::Error;
        use ort::ErrorCode::{InvalidGraph, InvalidProtobuf, NoModel};
        let said = EmbedError(error.to_string());
        match error {
            Error::Ort(error) if matches!(error.code(), InvalidGraph | InvalidProtobuf | NoModel) => Self::Files(said),
            Error::TokenizerConfig(_) | Error::Io(_) => Self::Files(said),
            _ => Self::Other(said),
        }
    }
}

impl Fault {
    /// The same fault of something with a name.
    pub(super) fn of(self, name: &dyn std::fmt::Display) -> Self {
        let named = |EmbedError(what): EmbedError| EmbedError(format!("{name}: {what}"));
        match self {
            Self::Files(error) => Self::Files(named(error)),
            Self::Other(error) => Self::Other(named(error)),
        }
    }
}

/// What a directory holds.
pub(super) struct Files {
    /// What the model is called in its identity.
    pub(super) name: String,
    /// The ONNX graph.
    pub(super) model: Vec<u8>,
    /// Weights that lie beside the graph, each under the name by which the graph refers to it.
    pub(super) weights: Vec<(String, Vec<u8>)>,
    pub(super) tokenizer: TokenizerFiles,
    pub(super) pooling: Pooling,
    pub(super) quantization: QuantizationMode,
    /// The output that holds the vector, where the graph has several and it is not the first.
    pub(super) output: Option<OutputKey>,
    /// Tokens that the model reads of one text, special ones included.
    pub(super) window: usize,
}

/// Largest window of a named model that is taken without being asked for: attention over the 8,192 tokens that some
/// cards name takes gigabytes.
const LARGEST_DEFAULT: usize = 2048;

impl Files {
    /// Reads a directory as sentence-transformers lays it out; `window` is what the settings say.
    pub(super) fn read(directory: &Path, window: Option<usize>) -> Result<Self, Fault> {
        let folder = Folder(directory);
        if !directory.is_dir() {
            return Err(folder.failed("no such directory; name one that holds model.onnx and tokenizer.json"));
        }
        let (beside, model) = match folder.optional("model.onnx")? {
            Some(model) => ("", model),
            None => {
                ("onnx/", folder.optional("onnx/model.onnx")?.ok_or_else(|| folder.failed("model.onnx is missing"))?)
            }
        };
        let tokenizer = folder.tokenizer()?;
        if let Some(modules) = folder.json("modules.json")?.as_array() {
            let kind = |module: &Value| module["type"].as_str().unwrap_or_default().to_owned();
            if let Some(other) = modules.iter().map(kind).find(|kind| kind.ends_with("Dense")) {
                return Err(folder.failed(format!("modules.json asks for {other}, which is not supported")));
            }
        }
        let pooling = pooling(&folder.json("1_Pooling/config.json")?).map_err(|what| folder.failed(what))?;
        let said = number(&folder.json("sentence_bert_config.json")?["max_seq_length"]);
        let window = folder.window(&tokenizer, window, said)?;
        let weights = folder.optional(&format!("{beside}{WEIGHTS}"))?.map(|bytes| (WEIGHTS.to_owned(), bytes));
        let name = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
        let name = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self {
            name,
            model,
            weights: weights.into_iter().collect(),
            tokenizer,
            pooling,
            quantization: QuantizationMode::None,
            output: None,
            window,
        })
    }

    /// Reads the directory of a model with a name.
    pub(super) fn of_named(directory: &Path, named: &Named, window: Option<usize>) -> Result<Self, Fault> {
        let folder = Folder(directory);
        let tokenizer = folder.tokenizer()?;
        let window = folder.window(&tokenizer, window, Some(named.window.min(LARGEST_DEFAULT)))?;
        let weight = |path: &String| {
            let name = path.rsplit('/').next().unwrap_or(path).to_owned();
            Ok((name, folder.needed(path)?))
        };
        Ok(Self {
            name: named.name.to_owned(),
            model: folder.needed(&named.graph)?,
            weights: named.weights.iter().map(weight).collect::<Result<_, Fault>>()?,
            tokenizer,
            pooling: named.pooling.clone(),
            quantization: named.quantization,
            output: named.output.clone(),
            window,
        })
    }
}

/// A directory and how to speak of it.
pub(super) struct Folder<'a>(pub(super) &'a Path);

impl Folder<'_> {
    fn failed(&self, what: impl std::fmt::Display) -> Fault {
        Fault::Files(failed(self.0, what))
    }

    fn optional(&self, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        match fs::read(self.0.join(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            // The file may be as it should.
            Err(error) => Err(Fault::Other(failed(self.0, format!("{name}: {error}")))),
        }
    }

    fn needed(&self, name: &str) -> Result<Vec<u8>, Fault> {
        self.optional(name)?.ok_or_else(|| self.failed(format!("{name} is missing")))
    }

    /// A JSON file; null where it is absent.
    fn json(&self, name: &str) -> Result<Value, Fault> {
        self.optional(name)?.map_or(Ok(Value::Null), |bytes| self.parsed(name, &bytes))
    }

    fn parsed(&self, name: &str, bytes: &[u8]) -> Result<Value, Fault> {
        serde_json::from_slice(bytes).map_err(|error| self.failed(format!("{name}: {error}")))
    }

    /// The four files of a tokenizer.
    pub(super) fn tokenizer(&self) -> Result<TokenizerFiles, Fault> {
        Ok(TokenizerFiles {
            tokenizer_file: self.needed("tokenizer.json")?,
            config_file: self.needed("config.json")?,
            special_tokens_map_file: self.optional(SPECIAL_TOKENS)?.unwrap_or_else(|| b"{}".to_vec()),
            tokenizer_config_file: self.needed("tokenizer_config.json")?,
        })
    }

    /// Tokens that the model reads: what the settings want, else what is `said` of it, else what its files allow.
    pub(super) fn window(
        &self,
        files: &TokenizerFiles,
        wanted: Option<usize>,
        said: Option<usize>,
    ) -> Result<usize, Fault> {
        let config = self.parsed("config.json", &files.config_file)?;
        let tokens = self.parsed("tokenizer_config.json", &files.tokenizer_config_file)?;
        window(wanted, said, &config, &tokens).map_err(|what| {
            let error = failed(self.0, what);
            if wanted.is_some() { Fault::Other(error) } else { Fault::Files(error) }
        })
    }
}

/// The name under which a model refers to weights of its own.
pub(super) const WEIGHTS: &str = "model.onnx_data";

fn pooling(config: &Value) -> Result<Pooling, String> {
    const FILE: &str = "1_Pooling/config.json";
    if config.is_null() {
        return Ok(Pooling::Mean);
    }
    let config = config.as_object().ok_or(format!("{FILE}: it is no table"))?;
    match config.get("pooling_mode") {
        None => {}
        Some(Value::String(mode)) if mode == "mean" => return Ok(Pooling::Mean),
        Some(Value::String(mode)) if mode == "cls" => return Ok(Pooling::Cls),
        Some(other) => return Err(format!("{FILE}: pooling by {other} is not supported; mean and cls are")),
    }
    let mut on = Vec::new();
    for (mode, value) in config.iter().filter(|(key, _)| key.starts_with("pooling_mode_")) {
        match value {
            Value::Bool(true) => on.push(mode.as_str()),
            Value::Bool(false) => {}
            other => return Err(format!("{FILE}: {mode} is {other}; true or false was expected")),
        }
    }
    match on.as_slice() {
        ["pooling_mode_mean_tokens"] => Ok(Pooling::Mean),
        ["pooling_mode_cls_token"] => Ok(Pooling::Cls),
        [] => Err(format!("{FILE}: no way of pooling is on; mean and cls are supported")),
        other => Err(format!("{FILE}: pooling by {} is not supported; mean and cls are", other.join(" and "))),
    }
}

/// An absent limit of a tokenizer is written as 10^30.
fn number(value: &Value) -> Option<usize> {
    value.as_u64().filter(|n| (1..1 << 30).contains(n)).map(|n| n as usize)
}

/// The window: the settings', else what is said of the model, else the smaller of what tokenizer and model allow.
fn window(wanted: Option<usize>, said: Option<usize>, config: &Value, tokenizer: &Value) -> Result<usize, String> {
    let positions = number(&config["max_position_embeddings"]);
    let most = number(&tokenizer["model_max_length"]).into_iter().chain(positions).min();
    let window = match (wanted, said, most) {
        (Some(wanted), _, Some(most)) if wanted > most => {
            return Err(format!("embed.window is {wanted}, but the model reads {most} tokens"));
        }
        (Some(wanted), ..) => wanted,
        (None, Some(said), most) => most.map_or(said, |most| said.min(most)),
        (None, None, Some(most)) => most,
        (None, None, None) => return Err("it does not say how many tokens it reads; set embed.window".into()),
    };
    if window < SMALLEST {
        let whose = if wanted.is_some() { "embed.window is" } else { "its files say that it reads" };
        return Err(format!("{whose} {window}; it must be at least {SMALLEST}"));
    }
    Ok(window)
}

/// Below this window pieces are shreds.
const SMALLEST: usize = 14 + SPECIAL;

fn failed(directory: &Path, what: impl std::fmt::Display) -> EmbedError {
    EmbedError(format!("embed.model: {}: {what}", directory.display()))
}
