//! Question files: what is asked, and where in the folder the evidence lies.
//! Never searches for evidence by its text: a place is given, and the text is only checked against it.

mod beir;
mod chroma;
mod evidence;
mod jsonl;

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::measures::Stretch;
use super::places::Places;
use crate::retrieve::span::Span;

/// What its author says of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Its evidence is long and lies across a cut (of the chunks that the author had in mind).
    Boundary,
    /// Its evidence is one short fact.
    Atomic,
    /// The folder holds no evidence for it.
    Unanswerable,
}

impl Kind {
    /// The word of question files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Boundary => "boundary",
            Self::Atomic => "atomic",
            Self::Unanswerable => "unanswerable",
        }
    }
}

/// One stretch of original text that answers a question, or a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The document's number in the folder.
    pub document: u32,
    /// Where it lies, in bytes; never empty.
    pub span: Span,
    /// The same in characters.
    pub stretch: Stretch,
}

/// One question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its name, unique in its file.
    pub id: String,
    /// What is asked; not blank.
    pub text: String,
    /// What its author says of it, if anything.
    pub kind: Option<Kind>,
    /// All evidence, in the order of the file; no two pieces overlap. Empty exactly when it is unanswerable.
    pub evidence: Vec<Evidence>,
}

impl Question {
    /// The evidence in characters.
    #[must_use]
    pub fn stretches(&self) -> Vec<Stretch> {
        self.evidence.iter().map(|piece| piece.stretch).collect()
    }
}

/// A question file that cannot be used, with the line that a person must change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {what}", if *.line == 0 { String::new() } else { format!(":{line}") })]
pub struct QuestionsError {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 when the file as a whole is meant.
    pub line: usize,
    /// What is wrong and what to do.
    pub what: String,
}

/// Reads a question file, checked against the folder that it asks about.
///
/// - a folder: triples as BEIR has them, `queries.jsonl` and `qrels/test.tsv` ([`parse_beir`]);
/// - `*.csv`: the table of Chroma's chunking evaluation ([`parse_chroma`]);
/// - anything else: JSON lines ([`parse_json_lines`]).
///
/// # Errors
/// The first line that cannot be used; a file without questions.
pub fn load(path: &Path, places: &Places<'_>) -> Result<Vec<Question>, QuestionsError> {
    let name = path.display().to_string();
    let questions = if path.is_dir() {
        let (queries, qrels) = (path.join("queries.jsonl"), path.join("qrels").join("test.tsv"));
        let texts = [read(&queries)?, read(&qrels)?];
        let names = [queries.display().to_string(), qrels.display().to_string()];
        parse_beir([&names[0], &names[1]], [&texts[0], &texts[1]], places)?
    } else {
        let text = read(path)?;
        let csv = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("csv"));
        if csv { parse_chroma(&name, &text, places)? } else { parse_json_lines(&name, &text, places)? }
    };
    if questions.is_empty() {
        let what = match (path.is_dir(), path.extension()) {
            (true, _) => "no query is judged above 0; judge some in qrels/test.tsv",
            (_, Some(end)) if end.eq_ignore_ascii_case("csv") => {
                "holds no question; write one a row under the headings"
            }
            _ => "holds no question; write one JSON object a line",
        };
        let what = what.to_owned();
        return Err(QuestionsError { file: name, line: 0, what });
    }
    Ok(questions)
}

pub use beir::parse as parse_beir;
pub use chroma::parse as parse_chroma;
pub use jsonl::parse as parse_json_lines;

fn read(path: &Path) -> Result<String, QuestionsError> {
    let fail = |line, what| QuestionsError { file: path.display().to_string(), line, what };
    let bytes = std::fs::read(path)
        .map_err(|error| fail(0, format!("cannot be read ({error}); name a question file that is there")))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        fail(line, "is not UTF-8 from here on; save the file as UTF-8".to_owned())
    })?;
    Ok(text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned))
}
