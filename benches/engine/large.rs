//! An index of 100,000 chunks and as many seams, made up and the same in every run.

use std::sync::Arc;

use seamscope::retrieve::embed::{EmbedError, Embedder, ModelInfo};
use seamscope::retrieve::index::dense::Vectors;
use seamscope::retrieve::index::lexical::Lexical;
use seamscope::retrieve::pipeline::build::{Index, VectorSet};
use seamscope::retrieve::span::Span;
use seamscope::retrieve::trace::{Chunk, ChunkId, Corpus, Document, EndReason, Format, Seam, SeamId};

const CHUNKS: u32 = 100_001;
const DIMENSIONS: usize = 384;

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

/// A plain document without structure.
pub(crate) fn document(path: String, text: String) -> Document {
    let (outline, blocks, sentences) = (Vec::new(), Vec::new(), Vec::new());
    Document { path, text, body: 0, format: Format::Plain, outline, blocks, sentences }
}

/// A chunk of the first document that ends by its size and breaks nothing.
pub(crate) fn chunk(index: u32, span: Span) -> Chunk {
    let (section, warnings) = (Vec::new(), Vec::new());
    Chunk { document: 0, index, span, section, tokens: 110, ended_by: EndReason::Size, overlap_chars: 0, warnings }
}

/// One hundred documents of about a thousand chunks each, a seam over every cut, random vectors.
pub(crate) fn index() -> (Index, Arc<dyn Embedder>) {
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
            corpus.chunks.push(Chunk { document: number, tokens: 180, ..chunk(index, span) });
            if index > 0 {
                let (left, right) = (ChunkId(first + index - 1), ChunkId(first + index));
                let window = Span::new(start.saturating_sub(150), (start + 150).min(text.len()));
                corpus.seams.push(Seam { document: number, left, right, cut: start, span: window, tokens: [50, 50] });
            }
        }
        corpus.chunk_ranges.push(first..corpus.chunks.len() as u32);
        corpus.seam_ranges.push(first_seam..corpus.seams.len() as u32);
        corpus.documents.push(Arc::new(document(format!("{number:03}.txt"), text)));
    }
    let info = ModelInfo { id: "still".into(), dimensions: DIMENSIONS, window: 128 };
    let chunk_text = |at: usize| corpus.chunk_text(ChunkId(at as u32));
    let seam_text = |at: usize| corpus.seam_text(SeamId(at as u32));
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
