//! Late chunking: any span's vector is the mean of its tokens' states, whatever the windows; no chunk is ever read.

use std::sync::atomic::{AtomicUsize, Ordering};

use half::f16;
use proptest::prelude::*;
use seamscope::retrieve::embed::late::{BLOCK, Block, Gathered, States, Tokens, windows};
use seamscope::retrieve::embed::{EmbedError, Embedder, ModelInfo};
use seamscope::retrieve::span::Span;

/// Words as tokens; the state of a word depends on it alone, so windows cannot change it.
pub(crate) struct Words {
    info: ModelInfo,
    read: AtomicUsize,
    asked: AtomicUsize,
}

impl Words {
    pub(crate) fn new(room: usize) -> Self {
        let info = ModelInfo { id: format!("words {room}"), dimensions: 4, window: room + 2 };
        Self { info, read: AtomicUsize::new(0), asked: AtomicUsize::new(0) }
    }

    /// How many questions it has read.
    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
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

    fn embed_questions(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.asked.fetch_add(texts.len(), Ordering::Relaxed);
        self.embed(texts)
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

fn document(model: &Words, text: &str) -> Gathered {
    let windows = windows(model, text, 0);
    let mut gathered = Gathered::default();
    for (at, window) in windows.iter().enumerate() {
        let states = model.states(&[window.span.of(text)]).expect("states");
        gathered.take(window, windows.get(at + 1), &states[0]);
    }
    gathered
}

fn holds_a_word(text: &str, span: Span) -> bool {
    words(text).any(|(start, _)| (span.start..span.end).contains(&start))
}

proptest! {
    #[test]
    fn every_token_has_one_state_and_any_span_is_the_mean_of_its_own(
        text in "([a-z]{1,9}[ \n]{1,3}){1,200}", room in 3_usize..40, from: prop::sample::Index, to: prop::sample::Index,
    ) {
        let model = Words::new(room);
        let gathered = document(&model, &text);
        let tokens = gathered.tokens();
        prop_assert_eq!(tokens.len(), words(&text).count());
        let read = windows(&model, &text, 0);
        prop_assert_eq!(tokens.windows(), read.len(), "no window is read for nothing");
        prop_assert!(read.windows(2).all(|pair| pair[1].span.start <= pair[0].span.end), "nothing lies between windows");
        let (from, to) = (from.index(text.len() + 1), to.index(text.len() + 1));
        let span = Span::new(from.min(to), from.max(to));
        let embedding = gathered.embedding(span).expect("a vector");
        if holds_a_word(&text, span) {
            prop_assert_eq!(&embedding.vector, &mean(&text, span));
        }
        prop_assert!(embedding.windows >= 1 && embedding.windows as usize <= tokens.windows());
        let whole = gathered.embedding(Span::new(0, text.len())).expect("a vector");
        prop_assert_eq!(whole.windows as usize, tokens.windows());
        // As it is after a way over the disk.
        let blocks: Vec<Block> = (0..gathered.full())
            .map(|number| Block::from_bytes(4, &gathered.block(number).expect("a block").to_bytes()).expect("a block"))
            .collect();
        let again = Tokens::from_bytes(&tokens.to_bytes());
        prop_assert_eq!(again.as_ref(), Some(tokens));
        prop_assert_eq!(tokens.embedding(span, |number| blocks.get(number)), Some(embedding));
    }

    #[test]
    fn spans_in_turn_need_few_blocks_at_once(size in 20_usize..200, room in 3_usize..60) {
        let text = "one three fifteen hundred seven of ".repeat(600);
        let model = Words::new(room);
        let all = document(&model, &text);
        let windows = windows(&model, &text, 0);
        let mut spans = (0..text.len()).step_by(size).map(|at| Span::new(at, (at + size).min(text.len()))).peekable();
        let mut gathered = Gathered::default();
        for (at, window) in windows.iter().enumerate() {
            gathered.take(window, windows.get(at + 1), &model.states(&[window.span.of(&text)]).expect("states")[0]);
            while let Some(span) = spans.next_if(|span| gathered.has(*span)) {
                prop_assert_eq!(gathered.embedding(span), all.embedding(span));
            }
            gathered.drop_before(spans.peek().map_or(usize::MAX, |span| span.start));
            let tokens = room + 200;
            prop_assert!(gathered.held() <= tokens.div_ceil(BLOCK) + 1, "{} of {}", gathered.held(), all.held());
        }
        prop_assert_eq!(spans.next(), None, "all were made");
    }

    #[test]
    fn bytes_that_are_no_states_are_none(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        if let Some(tokens) = Tokens::from_bytes(&bytes) {
            prop_assert_eq!(tokens.to_bytes(), &*bytes);
        }
        if let Some(block) = Block::from_bytes(3, &bytes) {
            prop_assert_eq!(block.to_bytes().len(), bytes.len());
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
    let gathered = document(&Words::new(5), " \n ");
    assert!(gathered.tokens().is_empty() && gathered.embedding(Span::new(0, 2)).is_none());
}
