//! Cutting and counting ten megabytes of prose, beside crates that do the same.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use seamscope::retrieve::chunk::{Counters, chunks, spans};
use seamscope::retrieve::params::Preset;
use seamscope::retrieve::text;
use seamscope::retrieve::text::tokens::Counter;

const PROSE_BYTES: usize = 10_000_000;

/// Ten megabytes of prose: a sample document with one line a paragraph and every fourth paragraph break kept, so that
/// most paragraphs exceed the size and are split at words; repeated.
fn prose() -> String {
    let mut sample = String::new();
    for (number, paragraph) in include_str!("../../sample-docs/order-service.md").split("\n\n").enumerate() {
        sample.push_str(if number % 4 == 0 { "\n\n" } else { " " });
        sample.push_str(&paragraph.replace('\n', " "));
    }
    let mut text = sample.repeat(PROSE_BYTES / sample.len() + 1);
    text.truncate(text.floor_char_boundary(PROSE_BYTES));
    text
}

pub(crate) fn chunking(bench: &mut Criterion) {
    let text = prose();
    let mut group = bench.benchmark_group("chunk 10 MB, recursive 600/60 characters");
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(10);
    let params = Preset::Scar.params();
    let counters = Counters::of(&params, None).expect("no model is asked for");
    let document = text::document("prose.txt", text.clone(), 0);
    let counter = Counter::of(params.chunk.unit, params.chunk.compat).expect("characters need no model");
    group.bench_function("seamscope, spans and why they end", |b| {
        b.iter(|| black_box(spans(&document, &params.chunk, &counter)));
    });
    group.bench_function("seamscope, with sections and o200k tokens", |b| {
        b.iter(|| black_box(chunks(&document, 0, &params, &counters)));
    });
    let config = text_splitter::ChunkConfig::new(600).with_overlap(60).expect("60 is below 600");
    let peer = text_splitter::TextSplitter::new(config);
    group.bench_function("text-splitter, spans", |b| {
        b.iter(|| black_box(peer.chunk_indices(&text).map(|(at, part)| (at, part.len())).collect::<Vec<_>>()));
    });
    group.finish();
}

pub(crate) fn counting(bench: &mut Criterion) {
    let text = prose();
    let mut group = bench.benchmark_group("count o200k tokens of 10 MB");
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(10);
    group.bench_function("seamscope", |b| b.iter(|| black_box(Counter::O200k.count(&text))));
    let peer = tiktoken_rs::o200k_base_singleton();
    group.bench_function("tiktoken-rs", |b| b.iter(|| black_box(peer.encode_ordinary(&text).len())));
    group.finish();
}
