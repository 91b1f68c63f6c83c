//! Queries and judgements as the BEIR collections have them, read as far as a folder of documents can answer them.
//! Never reads `corpus.jsonl`: the documents are those of the folder, one file an id.
//!
//! Source: Thakur and others, "BEIR: a heterogeneous benchmark for zero-shot evaluation of information retrieval models"
//! (2021). Its judgements are of whole documents, so the evidence of a question is the whole text of every document
//! judged above 0: the first hit and the MRR mean what BEIR means; recall is the share of those texts that came back.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::evidence::{Finder, check};
use super::{Evidence, Question, QuestionsError};
use crate::lab::places::Places;

/// What a line of `queries.jsonl` looks like.
const FORM: &str = r#"{"_id":"1","text":"..."}"#;

#[derive(Deserialize)]
struct Query {
    #[serde(rename = "_id")]
    id: String,
    text: String,
}

/// Reads `queries.jsonl` (`_id`, `text`) and the table of judgements (query id, corpus id, score, tab-separated under a
/// line of headings). A corpus id names a document by its path or its file name without extension. Queries without a
/// judgement above 0 are left out, as they belong to another part of the collection.
///
/// # Errors
/// The first line of either file that cannot be used.
pub fn parse(files: [&str; 2], texts: [&str; 2], places: &Places<'_>) -> Result<Vec<Question>, QuestionsError> {
    let finder = Finder::new(places);
    let mut judged = judgements(files[1], texts[1], &finder)?;
    let (mut questions, mut seen) = (Vec::new(), BTreeMap::new());
    for (line, text) in (1..).zip(texts[0].lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let fail = |what| QuestionsError { file: files[0].to_owned(), line, what };
        let query: Query = serde_json::from_str(text).map_err(|error| {
            let words = error.to_string();
            let what = words.split(" at line ").next().unwrap_or(&words);
            fail(format!("{what} (column {}); write {FORM}", error.column()))
        })?;
        if let Some(first) = seen.insert(query.id.clone(), line) {
            return Err(fail(format!("the id `{}` stands on line {first} already; give it another", query.id)));
        }
        let Some((_, evidence)) = judged.remove(&query.id) else { continue };
        let question = Question { id: query.id, text: query.text, kind: None, evidence };
        check(&question).map_err(fail)?;
        questions.push(question);
    }
    if let Some((id, (line, _))) = judged.iter().min_by_key(|(_, (line, _))| *line) {
        let what = format!("there is no query `{id}` in {}; add it or take the judgement out", files[0]);
        return Err(QuestionsError { file: files[1].to_owned(), line: *line, what });
    }
    Ok(questions)
}

/// What is judged above 0, by the id of the query, with the line of the first judgement.
type Judged = BTreeMap<String, (usize, Vec<Evidence>)>;

fn judgements(file: &str, text: &str, finder: &Finder<'_>) -> Result<Judged, QuestionsError> {
    let fail = |line, what: &str| QuestionsError { file: file.to_owned(), line, what: what.to_owned() };
    let mut judged = Judged::new();
    let head: Vec<&str> = text.lines().next().unwrap_or_default().split('\t').collect();
    if head.len() != 3 || head[2].trim().parse::<f64>().is_ok() {
        return Err(fail(1, "the first line holds headings, with tabs between: query-id, corpus-id, score"));
    }
    for (line, text) in (1..).zip(text.lines()).skip(1).filter(|(_, text)| !text.trim().is_empty()) {
        let fail = |what| QuestionsError { file: file.to_owned(), line, what };
        let [query, document, score] = text.split('\t').collect::<Vec<_>>()[..] else {
            return Err(fail("wants three columns, with tabs between: query id, corpus id, score".into()));
        };
        let score: f64 = score.trim().parse().map_err(|_| {
            fail(format!("`{score}` is no score; write a number, 0 where the document does not answer"))
        })?;
        if score > 0.0 {
            let piece = finder.by_name(document).and_then(|document| finder.whole(document)).map_err(fail)?;
            judged.entry(query.to_owned()).or_insert((line, Vec::new())).1.push(piece);
        }
    }
    Ok(judged)
}
