//! The exact scan equals sorting every cosine, whatever the number of rows, the depth and the ties.

use proptest::prelude::*;
use seamscope::retrieve::index::dense::Vectors;

/// Few different rows, so that ties are the rule; more rows than one block now and then.
fn table() -> impl Strategy<Value = (usize, Vec<u8>)> {
    (1_usize..40, prop_oneof![0_usize..50, 1000_usize..5000])
        .prop_flat_map(|(dimensions, rows)| (Just(dimensions), proptest::collection::vec(0_u8..4, rows)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn the_scan_is_the_sorted_cosines((dimensions, kinds) in table(), depth in 0_usize..200, seed in 0_usize..7) {
        let numbers = |kind: usize| (0..dimensions).map(move |at| ((at * 31 + kind * 17 + seed) % 13) as f32 / 13.0 - 0.5);
        let rows = kinds.iter().flat_map(|&kind| numbers(kind.into())).collect();
        let vectors = Vectors::new(dimensions, rows);
        let question: Vec<f32> = numbers(9).collect();
        let mut all: Vec<_> = (0..kinds.len()).map(|row| (row as u32, vectors.cos(row, &question))).collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        all.truncate(depth);
        prop_assert_eq!(vectors.scan(&question, depth), all);
    }

    #[test]
    fn a_cosine_is_the_sum_of_products(a in proptest::collection::vec(-1.0_f32..1.0, 1..400)) {
        let b: Vec<f32> = a.iter().rev().copied().collect();
        let exact: f64 = a.iter().zip(&b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
        let vectors = Vectors::new(a.len(), a.clone());
        prop_assert!((f64::from(vectors.cos(0, &b)) - exact).abs() < 1e-4);
    }
}
