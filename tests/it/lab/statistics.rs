//! Statistics: equality with the reference, and laws that no reference is needed for.

use proptest::prelude::*;
use seamscope::lab::statistics::{
    Interval, Share, SplitMix64, WilcoxonMethod, cluster_bootstrap, cohens_d, paired_bootstrap, quantile_linear,
    sign_test, wilcoxon, wilson,
};
use serde_json::Value;

use crate::support::shared;

/// Both ends of the interval, p and `p_plus1` of the reference's bootstrap cases, bit for bit. (As bits, because reading
/// decimal numbers from JSON may lose the last one.)
const BOOTSTRAP_BITS: [(u64, [u64; 4]); 5] = [
    (190, [0xbfe6_ade4_0bb7_ed10, 0x3fc3_ce38_4e6c_bc25, 0x3fcb_a5e3_53f7_ced9, 0x3fcb_c31a_3a15_3cc5]),
    (191, [0xbfc4_7cbb_1f7c_6e9c, 0x3fd5_62d4_7040_a67e, 0x3fdd_0e56_0418_9375, 0x3fdd_1afe_97bb_6d21]),
    (192, [0xbfe6_b77a_3f3a_334f, 0xbf95_23b1_dcfb_a10a, 0x3fa4_7ae1_47ae_147b, 0x3fa4_fb44_309d_9e00]),
    (193, [0xbff2_9168_72b0_20c5, 0x3fe0_1b40_8691_3778, 0x3fda_9fbe_76c8_b439, 0x3fda_acb6_b151_c04a]),
    (194, [0xbfe1_3b84_58d5_bb3c, 0x3faa_be2a_f6c1_71d2, 0x3fb9_9999_9999_999a, 0x3fb9_d7d3_fd70_f7af]),
];

fn close(got: f64, wanted: &Value, what: &str) {
    let wanted = wanted.as_f64().unwrap_or_else(|| panic!("{what}: {wanted} is no number"));
    assert!((got - wanted).abs() <= 1e-9, "{what}: {got} is not {wanted}");
}

fn whole(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a count")).expect("small")
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number")).collect()
}

fn reference() -> Option<Value> {
    let file = shared("equality of the statistics")?.join("reference/cases.json");
    Some(serde_json::from_slice(&std::fs::read(file).expect("readable")).expect("JSON"))
}

/// Checks one case; false when its kind is none of the statistics.
fn check(case: &Value) -> bool {
    let (input, wanted) = (&case["input"], &case["expected"]);
    let what = format!("case {}", case["id"]);
    match case["kind"].as_str().expect("a kind") {
        "wilson" => {
            let interval = wilson(whole(&input["successes"]), whole(&input["n"]));
            close(interval.low, &wanted["lo"], &what);
            close(interval.high, &wanted["hi"], &what);
        }
        "sign_test" => close(sign_test(whole(&input["wins"]), whole(&input["losses"])), &wanted["p"], &what),
        "wilcoxon" => {
            let test = wilcoxon(&numbers(&input["diffs"]));
            assert_eq!(test.n, whole(&wanted["n"]), "{what}");
            close(test.w, &wanted["w"], &what);
            close(test.p, &wanted["p"], &what);
            assert_eq!(serde_json::to_value(test.method).expect("JSON"), wanted["method"], "{what}");
        }
        "paired_bootstrap" => {
            let (resamples, seed) = (whole(&input["B"]), input["seed"].as_u64().expect("a seed"));
            let got = paired_bootstrap(&numbers(&input["diffs"]), resamples, seed).expect("pairs");
            close(got.mean, &wanted["mean"], &what);
            close(got.interval.low, &wanted["ci"][0], &what);
            close(got.interval.high, &wanted["ci"][1], &what);
            close(got.p, &wanted["p"], &what);
            close(got.p_plus1, &wanted["p_plus1"], &what);
            let bits = [got.interval.low, got.interval.high, got.p, got.p_plus1].map(f64::to_bits);
            let number = case["id"].as_u64().expect("a number");
            assert!(BOOTSTRAP_BITS.contains(&(number, bits)), "{what}: {bits:#x?}");
        }
        "cohens_d" => close(cohens_d(&numbers(&input["diffs"])).expect("pairs"), &wanted["d"], &what),
        _ => return false,
    }
    true
}

#[test]
fn every_case_of_the_reference_is_equal() {
    let Some(reference) = reference() else { return };
    let checked = reference["random"].as_array().expect("cases").iter().filter(|case| check(case)).count();
    assert_eq!(checked, 25, "five cases of each of the five kinds");
}

#[test]
fn printed_figures_of_the_course_come_out() {
    let Some(reference) = reference() else { return };
    for case in reference["published"]["sign_test"].as_array().expect("cases") {
        close(sign_test(whole(&case["wins"]), whole(&case["losses"])), &case["p"], "sign test");
    }
    for case in reference["published"]["wilson"].as_array().expect("cases") {
        let interval = wilson(whole(&case["successes"]), whole(&case["n"]));
        close(interval.low, &case["lo"], "wilson");
        close(interval.high, &case["hi"], "wilson");
    }
}

#[test]
fn the_generator_gives_its_published_numbers() {
    let mut generator = SplitMix64::new(1);
    let first = [generator.next_u64(), generator.next_u64(), generator.next_u64()];
    if let Some(reference) = reference() {
        let wanted: Vec<u64> = reference["splitmix64_seed1_first5"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|number| number.as_u64().expect("64 bits"))
            .collect();
        assert_eq!(first, wanted[..3]);
    }
    // The first output of seed 0 in the reference implementation of the generator's authors.
    assert_eq!(SplitMix64::new(0).next_u64(), 0xE220_A839_7B1D_CDAF);
    assert_eq!(first[0], 10_451_216_379_200_822_465);
}

#[test]
fn what_is_not_defined_is_none_and_what_is_unknown_is_wide() {
    assert_eq!(wilson(0, 0), Interval { low: 0.0, high: 1.0 });
    assert_eq!(Share::of([]).mean, None);
    assert_eq!(quantile_linear(&[], 0.5), None);
    assert_eq!(paired_bootstrap(&[], 10, 1), None);
    assert_eq!(paired_bootstrap(&[1.0], 0, 1), None);
    assert_eq!(cluster_bootstrap(&[vec![]], 10, 1), None);
    assert_eq!(cohens_d(&[1.0]), None);
    assert_eq!(cohens_d(&[0.0, 0.0]), Some(0.0));
    assert_eq!(cohens_d(&[-2.0, -2.0]), Some(f64::NEG_INFINITY));
    let nothing = wilcoxon(&[0.0, 0.0]);
    assert_eq!((nothing.n, nothing.p, nothing.method), (0, 1.0, WilcoxonMethod::None));
}

#[test]
fn a_sign_test_of_thousands_neither_overflows_nor_vanishes() {
    assert!((sign_test(5_000, 5_000) - 1.0).abs() < 1e-9);
    // 2 P(X <= 4900), X ~ Bin(10000, 1/2), by exact integers.
    assert!((sign_test(4_900, 5_100) - 0.046_585_527_704_947_39).abs() < 1e-9);
    assert!(sign_test(0, 2_000) < 1e-300);
}

#[test]
fn wilcoxon_leaves_exactness_at_ties_zeros_and_fifty_one() {
    let untied: Vec<f64> = (1..=50).map(f64::from).collect();
    assert_eq!(wilcoxon(&untied).method, WilcoxonMethod::Exact);
    assert_eq!(wilcoxon(&[&untied[..], &[51.0]].concat()).method, WilcoxonMethod::Normal);
    assert_eq!(wilcoxon(&[1.0, 2.0, 0.0]).method, WilcoxonMethod::Normal);
    assert_eq!(wilcoxon(&[1.0, 2.0, -2.0]).method, WilcoxonMethod::Normal);
    // Five positive differences: 2 of the 32 sign patterns are as extreme.
    assert!((wilcoxon(&[1.0, 2.0, 3.0, 4.0, 5.0]).p - 2.0 / 32.0).abs() < 1e-15);
}

#[test]
fn a_cluster_bootstrap_is_wider_where_answers_of_one_question_agree() {
    let answers: Vec<f64> = (0..20).map(|question| f64::from(question % 2)).collect();
    let clusters: Vec<Vec<f64>> = answers.iter().map(|answer| vec![*answer; 8]).collect();
    let flat: Vec<f64> = clusters.concat();
    let width = |interval: Interval| interval.high - interval.low;
    let one_by_one = paired_bootstrap(&flat, 2_000, 1).expect("values").interval;
    let clustered = cluster_bootstrap(&clusters, 2_000, 1).expect("values").interval;
    assert!(width(clustered) > 2.0 * width(one_by_one), "{clustered:?} {one_by_one:?}");
}

proptest! {
    #[test]
    fn clusters_of_one_are_the_paired_bootstrap(values in prop::collection::vec(-3.0..3.0_f64, 1..20), seed: u64) {
        let clusters: Vec<Vec<f64>> = values.iter().map(|value| vec![*value]).collect();
        prop_assert_eq!(cluster_bootstrap(&clusters, 50, seed), paired_bootstrap(&values, 50, seed));
    }

    #[test]
    fn a_wilson_interval_holds_its_share_and_shrinks_with_n(n in 1_usize..500, part in 0.0..=1.0_f64) {
        #[expect(clippy::cast_sign_loss, reason = "both are not negative")]
        let successes = (part * n as f64) as usize;
        let share = successes as f64 / n as f64;
        let (small, large) = (wilson(successes, n), wilson(successes * 10, n * 10));
        prop_assert!(small.low <= share + 1e-12 && share <= small.high + 1e-12);
        prop_assert!(large.high - large.low < small.high - small.low);
    }

    #[test]
    fn tests_do_not_care_which_side_is_called_first(values in prop::collection::vec(-4_i8..=4, 2..40)) {
        let values: Vec<f64> = values.into_iter().map(f64::from).collect();
        let turned: Vec<f64> = values.iter().map(|value| -value).collect();
        prop_assert!((wilcoxon(&values).p - wilcoxon(&turned).p).abs() < 1e-12);
        let count = |values: &[f64]| values.iter().filter(|value| **value > 0.0).count();
        let (wins, losses) = (count(&values), count(&turned));
        prop_assert_eq!(sign_test(wins, losses).to_bits(), sign_test(losses, wins).to_bits());
    }

    #[test]
    fn quantiles_lie_between_the_ends_and_rise(values in prop::collection::vec(-9.0..9.0_f64, 1..30), q in 0.0..=1.0_f64) {
        let at = |q| quantile_linear(&values, q).expect("values");
        prop_assert!(at(0.0) <= at(q) && at(q) <= at(1.0));
    }

    #[test]
    fn a_shuffle_loses_nothing(seed: u64, n in 0_usize..40) {
        let mut items: Vec<usize> = (0..n).collect();
        SplitMix64::new(seed).shuffle(&mut items);
        items.sort_unstable();
        prop_assert_eq!(items, (0..n).collect::<Vec<_>>());
    }
}
