//! The same questions under several first cuts, and policies that search a second index.

use std::convert::Infallible;

use seamscope::lab::eval::{
    Answers, Bench, Evaluation, Ledger, Measure, Policy, Settings, Slice, ask, conclude, conclude_phases,
};
use seamscope::lab::questions::Question;
use seamscope::lab::run::Meter;
use seamscope::lab::statistics::{cluster_bootstrap, sign_test};
use seamscope::retrieve::params::Params;
use seamscope::retrieve::pipeline::ask::Session;

use super::eval::questions;
use super::world;

const POLICIES: [Policy; 5] = [Policy::Plain, Policy::Seams, Policy::Overlap, Policy::Sliding, Policy::SlidingSparse];

fn settings() -> Settings {
    Settings { policies: POLICIES.to_vec(), resamples: 200, seed: 1 }
}

fn params(start: usize) -> Params {
    let mut params = world::params();
    (params.budget.limit, params.fire.margin, params.chunk.start) = (2, 1, start);
    params.fusion.weights.seam_bm25 = 2.0;
    params
}

fn session(params: &Params) -> Session {
    world::session(&[("a.md", world::text(1, 12)), ("b.md", world::text(2, 9))], params)
}

fn bench(start: usize) -> Bench {
    let open = |params: &Params| Ok::<Session, Infallible>(session(params));
    Bench::open(&POLICIES, &params(start), open).expect("infallible")
}

fn asked() -> Vec<Question> {
    questions(&session(&params(0)))
}

fn answers(start: usize) -> Answers {
    ask(&bench(start), &asked(), &params(start), &settings(), &Ledger::off(), Meter::silent()).expect("answers")
}

fn rows(got: &Evaluation, policy: Policy) -> &[seamscope::lab::eval::Row] {
    &got.policies.iter().find(|outcome| outcome.policy == policy).expect("compared").rows
}

#[test]
fn a_second_index_changes_what_is_found_and_not_what_is_split() {
    let got = conclude(answers(0), &settings());
    for policy in POLICIES {
        for (row, plain) in rows(&got, policy).iter().zip(rows(&got, Policy::Plain)) {
            assert_eq!((&row.id, row.split, row.split_model), (&plain.id, plain.split, plain.split_model));
            assert!(row.chunks.len() <= 2 && row.chunks_at_20 <= 20, "{} keeps the budget", policy.name());
        }
    }
    // Evidence of 120 characters around a cut is whole in no chunk, but an overlap of 70 tokens keeps it.
    let destroyed = |policy| rows(&got, policy).iter().filter(|row| row.destroyed == Some(true)).count();
    assert!(destroyed(Policy::Plain) > 0);
    assert_eq!(destroyed(Policy::Overlap), 0);
    assert_eq!(destroyed(Policy::Sliding), destroyed(Policy::Plain), "windows are no evidence");
    let complete = |policy| rows(&got, policy).iter().filter(|row| row.complete == Some(true)).count();
    assert!(complete(Policy::Sliding) > 0 && complete(Policy::SlidingSparse) > 0);
    assert!(rows(&got, Policy::Sliding) != rows(&got, Policy::Plain));
    let about = |name: &str| got.notes.iter().any(|note| note.starts_with(name));
    assert!(about("overlap: ") && about("sliding: ") && about("sliding-sparse: "), "{:?}", got.notes);
}

#[test]
fn a_policy_without_its_index_says_so() {
    let alone = Bench::new(session(&params(0)));
    let got = conclude(
        ask(&alone, &asked(), &params(0), &settings(), &Ledger::off(), Meter::silent()).expect("answers"),
        &settings(),
    );
    assert!(got.notes.iter().any(|note| note.contains("no index for overlap")), "{:?}", got.notes);
    assert_eq!(rows(&got, Policy::Overlap), rows(&got, Policy::Plain));
}

#[test]
fn one_phase_counts_as_no_phase() {
    let plain = conclude(answers(0), &settings());
    let one = conclude_phases(vec![(0, answers(0))], 1, &settings());
    assert_eq!((one.questions, &one.phases[..]), (plain.questions, &[0][..]));
    for (a, b) in one.pairs.iter().zip(&plain.pairs) {
        assert_eq!((a.n, a.wins, a.losses, a.bootstrap, &a.words), (b.n, b.wins, b.losses, b.bootstrap, &b.words));
    }
    for (a, b) in one.policies[0].summary.iter().zip(&plain.policies[0].summary) {
        assert_eq!((a.recall, a.chunks), (b.recall, b.chunks));
        assert_eq!((a.complete.successes, a.complete.n), (b.complete.successes, b.complete.n));
    }
}

#[test]
fn phases_keep_the_answers_of_a_question_together() {
    let starts = [0, 40, 80];
    let got =
        conclude_phases(starts.iter().map(|start| (*start, answers(*start))).collect(), starts.len(), &settings());
    let count = asked().len();
    assert_eq!((got.questions, &got.phases[..]), (count, &starts[..]));
    let plain = rows(&got, Policy::Plain);
    assert_eq!(plain.len(), 3 * count);
    assert!(plain.iter().enumerate().all(|(at, row)| row.phase == Some(starts[at / count])));
    let all = got.policies[0].summary.iter().find(|summary| summary.slice == Slice::All).expect("questions");
    assert_eq!((all.n, all.questions, all.recall.n), (3 * count, Some(count), 3 * (count - 1)));
    // The interval is that of the clustered bootstrap over the rows, worked out here once more.
    let cluster = |question: &Question| -> Vec<f64> {
        plain.iter().filter(|row| row.id == question.id).filter_map(|row| row.recall).collect()
    };
    let clusters: Vec<Vec<f64>> = asked().iter().map(cluster).collect();
    let drawn = cluster_bootstrap(&clusters, 200, 1).expect("values");
    assert_eq!((all.recall.mean, all.recall.interval), (Some(drawn.mean), Some(drawn.interval)));
    // Some question is split under one first cut and whole under another; and the share is a share of all answers.
    let split = |id: &str| plain.iter().filter(|row| row.id == id).filter(|row| row.split == Some(true)).count();
    assert!(asked().iter().any(|question| (1..3).contains(&split(&question.id))));
    assert_eq!(all.split.n, 3 * (count - 1));
    let pair = got.pairs.iter().find(|pair| {
        (pair.a, pair.b, pair.measure, pair.slice) == (Policy::Seams, Policy::Plain, Measure::Recall, Slice::All)
    });
    let pair = pair.expect("compared");
    assert_eq!((pair.n, pair.answers), (count - 1, 3 * (count - 1)));
    assert!(pair.wins + pair.losses <= pair.n, "a question counts once");
    assert!((pair.sign_p - sign_test(pair.wins, pair.losses)).abs() < 1e-15);
    assert!(pair.words.contains(&format!("{} answers to {} questions", 3 * (count - 1), count - 1)), "{}", pair.words);
}
