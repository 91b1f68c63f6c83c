//! A new question and a moved knob at 100,000 chunks and 100,000 seams.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion};
use seamscope::retrieve::params::{Params, Policy};
use seamscope::retrieve::pipeline::ask::Session;

use crate::large;

pub(crate) fn questions(bench: &mut Criterion) {
    let (index, model) = large::index();
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
