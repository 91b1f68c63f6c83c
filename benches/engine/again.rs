//! An indexed folder of 100,000 chunks opened again, to documents, cuts and words: what a screen needs to be usable.

use std::hint::black_box;

use criterion::Criterion;
use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::params::{Params, Unit};
use seamscope::retrieve::pipeline::build::{Watch, read_folder};

const DOCUMENTS: usize = 100;
const CHUNKS: usize = 1_000;

pub(crate) fn opening(bench: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder for the documents");
    let cache = tempfile::tempdir().expect("a folder for the cache");
    for number in 0..DOCUMENTS {
        let words = |chunk: usize| format!("chunk {chunk} of document {number} says that {} follows. ", chunk * number);
        let text: String = (0..CHUNKS * 3).map(words).collect();
        std::fs::write(folder.path().join(format!("{number:03}.txt")), text).expect("the document is written");
    }
    let mut params = Params::default();
    params.chunk.unit = Unit::Words;
    params.chunk.size = 27;
    params.seam.k = 9;
    let store = Store::at(cache.path().to_path_buf());
    let open = || read_folder(folder.path(), &params, None, &store, &Watch::silent()).expect("the folder is read");
    let first = open();
    assert!(first.corpus.chunks.len() >= DOCUMENTS * CHUNKS, "{} chunks", first.corpus.chunks.len());
    let mut group = bench.benchmark_group("100,000 chunks");
    group.sample_size(10);
    group.bench_function("an indexed folder again, to a usable screen", |b| b.iter(|| black_box(open())));
    group.finish();
}
