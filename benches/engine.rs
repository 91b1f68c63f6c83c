//! The engine beside the goals of design section 5: chunking, counting, a new question, a knob.
//!
//! `cargo bench --bench engine`; peers that are crates run here, peers that are Python packages in `benches/peers`.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use seamscope::retrieve::chunk::{Counters, chunks};
use seamscope::retrieve::embed::{EmbedError, Embedder, ModelInfo};
use seamscope::retrieve::index::dense::Vectors;
use seamscope::retrieve::index::lexical::Lexical;
use seamscope::retrieve::params::{Params, Policy, Preset};
use seamscope::retrieve::pipeline::ask::Session;
use seamscope::retrieve::pipeline::build::{Index, VectorSet};
use seamscope::retrieve::span::Span;
use seamscope::retrieve::text::tokens::Counter;
use seamscope::retrieve::trace::{Chunk, ChunkId, Corpus, Document, EndReason, Seam};

const PROSE_BYTES: usize = 10_000_000;
const CHUNKS: u32 = 100_001;
const DIMENSIONS: usize = 384;

/// Ten megabytes of prose: the sample documents, repeated.
fn prose() -> String {
    let sample = include_str!("../sample-docs/order-service.md");
    let mut text = sample.repeat(PROSE_BYTES / sample.len() + 1);
    let end = text.floor_char_boundary(PROSE_BYTES);
    text.truncate(end);
    text
}

fn chunking(bench: &mut Criterion) {
    let text = prose();
    let mut group = bench.benchmark_group("chunk 10 MB, recursive 600/60 characters");
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(10);
    let params = Preset::Scar.params();
    let counters = Counters::of(&params, None).expect("no model is asked for");
    let document = seamscope::retrieve::text::document("prose.txt", text.clone(), 0);
    group.bench_function("seamscope, spans, sections, tokens", |b| {
        b.iter(|| black_box(chunks(&document, 0, &params, &counters)));
    });
    let config = text_splitter::ChunkConfig::new(600).with_overlap(60).expect("60 is below 600");
    let peer = text_splitter::TextSplitter::new(config);
    group.bench_function("text-splitter, spans", |b| {
        b.iter(|| black_box(peer.chunk_indices(&text).map(|(at, part)| (at, part.len())).collect::<Vec<_>>()));
    });
    group.finish();
}

fn counting(bench: &mut Criterion) {
    let text = prose();
    let mut group = bench.benchmark_group("count o200k tokens of 10 MB");
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(10);
    group.bench_function("seamscope", |b| b.iter(|| black_box(Counter::O200k.count(&text))));
    let peer = tiktoken_rs::o200k_base_singleton();
    group.bench_function("tiktoken-rs", |b| b.iter(|| black_box(peer.encode_ordinary(&text).len())));
    group.finish();
}

/// Answers every text with the same unit vector: the model's time is not what is measured here.
struct Still(ModelInfo);

impl Embedder for Still {
    fn info(&self) -> &ModelInfo {
        &self.0
    }

    fn token_ends(&self, text: &str) -> Vec<usize> {
        text.char_indices().map(|(at, c)| at + c.len_utf8()).take(1).collect()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vector = vec![0.0; DIMENSIONS];
        vector[0] = 1.0;
        Ok(vec![vector; texts.len()])
    }
}

/// Numbers that look random and are the same in every run.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn vectors(&mut self, rows: usize) -> Vectors {
        let mut numbers = Vec::with_capacity(rows * DIMENSIONS);
        for _ in 0..rows {
            let row: Vec<f32> = (0..DIMENSIONS).map(|_| (self.next() >> 40) as f32 / 8_388_608.0 - 1.0).collect();
            let norm = row.iter().map(|x| x * x).sum::<f32>().sqrt();
            numbers.extend(row.iter().map(|x| x / norm));
        }
        Vectors::new(DIMENSIONS, numbers)
    }

    /// A chunk of made-up words, frequent and rare ones.
    fn words(&mut self, count: usize, into: &mut String) {
        use std::fmt::Write as _;
        for _ in 0..count {
            let x = self.next();
            let word = (x % 20_000) * ((x >> 32) % 1_000) / 1_000;
            write!(into, "w{word} ").expect("a string takes all");
        }
    }
}

/// One hundred documents of about a thousand chunks each, a seam over every cut, random vectors.
fn large_index() -> (Index, Arc<dyn Embedder>) {
    let mut noise = Noise(1);
    let mut corpus = Corpus::default();
    for number in 0..100 {
        let mut text = String::new();
        let first = corpus.chunks.len() as u32;
        let first_seam = corpus.seams.len() as u32;
        for index in 0..=(CHUNKS / 100) {
            let start = text.len();
            noise.words(60, &mut text);
            let span = Span::new(start, text.len());
            corpus.chunks.push(Chunk {
                document: number,
                index,
                span,
                section: Vec::new(),
                tokens: 180,
                ended_by: EndReason::Size,
                overlap_chars: 0,
                warnings: Vec::new(),
            });
            if index > 0 {
                let (left, right) = (ChunkId(first + index - 1), ChunkId(first + index));
                let window = Span::new(start.saturating_sub(150), (start + 150).min(text.len()));
                corpus.seams.push(Seam { document: number, left, right, cut: start, span: window, tokens: [50, 50] });
            }
        }
        corpus.chunk_ranges.push(first..corpus.chunks.len() as u32);
        corpus.seam_ranges.push(first_seam..corpus.seams.len() as u32);
        corpus.documents.push(Document {
            path: format!("{number:03}.txt"),
            text,
            body: 0,
            format: seamscope::retrieve::trace::Format::Plain,
            outline: Vec::new(),
            blocks: Vec::new(),
            sentences: Vec::new(),
        });
    }
    let info = ModelInfo { id: "still".into(), dimensions: DIMENSIONS, window: 128 };
    let chunk_text = |at: usize| corpus.chunk_text(ChunkId(at as u32));
    let seam_text = |at: usize| corpus.seam_text(seamscope::retrieve::trace::SeamId(at as u32));
    let index = Index {
        chunk_words: Lexical::build((0..corpus.chunks.len()).map(chunk_text)).expect("words are indexed"),
        seam_words: Lexical::build((0..corpus.seams.len()).map(seam_text)).expect("words are indexed"),
        vectors: Some(Arc::new(VectorSet {
            model: info.clone(),
            chunks: noise.vectors(corpus.chunks.len()),
            seams: noise.vectors(corpus.seams.len()),
            chunk_windows: vec![1; corpus.chunks.len()],
            seam_windows: vec![1; corpus.seams.len()],
        })),
        corpus: Arc::new(corpus),
        ..Index::default()
    };
    (index, Arc::new(Still(info)))
}

fn questions(bench: &mut Criterion) {
    let (index, model) = large_index();
    let vector = model.embed(&["x"]).expect("it always answers").remove(0);
    let mut group = bench.benchmark_group("100,000 chunks + 100,000 seams");
    group.sample_size(20);
    group.bench_function("exact scan of both tables, depth 100", |b| {
        let set = index.vectors.as_ref().expect("made with vectors");
        b.iter(|| black_box((set.chunks.scan(&vector, 100), set.seams.scan(&vector, 100))));
    });
    let params = Params::default();
    let mut session = Session::new(index, Some(model));
    let mut asked = 0_u64;
    group.bench_function("a new question, without the model", |b| {
        b.iter(|| {
            asked += 1;
            let question = format!("w{} w{} w{} w12 w7", asked % 19_000, asked % 131, asked % 977);
            black_box(session.ask(&question, &params).expect("it is asked").budget.used)
        });
    });
    let mut knob = |name: &str, turn: &dyn Fn(&mut Params, u64)| {
        let mut at = 0;
        group.bench_with_input(BenchmarkId::new("knob", name), &(), |b, ()| {
            b.iter(|| {
                at += 1;
                let mut params = params.clone();
                turn(&mut params, at);
                black_box(session.ask("w3 w14 w159 w26 w535", &params).expect("it is asked").budget.used)
            });
        });
    };
    knob("margin", &|params, at| params.fire.margin = (at % 20) as u32);
    knob("budget", &|params, at| params.budget.limit = 5 + at % 20);
    knob("gamma, scar", &|params, at| {
        params.expand.policy = Policy::Scar;
        params.expand.gamma = 0.5 + (at % 50) as f64 / 100.0;
    });
    knob("layout and fusion k", &|params, at| params.fusion.k = 30 + (at % 60) as u32);
    group.finish();
}

criterion_group!(benches, chunking, counting, questions);
criterion_main!(benches);
