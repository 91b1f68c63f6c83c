//! A folder read for the first time, to its words: alone, and while a model reads beside it what is cut already.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use criterion::Criterion;
use seamscope::retrieve::embed::{Builtin, Embedder};
use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::params::Params;
use seamscope::retrieve::pipeline::build::{Watch, words_then_vectors};

const DOCUMENTS: usize = 40;
/// Bytes of one of them.
const LENGTH: usize = 100_000;

pub(crate) fn reading(bench: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder for the documents");
    for number in 0..DOCUMENTS {
        let mut text = format!("# Document {number}\n\n");
        while text.len() < LENGTH {
            let at = text.len();
            write!(text, "Sentence {at} of document {number} says what follows from it. ").expect("a string takes it");
            if at % 7 == 0 {
                text.push_str("\n\n");
            }
        }
        std::fs::write(folder.path().join(format!("{number:02}.md")), text).expect("the document is written");
    }
    let model: Arc<dyn Embedder> = Arc::new(Builtin::load(None).expect("it is in the program"));
    let params = Params::default();
    let words = |model: Option<&Arc<dyn Embedder>>| -> Duration {
        let stop = Arc::new(AtomicBool::new(false));
        let (watch, started) = (Watch::new(|_| {}, Arc::clone(&stop)), Instant::now());
        let mut taken = Duration::ZERO;
        let told = |_: &_| {
            taken = started.elapsed();
            // The model would go on for minutes.
            stop.store(true, Ordering::Relaxed);
        };
        let load = |_: &_| Ok(model.cloned());
        words_then_vectors(folder.path(), &params, &load, &Store::off(), &watch, told).expect("the folder is read");
        taken
    };
    let mut group = bench.benchmark_group("4 MB in 40 documents, to words");
    group.sample_size(10);
    group.bench_function("alone", |b| b.iter_custom(|times| (0..times).map(|_| words(None)).sum()));
    group.bench_function("the model beside", |b| b.iter_custom(|times| (0..times).map(|_| words(Some(&model))).sum()));
    group.finish();
}
