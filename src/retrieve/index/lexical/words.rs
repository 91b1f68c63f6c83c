//! The words that BM25 counts, in every script.
//! Never stems and never drops a word for being common.
//!
//! A word is a run of letters, digits and the marks on them, in Unicode's compatibility form (NFKC) and lower case;
//! accents stay. Everything else separates. Scripts that are written without blanks between words (Han, kana, Hangul,
//! Thai, Lao, Khmer, Burmese) have no such runs to offer: there a text yields every character and every pair of
//! neighbours, and a question its pairs (or its one character), so that any part of two or more characters is found.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::retrieve::span::Span;

/// Words above this many bytes (hashes, base64) are divided: tantivy would drop the longest ones.
const LONGEST: usize = 255;

/// Which of the two meets: pairs alone are asked for, where characters and pairs are indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A text that is indexed.
    Text,
    /// A question.
    Question,
}

/// One word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Where it stands (the whole run, where normalisation changed its letters).
    pub span: Span,
    /// As it is indexed.
    pub text: String,
}

/// The words of a text, in order.
#[must_use]
pub fn words(text: &str, side: Side) -> Vec<Word> {
    let mut buffer = Words::default();
    buffer.read(text, side);
    buffer.iter().map(|(span, word)| Word { span, text: word.to_owned() }).collect()
}

/// The words of one text in one buffer, which is used again for the next text.
#[derive(Clone, Default)]
pub(super) struct Words {
    letters: String,
    found: Vec<(Range<usize>, Span)>,
    /// Clusters of the part in hand: a character with its marks, as ranges of `letters`.
    clusters: Vec<Range<usize>>,
}

impl Words {
    /// Reads another text.
    pub(super) fn read(&mut self, text: &str, side: Side) {
        self.letters.clear();
        self.found.clear();
        let mut start = None;
        for (at, c) in text.char_indices() {
            let inside = c.is_alphanumeric() || (start.is_some() && !c.is_ascii() && is_combining_mark(c));
            match (start, inside) {
                (None, true) => start = Some(at),
                (Some(from), false) => {
                    self.run(text, Span::new(from, at), side);
                    start = None;
                }
                _ => {}
            }
        }
        if let Some(from) = start {
            self.run(text, Span::new(from, text.len()), side);
        }
    }

    /// Words in reading order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Span, &str)> {
        self.found.iter().map(|(range, span)| (*span, &self.letters[range.clone()]))
    }

    /// How many words.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// One word.
    pub(super) fn get(&self, at: usize) -> Option<&str> {
        self.found.get(at).map(|(range, _)| &self.letters[range.clone()])
    }

    /// One run of letters, digits and marks.
    fn run(&mut self, text: &str, span: Span, side: Side) {
        let run = span.of(text);
        let from = self.letters.len();
        if run.is_ascii() {
            self.letters.extend(run.chars().map(|c| c.to_ascii_lowercase()));
            self.spaced(from..self.letters.len(), span, true);
            return;
        }
        // A final sigma is the same letter as the one inside a word.
        self.letters.extend(run.nfkc().flat_map(char::to_lowercase).map(|c| if c == 'ς' { 'σ' } else { c }));
        // Places inside the run are known only when every letter kept its length.
        let aligned = self.letters.len() - from == run.len()
            && self.letters[from..].chars().map(char::len_utf8).eq(run.chars().map(char::len_utf8));
        let end = self.letters.len();
        let mut at = from;
        while at < end {
            let script = self.letters[at..end].chars().next().is_some_and(without_blanks);
            let length = self.letters[at..end]
                .char_indices()
                .find(|(_, c)| !is_combining_mark(*c) && without_blanks(*c) != script)
                .map_or(end - at, |(length, _)| length);
            let part = Span::new(span.start + at - from, span.start + at - from + length);
            let (part, aligned) = if aligned { (part, true) } else { (span, false) };
            if script {
                self.pairs(at..at + length, part, aligned, side);
            } else {
                self.spaced(at..at + length, part, aligned);
            }
            at += length;
        }
    }

    /// A word of a script with blanks between words.
    fn spaced(&mut self, mut range: Range<usize>, span: Span, aligned: bool) {
        let from = range.start;
        while range.len() > LONGEST {
            let cut = self.letters.floor_char_boundary(range.start + LONGEST);
            self.push(range.start..cut, from, span, aligned);
            range.start = cut;
        }
        self.push(range, from, span, aligned);
    }

    /// Characters and pairs of a script without blanks.
    fn pairs(&mut self, range: Range<usize>, span: Span, aligned: bool, side: Side) {
        let mut clusters = std::mem::take(&mut self.clusters);
        clusters.clear();
        for (at, c) in self.letters[range.clone()].char_indices() {
            let here = range.start + at..range.start + at + c.len_utf8();
            match clusters.last_mut() {
                Some(last) if is_combining_mark(c) && last.len() < LONGEST => last.end = here.end,
                _ => clusters.push(here),
            }
        }
        let alone = side == Side::Text || clusters.len() == 1;
        for (n, cluster) in clusters.iter().enumerate() {
            if alone {
                self.push(cluster.clone(), range.start, span, aligned);
            }
            if let Some(next) = clusters.get(n + 1) {
                self.push(cluster.start..next.end, range.start, span, aligned);
            }
        }
        self.clusters = clusters;
    }

    fn push(&mut self, word: Range<usize>, from: usize, span: Span, aligned: bool) {
        let place = Span::new(span.start, span.start + word.len()).shifted(word.start - from);
        self.found.push((word, if aligned { place } else { span }));
    }
}

/// True for the scripts that put no blank between words, or, as Hangul does, glue particles to them.
fn without_blanks(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF // Thai, Lao
        | 0x1000..=0x109F // Burmese
        | 0x1100..=0x11FF | 0x3130..=0x318F | 0xA960..=0xA97F | 0xAC00..=0xD7FF // Hangul
        | 0x1780..=0x17FF // Khmer
        | 0x2E80..=0x2FDF | 0x3005..=0x3007 | 0x3021..=0x3029 | 0x3400..=0x4DBF | 0x4E00..=0x9FFF // Han
        | 0xF900..=0xFAFF | 0x20000..=0x323AF // Han
        | 0x3041..=0x30FF | 0x31F0..=0x31FF | 0x1B000..=0x1B16F) // kana
}
