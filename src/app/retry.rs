//! Trying again what is no document: which rows, and what came of it.
//! Never reads a file; the folder is read again, and of it only what changed.

use super::act;
use super::message::Effect;
use super::model::{Model, Notice};
use super::pane::Pane;
use super::tree::{Row, failed};
use crate::retrieve::trace::Corpus;

/// Paths that are tried again: files, or folders with a `/` at the end.
pub type Retried = Vec<String>;

impl Model {
    /// What the row under the cursor of Documents would try again; nothing for a document or a folder.
    #[must_use]
    pub fn retries_here(&self) -> Retried {
        if self.focus() != Pane::Documents {
            return Vec::new();
        }
        let skipped = &self.corpus.skipped;
        match self.tree.get(self.documents.cursor) {
            Some(Row::Skipped { index }) => skipped.get(*index).map(|row| row.path.clone()).into_iter().collect(),
            Some(Row::SkippedHead { failed: bad, .. }) => {
                skipped.iter().filter(|row| failed(&row.reason) == *bad).map(|row| row.path.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Reads the folder again, for the sake of the row under the cursor where that is no document.
    pub(super) fn try_again(&mut self, effects: &mut Vec<Effect>) {
        self.retried = self.retries_here();
        act::reload(self, effects);
    }

    /// Says what came of it, once the folder is read.
    pub(super) fn say_retried(&mut self) {
        let retried = std::mem::take(&mut self.retried);
        let outcomes: Vec<Outcome> = retried.iter().map(|path| Outcome::of(&self.corpus, path)).collect();
        let text = match (retried.as_slice(), outcomes.as_slice()) {
            ([], _) => return,
            ([path], [outcome]) => outcome.sentence(path),
            _ => summary(&outcomes),
        };
        let bad = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Still(reason) if failed(reason)));
        self.notice = Some(Notice { text, bad });
    }
}

/// What came of one path.
enum Outcome {
    /// It is read: so many documents, so many chunks.
    Read { documents: usize, chunks: usize },
    /// It is no document still, and why.
    Still(String),
    /// It is not there any more.
    Gone,
}

impl Outcome {
    fn of(corpus: &Corpus, path: &str) -> Self {
        let first = corpus.documents.partition_point(|document| document.path.as_str() < path);
        let inside = |other: &str| other == path || (path.ends_with('/') && other.starts_with(path));
        let documents = corpus.documents[first..].iter().take_while(|document| inside(&document.path)).count();
        let chunks = corpus.chunk_ranges.get(first..first + documents).unwrap_or_default();
        if documents > 0 {
            return Self::Read { documents, chunks: chunks.iter().map(std::iter::ExactSizeIterator::len).sum() };
        }
        let skipped = corpus.skipped.iter().find(|row| row.path == path);
        skipped.map_or(Self::Gone, |row| Self::Still(row.reason.clone()))
    }

    fn sentence(&self, path: &str) -> String {
        let of = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        match self {
            Self::Read { documents: 1, chunks } => format!("{path} is read now: {}.", of(*chunks, "chunk")),
            Self::Read { documents, .. } => format!("{path} is read now: {}.", of(*documents, "document")),
            Self::Still(reason) => format!("{path} was tried again and is still no document: {reason}."),
            Self::Gone => format!("{path} is no longer there."),
        }
    }
}

fn summary(outcomes: &[Outcome]) -> String {
    let count = |which: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| which(outcome)).count();
    let read = count(|outcome| matches!(outcome, Outcome::Read { .. }));
    let gone = count(|outcome| matches!(outcome, Outcome::Gone));
    let still = outcomes.len() - read - gone;
    let gone = if gone > 0 { format!(", {gone} no longer there") } else { String::new() };
    format!("{} were tried again: {read} read now{gone}, {still} still no documents.", outcomes.len())
}
