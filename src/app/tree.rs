//! The rows of the Documents pane: folders, documents, and what was skipped.
//! Never reads the disk; the corpus says what there is.

use std::collections::BTreeSet;

use super::model::Model;
use super::search::places;
use crate::retrieve::trace::Corpus;

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A folder of the tree.
    Folder {
        /// Its path, with a `/` at the end.
        path: String,
        /// How deep it lies.
        depth: usize,
        /// Its rows are shown.
        open: bool,
        /// Documents in it, at any depth.
        documents: usize,
    },
    /// A document.
    Document {
        /// Index into the documents of the corpus.
        index: usize,
        /// How deep it lies.
        depth: usize,
    },
    /// The heading over what could not be read, or over what was left out on purpose.
    SkippedHead {
        /// It could not be read.
        failed: bool,
        /// Rows under it.
        count: usize,
        /// They are shown.
        open: bool,
    },
    /// Something skipped.
    Skipped {
        /// Index into the skipped rows of the corpus.
        index: usize,
    },
}

/// The path under which the skipped rows are opened and closed: no folder can have it.
pub const SKIPPED: &str = "//skipped";

/// The same for what could not be read.
pub const FAILED: &str = "//failed";

/// True when a file was to be read and could not be; false when it was left out on purpose.
#[must_use]
pub fn failed(reason: &str) -> bool {
    ["unreadable", "not UTF-", "too large", "name is not UTF-8", "failed"].iter().any(|start| reason.starts_with(start))
}

/// All rows, without those of closed folders; with words, only what has them in its path.
#[must_use]
pub fn rows(corpus: &Corpus, closed: &BTreeSet<String>, words: &str) -> Vec<Row> {
    let wanted = |path: &str| words.is_empty() || places(path, words).next().is_some();
    let mut rows = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    for (index, document) in corpus.documents.iter().enumerate().filter(|(_, document)| wanted(&document.path)) {
        let folder = document.path.rfind('/').map_or("", |at| &document.path[..=at]);
        while open.last().is_some_and(|path| !folder.starts_with(path)) {
            open.pop();
        }
        let mut from = open.last().map_or(0, |path| path.len());
        while let Some(at) = folder[from..].find('/') {
            let path = &folder[..=from + at];
            if !hidden(path, closed) {
                let inside = corpus.documents[index..].iter().take_while(|other| other.path.starts_with(path));
                let inside = inside.filter(|other| wanted(&other.path));
                let depth = open.len();
                rows.push(Row::Folder {
                    path: path.to_owned(),
                    depth,
                    open: !closed.contains(path),
                    documents: inside.count(),
                });
            }
            open.push(path);
            from += at + 1;
        }
        if !open.iter().any(|path| closed.contains(*path)) {
            rows.push(Row::Document { index, depth: open.len() });
        }
    }
    for (bad, key) in [(true, FAILED), (false, SKIPPED)] {
        let skipped = || {
            let all = corpus.skipped.iter().enumerate();
            all.filter(|(_, row)| wanted(&row.path) && failed(&row.reason) == bad).map(|(index, _)| index)
        };
        let count = skipped().count();
        if count == 0 {
            continue;
        }
        let open = !closed.contains(key);
        rows.push(Row::SkippedHead { failed: bad, count, open });
        if open {
            rows.extend(skipped().map(|index| Row::Skipped { index }));
        }
    }
    rows
}

/// True when a folder above `path` is closed.
fn hidden(path: &str, closed: &BTreeSet<String>) -> bool {
    closed.iter().any(|other| path.len() > other.len() && path.starts_with(other.as_str()))
}

impl Model {
    /// Only what holds these words in its path.
    pub(super) fn filter_documents(&mut self, words: &str) {
        words.clone_into(&mut self.tree_words);
        self.tree = rows(&self.corpus, &self.closed, words);
        self.documents = super::list::List::default();
    }
}

/// The row of a document.
#[must_use]
pub fn row_of(rows: &[Row], document: usize) -> Option<usize> {
    rows.iter().position(|row| matches!(row, Row::Document { index, .. } if *index == document))
}
