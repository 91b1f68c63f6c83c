//! Questions without a language model: what is left of a passage when all but some of its content words are taken out.
//! Never gives the passage itself, and never claims that a person would ask like that.
//!
//! A cloze question is an approximation. It keeps words exactly as they stand, so search by words finds it more easily than a
//! question in a person's own words, and it has no grammar for a sentence encoder to hold on to. It is deterministic, costs
//! nothing and treats whole and split passages alike, which is what comparing the two needs.

use super::sample::Sample;
use super::words::Words;
use crate::lab::statistics::SplitMix64;
use crate::retrieve::trace::Corpus;

/// Makes the question of a sample: from the part of the passage in each chunk, a share `1 - strength` of the content
/// words (at least one of each part, at least one fewer than there are), drawn without replacement, in their order.
#[must_use]
pub fn question(corpus: &Corpus, words: &Words, sample: Sample, strength: f64, generator: &mut SplitMix64) -> String {
    let seam = corpus.seam(sample.seam);
    let text = &corpus.documents[seam.document as usize].text;
    let parts = [seam.left, seam.right].map(|chunk| sample.span.intersection(corpus.chunk(chunk).span));
    let kept: Vec<&str> = parts
        .iter()
        .filter(|part| !part.is_empty())
        .flat_map(|part| keep(&words.content(text, sample.span, *part), strength, generator))
        .collect();
    format!("{}?", kept.join(" "))
}

fn keep<'t>(words: &[&'t str], strength: f64, generator: &mut SplitMix64) -> Vec<&'t str> {
    let n = words.len();
    #[expect(clippy::cast_sign_loss, reason = "a share of a length")]
    let wanted = ((1.0 - strength.clamp(0.0, 1.0)) * n as f64).round() as usize;
    let wanted = wanted.min(n.saturating_sub(1)).max(1);
    let mut order: Vec<usize> = (0..n).collect();
    generator.shuffle(&mut order);
    let mut kept: Vec<usize> = order.into_iter().take(wanted).collect();
    kept.sort_unstable();
    kept.into_iter().map(|at| words[at]).collect()
}
