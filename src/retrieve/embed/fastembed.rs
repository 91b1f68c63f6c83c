//! ONNX models from a directory, run by ONNX Runtime, which is found at run time.
//! Never downloads anything and never lets a text be cut off.

mod files;
mod library;

use std::path::Path;
use std::sync::Mutex;

use fastembed::{InitOptionsUserDefined, Pooling, TextEmbedding, UserDefinedEmbeddingModel};
use tokenizers::{PostProcessor, Tokenizer};

use self::files::{Files, WEIGHTS, failed};
use super::pieces::SPECIAL;
use super::{EmbedError, Embedder, ModelInfo};

/// Bytes after which a long text is divided before a blank to be counted: an encoding takes a hundred times its text.
const STEP: usize = 64 << 10;

/// A sentence transformer in ONNX form.
pub struct Onnx {
    model: Mutex<TextEmbedding>,
    tokenizer: Tokenizer,
    info: ModelInfo,
}

impl Onnx {
    /// Loads `model.onnx`, the tokenizer files and, where present, the sentence-transformers files of a directory.
    ///
    /// # Errors
    /// When a file or the ONNX Runtime library is missing or does not load.
    pub fn load(directory: &Path, window: Option<usize>) -> Result<Self, EmbedError> {
        let failed = |what: &dyn std::fmt::Display| failed(directory, what);
        let files = Files::read(directory, window)?;
        library::load()?;
        let mut tokenizer = Tokenizer::from_bytes(&files.tokenizer.tokenizer_file).map_err(|error| failed(&error))?;
        tokenizer.with_padding(None);
        tokenizer.with_truncation(None).map_err(|error| failed(&error))?;
        let special = tokenizer.get_post_processor().map_or(0, |processor| processor.added_tokens(false));
        let name = identity(directory, &files);
        let options = InitOptionsUserDefined::new().with_max_length(files.window);
        let window = files.window + SPECIAL - special.max(SPECIAL);
        let mut model = UserDefinedEmbeddingModel::new(files.model, files.tokenizer).with_pooling(files.pooling);
        if let Some(weights) = files.weights {
            model = model.with_external_initializer(WEIGHTS.into(), weights);
        }
        let mut model = TextEmbedding::try_new_from_user_defined(model, options).map_err(|error| failed(&error))?;
        let probe = model.embed(["one"], Some(1)).map_err(|error| failed(&error))?;
        let dimensions = probe.first().map_or(0, Vec::len);
        if dimensions == 0 {
            return Err(failed(&"it gives no vector"));
        }
        Ok(Self { model: Mutex::new(model), tokenizer, info: ModelInfo { id: name, dimensions, window } })
    }

    fn count(&self, text: &str) -> Result<Vec<usize>, EmbedError> {
        let mut ends = Vec::new();
        for (at, part) in parts(text) {
            let encoding = self.tokenizer.encode(part, false).map_err(|error| EmbedError(error.to_string()))?;
            ends.extend(encoding.get_offsets().iter().map(|(_, end)| at + end));
        }
        Ok(ends)
    }
}

/// The directory's name and everything that two vectors must have in common.
fn identity(directory: &Path, files: &Files) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [Some(&files.model), files.weights.as_ref(), Some(&files.tokenizer.tokenizer_file)] {
        let part = part.map_or(&[] as &[u8], Vec::as_slice);
        hasher.update(&(part.len() as u64).to_le_bytes()).update_rayon(part);
    }
    let hash = hasher.finalize().to_hex();
    let name = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
    let name = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let pooling = match files.pooling {
        Pooling::Cls => "cls",
        Pooling::Mean => "mean",
    };
    format!("{name}@{} {pooling} window {}", &hash[..16], files.window)
}

/// A long text in parts that begin with a blank between words.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let from = rest.floor_char_boundary(STEP);
        let inside = rest[from..].find(' ').map_or(rest.len(), |blank| from + blank);
        let end = if from < rest.len() { inside.max(1) } else { rest.len() };
        let part = (at, &rest[..end]);
        at += end;
        Some(part)
    })
}

impl Embedder for Onnx {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn token_ends(&self, text: &str) -> Vec<usize> {
        // Where a tokenizer fails, every character counts: that cuts nothing off.
        let characters = || text.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
        self.count(text).unwrap_or_else(|_| characters())
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let room = self.info.window - SPECIAL;
        for text in texts {
            let tokens = self.count(text)?.len();
            if tokens > room || text.trim().is_empty() {
                let what = if tokens > room {
                    format!("a text of {tokens} tokens, but it reads {room}")
                } else {
                    BLANK.into()
                };
                return Err(EmbedError(format!("{}: {what}", self.info.id)));
            }
        }
        let mut model = self.model.lock().map_err(|_| EmbedError(format!("{}: it failed before", self.info.id)))?;
        // One by one: a vector must not depend on the texts that happen to be read beside it.
        let vectors = model.embed(texts, Some(1)).map_err(|error| EmbedError(format!("{}: {error}", self.info.id)))?;
        if vectors.iter().flatten().all(|number| number.is_finite()) {
            Ok(vectors)
        } else {
            Err(EmbedError(format!("{}: a vector that is no number", self.info.id)))
        }
    }
}

const BLANK: &str = "a blank text has no vector";
