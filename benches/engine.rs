//! seamscope beside the goals of design section 5: cutting, counting, a new question, a knob, a frame, a folder again, and
//! beside a model.
//!
//! `cargo bench --bench engine`; peers that are crates run here, peers that are Python packages in `benches/peers`.

#[path = "engine/again.rs"]
mod again;
#[path = "engine/beside.rs"]
mod beside;
#[path = "engine/chunking.rs"]
mod chunking;
#[path = "engine/large.rs"]
mod large;
#[path = "engine/questions.rs"]
mod questions;
#[path = "engine/screen.rs"]
mod screen;

use criterion::{criterion_group, criterion_main};

criterion_group!(
    benches,
    chunking::chunking,
    chunking::counting,
    questions::questions,
    screen::frames,
    again::opening,
    beside::reading
);
criterion_main!(benches);
