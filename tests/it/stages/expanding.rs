//! Expansion policies.

use proptest::prelude::*;
use seamscope::retrieve::expand::{Sections, Sight, around};
use seamscope::retrieve::params::{ExpandParams, Policy};
use seamscope::retrieve::trace::{Chunk, ChunkId, Corpus, EndReason, Expansion};

/// Two documents of five chunks each.
fn neighbour(chunk: ChunkId, distance: i64) -> Option<ChunkId> {
    let at = u32::try_from(i64::from(chunk.0) + distance).ok()?;
    (at < 10 && at / 5 == chunk.0 / 5).then_some(ChunkId(at))
}

fn tests(chunk: u32, params: &ExpandParams, question: &dyn Fn(u32) -> Option<f64>) -> Vec<Expansion> {
    let sight = Sight {
        neighbour: &neighbour,
        section: &|_| Vec::new(),
        question: &|chunk| question(chunk.0),
        pair: &|one, other| Some(1.0 - 0.125 * f64::from(one.0.abs_diff(other.0))),
    };
    around(ChunkId(chunk), params, &sight, &|chunk| chunk == ChunkId(1))
}

fn params(policy: Policy, radius: u32) -> ExpandParams {
    ExpandParams { policy, radius, ..ExpandParams::default() }
}

fn reached(tests: &[Expansion]) -> Vec<(u32, i64)> {
    tests.iter().map(|test| (test.to.0, test.distance)).collect()
}

#[test]
fn neighbours_are_met_from_near_to_far_left_before_right_and_never_across_documents() {
    let at = |chunk, radius| reached(&tests(chunk, &params(Policy::Window, radius), &|_| Some(0.5)));
    assert_eq!(at(2, 2), [(1, -1), (3, 1), (0, -2), (4, 2)]);
    assert_eq!(at(4, 2), [(3, -1), (2, -2)], "5 belongs to the next document");
    assert_eq!(at(5, 1), [(6, 1)]);
    assert_eq!(at(2, u32::MAX), at(2, 4), "a huge radius ends with the document");
    assert_eq!(at(2, 0), []);
}

#[test]
fn a_neighbour_that_is_there_already_is_tested_and_says_so() {
    let all = tests(2, &params(Policy::Window, 1), &|_| Some(0.5));
    assert_eq!(
        all.iter().map(|test| (test.to.0, test.already, test.taken)).collect::<Vec<_>>(),
        [(1, true, true), (3, false, true)]
    );
}

#[test]
fn scar_asks_for_more_than_the_threshold_strictly() {
    let scar = ExpandParams { lambda: 0.0, gamma: 0.5, ..params(Policy::Scar, 1) };
    let taken = |near: f64| tests(0, &scar, &|chunk| Some(if chunk == 0 { 0.5 } else { near }))[0].taken;
    assert!(!taken(0.25), "S equal to the threshold is not above it");
    assert!(taken(0.25_f64.next_up()));
}

#[test]
fn scar_keeps_its_rule_where_cosines_are_negative() {
    let scar = ExpandParams { lambda: 0.0, ..params(Policy::Scar, 1) };
    let tests = tests(0, &scar, &|chunk| Some(if chunk == 0 { -0.5 } else { -0.45 }));
    assert!(!tests[0].taken, "-0.45 is below 0.8 * -0.5 = -0.4");
}

#[test]
fn contiguous_asks_for_the_nearer_neighbour_of_the_same_chunk_and_side() {
    let far_only = |chunk: u32| Some(if chunk == 1 { 0.0 } else { 0.5 });
    let scar = params(Policy::Scar, 2);
    let taken = |params: &ExpandParams| {
        tests(2, params, &far_only).iter().filter(|test| test.taken).map(|test| test.to.0).collect::<Vec<_>>()
    };
    assert_eq!(taken(&scar), [3, 0, 4]);
    assert_eq!(taken(&ExpandParams { contiguous: true, ..scar }), [3, 4], "0 lies behind 1");
}

#[test]
fn without_vectors_scar_takes_nothing_and_has_no_numbers() {
    let tests = tests(2, &params(Policy::Scar, 2), &|_| None);
    assert_eq!(tests.len(), 4);
    assert!(tests.iter().all(|test| !test.taken && test.score.is_none() && test.threshold.is_none()));
}

#[test]
fn parent_adds_the_same_full_path_in_the_same_document_only() {
    let chunk = |document, index, section: &[&str]| Chunk {
        document,
        index,
        span: seamscope::retrieve::span::Span::new(0, 1),
        section: section.iter().map(|&title| title.to_owned()).collect(),
        tokens: 1,
        ended_by: EndReason::Size,
        overlap_chars: 0,
        warnings: Vec::new(),
    };
    let chunks = vec![
        chunk(0, 0, &["T", "Notes"]),
        chunk(0, 1, &["T", "Notes"]),
        chunk(0, 2, &["T"]),
        chunk(0, 3, &["T", "Notes"]),
        chunk(1, 0, &["T", "Notes"]),
    ];
    let corpus = Corpus { chunks, ..Corpus::default() };
    let sections = Sections::of(&corpus);
    assert_eq!(sections.around(ChunkId(1)), [0, 1, 3].map(ChunkId), "also where another section lies between");
    assert_eq!(sections.around(ChunkId(2)), [ChunkId(2)]);
    let section = |chunk| sections.around(chunk).to_vec();
    let sight = Sight { neighbour: &|_, _| None, section: &section, question: &|_| None, pair: &|_, _| None };
    let tests = around(ChunkId(1), &params(Policy::Parent, 1), &sight, &|_| false);
    assert_eq!(reached(&tests), [(0, -1), (3, 2)]);
    assert!(tests.iter().all(|test| test.taken));
}

proptest! {
    #[test]
    fn every_scar_test_can_be_computed_again_from_its_numbers(
        cosines in prop::collection::vec(-1.0..1.0_f64, 10),
        chunk in 0_u32..10,
        radius in 1_u32..5,
        (lambda, gamma) in (0.0..0.5_f64, 0.0..1.5_f64),
        contiguous: bool,
    ) {
        let params = ExpandParams { lambda, gamma, contiguous, ..params(Policy::Scar, radius) };
        let all = tests(chunk, &params, &|chunk| Some(cosines[chunk as usize]));
        let window = ExpandParams { policy: Policy::Window, ..params.clone() };
        prop_assert_eq!(reached(&all), reached(&tests(chunk, &window, &|_| Some(0.0))), "the same neighbours as window");
        for test in &all {
            let (own, other) = (test.cos_question_chunk.unwrap(), test.cos_question_neighbour.unwrap());
            let penalty = lambda * (1.0 - test.cos_chunk_neighbour.unwrap());
            let passes = other - penalty > gamma * own;
            prop_assert_eq!((test.penalty, test.score, test.threshold), (Some(penalty), Some(other - penalty), Some(gamma * own)));
            let nearer = |near: &&Expansion| {
                near.distance.signum() == test.distance.signum() && near.distance.abs() < test.distance.abs()
            };
            let reachable = !contiguous || all.iter().filter(nearer).all(|near| near.taken);
            prop_assert_eq!(test.taken, passes && reachable);
        }
    }
}
