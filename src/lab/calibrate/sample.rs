//! Passages whose answer is known by construction: whole in one chunk near a cut, or split by the cut.
//! Never takes a passage that its seam does not hold.

use std::collections::BTreeMap;

use super::words::Words;
use crate::lab::statistics::SplitMix64;
use crate::retrieve::span::Span;
use crate::retrieve::trace::{BlockKind, Chunk, Corpus, Document, Seam, SeamId};

/// Content words that a whole sentence must have, so that a question can keep some and drop some.
const LEAST_WHOLE: usize = 4;

/// Content words that a split passage must have on each side of its cut: a passage of which one side says next to
/// nothing is not split in any useful sense.
const LEAST_SIDE: usize = 3;

/// Which side of the cut holds a whole sentence, or that the cut splits a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lies {
    /// Whole in the left chunk.
    Left,
    /// Whole in the right chunk.
    Right,
    /// In both.
    Across,
}

/// One passage and the seam whose window holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The seam.
    pub seam: SeamId,
    /// Where the passage lies to the seam's cut.
    pub lies: Lies,
    /// The passage, in bytes of the seam's document, blank space at both ends left out.
    pub span: Span,
}

/// Every passage of the folder that could be sampled: whole sentences and split passages, in text order.
#[must_use]
pub fn candidates(corpus: &Corpus, words: &Words) -> [Vec<Sample>; 2] {
    let (mut whole, mut split) = (BTreeMap::new(), Vec::new());
    for (document, seams) in corpus.documents.iter().zip(&corpus.seam_ranges) {
        let other = not_prose(document);
        for number in seams.clone().map(SeamId) {
            let sight = Sight { corpus, words, document, seam: corpus.seam(number), number, other: &other };
            let sentences = sight.sentences();
            for sample in sentences.iter().filter_map(|sentence| sight.whole(*sentence)) {
                // A sentence in two windows belongs to the nearer cut; the earlier one on a tie.
                let distance = sight.distance(sample.span);
                let best = whole.entry((sight.seam.document, sample.span.start)).or_insert((distance, sample));
                if distance < best.0 {
                    *best = (distance, sample);
                }
            }
            split.extend(sight.split(&sentences));
        }
    }
    [whole.into_values().map(|(_, sample)| sample).collect(), split]
}

/// Tables, code, metadata and headings, by start; ends rise too, as what lies inside another is left out.
fn not_prose(document: &Document) -> Vec<Span> {
    let is_other =
        |kind| matches!(kind, BlockKind::Table | BlockKind::Fence | BlockKind::FrontMatter | BlockKind::Heading);
    let mut found: Vec<Span> = Vec::new();
    for block in document.blocks.iter().filter(|block| is_other(block.kind)) {
        if found.last().is_none_or(|last| last.end < block.span.end) {
            found.push(block.span);
        }
    }
    found
}

/// At most `size` of the candidates, spread over as many cuts as there are: a first round takes one of every cut, a
/// second one another, and so on; which ones is up to the generator. In text order.
#[must_use]
pub fn draw(candidates: &[Sample], size: usize, generator: &mut SplitMix64) -> Vec<Sample> {
    let mut by_seam: BTreeMap<SeamId, Vec<Sample>> = BTreeMap::new();
    for sample in candidates {
        by_seam.entry(sample.seam).or_default().push(*sample);
    }
    let mut groups: Vec<Vec<Sample>> = by_seam.into_values().collect();
    generator.shuffle(&mut groups);
    for group in &mut groups {
        generator.shuffle(group);
    }
    let rounds = groups.iter().map(Vec::len).max().unwrap_or(0);
    let order = (0..rounds).flat_map(|round| groups.iter().filter_map(move |group| group.get(round)));
    let mut drawn: Vec<Sample> = order.take(size).copied().collect();
    drawn.sort_by_key(|sample| (sample.seam, sample.span));
    drawn
}

/// One seam and what lies around it.
struct Sight<'a> {
    corpus: &'a Corpus,
    words: &'a Words,
    document: &'a Document,
    seam: &'a Seam,
    number: SeamId,
    /// What is no running text, in order.
    other: &'a [Span],
}

impl Sight<'_> {
    /// The sentences of running text that the window holds whole.
    fn sentences(&self) -> Vec<Span> {
        let edges = &self.document.sentences;
        let first = edges.partition_point(|edge| *edge < self.seam.span.start);
        let mut from = if first == 0 { self.document.body } else { edges[first - 1] };
        let mut found = Vec::new();
        for end in edges[first..].iter().copied() {
            let span = trimmed(&self.document.text, from, end);
            from = end;
            if span.start >= self.seam.span.end {
                break;
            }
            if holds(self.seam.span, span) && !span.is_empty() && self.is_prose(span) {
                found.push(span);
            }
        }
        found
    }

    /// Running text: nothing of a table, of code, of metadata or of a heading.
    fn is_prose(&self, span: Span) -> bool {
        let next = self.other.partition_point(|other| other.end <= span.start);
        self.other.get(next).is_none_or(|other| !other.overlaps(span))
    }

    fn sides(&self) -> [&Chunk; 2] {
        [self.seam.left, self.seam.right].map(|id| self.corpus.chunk(id))
    }

    fn content(&self, passage: Span, part: Span) -> usize {
        self.words.content(&self.document.text, passage, part).len()
    }

    fn whole(&self, sentence: Span) -> Option<Sample> {
        let [left, right] = self.sides();
        let lies = match (holds(left.span, sentence), holds(right.span, sentence)) {
            (true, _) => Lies::Left,
            (_, true) => Lies::Right,
            _ => return None,
        };
        let sample = Sample { seam: self.number, lies, span: sentence };
        (self.content(sentence, sentence) >= LEAST_WHOLE).then_some(sample)
    }

    /// Two or three sentences in a row that lie on both sides of the cut, in every way there is.
    fn split(&self, sentences: &[Span]) -> Vec<Sample> {
        let [left, right] = self.sides();
        let run = |sentences: &[Span]| {
            let span = Span::new(sentences.first()?.start, sentences.last()?.end);
            let sides = [left, right].map(|chunk| span.intersection(chunk.span));
            let both = sides.iter().all(|side| self.content(span, *side) >= LEAST_SIDE);
            (both && self.is_prose(span)).then_some(Sample { seam: self.number, lies: Lies::Across, span })
        };
        let mut found: Vec<Sample> = [2, 3].iter().flat_map(|size| sentences.windows(*size).filter_map(run)).collect();
        found.sort_by_key(|sample| sample.span);
        found
    }

    /// Bytes between the cut and the nearer end of a sentence.
    fn distance(&self, sentence: Span) -> usize {
        let cut = self.seam.cut;
        if sentence.end <= cut { cut - sentence.end } else { sentence.start.saturating_sub(cut) }
    }
}

fn holds(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// `[from, to)` without blank space at its ends.
fn trimmed(text: &str, from: usize, to: usize) -> Span {
    let sentence = &text[from..to];
    let start = from + (sentence.len() - sentence.trim_start().len());
    Span::new(start, start + sentence.trim().len())
}
