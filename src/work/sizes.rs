//! Measuring chunks as their chunker measures them: in `chunk.unit`, or in sentences.
//! Never cuts.

use std::sync::Arc;

use rayon::prelude::*;

use crate::retrieve::embed::Embedder;
use crate::retrieve::params::Method;
use crate::retrieve::pipeline::build::Index;
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::{Chunk, Corpus};

/// The size of every chunk; `None` where only a model could count and there is none. `model` is asked for where it counts,
/// and nowhere else: it may be on its way.
pub(super) fn measured(index: &Index, model: impl FnOnce() -> Option<Arc<dyn Embedder>>) -> Option<Vec<u32>> {
    let (corpus, params) = (&index.corpus, &index.params);
    if params.chunk.method == Method::Sentence {
        return Some(corpus.chunks.iter().map(|chunk| sentences(corpus, chunk)).collect());
    }
    if params.chunk.unit == params.seam_unit() {
        return Some(corpus.chunks.iter().map(|chunk| chunk.tokens).collect());
    }
    let counter = if let Some(counter) = Counter::of(params.chunk.unit, params.chunk.compat) {
        counter
    } else {
        let model = model()?;
        Counter::Model(Arc::new(move |text: &str| model.token_ends(text)))
    };
    let count = |chunk: &Chunk| {
        let text = chunk.span.of(&corpus.documents[chunk.document as usize].text);
        u32::try_from(counter.count(text)).unwrap_or(u32::MAX)
    };
    Some(corpus.chunks.par_iter().map(count).collect())
}

/// Sentences of a chunk: edges inside of it, and the end.
fn sentences(corpus: &Corpus, chunk: &Chunk) -> u32 {
    let edges = &corpus.documents[chunk.document as usize].sentences;
    let first = edges.partition_point(|edge| *edge <= chunk.span.start);
    let last = edges.partition_point(|edge| *edge < chunk.span.end);
    (last - first.min(last)) as u32 + 1
}
