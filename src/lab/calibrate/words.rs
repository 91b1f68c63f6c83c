//! Which words of a folder carry content, whatever its language.
//! Never knows a list of stop words.

use std::collections::{HashMap, HashSet};

use unicode_segmentation::UnicodeSegmentation;

use crate::retrieve::span::Span;
use crate::retrieve::trace::Corpus;

/// How often words occur in a folder's sentences.
#[derive(Clone, Debug)]
pub struct Words {
    sentences: HashMap<String, u32>,
    limit: u32,
}

impl Words {
    /// Counts, for every word, the sentences that hold it.
    #[must_use]
    pub fn of(corpus: &Corpus) -> Self {
        let (mut sentences, mut count) = (HashMap::new(), 0_u32);
        for document in &corpus.documents {
            let mut from = document.body;
            for &edge in &document.sentences {
                let words: HashSet<String> = document.text[from..edge].unicode_words().map(str::to_lowercase).collect();
                for word in words {
                    *sentences.entry(word).or_insert(0) += 1;
                }
                count += 1;
                from = edge;
            }
        }
        Self { sentences, limit: (count / 50).max(3) }
    }

    /// The content words of a passage that lie wholly in one part of it, in order, repeats left out: words that at most
    /// one sentence in fifty of the folder holds (or three sentences, in a small folder). Function words are far above
    /// that in every language. A word that the part's edge runs through belongs to neither side.
    #[must_use]
    pub fn content<'t>(&self, text: &'t str, passage: Span, part: Span) -> Vec<&'t str> {
        let mut seen = HashSet::new();
        let inside = |at: usize, word: &str| {
            let start = passage.start + at;
            part.start <= start && start + word.len() <= part.end
        };
        let words = passage.of(text).unicode_word_indices().filter(|(at, word)| inside(*at, word));
        let carries = |word: &&str| {
            let lower = word.to_lowercase();
            self.sentences.get(&lower).copied().unwrap_or(0) <= self.limit && seen.insert(lower)
        };
        words.map(|(_, word)| word).filter(carries).collect()
    }
}
