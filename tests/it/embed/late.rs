//! Late chunking: any span's vector is the mean of its tokens' states, whatever the windows; no chunk is ever read.

use std::sync::atomic::{AtomicUsize, Ordering};

use half::f16;
use proptest::prelude::*;
use seamscope::retrieve::embed::late::{DocumentStates, States, windows};
use seamscope::retrieve::embed::{EmbedError, Embedder, ModelInfo};
use seamscope::retrieve::span::Span;

/// Words as tokens; the state of a word depends on it alone, so windows cannot change it.
pub(crate) struct Words {
    info: ModelInfo,
    read: AtomicUsize,
}

impl Words {
    pub(crate) fn new(room: usize) -> Self {
        let info = ModelInfo { id: format!("words {room}"), dimensions: 4, window: room + 2 };
        Self { info, read: AtomicUsize::new(0) }
    }

    /// How many windows it has read.
    pub(crate) fn read(&self) -> usize {
        self.read.load(Ordering::Relaxed)
    }
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

fn state(word: &str) -> [f32; 4] {
    let sum = word.bytes().map(u32::from).sum::<u32>();
    [(sum % 7) as f32 + 0.5, (sum % 11) as f32 - 4.0, word.len() as f32, (sum % 3) as f32]
}

impl Embedder for Words {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn token_ends(&self, text: &str) -> Vec<usize> {
        words(text).map(|(start, word)| start + word.len()).collect()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| mean(text, Span::new(0, text.len()))).collect())
    }

    fn states(&self, texts: &[&str]) -> Result<Vec<States>, EmbedError> {
        let of = |text: &&str| {
            assert!(!text.trim().is_empty() && words(text).count() + 2 <= self.info.window, "{text:?}");
            self.read.fetch_add(1, Ordering::Relaxed);
            States {
                dimensions: 4,
                starts: words(text).map(|(start, _)| start).collect(),
                numbers: words(text).flat_map(|(_, word)| state(word)).map(f16::from_f32).collect(),
            }
        };
        Ok(texts.iter().map(of).collect())
    }

    fn is_late(&self) -> bool {
        true
    }
}

/// The mean of the states of the words that start in a span, by hand.
pub(crate) fn mean(text: &str, span: Span) -> Vec<f32> {
    let mut sum = [0.0_f64; 4];
    for (_, word) in words(text).filter(|(start, _)| (span.start..span.end).contains(start)) {
        sum.iter_mut().zip(state(word)).for_each(|(sum, number)| *sum += f64::from(number));
    }
    let norm = sum.iter().map(|number| number * number).sum::<f64>().sqrt();
    sum.iter().map(|number| (number / norm) as f32).collect()
}

fn document(model: &Words, text: &str) -> DocumentStates {
    let windows = windows(model, text, 0);
    let texts: Vec<&str> = windows.iter().map(|window| window.span.of(text)).collect();
    DocumentStates::of(&windows, &model.states(&texts).expect("states"))
}

proptest! {
    #[test]
    fn every_token_has_one_state_and_any_span_is_the_mean_of_its_own(
        text in "([a-z]{1,9}[ \n]{1,3}){1,120}", room in 3_usize..40, from: prop::sample::Index, to: prop::sample::Index,
    ) {
        let model = Words::new(room);
        let states = document(&model, &text);
        prop_assert_eq!(states.len(), words(&text).count());
        let read = windows(&model, &text, 0);
        prop_assert_eq!(states.windows(), read.len(), "no window is read for nothing");
        prop_assert!(read.windows(2).all(|pair| pair[1].span.start <= pair[0].span.end), "nothing lies between windows");
        let sums = states.sums();
        let (from, to) = (from.index(text.len() + 1), to.index(text.len() + 1));
        let span = Span::new(from.min(to), from.max(to));
        let embedding = sums.embedding(span).expect("a vector");
        if words(&text).any(|(start, _)| (span.start..span.end).contains(&start)) {
            prop_assert_eq!(embedding.vector, mean(&text, span));
        }
        prop_assert!(embedding.windows >= 1 && embedding.windows as usize <= states.windows());
        let whole = sums.embedding(Span::new(0, text.len())).expect("a vector");
        prop_assert_eq!(whole.windows as usize, states.windows());
        prop_assert_eq!(DocumentStates::from_bytes(&states.to_bytes()), Some(states.clone()));
    }

    #[test]
    fn bytes_that_are_no_states_are_none(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        if let Some(states) = DocumentStates::from_bytes(&bytes) {
            prop_assert_eq!(states.to_bytes(), bytes);
        }
    }
}

#[test]
fn windows_overlap_by_a_quarter_and_the_middle_of_it_divides_them() {
    let text = "abc ".repeat(40);
    let model = Words::new(16);
    let cut: Vec<_> =
        windows(&model, &text, 0).iter().map(|w| (w.span.start / 4, w.span.end.div_ceil(4), w.own / 4)).collect();
    assert_eq!(cut[0], (0, 16, 0));
    assert!(
        cut.windows(2).all(|pair| {
            let (before, next) = (pair[0], pair[1]);
            next.0 + 5 >= before.1 && next.0 < before.1 && next.2 > next.0 && next.2 < before.1
        }),
        "{cut:?}"
    );
}

#[test]
fn a_text_without_tokens_has_no_states() {
    let states = document(&Words::new(5), " \n ");
    assert!(states.is_empty() && states.sums().embedding(Span::new(0, 2)).is_none());
}
