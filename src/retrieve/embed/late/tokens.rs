//! The tokens of a document in blocks of states, each with the sum over all before it: any span costs two blocks.
//! Never knows where the blocks lie.

use std::ops::{Deref, Range};

use half::f16;
use half::slice::HalfFloatSliceExt;

use super::super::Embedding;
use crate::retrieve::span::Span;

/// Tokens of one block: its sum is a sixteenth of what its states take.
pub const BLOCK: usize = 64;

/// Where the tokens of a document start, and which window each was read in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Numbers in a state; 0 without tokens.
    pub(super) dimensions: usize,
    /// In bytes, ascending.
    pub(super) starts: Vec<u32>,
    /// The first token of each window's own share.
    pub(super) shares: Vec<u32>,
}

/// `BLOCK` states, fewer at the end of a document.
///
/// Sums of half-precision numbers are exact in double precision for every document of any size that is read, so no
/// result depends on where a sum begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The sum over all states before these.
    pub(super) before: Vec<f64>,
    /// The states laid end to end.
    pub(super) states: Vec<f16>,
}

impl Block {
    /// The sum over all states before this block and its first `tokens`.
    fn sum(&self, tokens: usize) -> Vec<f64> {
        let dimensions = self.before.len();
        let mut sum = self.before.clone();
        let mut row = vec![0.0_f32; dimensions];
        for state in self.states.chunks_exact(dimensions.max(1)).take(tokens) {
            state.convert_to_f32_slice(&mut row);
            sum.iter_mut().zip(&row).for_each(|(sum, number)| *sum += f64::from(*number));
        }
        sum
    }

    /// Sum, then states, little-endian.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let sum = self.before.iter().flat_map(|number| number.to_le_bytes());
        sum.chain(self.states.iter().flat_map(|number| number.to_le_bytes())).collect()
    }

    /// What [`Block::to_bytes`] wrote of states of this many numbers; `None` for anything else.
    #[must_use]
    pub fn from_bytes(dimensions: usize, bytes: &[u8]) -> Option<Self> {
        let (before, states) = bytes.split_at_checked(dimensions.checked_mul(8)?)?;
        if dimensions == 0 || !states.len().is_multiple_of(2 * dimensions) {
            return None;
        }
        let before = before.as_chunks::<8>().0.iter().map(|number| f64::from_le_bytes(*number)).collect();
        let states = states.as_chunks::<2>().0.iter().map(|number| f16::from_le_bytes(*number)).collect();
        Some(Self { before, states })
    }
}

impl Tokens {
    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// True without any.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Numbers in a state.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Windows that were read.
    #[must_use]
    pub fn windows(&self) -> usize {
        self.shares.len()
    }

    /// Bytes on disk of the states of about `tokens` tokens in `windows` windows.
    #[must_use]
    pub fn bytes_of(tokens: usize, windows: usize, dimensions: usize) -> u64 {
        let head = 4 * (3 + tokens + windows);
        let sums = tokens.div_ceil(BLOCK) * dimensions * 8;
        (head + sums + tokens * dimensions * 2) as u64
    }

    /// Numbers in a state, tokens, windows, then places and shares, little-endian.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let counts = [self.dimensions, self.starts.len(), self.shares.len()].map(|count| count as u32);
        let words = counts.iter().chain(&self.starts).chain(&self.shares);
        words.flat_map(|word| word.to_le_bytes()).collect()
    }

    /// What [`Tokens::to_bytes`] wrote; `None` for anything else.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (words, []) = bytes.as_chunks::<4>() else { return None };
        let word = |at: usize| words.get(at).map(|word| u32::from_le_bytes(*word) as usize);
        let [dimensions, tokens, shares] = [word(0)?, word(1)?, word(2)?];
        let head = tokens.checked_add(3)?;
        if words.len() != head.checked_add(shares)? {
            return None;
        }
        let read = |range: Range<usize>| words[range].iter().map(|word| u32::from_le_bytes(*word)).collect();
        Some(Self { dimensions, starts: read(3..head), shares: read(head..words.len()) })
    }

    /// The first token that starts at `byte` or behind it.
    pub(super) fn place(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| (*start as usize) < byte)
    }

    /// The mean of the states of the tokens that start in `span`, L2-normalised; of the nearest token where none does.
    /// `None` where there are no tokens, or `block` has not the one with the number that it is asked for.
    pub fn embedding<B: Deref<Target = Block>>(
        &self,
        span: Span,
        mut block: impl FnMut(usize) -> Option<B>,
    ) -> Option<Embedding> {
        let last = self.len().checked_sub(1)?;
        let first = self.place(span.start).min(last);
        let end = self.place(span.end).max(first + 1);
        let mut before = |token: usize| {
            let number = token.min(last) / BLOCK;
            Some(block(number)?.sum(token - number * BLOCK))
        };
        let start = before(first)?;
        let mut sum = before(end)?;
        sum.iter_mut().zip(start).for_each(|(sum, before)| *sum -= before);
        let norm = sum.iter().map(|number| number * number).sum::<f64>().sqrt();
        let vector = sum.iter().map(|number| if norm > 0.0 { (number / norm) as f32 } else { 0.0 }).collect();
        let share = |token: usize| self.shares.partition_point(|share| *share as usize <= token);
        let windows = (share(end - 1) - share(first) + 1) as u32;
        Some(Embedding { vector, windows })
    }
}
