//! Every change that is named works, and nothing nearer does.

use proptest::prelude::*;
use seamscope::retrieve::explain::{Change, Effect, Knob, Value, explain};
use seamscope::retrieve::params::{Layout, Params, Policy};
use seamscope::retrieve::pipeline::ask::Session;
use seamscope::retrieve::trace::{Action, ChunkId, Entry, SeamId, Trace};

use super::world::{QUESTIONS, floors, overlapping, seams, session, settings};

fn is_inside(trace: &Trace, entry: Entry) -> bool {
    let came = |action| matches!(action, Action::Added | Action::AlreadyIncluded);
    match entry {
        Entry::Chunk(chunk) => trace.budget.chunks.contains(&chunk),
        Entry::Seam(_) => trace.budget.steps.iter().any(|step| step.subject == entry && came(step.action)),
    }
}

/// The settings with one knob at another value.
fn turned(params: &Params, knob: Knob, value: Value) -> Params {
    let mut params = params.clone();
    match (knob, value) {
        (Knob::Margin, Value::Whole(value)) => params.fire.margin = value as u32,
        (Knob::Limit, Value::Whole(value)) => params.budget.limit = value,
        (Knob::Gamma, Value::Real(value)) => params.expand.gamma = value,
        (Knob::Lambda, Value::Real(value)) => params.expand.lambda = value,
        (Knob::Radius, Value::Whole(value)) => params.expand.radius = value as u32,
        (Knob::Depth, Value::Whole(value)) => params.search.depth = value as usize,
        (Knob::FusionK, Value::Whole(value)) => params.fusion.k = value as u32,
        (Knob::Layout, Value::Layout(value)) => params.fusion.layout = value,
        other => panic!("{other:?} is no value of this knob"),
    }
    params
}

/// A knob's value now and the values around it that a change could name.
fn range(params: &Params, knob: Knob) -> Option<(Value, Vec<Value>)> {
    let whole = |from: u64, least: u64, most: u64| {
        let others = (least..=most).filter(|&value| value != from).map(Value::Whole);
        Some((Value::Whole(from), others.collect()))
    };
    let real = |from: f64, around: std::ops::RangeInclusive<u32>| {
        Some((Value::Real(from), around.map(|step| Value::Real(f64::from(step) / 1000.0)).collect()))
    };
    let scar = params.expand.policy == Policy::Scar;
    match knob {
        Knob::Margin => whole(params.fire.margin.into(), 0, 80),
        Knob::Limit => whole(params.budget.limit, 0, 300),
        Knob::Gamma => real(params.expand.gamma, 0..=2000).filter(|_| scar),
        Knob::Lambda => real(params.expand.lambda, 0..=1000).filter(|_| scar),
        Knob::Radius => {
            whole(params.expand.radius.into(), 0, 64).filter(|_| scar || params.expand.policy == Policy::Window)
        }
        Knob::Depth => whole(params.search.depth as u64, 1, 160),
        Knob::FusionK => whole(params.fusion.k.into(), 0, 240),
        Knob::Layout => {
            let layouts = match params.fusion.layout {
                Layout::Separate => [Layout::Separate, Layout::Joint],
                Layout::Joint => [Layout::Joint, Layout::Separate],
            };
            Some((Value::Layout(layouts[0]), vec![Value::Layout(layouts[1])]))
        }
    }
}

fn distance(from: Value, to: Value) -> f64 {
    match (from, to) {
        (Value::Whole(from), Value::Whole(to)) => from.abs_diff(to) as f64,
        (Value::Real(from), Value::Real(to)) => (from - to).abs(),
        _ => 1.0,
    }
}

fn check(session: &mut Session, params: &Params, entry: Entry, knob: Knob) -> Result<(), TestCaseError> {
    let question = QUESTIONS[1];
    let inside = is_inside(session.ask(question, params).expect("an answer"), entry);
    let explanation = explain(session, entry).expect("an index").expect("a trace");
    prop_assert_eq!(explanation.inside, inside);
    let change = explanation.changes.iter().find(|change| change.key == knob);
    let Some((from, others)) = range(params, knob) else {
        prop_assert!(change.is_none(), "{:?} does nothing here", knob);
        return Ok(());
    };
    let mut outcome = |value| is_inside(session.ask(question, &turned(params, knob, value)).expect("an answer"), entry);
    if let Some(&Change { from: named, to, effect, .. }) = change {
        prop_assert_eq!(named, from);
        prop_assert_eq!(effect, if inside { Effect::PutsOut } else { Effect::BringsIn });
        prop_assert_ne!(outcome(to), inside, "{:?} to {:?} does it", knob, to);
    }
    let reach = change.map_or(f64::INFINITY, |change| distance(from, change.to));
    for value in others.into_iter().filter(|&value| distance(from, value) < reach) {
        prop_assert_eq!(outcome(value), inside, "{:?} at {:?} is nearer than {:?}", knob, value, change);
    }
    Ok(())
}

fn knobs() -> impl Strategy<Value = Knob> {
    use Knob::{Depth, FusionK, Gamma, Lambda, Layout, Limit, Margin, Radius};
    prop::sample::select(vec![Margin, Limit, Gamma, Lambda, Radius, Depth, FusionK, Layout])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]
    #[test]
    fn the_named_change_is_the_smallest_that_works(
        params in settings(floors()),
        at in any::<prop::sample::Index>(),
        of_seam: bool,
        knob in knobs(),
    ) {
        let index = seams();
        let entry = if of_seam {
            Entry::Seam(SeamId(at.index(index.corpus.seams.len()) as u32))
        } else {
            Entry::Chunk(ChunkId(at.index(index.corpus.chunks.len()) as u32))
        };
        check(&mut session(&index), &params, entry, knob)?;
    }

    #[test]
    fn also_where_chunks_overlap(params in settings(Just(None)), at in any::<prop::sample::Index>(), knob in knobs()) {
        let index = overlapping();
        let entry = Entry::Chunk(ChunkId(at.index(index.corpus.chunks.len()) as u32));
        check(&mut session(&index), &params, entry, knob)?;
    }

    #[test]
    fn explaining_changes_nothing_and_agrees_with_the_trace(
        params in settings(floors()),
        at in any::<prop::sample::Index>(),
    ) {
        let index = seams();
        let mut session = session(&index);
        let trace = session.ask(QUESTIONS[1], &params).expect("an answer").clone();
        let entry = trace.ranking.get(at.index(trace.ranking.len().max(1))).map_or(Entry::Chunk(ChunkId(0)), |fused| fused.entry);
        let explanation = explain(&session, entry).expect("an index").expect("a trace");
        prop_assert_eq!(session.trace(), Some(&trace));
        prop_assert_eq!(explanation.rank, trace.ranking.iter().position(|fused| fused.entry == entry).map(|at| at + 1));
        prop_assert!(!explanation.reason.is_empty());
        for (place, list) in explanation.places.iter().zip(&trace.lists) {
            let hit = list.hits.iter().position(|hit| hit.entry == entry);
            prop_assert_eq!(place.list, list.name);
            prop_assert_eq!(place.counts, hit.is_some());
            if let Some(at) = hit {
                prop_assert_eq!((place.rank, place.score), (Some(at + 1), Some(list.hits[at].score)));
            }
        }
    }
}
