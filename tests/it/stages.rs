//! Laws of fusion, fire test, fill and expansions.
// Equal numbers are meant: the same operations in the same order give the same bits.
#![allow(clippy::float_cmp)]

#[path = "stages/expanding.rs"]
mod expanding;
#[path = "stages/filling.rs"]
mod filling;
#[path = "stages/firing.rs"]
mod firing;
#[path = "stages/fusing.rs"]
mod fusing;
#[path = "stages/laying_out.rs"]
mod laying_out;
#[path = "stages/refusing.rs"]
mod refusing;
#[path = "stages/replaying.rs"]
mod replaying;

use proptest::prelude::*;
use seamscope::retrieve::trace::{ChunkId, Entry, Fused, SeamId};

/// Chunks of the worlds below; seam n lies between chunks n and n + 1, as in one long document.
const CHUNKS: u32 = 12;

fn chunk(number: u32) -> Entry {
    Entry::Chunk(ChunkId(number))
}

fn seam(number: u32) -> Entry {
    Entry::Seam(SeamId(number))
}

fn links(seam: SeamId) -> [ChunkId; 2] {
    [ChunkId(seam.0), ChunkId(seam.0 + 1)]
}

fn ranked(entries: &[Entry]) -> Vec<Fused> {
    entries.iter().map(|&entry| Fused { entry, score: None, terms: Vec::new() }).collect()
}

/// Some chunks and seams in any order.
fn orders() -> impl Strategy<Value = Vec<Entry>> {
    let all: Vec<_> = (0..CHUNKS).map(chunk).chain((0..CHUNKS - 1).map(seam)).collect();
    let most = all.len();
    Just(all).prop_shuffle().prop_flat_map(move |all| (0..=most).prop_map(move |some| all[..some].to_vec()))
}
