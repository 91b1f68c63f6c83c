//! What a model reads of an index and what it does not see whole: windows, headers, and what headers push out.
//! Never embeds anything.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use super::cut::searched;
use super::{Index, VectorSet};
use crate::retrieve::embed::Embedder;

/// What the model reads of the chunks of an index.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Reading {
    /// Tokens that it reads of one text, special ones included, prefixes not.
    pub window: usize,
    /// Its tokens are estimated, on the high side: so is every count of them.
    pub estimated: bool,
    /// How many chunks take how many windows.
    pub chunks_by_windows: BTreeMap<u32, usize>,
    /// What headers cost; `None` where none are embedded.
    pub headers: Option<HeaderCost>,
    /// What a person should know, one sentence each.
    pub warnings: Vec<String>,
}

/// What headers take of what is embedded.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct HeaderCost {
    /// Tokens of all headers, in the model's own.
    pub header_tokens: u64,
    /// Tokens of all chunks' own text.
    pub text_tokens: u64,
    /// header / (header + text).
    pub share: f64,
    /// Chunks whose own text has fewer tokens than their header.
    pub heavier: usize,
    /// Chunks that would fit one window without their header and do not fit with it.
    pub pushed_out: usize,
}

impl Reading {
    /// Counts headers and windows of an index that `model` embedded; `None` before it has.
    #[must_use]
    pub fn of(index: &Index, model: &dyn Embedder) -> Option<Self> {
        let vectors = index.vectors.as_deref()?;
        let window = model.info().window;
        let headers = (index.params.chunk.header && !model.is_late()).then(|| cost(index, model));
        let mut warnings = Vec::new();
        let estimated = model.estimates_tokens();
        if estimated {
            warnings.push(
                "the endpoint's tokenizer is not known: counts of its tokens are about right, on the high side"
                    .to_owned(),
            );
        }
        if index.params.chunk.header && model.is_late() {
            warnings.push("embed.mode is late: headers are searched by words, they are not embedded".to_owned());
        }
        if let Some(cost) = &headers {
            let chunks = index.corpus.chunks.len();
            if cost.pushed_out > 0 {
                warnings.push(format!(
                    "{} of {chunks} chunks fit the window of {window} tokens only without their header: with it they are \
                     averages of several windows",
                    cost.pushed_out
                ));
            }
            if cost.heavier > 0 {
                warnings.push(format!("{} of {chunks} chunks have more header than text", cost.heavier));
            }
        }
        Some(Self { window, estimated, chunks_by_windows: by_windows(vectors), headers, warnings })
    }
}

fn by_windows(vectors: &VectorSet) -> BTreeMap<u32, usize> {
    let mut counts = BTreeMap::new();
    for windows in &vectors.chunk_windows {
        *counts.entry(*windows).or_default() += 1;
    }
    counts
}

fn cost(index: &Index, model: &dyn Embedder) -> HeaderCost {
    let room = model.info().window.saturating_sub(2);
    let of_document = |number: usize| {
        let mut cost = HeaderCost::default();
        for chunk in searched(&index.corpus, number, &index.params) {
            let header = model.token_ends(&chunk.header).len();
            let text = model.token_ends(chunk.text).len();
            cost.header_tokens += header as u64;
            cost.text_tokens += text as u64;
            cost.heavier += usize::from(header > text);
            cost.pushed_out += usize::from(text <= room && header + text > room);
        }
        cost
    };
    let costs: Vec<_> = (0..index.corpus.documents.len()).into_par_iter().map(of_document).collect();
    let mut all = HeaderCost::default();
    for cost in costs {
        all.header_tokens += cost.header_tokens;
        all.text_tokens += cost.text_tokens;
        all.heavier += cost.heavier;
        all.pushed_out += cost.pushed_out;
    }
    let total = all.header_tokens + all.text_tokens;
    all.share = if total > 0 { all.header_tokens as f64 / total as f64 } else { 0.0 };
    all
}
