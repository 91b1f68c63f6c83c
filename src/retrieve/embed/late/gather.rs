//! The states of a document's tokens as the windows come in, as many of them as are still wanted.
//! Never holds a whole document whose spans are taken in turn.

use std::collections::VecDeque;

use super::tokens::{BLOCK, Block, Tokens};
use super::{States, Window};
use crate::retrieve::embed::Embedding;
use crate::retrieve::span::Span;

/// What came in so far.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    tokens: Tokens,
    /// The sum over all of them.
    sum: Vec<f64>,
    blocks: VecDeque<Block>,
    /// Blocks that were dropped at the front.
    dropped: usize,
    /// All tokens that start before this byte are in.
    until: usize,
}

impl Gathered {
    /// Takes what the model gave for a window: the states of the tokens of its own share, which ends where that of
    /// `next` begins.
    pub fn take(&mut self, window: &Window, next: Option<&Window>, states: &States) {
        let from = window.own.max(self.until);
        let until = next.map_or(usize::MAX, |next| next.own).max(from);
        let places = states.starts.iter().map(|start| window.span.start + start);
        let mine = places.zip(states.numbers.chunks_exact(states.dimensions.max(1)));
        let before = self.tokens.len();
        for (place, state) in mine.filter(|(place, _)| (from..until).contains(place)) {
            self.sum.resize(states.dimensions, 0.0);
            if self.tokens.len().is_multiple_of(BLOCK) {
                let states = Vec::with_capacity(BLOCK * states.dimensions);
                self.blocks.push_back(Block { before: self.sum.clone(), states });
            }
            self.tokens.starts.push(place as u32);
            self.sum.iter_mut().zip(state).for_each(|(sum, number)| *sum += f64::from(*number));
            if let Some(block) = self.blocks.back_mut() {
                block.states.extend_from_slice(state);
            }
        }
        if self.tokens.len() > before {
            self.tokens.shares.push(before as u32);
            self.tokens.dimensions = states.dimensions;
        }
        self.until = until;
    }

    /// What is known of the tokens so far.
    #[must_use]
    pub fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// True when no window to come can change the vector of this span.
    #[must_use]
    pub fn has(&self, span: Span) -> bool {
        let nearest = self.tokens.starts.last().is_some_and(|start| *start as usize >= span.start);
        self.until == usize::MAX || (self.until >= span.end && nearest)
    }

    /// The vector of a span of which nothing was dropped; `None` without tokens.
    #[must_use]
    pub fn embedding(&self, span: Span) -> Option<Embedding> {
        self.tokens.embedding(span, |number| self.block(number))
    }

    /// How many blocks will not grow any more.
    #[must_use]
    pub fn full(&self) -> usize {
        if self.until == usize::MAX { self.tokens.len().div_ceil(BLOCK) } else { self.tokens.len() / BLOCK }
    }

    /// The block with this number, unless it was dropped.
    #[must_use]
    pub fn block(&self, number: usize) -> Option<&Block> {
        self.blocks.get(number.checked_sub(self.dropped)?)
    }

    /// Blocks that are held.
    #[must_use]
    pub fn held(&self) -> usize {
        self.blocks.len()
    }

    /// Drops the blocks that no span from byte `start` on needs.
    pub fn drop_before(&mut self, start: usize) {
        // The last one grows, and is the nearest to what follows it.
        let last = self.tokens.len().saturating_sub(1);
        let first = self.tokens.place(start).min(last) / BLOCK;
        let gone = first.saturating_sub(self.dropped).min(self.blocks.len());
        self.blocks.drain(..gone);
        self.dropped += gone;
    }
}
