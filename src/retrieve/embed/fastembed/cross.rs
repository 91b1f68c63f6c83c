//! Cross-encoders in ONNX form, by name or from a directory.
//! Never lets its tokenizer cut a text off.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use fastembed::{OnnxSource, RerankInitOptionsUserDefined, TextRerank, UserDefinedRerankingModel};
use tokenizers::{PostProcessor, Tokenizer};

use super::super::EmbedError;
use super::super::catalog::Named;
use super::super::hub::{Onlooker, Shelf};
use super::super::reranker::Score;
use super::files::{Fault, Folder};
use super::{library, refused};
use crate::retrieve::text::sentences;

/// Tokens around and between question and text where the tokenizer does not say: [CLS], [SEP], [SEP].
const AROUND: usize = 3;
/// The least that a text must be left beside the question.
const LEAST: usize = 16;
/// Largest window that is taken of itself: attention over the 8,192 tokens that some cards name takes gigabytes.
const LARGEST_DEFAULT: usize = 1024;

/// A cross-encoder.
pub(in crate::retrieve::embed) struct Cross {
    model: Mutex<TextRerank>,
    tokenizer: Tokenizer,
    /// Tokens of question and text together, special ones not counted.
    room: usize,
    id: String,
}

impl Cross {
    /// Loads `model.onnx` (or `onnx/model.onnx`) and the tokenizer files of a directory.
    pub(in crate::retrieve::embed) fn load(directory: &Path, runtime: Option<&Path>) -> Result<Self, EmbedError> {
        let failed = |what: &str| EmbedError(format!("{}: {what}", directory.display()));
        if !directory.is_dir() {
            return Err(failed("no such directory; name one that holds model.onnx and tokenizer.json"));
        }
        let graph = ["model.onnx", "onnx/model.onnx"].map(|name| directory.join(name));
        let graph = graph.into_iter().find(|path| path.is_file()).ok_or_else(|| failed("model.onnx is missing"))?;
        let name = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
        let name = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
        library::load(runtime)?;
        Ok(Self::open(directory, graph, &name, None)?)
    }

    /// Loads a model by its name; what is missing of it is fetched first.
    pub(in crate::retrieve::embed) fn named(
        named: &Named,
        runtime: Option<&Path>,
        shelf: &Shelf,
        onlooker: &Onlooker,
    ) -> Result<Self, EmbedError> {
        library::load(runtime)?;
        let directory = shelf.ready(named, onlooker)?;
        let window = Some(named.window.min(LARGEST_DEFAULT));
        Self::open(&directory, directory.join(&named.graph), named.name, window)
            .map_err(|fault| refused(named, shelf, fault))
    }

    fn open(directory: &Path, graph: PathBuf, name: &str, said: Option<usize>) -> Result<Self, Fault> {
        let failed = |what: &dyn std::fmt::Display| Fault::Files(EmbedError(format!("{name}: {what}")));
        let unable = |what: &dyn std::fmt::Display| Fault::Other(EmbedError(format!("{name}: {what}")));
        let folder = Folder(directory);
        let files = folder.tokenizer()?;
        let window = folder.window(&files, None, said)?.min(said.unwrap_or(LARGEST_DEFAULT));
        let mut tokenizer = Tokenizer::from_bytes(&files.tokenizer_file).map_err(|error| failed(&error))?;
        tokenizer.with_padding(None);
        tokenizer.with_truncation(None).map_err(|error| failed(&error))?;
        let around = tokenizer.get_post_processor().map_or(AROUND, |processor| processor.added_tokens(true));
        let room = window.saturating_sub(around.max(AROUND));
        let hash = hash(&graph, &files.tokenizer_file).map_err(|error| unable(&error))?;
        let options = RerankInitOptionsUserDefined::new()
            .with_environment(library::environment().map_err(|error| unable(&error))?)
            .with_max_length(window);
        // From its path, so that weights beside the graph are found.
        let model = UserDefinedRerankingModel::new(OnnxSource::File(graph), files);
        let model =
            TextRerank::try_new_from_user_defined(model, options).map_err(|error| Fault::from(error).of(&name))?;
        let cross =
            Self { model: Mutex::new(model), tokenizer, room, id: format!("{name}@{} window {window}", &hash[..16]) };
        // That it loads is not yet that it gives scores.
        cross.scores("one", &["two"]).map_err(Fault::Other)?;
        Ok(cross)
    }

    pub(in crate::retrieve::embed) fn id(&self) -> &str {
        &self.id
    }

    /// True when the question leaves room for a text.
    pub(in crate::retrieve::embed) fn reads(&self, question: &str) -> bool {
        self.ends(question).is_ok_and(|ends| self.room.saturating_sub(ends.len()) >= LEAST)
    }

    /// One score a text: that of its best part, where it is read in parts.
    pub(in crate::retrieve::embed) fn scores(&self, question: &str, texts: &[&str]) -> Result<Vec<Score>, EmbedError> {
        let failed = |what: &dyn std::fmt::Display| EmbedError(format!("{}: {what}", self.id));
        let asked = self.ends(question).map_err(|error| failed(&error))?.len();
        let room = self.room.saturating_sub(asked);
        if room < LEAST {
            let what =
                format!("the question has {asked} tokens, and question and text together may have {}", self.room);
            return Err(failed(&what));
        }
        let mut scores = Vec::with_capacity(texts.len());
        for text in texts {
            let ends = self.ends(text).map_err(|error| failed(&error))?;
            let parts = parts(text, &ends, room);
            let windows = parts.len() as u32;
            // Locked for one text at a time, so that a short wish need not wait for a long one.
            let mut model = self.model.lock().map_err(|_| failed(&"it failed before"))?;
            // One by one: a score must not depend on the texts that happen to be read beside it.
            let ranked = model.rerank(question, parts, false, Some(1)).map_err(|error| failed(&error))?;
            // The best part comes first.
            let score = ranked.first().ok_or_else(|| failed(&"it gives no score"))?.score;
            scores.push(Score { score: score.into(), windows });
        }
        Ok(scores)
    }

    fn ends(&self, text: &str) -> Result<Vec<usize>, String> {
        let encoding = self.tokenizer.encode(text, false).map_err(|error| error.to_string())?;
        Ok(encoding.get_offsets().iter().map(|(_, end)| *end).collect())
    }
}

/// A hash of the graph, of weights beside it that begin with its name, and of the tokenizer.
fn hash(graph: &Path, tokenizer: &[u8]) -> std::io::Result<String> {
    let name = graph.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let beside = graph.parent().map(std::fs::read_dir).transpose()?.into_iter().flatten().flatten();
    let of_graph = |path: &PathBuf| {
        let other = path.file_name().unwrap_or_default().to_string_lossy();
        other.starts_with(&name) && !other.ends_with(".damaged") && path.is_file()
    };
    let mut files: Vec<PathBuf> = beside.map(|entry| entry.path()).filter(of_graph).collect();
    files.sort();
    let mut hasher = blake3::Hasher::new();
    for file in files {
        hasher.update_reader(std::fs::File::open(file)?)?;
    }
    Ok(hasher.update(tokenizer).finalize().to_hex().to_string())
}

/// A text in parts of at most `room` tokens, divided at sentence edges, and inside a sentence only where it must be.
fn parts<'t>(text: &'t str, ends: &[usize], room: usize) -> Vec<&'t str> {
    if ends.len() <= room {
        return vec![text];
    }
    let edges = sentences::edges(text);
    let mut parts = Vec::new();
    let (mut from, mut token) = (0, 0);
    while ends.len() - token > room {
        let hard = text.floor_char_boundary(ends[token + room - 1]);
        let soft = edges[..edges.partition_point(|edge| *edge <= hard)].last().copied();
        let end = soft.filter(|edge| *edge > from).unwrap_or(hard.max(from + 1));
        let end = text.ceil_char_boundary(end);
        parts.push(&text[from..end]);
        from = end;
        token = ends.partition_point(|other| *other <= end);
    }
    parts.push(&text[from..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}
