//! The question table of Chroma's chunking evaluation, `questions_df.csv`.
//! Never uses the `content` of a reference to find it.

use serde::Deserialize;

use super::evidence::{Finder, check};
use super::{Question, QuestionsError};
use crate::lab::places::Places;

/// The columns that are read.
const COLUMNS: [&str; 3] = ["question", "references", "corpus_id"];

/// What the references of a question look like.
const FORM: &str = r#"[{"content":"...","start_index":0,"end_index":9}]"#;

#[derive(Deserialize)]
struct Row {
    question: String,
    references: String,
    corpus_id: String,
}

#[derive(Deserialize)]
struct Reference {
    content: String,
    start_index: usize,
    end_index: usize,
}

/// Reads the columns `question`, `references` (a JSON list of `content`, `start_index`, `end_index`, in characters, half
/// open) and `corpus_id`, which names a document by its path or by its file name without extension. Questions are
/// named `q0`, `q1`, ... by their row.
///
/// # Errors
/// The first row that cannot be used, with the line on which it begins.
pub fn parse(file: &str, text: &str, places: &Places<'_>) -> Result<Vec<Question>, QuestionsError> {
    let finder = Finder::new(places);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let fail = |line, what| QuestionsError { file: file.to_owned(), line, what };
    let headers = reader.headers().map_err(|error| fail(1, words(&error)))?.clone();
    if let Some(missing) = COLUMNS.iter().find(|column| !headers.iter().any(|header| header == **column)) {
        return Err(fail(1, format!("there is no column `{missing}`; the table has {}", COLUMNS.join(", "))));
    }
    let mut questions = Vec::new();
    for (number, record) in reader.records().enumerate() {
        let record = record.map_err(|error| {
            let line = error.position().map_or(0, |position| position.line() as usize);
            fail(line, words(&error))
        })?;
        let line = record.position().map_or(0, |position| position.line() as usize);
        let row: Row = record.deserialize(Some(&headers)).map_err(|error| fail(line, words(&error)))?;
        questions.push(question(number, row, &finder).map_err(|what| fail(line, what))?);
    }
    Ok(questions)
}

/// What is wrong with a record, without the place, which stands before it.
fn words(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!(
                "{len} fields under {expected_len} headings; is a quote left open, or a comma without quotes around it?"
            )
        }
        csv::ErrorKind::Utf8 { .. } => "it is not UTF-8; save the file as UTF-8".to_owned(),
        _ => error.to_string(),
    }
}

fn question(number: usize, row: Row, finder: &Finder<'_>) -> Result<Question, String> {
    let document = finder.by_name(&row.corpus_id)?;
    let references: Vec<Reference> = serde_json::from_str(&row.references)
        .map_err(|error| format!("the references are no list of places ({error}); write {FORM}"))?;
    let piece = |(number, one): (usize, &Reference)| {
        let found = finder.located(document, Some([one.start_index, one.end_index]), None, Some(&one.content));
        found.map_err(|what| format!("reference {number}: {what}"))
    };
    let evidence = (1..).zip(&references).map(piece).collect::<Result<_, _>>()?;
    let question = Question { id: format!("q{number}"), text: row.question, kind: None, evidence };
    check(&question)?;
    Ok(question)
}
