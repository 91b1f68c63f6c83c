//! The states of a document that are kept on disk: blocks are read when a span needs them, each under its own hash.
//! Never holds more than a few.

use std::collections::VecDeque;
use std::sync::Arc;

use super::kept;
use crate::retrieve::embed::Embedding;
use crate::retrieve::embed::late::{Block, Tokens};
use crate::retrieve::index::store::{Kept, Key, Records};
use crate::retrieve::span::Span;

/// Blocks in memory: the ends of a chunk and of the seams around it are near each other.
const NEAR: usize = 16;

/// An open file of states.
pub(super) struct States<'a> {
    kept: &'a Kept,
    key: Key,
    records: Records,
    tokens: Tokens,
    near: VecDeque<(usize, Arc<Block>)>,
}

/// The key of a block of the document with this key.
pub(super) fn block_key(document: &Key, number: usize) -> Key {
    kept::digest(&[document, &number.to_le_bytes()])
}

impl<'a> States<'a> {
    /// The states under this key, if they are there.
    pub(super) fn open(kept: &'a Kept, key: &Key) -> Option<Self> {
        let records = kept.states(key)?;
        let tokens = Tokens::from_bytes(&kept.read(&records, key)?)?;
        Some(Self { kept, key: *key, records, tokens, near: VecDeque::with_capacity(NEAR) })
    }

    pub(super) fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// The vectors of spans, `None` of each where there are no tokens; `None` when a block is not there or not whole.
    pub(super) fn embeddings(&mut self, spans: &[Span]) -> Option<Vec<Option<Embedding>>> {
        let tokens = std::mem::take(&mut self.tokens);
        let one = |span: &Span| {
            let embedding = tokens.embedding(*span, |number| self.block(tokens.dimensions(), number));
            (embedding.is_some() || tokens.is_empty()).then_some(embedding)
        };
        let embeddings = spans.iter().map(one).collect();
        self.tokens = tokens;
        embeddings
    }

    fn block(&mut self, dimensions: usize, number: usize) -> Option<Arc<Block>> {
        if let Some((_, block)) = self.near.iter().find(|(other, _)| *other == number) {
            return Some(Arc::clone(block));
        }
        let bytes = self.kept.read(&self.records, &block_key(&self.key, number))?;
        let block = Arc::new(Block::from_bytes(dimensions, &bytes)?);
        if self.near.len() == NEAR {
            self.near.pop_front();
        }
        self.near.push_back((number, Arc::clone(&block)));
        Some(block)
    }
}
