//! Fusion.

use std::collections::BTreeMap;

use proptest::prelude::*;
use seamscope::retrieve::fuse::{Weighted, fuse};
use seamscope::retrieve::trace::Entry;

use super::{chunk, orders};

fn equal(entries: Vec<Entry>) -> Weighted {
    Weighted { weight: 1.0, entries }
}

fn entries(lists: &[Weighted], k: u32) -> Vec<Entry> {
    fuse(lists, k).into_iter().map(|fused| fused.entry).collect()
}

#[test]
fn equal_scores_keep_the_order_of_first_appearance() {
    let lists = [equal([0, 2, 1].map(chunk).to_vec()), equal([3, 4, 1].map(chunk).to_vec())];
    assert_eq!(entries(&lists, 60), [1, 0, 3, 2, 4].map(chunk));
    let scores: Vec<_> = fuse(&lists, 60).into_iter().map(|fused| fused.score).collect();
    let (twice, first, second) = (1.0 / 63.0 + 1.0 / 63.0, 1.0 / 61.0, 1.0 / 62.0);
    assert_eq!(scores, [twice, first, first, second, second].map(Some));
}

#[test]
fn an_entry_of_two_lists_is_one_row_with_two_terms_and_an_absent_one_adds_nothing() {
    let [a, b, c, other] = [0, 1, 2, 3].map(chunk);
    let fill = |number: u32| chunk(100 + number);
    // Ranks (2, 8), (1, 10), (3, absent).
    let first = vec![b, a, c];
    let second = (1..8).map(fill).chain([a, other, b]).collect();
    let ranking = fuse(&[equal(first), equal(second)], 60);
    let of = |entry| ranking.iter().find(|fused| fused.entry == entry).map(|fused| (fused.score, fused.terms.len()));
    assert_eq!(of(a), Some((Some(1.0 / 62.0 + 1.0 / 68.0), 2)));
    assert_eq!(of(b), Some((Some(1.0 / 61.0 + 1.0 / 70.0), 2)));
    assert_eq!(of(c), Some((Some(1.0 / 63.0), 1)));
}

#[test]
fn a_list_of_weight_zero_brings_its_entries_to_the_end() {
    let [a, b] = [0, 1].map(chunk);
    let lists = [Weighted { weight: 0.0, entries: vec![a] }, equal(vec![b])];
    assert_eq!(entries(&lists, 60), [b, a]);
}

fn lists() -> impl Strategy<Value = Vec<Weighted>> {
    let weight = prop_oneof![Just(1.0), 0.0..4.0];
    let list = (weight, orders()).prop_map(|(weight, entries)| Weighted { weight, entries });
    prop::collection::vec(list, 0..5)
}

proptest! {
    #[test]
    fn every_sum_can_be_added_up_again_from_its_terms(lists in lists(), k in 0_u32..100) {
        let ranking = fuse(&lists, k);
        let mut seen = BTreeMap::new();
        for fused in &ranking {
            let mut sum = 0.0;
            for term in &fused.terms {
                prop_assert_eq!(lists[term.list].entries[term.rank - 1], fused.entry);
                let value = lists[term.list].weight / (f64::from(k) + term.rank as f64);
                prop_assert_eq!(term.value, value);
                sum += value;
            }
            prop_assert_eq!(fused.score, Some(sum));
            prop_assert!(fused.terms.windows(2).all(|pair| pair[0].list < pair[1].list));
            prop_assert!(seen.insert(fused.entry, fused.terms.len()).is_none(), "one row an entry");
        }
        let places: usize = lists.iter().map(|list| list.entries.len()).sum();
        prop_assert_eq!(seen.values().sum::<usize>(), places, "a term for every place of every list");
    }

    #[test]
    fn the_ranking_falls_and_ties_stand_as_first_met(lists in lists(), k in 0_u32..100) {
        let ranking = fuse(&lists, k);
        let met = |entry| {
            let all = lists.iter().flat_map(|list| &list.entries);
            all.into_iter().position(|&other| other == entry)
        };
        for pair in ranking.windows(2) {
            let (above, below) = (pair[0].score.unwrap(), pair[1].score.unwrap());
            prop_assert!(above > below || (above == below && met(pair[0].entry) < met(pair[1].entry)));
        }
    }

    #[test]
    fn one_list_is_its_own_ranking(list in orders(), k in 0_u32..100) {
        prop_assert_eq!(entries(&[equal(list.clone())], k), list);
    }

    #[test]
    fn names_do_not_matter(lists in lists(), k in 0_u32..100) {
        let renamed = |entry: Entry| match entry {
            Entry::Chunk(id) => chunk(1_000 - id.0),
            Entry::Seam(id) => super::seam(500 - id.0),
        };
        let other: Vec<_> = lists
            .iter()
            .map(|list| Weighted { entries: list.entries.iter().copied().map(renamed).collect(), ..list.clone() })
            .collect();
        let expected: Vec<_> = entries(&lists, k).into_iter().map(renamed).collect();
        prop_assert_eq!(entries(&other, k), expected);
    }
}
