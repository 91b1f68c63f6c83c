//! ONNX models by name or from a directory, run by ONNX Runtime, which is found at run time.
//! Never lets a text be cut off.

mod cross;
mod files;
#[cfg(feature = "load-onnx")]
mod found;
mod library;
#[cfg(not(feature = "load-onnx"))]
mod linked;
mod sessions;

use std::path::Path;

use fastembed::Pooling;
use tokenizers::{PostProcessor, Tokenizer};

pub(super) use self::cross::Cross;
use self::files::{Fault, Files};
pub use self::library::{Candidate, Found, Place, Runtime, answers, look};
use self::sessions::Sessions;
use super::catalog::Named;
use super::hub::{Onlooker, Shelf};
use super::late::States;
use super::pieces::SPECIAL;
use super::{EmbedError, Embedder, ModelInfo};

/// Bytes after which a long text is divided before a blank to be counted: an encoding takes a hundred times its text.
const STEP: usize = 64 << 10;

/// A sentence transformer in ONNX form.
pub struct Onnx {
    sessions: Sessions,
    pooling: Pooling,
    tokenizer: Tokenizer,
    info: ModelInfo,
}

impl Onnx {
    /// Loads `model.onnx`, the tokenizer files and, where present, the sentence-transformers files of a directory.
    /// `runtime` is the ONNX Runtime library that the settings name.
    ///
    /// # Errors
    /// When a file or the ONNX Runtime library is missing or does not load.
    pub fn load(directory: &Path, window: Option<usize>, runtime: Option<&Path>) -> Result<Self, EmbedError> {
        let files = Files::read(directory, window)?;
        library::load(runtime)?;
        Ok(Self::open(files, &directory.display())?)
    }

    /// Loads a model by its name; what is missing of it is fetched first.
    ///
    /// # Errors
    /// When it cannot be fetched, or it or the ONNX Runtime library does not load. Files that do not load are moved
    /// aside and fetched again the next time, unless the hub itself vouched for them.
    pub fn named(
        named: &Named,
        window: Option<usize>,
        runtime: Option<&Path>,
        shelf: &Shelf,
        onlooker: &Onlooker,
    ) -> Result<Self, EmbedError> {
        // Without the library the model would be fetched for nothing.
        library::load(runtime)?;
        let directory = shelf.ready(named, onlooker)?;
        let files = Files::of_named(&directory, named, window);
        files.and_then(|files| Self::open(files, &named.name)).map_err(|fault| refused(named, shelf, fault))
    }

    fn open(files: Files, name: &dyn std::fmt::Display) -> Result<Self, Fault> {
        let failed = |what: &dyn std::fmt::Display| Fault::Files(EmbedError(format!("embed.model: {name}: {what}")));
        let (id, window, pooling) = (identity(&files), files.window, files.pooling.clone());
        let sessions = Sessions::open(files).map_err(|fault| fault.of(&format!("embed.model: {name}")))?;
        // The one that reads: tokens that its other files add to it count as one too.
        let mut tokenizer = sessions.tokenizer().map_err(|what| failed(&what))?;
        tokenizer.with_padding(None);
        tokenizer.with_truncation(None).map_err(|error| failed(&error))?;
        let special = tokenizer.get_post_processor().map_or(0, |processor| processor.added_tokens(false));
        let window = window + SPECIAL - special.max(SPECIAL);
        let unable = |what: &dyn std::fmt::Display| Fault::Other(EmbedError(format!("embed.model: {name}: {what}")));
        let probe = sessions.vectors(&["one"]).map_err(|error| unable(&error))?;
        let dimensions = probe.first().map_or(0, Vec::len);
        if dimensions < 2 {
            let what = "it gives one number a text and no vector; rerank.model takes a model that scores pairs";
            return Err(unable(&what));
        }
        Ok(Self { sessions, pooling, tokenizer, info: ModelInfo { id, dimensions, window } })
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

/// The error of a model that is there but does not load. Only where its files are at fault they are not trusted again.
fn refused(named: &Named, shelf: &Shelf, fault: Fault) -> EmbedError {
    let error = match fault {
        Fault::Files(error) => error,
        Fault::Other(error) => return error,
    };
    let moved = shelf.distrust(named);
    EmbedError(if moved.is_empty() {
        format!("{error} (its files are those that the hub announced; ONNX Runtime may be too old for it)")
    } else {
        format!("{error} (its files were moved aside as {} and will be fetched again)", moved.join(", "))
    })
}

/// The model's name and everything that two vectors must have in common.
fn identity(files: &Files) -> String {
    let mut hasher = blake3::Hasher::new();
    let weights = files.weights.iter().map(|(_, bytes)| bytes);
    let nothing = Vec::new();
    // Models without weights of their own keep the identity that they had before there could be several such files.
    let weights = if files.weights.is_empty() { vec![&nothing] } else { weights.collect() };
    let tokenizer = &files.tokenizer;
    let tokenizer = [
        &tokenizer.tokenizer_file,
        &tokenizer.config_file,
        &tokenizer.special_tokens_map_file,
        &tokenizer.tokenizer_config_file,
    ];
    for part in [&files.model].into_iter().chain(weights).chain(tokenizer) {
        hasher.update(&(part.len() as u64).to_le_bytes()).update_rayon(part);
    }
    let hash = hasher.finalize().to_hex();
    let pooling = match files.pooling {
        Pooling::Cls => "cls",
        Pooling::Mean => "mean",
    };
    format!("{}@{} {pooling} window {}", files.name, &hash[..16], files.window)
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
        self.check(texts)?;
        let vectors = self.sessions.vectors(texts).map_err(|error| EmbedError(format!("{}: {error}", self.info.id)))?;
        if vectors.iter().flatten().all(|number| number.is_finite()) {
            Ok(vectors)
        } else {
            Err(EmbedError(format!("{}: a vector that is no number", self.info.id)))
        }
    }

    fn states(&self, texts: &[&str]) -> Result<Vec<States>, EmbedError> {
        if self.pooling == Pooling::Cls {
            let what =
                "takes its vector from the first token (cls pooling), the states of the others are not made for a mean";
            return Err(EmbedError(format!("{} {what}", self.info.id)));
        }
        self.check(texts)?;
        self.sessions.states(texts).map_err(|error| EmbedError(format!("{}: {error}", self.info.id)))
    }
}

impl Onnx {
    /// Refuses what is blank or exceeds the window.
    fn check(&self, texts: &[&str]) -> Result<(), EmbedError> {
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
        Ok(())
    }
}

const BLANK: &str = "a blank text has no vector";
