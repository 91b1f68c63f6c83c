//! The rows of the Documents pane: folders, documents, and what was skipped.
//! Never reads the disk; the corpus says what there is.

use std::collections::BTreeSet;

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
    /// The heading over what was skipped.
    SkippedHead {
        /// Its rows are shown.
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

/// All rows, without those of closed folders.
#[must_use]
pub fn rows(corpus: &Corpus, closed: &BTreeSet<String>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    for (index, document) in corpus.documents.iter().enumerate() {
        let folder = document.path.rfind('/').map_or("", |at| &document.path[..=at]);
        while open.last().is_some_and(|path| !folder.starts_with(path)) {
            open.pop();
        }
        let mut from = open.last().map_or(0, |path| path.len());
        while let Some(at) = folder[from..].find('/') {
            let path = &folder[..=from + at];
            if !hidden(path, closed) {
                let inside = corpus.documents[index..].iter().take_while(|other| other.path.starts_with(path));
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
    if !corpus.skipped.is_empty() {
        let open = !closed.contains(SKIPPED);
        rows.push(Row::SkippedHead { open });
        if open {
            rows.extend((0..corpus.skipped.len()).map(|index| Row::Skipped { index }));
        }
    }
    rows
}

/// True when a folder above `path` is closed.
fn hidden(path: &str, closed: &BTreeSet<String>) -> bool {
    closed.iter().any(|other| path.len() > other.len() && path.starts_with(other.as_str()))
}

/// The row of a document.
#[must_use]
pub fn row_of(rows: &[Row], document: usize) -> Option<usize> {
    rows.iter().position(|row| matches!(row, Row::Document { index, .. } if *index == document))
}
