//! Question files of seamscope: one JSON object a line (contract.md).
//! Never goes on after a line that cannot be used.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::evidence::{Finder, Pair, check};
use super::{Kind, Question, QuestionsError};
use crate::lab::places::Places;

/// What a line must look like.
const FORM: &str = r#"{"id":"q1","question":"...","evidence":[{"doc":"a.md","char":[0,9]}],"kind":"boundary"}"#;

#[derive(Deserialize)]
struct Line {
    id: String,
    question: String,
    #[serde(default)]
    evidence: Vec<Piece>,
    kind: Option<Kind>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Piece {
    doc: String,
    char: Option<Pair>,
    byte: Option<Pair>,
    text: Option<String>,
}

/// Reads `{"id","question","evidence":[{"doc","char":[s,e]}],"kind"}`, one a line; blank lines are skipped. A piece of
/// evidence may give `"byte":[s,e]` and `"text"` too, which are checked. Fields beside these are left alone.
///
/// # Errors
/// The first line that cannot be used, as `file:line: what`.
pub fn parse(file: &str, text: &str, places: &Places<'_>) -> Result<Vec<Question>, QuestionsError> {
    let finder = Finder::new(places);
    let mut seen = BTreeMap::new();
    let mut questions = Vec::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let fail = |what| QuestionsError { file: file.to_owned(), line, what };
        let question = question(text, &finder).map_err(fail)?;
        if let Some(first) = seen.insert(question.id.clone(), line) {
            return Err(fail(format!("the id `{}` stands on line {first} already; give it another", question.id)));
        }
        questions.push(question);
    }
    Ok(questions)
}

fn question(text: &str, finder: &Finder<'_>) -> Result<Question, String> {
    let line: Line = serde_json::from_str(text).map_err(|error| {
        let words = error.to_string();
        let what = words.split(" at line ").next().unwrap_or(&words);
        format!("{what} (column {}); write {FORM}", error.column())
    })?;
    let piece = |(number, piece): (usize, &Piece)| {
        let document = finder.by_path(&piece.doc);
        let found = document.and_then(|at| finder.located(at, piece.char, piece.byte, piece.text.as_deref()));
        found.map_err(|what| format!("evidence {number} of `{}`: {what}", line.id))
    };
    let evidence = (1..).zip(&line.evidence).map(piece).collect::<Result<_, _>>()?;
    let question = Question { id: line.id, text: line.question, kind: line.kind, evidence };
    check(&question)?;
    Ok(question)
}
