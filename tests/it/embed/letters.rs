//! A model small enough to be checked by hand.

use std::sync::atomic::{AtomicUsize, Ordering};

use seamscope::retrieve::embed::{EmbedError, Embedder, ModelInfo};

/// A model whose tokens are words and single marks, and whose vector counts letters: sums can be checked by hand.
pub(crate) struct Letters {
    info: ModelInfo,
    read: AtomicUsize,
}

impl Letters {
    /// A model that reads `room` words at once.
    pub(crate) fn new(room: usize) -> Self {
        Self::named("letters", room)
    }

    /// The same under another name.
    pub(crate) fn named(name: &str, room: usize) -> Self {
        let info = ModelInfo { id: name.into(), dimensions: 26, window: room + 2 };
        Self { info, read: AtomicUsize::new(0) }
    }

    /// How many texts it has read.
    pub(crate) fn read(&self) -> usize {
        self.read.load(Ordering::Relaxed)
    }
}

impl Embedder for Letters {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn token_ends(&self, text: &str) -> Vec<usize> {
        let mut ends = Vec::new();
        let mut inside = false;
        for (at, c) in text.char_indices() {
            if inside && !c.is_alphanumeric() {
                ends.push(at);
            }
            inside = c.is_alphanumeric();
            if !inside && !c.is_whitespace() {
                ends.push(at + c.len_utf8());
            }
        }
        if inside {
            ends.push(text.len());
        }
        ends
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.read.fetch_add(texts.len(), Ordering::Relaxed);
        texts
            .iter()
            .map(|text| {
                assert!(!text.trim().is_empty(), "no blank text is embedded");
                assert!(self.token_ends(text).len() + 2 <= self.info.window, "nothing exceeds the window: {text:?}");
                let mut vector = vec![1e-3_f32; 26];
                for letter in text.bytes().filter(u8::is_ascii_lowercase) {
                    vector[usize::from(letter - b'a')] += 1.0;
                }
                let norm = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
                Ok(vector.into_iter().map(|number| number / norm).collect())
            })
            .collect()
    }
}
