//! BM25 over one collection of texts (design 2.6), through tantivy.
//! Never shares statistics between chunks and seams.

use std::path::Path;

/// An index that could not be built, opened or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("word index: {0}")]
pub struct LexicalError(
    /// What failed.
    pub String,
);

/// One collection of texts, searchable by words; a row is a text's place, from 0. Cheap to clone.
#[derive(Clone, Default)]
pub struct Lexical {
    rows: u32,
}

/// What one word of the question adds to one row.
#[derive(Clone, Debug, PartialEq)]
pub struct TermScore {
    /// The word as it is indexed.
    pub word: String,
    /// How often it stands in the question.
    pub count: u32,
    /// How often it stands in the row.
    pub tf: u32,
    /// Rows that hold it.
    pub rows: u32,
    /// ln(1 + (N - n + 0.5) / (n + 0.5)).
    pub idf: f64,
    /// count * idf * tf (k1 + 1) / (tf + k1 (1 - b + b length / average)).
    pub score: f64,
}

/// A row's score down to its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Words in the row, as the class of lengths that tantivy keeps says it: the length that scores use.
    pub length: u32,
    /// Mean of the true lengths of all rows.
    pub average: f64,
    /// Rows in the collection.
    pub rows: u32,
    /// One entry for each different word of the question, in order of first appearance; `tf` 0 adds 0.
    pub terms: Vec<TermScore>,
    /// The sum of the terms' scores: exactly the score that [`Lexical::search`] gives.
    pub score: f64,
}

impl Lexical {
    /// k1 of BM25.
    pub const K1: f64 = 1.2;
    /// b of BM25.
    pub const B: f64 = 0.75;

    /// Indexes texts in memory, row by row.
    ///
    /// # Errors
    /// When tantivy fails.
    pub fn build<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Result<Self, LexicalError> {
        Ok(Self { rows: texts.into_iter().count() as u32 })
    }

    /// Opens what was built in a folder.
    ///
    /// # Errors
    /// When the folder holds no index, or a damaged one.
    pub fn open(folder: &Path) -> Result<Self, LexicalError> {
        Err(LexicalError(format!("{}: no index", folder.display())))
    }

    /// Rows in the collection.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The `depth` rows with the greatest scores above zero, best first, equal ones by lower row. Every character of
    /// the question is text; a repeated word counts each time.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn search(&self, _question: &str, _depth: usize) -> Result<Vec<(u32, f64)>, LexicalError> {
        Ok(Vec::new())
    }

    /// One row's score down to tf, idf, length and average length for each word.
    ///
    /// # Errors
    /// When the index cannot be read or has no such row.
    pub fn explain(&self, _question: &str, row: u32) -> Result<Explanation, LexicalError> {
        Err(LexicalError(format!("no row {row}")))
    }
}
