//! A model's directory: the ONNX file, its tokenizer, and what sentence-transformers says of pooling and window.
//! Never runs the model.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use fastembed::{Pooling, TokenizerFiles};
use serde_json::Value;

use super::super::EmbedError;
use super::super::pieces::SPECIAL;

/// What a directory holds.
pub(super) struct Files {
    /// `model.onnx`, or `onnx/model.onnx`.
    pub(super) model: Vec<u8>,
    /// `model.onnx_data` beside it, where the weights are apart.
    pub(super) weights: Option<Vec<u8>>,
    pub(super) tokenizer: TokenizerFiles,
    pub(super) pooling: Pooling,
    /// Tokens that the model reads of one text, special ones included.
    pub(super) window: usize,
}

impl Files {
    /// Reads a directory; `window` is what the settings say.
    pub(super) fn read(directory: &Path, window: Option<usize>) -> Result<Self, EmbedError> {
        let read = |name: &str| match fs::read(directory.join(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(directory, format!("{name}: {error}"))),
        };
        if !directory.is_dir() {
            return Err(failed(directory, "no such directory; name one that holds model.onnx and tokenizer.json"));
        }
        let needed = |name: &str| read(name)?.ok_or_else(|| failed(directory, format!("{name} is missing")));
        let (folder, model) = match read("model.onnx")? {
            Some(model) => ("", model),
            None => ("onnx/", needed("onnx/model.onnx").map_err(|_| failed(directory, "model.onnx is missing"))?),
        };
        let tokenizer = TokenizerFiles {
            tokenizer_file: needed("tokenizer.json")?,
            config_file: needed("config.json")?,
            special_tokens_map_file: read("special_tokens_map.json")?.unwrap_or_else(|| b"{}".to_vec()),
            tokenizer_config_file: needed("tokenizer_config.json")?,
        };
        let json = |name: &str, bytes: &[u8]| {
            serde_json::from_slice(bytes).map_err(|error| failed(directory, format!("{name}: {error}")))
        };
        let optional = |name: &str| read(name)?.map_or(Ok(Value::Null), |bytes| json(name, &bytes));
        if let Some(modules) = optional("modules.json")?.as_array() {
            let kind = |module: &Value| module["type"].as_str().unwrap_or_default().to_owned();
            if let Some(other) = modules.iter().map(kind).find(|kind| kind.ends_with("Dense")) {
                return Err(failed(directory, format!("modules.json asks for {other}, which is not supported")));
            }
        }
        let pooling = pooling(&optional("1_Pooling/config.json")?).map_err(|what| failed(directory, what))?;
        let sentence = optional("sentence_bert_config.json")?;
        let config = json("config.json", &tokenizer.config_file)?;
        let tokens = json("tokenizer_config.json", &tokenizer.tokenizer_config_file)?;
        let window = self::window(window, &sentence, &config, &tokens).map_err(|what| failed(directory, what))?;
        let weights = read(&format!("{folder}{WEIGHTS}"))?;
        Ok(Self { model, weights, tokenizer, pooling, window })
    }
}

/// The name under which a model refers to weights of its own.
pub(super) const WEIGHTS: &str = "model.onnx_data";

fn pooling(config: &Value) -> Result<Pooling, String> {
    let on = |key: &str| config[key].as_bool().unwrap_or(false);
    let named = config["pooling_mode"].as_str();
    match named {
        Some("mean") => return Ok(Pooling::Mean),
        Some("cls") => return Ok(Pooling::Cls),
        Some(other) => return Err(format!("pooling by `{other}` is not supported; mean and cls are")),
        None => {}
    }
    let modes: Vec<&str> = config.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
    let modes: Vec<&str> = modes.into_iter().filter(|key| key.starts_with("pooling_mode_") && on(key)).collect();
    match modes.as_slice() {
        [] | ["pooling_mode_mean_tokens"] => Ok(Pooling::Mean),
        ["pooling_mode_cls_token"] => Ok(Pooling::Cls),
        other => Err(format!("pooling by {} is not supported; mean and cls are", other.join(" and "))),
    }
}

/// The window: the settings', else that of sentence-transformers, else the smaller of what tokenizer and model say.
fn window(wanted: Option<usize>, sentence: &Value, config: &Value, tokenizer: &Value) -> Result<usize, String> {
    // An absent limit of a tokenizer is written as 10^30.
    let number = |value: &Value| value.as_u64().filter(|n| (1..1 << 30).contains(n)).map(|n| n as usize);
    let positions = number(&config["max_position_embeddings"]);
    let most = number(&tokenizer["model_max_length"]).into_iter().chain(positions).min();
    let window = match (wanted, number(&sentence["max_seq_length"]), most) {
        (Some(wanted), _, Some(most)) if wanted > most => {
            return Err(format!("embed.window is {wanted}, but the model reads {most} tokens"));
        }
        (Some(wanted), ..) => wanted,
        (None, Some(sentence), most) => most.map_or(sentence, |most| sentence.min(most)),
        (None, None, Some(most)) => most,
        (None, None, None) => return Err("it does not say how many tokens it reads; set embed.window".into()),
    };
    if window < SMALLEST {
        return Err(format!("embed.window is {window}; it must be at least {SMALLEST}"));
    }
    Ok(window)
}

/// Below this window pieces are shreds.
const SMALLEST: usize = 14 + SPECIAL;

pub(super) fn failed(directory: &Path, what: impl std::fmt::Display) -> EmbedError {
    EmbedError(format!("embed.model: {}: {what}", directory.display()))
}
