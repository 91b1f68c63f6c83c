//! Answered questions, kept under everything that they depend on, so that what was stopped goes on where it was.
//! Never takes over an answer of another folder, model, question, setting or version.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Bench, Policy, Row};
use crate::lab::questions::Question;
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::ask::Session;

/// Most files of one ledger: those that were not written for the longest time go first.
const MOST: usize = 1_000;

/// What every answer of a book depends on; the first line of its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Basis {
    version: String,
    policy: Policy,
    /// The settings of the question, and those that the common index was built with.
    params: [Params; 2],
    /// Identities of the embedder and the reranker of the common index, and of the policy's own.
    models: Vec<Option<String>>,
    documents: String,
}

impl Basis {
    fn of(bench: &Bench, policy: Policy, params: &Params) -> Self {
        let common = bench.common();
        let models = |session: &Session| {
            let embedder = session.index().embedder().map(str::to_owned);
            [embedder, session.reranker().map(|reranker| reranker.id().to_owned())]
        };
        let sessions = std::iter::once(common).chain(bench.own(policy));
        Self {
            version: env!("CARGO_PKG_VERSION").into(),
            policy,
            params: [policy.params(params), (*common.index().params).clone()],
            models: sessions.flat_map(models).collect(),
            documents: bench.documents().to_owned(),
        }
    }
}

/// Where answers are kept.
#[derive(Debug, Default)]
pub struct Ledger {
    folder: Option<PathBuf>,
    /// Books without a file; `None` where nothing is kept at all.
    held: Option<Mutex<BTreeMap<String, Arc<Book>>>>,
}

impl Ledger {
    /// Nothing is kept.
    #[must_use]
    pub const fn off() -> Self {
        Self { folder: None, held: None }
    }

    /// In this folder, which is made when something is first kept; without one as long as the ledger lives.
    #[must_use]
    pub fn at(folder: Option<PathBuf>) -> Self {
        let held = folder.is_none().then(Mutex::default);
        Self { folder, held }
    }

    /// What is kept of a policy under these settings. Files that cannot be read or written cost time and no result.
    pub(super) fn book(&self, bench: &Bench, policy: Policy, params: &Params) -> Arc<Book> {
        if self.folder.is_none() && self.held.is_none() {
            return Arc::default();
        }
        let basis = Basis::of(bench, policy, params);
        let line = serde_json::to_string(&basis).unwrap_or_default();
        let name = blake3::hash(line.as_bytes()).to_hex()[..32].to_owned();
        if let Some(held) = &self.held {
            return held.lock().unwrap_or_else(PoisonError::into_inner).entry(name).or_default().clone();
        }
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        Arc::new(Book::open(folder, &name, &basis).unwrap_or_default())
    }
}

/// Answers of one policy under one setting.
#[derive(Debug, Default)]
pub(super) struct Book {
    rows: Mutex<BTreeMap<String, Row>>,
    file: Option<File>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    /// A hash of the question with its evidence.
    question: String,
    row: Row,
}

impl Book {
    /// Lines that were cut off while they were written are left out, and so is all of a file with another basis.
    fn open(folder: &Path, name: &str, basis: &Basis) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let path = folder.join(format!("{name}.jsonl"));
        if !path.exists() {
            make_room(folder)?;
        }
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let (mut rows, mut text, mut ended) = (BTreeMap::new(), String::new(), true);
        let mut reader = BufReader::new(&file);
        let is_new = reader.read_line(&mut text)? == 0;
        if is_new {
            writeln!(&file, "{}", serde_json::to_string(basis)?)?;
        } else if serde_json::from_str::<Basis>(&text).ok().as_ref() != Some(basis) {
            return Ok(Self::default());
        }
        text.clear();
        while !is_new && reader.read_line(&mut text)? > 0 {
            ended = text.ends_with('\n');
            if let Ok(line) = serde_json::from_str::<Line>(&text) {
                rows.insert(line.question, line.row);
            }
            text.clear();
        }
        if !ended {
            writeln!(&file)?;
        }
        Ok(Self { rows: Mutex::new(rows), file: Some(file) })
    }

    /// The answer to this question, or what `work` makes of it, which is kept.
    ///
    /// # Errors
    /// Those of `work`.
    pub(super) fn row<E>(&self, question: &Question, work: impl FnOnce() -> Result<Row, E>) -> Result<Row, E> {
        let hash = blake3::hash(format!("{question:?}").as_bytes()).to_hex().to_string();
        let known = self.rows.lock().unwrap_or_else(PoisonError::into_inner).get(&hash).cloned();
        if let Some(row) = known {
            return Ok(row);
        }
        let row = work()?;
        let line = Line { question: hash.clone(), row: row.clone() };
        if let (Some(mut file), Ok(mut line)) = (self.file.as_ref(), serde_json::to_string(&line)) {
            line.push('\n');
            // What cannot be kept is asked again; the answer is here all the same.
            drop(file.write_all(line.as_bytes()));
        }
        self.rows.lock().unwrap_or_else(PoisonError::into_inner).insert(hash, row.clone());
        Ok(row)
    }
}

/// Removes the oldest books of a full ledger.
fn make_room(folder: &Path) -> io::Result<()> {
    let mut books = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.path().extension().is_some_and(|end| end == "jsonl") {
            books.push((entry.metadata()?.modified()?, entry.path()));
        }
    }
    books.sort();
    for (_, path) in books.iter().rev().skip(MOST - 1) {
        fs::remove_file(path)?;
    }
    Ok(())
}
