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
    let mut questions = Vec::new();
    for (line, text) in (1..).zip(texts[0].lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let fail = |what| QuestionsError { file: files[0].to_owned(), line, what };
        let query: Query = serde_json::from_str(text).map_err(|error| fail(error.to_string()))?;
        let Some(evidence) = judged.remove(&query.id) else { continue };
        let question = Question { id: query.id, text: query.text, kind: None, evidence };
        check(&question).map_err(fail)?;
        questions.push(question);
    }
    Ok(questions)
}

fn judgements(file: &str, text: &str, finder: &Finder<'_>) -> Result<BTreeMap<String, Vec<Evidence>>, QuestionsError> {
    let mut judged: BTreeMap<String, Vec<Evidence>> = BTreeMap::new();
    for (line, text) in (1..).zip(text.lines()).skip(1).filter(|(_, text)| !text.trim().is_empty()) {
        let fail = |what| QuestionsError { file: file.to_owned(), line, what };
        let [query, document, score] = text.split('\t').collect::<Vec<_>>()[..] else {
            return Err(fail("wants three columns: query id, corpus id, score, with tabs between".into()));
        };
        let score: f64 = score.trim().parse().map_err(|_| fail(format!("`{score}` is no score")))?;
        if score > 0.0 {
            let piece = finder.by_name(document).and_then(|document| finder.whole(document)).map_err(fail)?;
            judged.entry(query.to_owned()).or_default().push(piece);
        }
    }
    Ok(judged)
}
