//! The rows of the Documents pane: folders, documents, and what was skipped.
//! Never reads the disk; the corpus says what there is, and before it is there the list of what will be read.

use std::collections::BTreeSet;

use super::cells;
use super::list::List;
use super::model::Model;
use super::search::places;
use super::states::State;

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
    /// A file that will be a document, while nothing of the folder is there yet.
    Coming {
        /// Its number among the files of the build.
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

/// The rows of these paths, which ascend, under their folders, without those of closed ones.
fn folded<'a>(
    paths: impl Iterator<Item = (usize, &'a str)>,
    closed: &BTreeSet<String>,
    leaf: impl Fn(usize, usize) -> Row,
) -> Vec<Row> {
    let mut rows = Vec::new();
    // The folders around the path, each with its row where it has one.
    let mut around: Vec<(&str, Option<usize>)> = Vec::new();
    for (index, path) in paths {
        let folder = path.rfind('/').map_or("", |at| &path[..=at]);
        while around.last().is_some_and(|(outer, _)| !folder.starts_with(outer)) {
            around.pop();
        }
        let shut = |around: &[(&str, Option<usize>)]| around.iter().any(|(outer, _)| closed.contains(*outer));
        let mut from = around.last().map_or(0, |(outer, _)| outer.len());
        while let Some(at) = folder[from..].find('/') {
            let inner = &folder[..=from + at];
            let row = (!shut(&around)).then_some(rows.len());
            if row.is_some() {
                let (path, open) = (inner.to_owned(), !closed.contains(inner));
                rows.push(Row::Folder { path, depth: around.len(), open, documents: 0 });
            }
            around.push((inner, row));
            from += at + 1;
        }
        for row in around.iter().filter_map(|(_, row)| *row) {
            if let Row::Folder { documents, .. } = &mut rows[row] {
                *documents += 1;
            }
        }
        if !shut(&around) {
            rows.push(leaf(index, around.len()));
        }
    }
    rows
}

/// Columns that the widest of these paths takes in the tree, its indentation included.
#[must_use]
pub fn widest<'a>(paths: impl Iterator<Item = &'a str>) -> usize {
    let width = |path: &str| path.matches('/').count() * 2 + cells::width(path.rsplit('/').next().unwrap_or(path));
    paths.map(width).max().unwrap_or(0)
}

impl Model {
    /// Only what holds these words in its path.
    pub(super) fn filter_documents(&mut self, words: &str) {
        words.clone_into(&mut self.tree_words);
        self.list_documents();
        self.documents = List::default();
    }

    /// Only documents of the next state that any has, in the order of [`State::ALL`]; after the last one all again.
    pub(super) fn next_state(&mut self) {
        let from = self.tree_only.map_or(0, |only| only as usize + 1);
        let states = State::ALL.into_iter().skip(from);
        let present = self.present_states();
        self.tree_only = states.into_iter().find(|state| present[*state as usize]);
        self.list_documents();
        self.documents = List::default();
    }

    /// True while not all documents are listed.
    #[must_use]
    pub fn is_filtered(&self) -> bool {
        !self.tree_words.is_empty() || self.tree_only.is_some()
    }

    /// Lists all documents again.
    pub(super) fn show_all_documents(&mut self) {
        self.tree_only = None;
        self.filter_documents("");
    }

    /// Makes the rows anew, from documents, closed folders, words and states.
    pub(super) fn list_documents(&mut self) {
        let (words, only) = (self.tree_words.as_str(), self.tree_only);
        let wanted = |path: &str| words.is_empty() || places(path, words).next().is_some();
        let of_state = |state: State| only.is_none_or(|only| only == state);
        if self.is_first_read() {
            let paths = self.states.paths.iter().map(String::as_str).enumerate();
            let paths = paths.filter(|(index, path)| wanted(path) && of_state(self.state_of_file(*index)));
            self.tree = folded(paths, &self.closed, |index, depth| Row::Coming { index, depth });
            return;
        }
        let paths = self.corpus.documents.iter().map(|document| document.path.as_str()).enumerate();
        let paths = paths.filter(|(index, path)| wanted(path) && of_state(self.state_of(*index)));
        let mut rows = folded(paths, &self.closed, |index, depth| Row::Document { index, depth });
        for (bad, key, state) in [(true, FAILED, State::Failed), (false, SKIPPED, State::Skipped)] {
            if !of_state(state) {
                continue;
            }
            let skipped = || {
                let all = self.corpus.skipped.iter().enumerate();
                all.filter(|(_, row)| wanted(&row.path) && failed(&row.reason) == bad).map(|(index, _)| index)
            };
            let count = skipped().count();
            if count == 0 {
                continue;
            }
            // What was asked for is shown.
            let open = !self.closed.contains(key) || only.is_some();
            rows.push(Row::SkippedHead { failed: bad, count, open });
            if open {
                rows.extend(skipped().map(|index| Row::Skipped { index }));
            }
        }
        self.tree = rows;
    }

    /// The same with the cursor on the row where it was, if that is still there.
    pub(super) fn list_documents_again(&mut self) {
        let under = self.tree.get(self.documents.cursor).and_then(|row| self.row_key(row)).map(str::to_owned);
        self.list_documents();
        let same = under.and_then(|key| self.tree.iter().position(|row| self.row_key(row) == Some(key.as_str())));
        self.documents.cursor = same.unwrap_or(self.documents.cursor);
    }

    /// What a row stands for, whatever its number: the same after the folder was read again.
    #[must_use]
    pub fn row_key<'a>(&'a self, row: &'a Row) -> Option<&'a str> {
        match row {
            Row::Folder { path, .. } => Some(path),
            Row::Document { index, .. } => self.corpus.documents.get(*index).map(|document| document.path.as_str()),
            Row::Coming { index, .. } => self.states.paths.get(*index).map(String::as_str),
            Row::SkippedHead { failed, .. } => Some(if *failed { FAILED } else { SKIPPED }),
            Row::Skipped { index } => self.corpus.skipped.get(*index).map(|skipped| skipped.path.as_str()),
        }
    }
}

/// The row of a document.
#[must_use]
pub fn row_of(rows: &[Row], document: usize) -> Option<usize> {
    rows.iter().position(|row| matches!(row, Row::Document { index, .. } if *index == document))
}
