//! One entry down to its parts as JSON.
//! Never tries a change; those are the explanation's own.

use serde::Serialize;

use super::corpus::Place;
use crate::retrieve::explain::{Change, Explanation, Place as ListPlace};
use crate::retrieve::index::lexical::Lexical;
use crate::retrieve::pipeline::ask::Session;
use crate::retrieve::replay::output::{self, FusedOut};
use crate::retrieve::text::positions::Positions;
use crate::retrieve::trace::Entry;

/// Why one chunk or seam stands where it stands.
#[derive(Serialize)]
pub(in crate::cli) struct ExplainJson {
    pub(in crate::cli) id: String,
    pub(in crate::cli) inside: bool,
    pub(in crate::cli) reason: String,
    #[serde(flatten)]
    pub(in crate::cli) place: Place,
    pub(in crate::cli) places: Vec<ListPlace>,
    /// Its row of the fused ranking; null where it is in none of the lists.
    pub(in crate::cli) sum: Option<FusedOut>,
    pub(in crate::cli) cosine: Option<f64>,
    pub(in crate::cli) windows: Option<u32>,
    pub(in crate::cli) bm25: WordsJson,
    /// For each knob the smallest change that turns `inside` around.
    pub(in crate::cli) changes: Vec<Change>,
}

/// A BM25 score down to its words.
#[derive(Serialize)]
pub(in crate::cli) struct WordsJson {
    k1: f64,
    b: f64,
    pub(in crate::cli) rows: u32,
    pub(in crate::cli) length: u32,
    pub(in crate::cli) average_length: f64,
    pub(in crate::cli) score: f64,
    pub(in crate::cli) words: Vec<WordJson>,
}

/// What one word adds.
#[derive(Serialize)]
pub(in crate::cli) struct WordJson {
    pub(in crate::cli) word: String,
    pub(in crate::cli) count: u32,
    pub(in crate::cli) tf: u32,
    pub(in crate::cli) rows: u32,
    pub(in crate::cli) idf: f64,
    pub(in crate::cli) score: f64,
}

impl ExplainJson {
    /// An explanation of the session's last trace under the names of its index.
    pub(in crate::cli) fn of(explanation: &Explanation, session: &Session) -> Self {
        let corpus = &session.index().corpus;
        let lists = session.trace().map_or(&[][..], |trace| &trace.lists);
        let list = |at: usize| lists.get(at).map(|list| list.name.as_str().to_owned()).unwrap_or_default();
        let name = |entry| corpus.name(entry);
        let (document, span) = match explanation.entry {
            Entry::Chunk(id) => (corpus.chunk(id).document, corpus.chunk(id).span),
            Entry::Seam(id) => (corpus.seam(id).document, corpus.seam(id).span),
        };
        let positions = Positions::new(&corpus.documents[document as usize].text);
        let words = &explanation.words;
        let sum = explanation.sum.as_ref().and_then(|sum| {
            let row = output::fused(std::slice::from_ref(sum), &name, &list).pop()?;
            Some(FusedOut { rank: explanation.rank.unwrap_or(row.rank), ..row })
        });
        Self {
            id: corpus.name(explanation.entry),
            inside: explanation.inside,
            reason: explanation.reason.clone(),
            place: Place::of(span, &positions),
            places: explanation.places.clone(),
            sum,
            cosine: explanation.cosine,
            windows: explanation.windows,
            bm25: WordsJson {
                k1: Lexical::K1,
                b: Lexical::B,
                rows: words.rows,
                length: words.length,
                average_length: words.average,
                score: words.score,
                words: words
                    .terms
                    .iter()
                    .map(|term| WordJson {
                        word: term.word.clone(),
                        count: term.count,
                        tf: term.tf,
                        rows: term.rows,
                        idf: term.idf,
                        score: term.score,
                    })
                    .collect(),
            },
            changes: explanation.changes.clone(),
        }
    }
}
