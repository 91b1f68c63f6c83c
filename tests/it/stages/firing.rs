//! The fire test.

use proptest::prelude::*;
use seamscope::retrieve::fire::verdicts;
use seamscope::retrieve::trace::{ChunkId, Entry};

use super::{chunk, links, orders, ranked, seam};

#[test]
fn the_worked_example_of_the_paper() {
    // Positions 1 to 11; the paper leaves 8 to 10 open. Seam 7|8 is seam 7, seam 12|13 is seam 12.
    let order = [
        seam(7),
        chunk(12),
        seam(12),
        chunk(7),
        chunk(3),
        chunk(20),
        chunk(15),
        chunk(101),
        chunk(102),
        chunk(103),
        chunk(8),
    ];
    let [first, second] = verdicts(&ranked(&order), links, 3)[..] else { panic!("two seams") };
    assert_eq!((first.rank, first.left_rank, first.right_rank), (1, Some(4), Some(11)));
    assert!(first.fired, "1 + 3 = 4 is no worse than 4 and 11");
    assert_eq!((first.slack, first.turns_from, first.turns_to), (Some(0), Some(4), None));
    assert_eq!((second.rank, second.left_rank, second.right_rank), (3, Some(2), None));
    assert!(!second.fired, "3 + 3 = 6 is worse than 2; the absent chunk 13 does not block");
    assert_eq!((second.slack, second.turns_from, second.turns_to), (Some(-4), None, None), "no m lets it fire");
}

#[test]
fn a_chunk_that_is_absent_never_blocks_whatever_the_margin() {
    let [verdict] = verdicts(&ranked(&[seam(1)]), links, u32::MAX)[..] else { panic!("one seam") };
    assert!(verdict.fired);
    assert_eq!((verdict.slack, verdict.turns_from, verdict.turns_to), (None, None, None));
}

#[test]
fn a_blocked_seam_says_up_to_which_margin_it_would_fire() {
    let [verdict] = verdicts(&ranked(&[seam(1), chunk(9), chunk(1)]), links, 5)[..] else { panic!("one seam") };
    assert_eq!((verdict.fired, verdict.slack), (false, Some(-3)));
    assert_eq!((verdict.turns_from, verdict.turns_to), (Some(0), Some(2)));
}

proptest! {
    #[test]
    fn a_seam_fires_exactly_when_both_inequalities_hold(order in orders(), margin in 0_u32..30) {
        let place = |entry: Entry| order.iter().position(|&other| other == entry).map(|at| at + 1);
        let verdicts = verdicts(&ranked(&order), links, margin);
        let seams: Vec<_> = order.iter().filter(|entry| matches!(entry, Entry::Seam(_))).copied().collect();
        prop_assert_eq!(verdicts.iter().map(|verdict| Entry::Seam(verdict.seam)).collect::<Vec<_>>(), seams);
        for verdict in verdicts {
            let rank = place(Entry::Seam(verdict.seam)).unwrap();
            let blocks = |linked: ChunkId| {
                place(Entry::Chunk(linked)).is_some_and(|place| rank + margin as usize > place)
            };
            prop_assert_eq!(verdict.fired, !blocks(verdict.left) && !blocks(verdict.right));
            prop_assert_eq!(verdict.rank, rank);
            let nearest = verdict.left_rank.into_iter().chain(verdict.right_rank).min();
            prop_assert_eq!(verdict.slack, nearest.map(|nearest| i64::try_from(nearest).unwrap() - i64::try_from(rank).unwrap() - i64::from(margin)));
        }
    }

    #[test]
    fn raising_the_margin_never_makes_a_seam_fire(order in orders(), low in 0_u32..30, more in 0_u32..30) {
        let ranking = ranked(&order);
        for (low, high) in verdicts(&ranking, links, low).iter().zip(verdicts(&ranking, links, low + more)) {
            prop_assert!(low.fired || !high.fired);
        }
    }

    #[test]
    fn turning_points_are_exact(order in orders(), margin in 0_u32..30) {
        let ranking = ranked(&order);
        let fires = |at: usize, margin: u32| verdicts(&ranking, links, margin)[at].fired;
        for (at, verdict) in verdicts(&ranking, links, margin).into_iter().enumerate() {
            for other in 0..60 {
                let turned = verdict.turns_from.is_some_and(|from| from <= other)
                    && verdict.turns_to.is_none_or(|to| other <= to);
                prop_assert_eq!(fires(at, other) != verdict.fired, turned, "m {} of {:?}", other, verdict);
            }
        }
    }
}
