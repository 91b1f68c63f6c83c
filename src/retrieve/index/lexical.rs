//! BM25 over one collection of texts (design 2.6), through tantivy.
//! Never shares statistics between chunks and seams.
//!
//! tantivy keeps the postings; the score is added up here, in the order of the question's words and in double
//! precision, over true lengths. So the parts on the screen add up to the score exactly, equal rows have equal scores,
//! and no order depends on how tantivy skips through its lists. A question is never parsed: it is words.

mod keep;
mod words;

use std::sync::{Arc, Mutex};

use tantivy::directory::RamDirectory;
use tantivy::index::InvertedIndexReader;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer, TokenizerManager};
use tantivy::{IndexBuilder, ReloadPolicy, TERMINATED, TantivyDocument, TantivyError, Term};
pub use words::{Side, Word, words};

use self::words::Words;

/// An index that could not be built, opened or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("word index: {0}")]
pub struct LexicalError(
    /// What failed.
    pub String,
);

impl From<TantivyError> for LexicalError {
    fn from(error: TantivyError) -> Self {
        Self(error.to_string())
    }
}

impl From<std::io::Error> for LexicalError {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

/// One collection of texts, searchable by words; a row is a text's place, from 0. Cheap to clone.
#[derive(Clone, Default)]
pub struct Lexical {
    /// `None` = no rows.
    inner: Option<Arc<Inner>>,
}

struct Inner {
    directory: RamDirectory,
    field: Field,
    postings: Arc<InvertedIndexReader>,
    /// Words of each row.
    lengths: Vec<u32>,
    average: f64,
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
    /// Rows that hold it (n).
    pub rows: u32,
    /// ln(1 + (N - n + 0.5) / (n + 0.5)).
    pub idf: f64,
    /// count * idf * tf (k1 + 1) / (tf + k1 (1 - b + b length / average)).
    pub score: f64,
}

/// A row's score down to its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Words in the row: the true length, which the score uses.
    pub length: u32,
    /// Mean length of all rows.
    pub average: f64,
    /// Rows in the collection (N).
    pub rows: u32,
    /// One entry for each different word of the question, in order of first appearance; `tf` 0 adds 0.
    pub terms: Vec<TermScore>,
    /// The sum of the terms' scores, in their order: exactly the score that [`Lexical::search`] gives.
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
        let directory = RamDirectory::create();
        let counter = Counted::default();
        let tokenizers = TokenizerManager::new();
        tokenizers.register(TOKENIZER, counter.clone());
        let (schema, field) = schema();
        let builder = IndexBuilder::new().schema(schema).tokenizers(tokenizers);
        // One writer and one segment: row numbers are tantivy's own, and statistics are whole.
        let mut writer = builder.single_segment_index_writer(directory.clone(), TABLE_BYTES)?;
        let mut lengths = Vec::new();
        for text in texts {
            let mut row = TantivyDocument::default();
            row.add_text(field, text);
            writer.add_document(row)?;
            lengths.push(counter.take());
        }
        if lengths.is_empty() {
            return Ok(Self::default());
        }
        let index = writer.finalize()?;
        Self::over(directory, &index, lengths)
    }

    fn over(directory: RamDirectory, index: &tantivy::Index, lengths: Vec<u32>) -> Result<Self, LexicalError> {
        let field = index.schema().get_field(FIELD)?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let searcher = reader.searcher();
        let [segment] = searcher.segment_readers() else {
            return Err(LexicalError(format!("{} segments instead of one", searcher.segment_readers().len())));
        };
        if segment.max_doc() as usize != lengths.len() {
            return Err(LexicalError(format!("{} rows, {} lengths", segment.max_doc(), lengths.len())));
        }
        let postings = segment.inverted_index(field)?;
        let average = lengths.iter().map(|&n| u64::from(n)).sum::<u64>() as f64 / lengths.len() as f64;
        Ok(Self { inner: Some(Arc::new(Inner { directory, field, postings, lengths, average })) })
    }

    /// Rows in the collection.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.inner.as_ref().map_or(0, |inner| inner.lengths.len() as u32)
    }

    /// The `depth` rows with the greatest scores above zero, best first, equal ones by lower row. Every character of
    /// the question is text; a repeated word counts each time.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn search(&self, question: &str, depth: usize) -> Result<Vec<(u32, f64)>, LexicalError> {
        let Some(inner) = &self.inner else { return Ok(Vec::new()) };
        let mut scores = vec![0.0; inner.lengths.len()];
        for (word, count) in counted(question) {
            let Some(mut postings) = inner.postings(&word)? else { continue };
            let weight = f64::from(count) * inner.idf(postings.doc_freq());
            loop {
                for (&row, &tf) in postings.docs().iter().zip(postings.freqs()) {
                    scores[row as usize] += inner.part(weight, tf, inner.lengths[row as usize]);
                }
                if postings.block_len() == 0 {
                    break;
                }
                postings.advance();
            }
        }
        let mut hits: Vec<_> = (0u32..).zip(scores).filter(|(_, score)| *score > 0.0).collect();
        let better = |a: &(u32, f64), b: &(u32, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if depth < hits.len() {
            hits.select_nth_unstable_by(depth, better);
            hits.truncate(depth);
        }
        hits.sort_unstable_by(better);
        Ok(hits)
    }

    /// One row's score down to tf, idf, length and average length for each word.
    ///
    /// # Errors
    /// When the index cannot be read or has no such row.
    pub fn explain(&self, question: &str, row: u32) -> Result<Explanation, LexicalError> {
        let missing = || LexicalError(format!("there is no row {row}"));
        let inner = self.inner.as_ref().ok_or_else(missing)?;
        let length = *inner.lengths.get(row as usize).ok_or_else(missing)?;
        let mut terms = Vec::new();
        for (word, count) in counted(question) {
            let postings = inner.postings(&word)?;
            let rows = postings.as_ref().map_or(0, BlockSegmentPostings::doc_freq);
            let tf = postings.map_or(0, |postings| tf(postings, row));
            let idf = inner.idf(rows);
            let score = inner.part(f64::from(count) * idf, tf, length);
            terms.push(TermScore { word, count, tf, rows, idf, score });
        }
        let score = terms.iter().fold(0.0, |sum, term| sum + term.score);
        Ok(Explanation { length, average: inner.average, rows: self.rows(), terms, score })
    }
}

impl Inner {
    fn postings(&self, word: &str) -> Result<Option<BlockSegmentPostings>, LexicalError> {
        let term = Term::from_field_text(self.field, word);
        Ok(self.postings.read_block_postings(&term, IndexRecordOption::WithFreqs)?)
    }

    fn idf(&self, rows: u32) -> f64 {
        let (all, with) = (self.lengths.len() as f64, f64::from(rows));
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    }

    fn part(&self, weight: f64, tf: u32, length: u32) -> f64 {
        let tf = f64::from(tf);
        let norm = 1.0 - Lexical::B + Lexical::B * f64::from(length) / self.average;
        weight * (tf * (Lexical::K1 + 1.0)) / (tf + Lexical::K1 * norm)
    }
}

/// How often a row holds the word of these postings.
fn tf(mut postings: BlockSegmentPostings, row: u32) -> u32 {
    let at = postings.seek(row);
    if at < postings.block_len() && postings.doc(at) == row && row != TERMINATED { postings.freq(at) } else { 0 }
}

/// The different words of a question in order of first appearance, each with how often it stands there.
fn counted(question: &str) -> Vec<(String, u32)> {
    let mut counted: Vec<(String, u32)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for word in words(question, Side::Question) {
        let at = *places.entry(word.text.clone()).or_insert(counted.len());
        match counted.get_mut(at) {
            Some((_, count)) => *count += 1,
            None => counted.push((word.text, 1)),
        }
    }
    counted
}

const TOKENIZER: &str = "words";
const FIELD: &str = "text";
/// Sizes tantivy's first table of words; it grows as needed.
const TABLE_BYTES: usize = 64 << 20;

fn schema() -> (Schema, Field) {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(TOKENIZER)
        .set_index_option(IndexRecordOption::WithFreqs)
        // Lengths are kept whole, beside the index: tantivy would round them.
        .set_fieldnorms(false);
    let field = schema.add_text_field(FIELD, TextOptions::default().set_indexing_options(indexing));
    (schema.build(), field)
}

/// Our words as tantivy wants to hear them, and how many there were.
#[derive(Clone, Default)]
struct Counted {
    buffer: Words,
    words: Arc<Mutex<u32>>,
}

impl Counted {
    /// The words seen since the last call.
    fn take(&self) -> u32 {
        self.words.lock().map_or(0, |mut words| std::mem::take(&mut *words))
    }
}

impl Tokenizer for Counted {
    type TokenStream<'a> = Stream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Stream<'a> {
        self.buffer.read(text, Side::Text);
        if let Ok(mut words) = self.words.lock() {
            *words += self.buffer.len() as u32;
        }
        Stream { words: &self.buffer, next: 0, token: Token::default() }
    }
}

struct Stream<'a> {
    words: &'a Words,
    next: usize,
    token: Token,
}

impl TokenStream for Stream<'_> {
    fn advance(&mut self) -> bool {
        let Some(word) = self.words.get(self.next) else { return false };
        self.token.text.clear();
        self.token.text.push_str(word);
        self.token.position = self.next;
        self.next += 1;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
