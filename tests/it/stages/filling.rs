//! Filling the budget.

use std::collections::BTreeSet;

use proptest::prelude::*;
use seamscope::retrieve::expand::{self, Sight};
use seamscope::retrieve::fill::{Filled, Floor, Own, Rules, fill};
use seamscope::retrieve::fire::verdicts;
use seamscope::retrieve::params::{BudgetParams, BudgetUnit, ExpandCount, ExpandParams, Policy};
use seamscope::retrieve::trace::{Action, ChunkId, Entry, SeamId, Verdict};

use super::{CHUNKS, chunk, links, orders, ranked, seam};

/// How one world is filled. Tokens of chunk n are `sizes[n]`, a separator has one.
#[derive(Clone, Debug)]
struct World {
    order: Vec<Entry>,
    margin: u32,
    sizes: Vec<u64>,
    budget: BudgetParams,
    own: Own,
    expand: ExpandParams,
}

impl World {
    fn of(order: &[Entry], margin: u32, limit: u64) -> Self {
        Self {
            order: order.to_vec(),
            margin,
            sizes: vec![10; 200],
            budget: BudgetParams { unit: BudgetUnit::Chunks, limit },
            own: Own::Kept,
            expand: ExpandParams::default(),
        }
    }

    fn verdicts(&self) -> Vec<Verdict> {
        verdicts(&ranked(&self.order), links, self.margin)
    }

    fn cost(&self, chunks: &[ChunkId]) -> u64 {
        match self.budget.unit {
            BudgetUnit::Chunks => chunks.len() as u64,
            BudgetUnit::Tokens => {
                let tokens: u64 = chunks.iter().map(|chunk| self.sizes[chunk.at()]).sum();
                tokens + chunks.len().saturating_sub(1) as u64
            }
        }
    }

    fn fill(&self) -> Filled {
        self.fill_with(None)
    }

    fn fill_with(&self, floor: Option<Floor<'_>>) -> Filled {
        let sight = Sight {
            neighbour: &|chunk, distance| {
                let at = u32::try_from(i64::from(chunk.0) + distance).ok()?;
                (at < CHUNKS).then_some(ChunkId(at))
            },
            section: &|_| Vec::new(),
            question: &|_| None,
            pair: &|_, _| None,
        };
        let rules = Rules {
            budget: &self.budget,
            cost: &|chunks| self.cost(chunks),
            own: self.own,
            floor,
            count: self.expand.count,
            neighbours: &|chunk, included| expand::around(chunk, &self.expand, &sight, included),
        };
        fill(&self.order, &self.verdicts(), &rules)
    }
}

/// The steps as `entry action +chunks used`, for drawing.
fn told(filled: &Filled) -> Vec<String> {
    let name = |entry: Entry| match entry {
        Entry::Chunk(id) => format!("{}", id.0),
        Entry::Seam(id) => format!("{}|{}", id.0, id.0 + 1),
    };
    let step = |step: &seamscope::retrieve::trace::Step| {
        let added: Vec<_> = step.chunks.iter().map(|chunk| format!(" +{}", chunk.0)).collect();
        let added = added.concat();
        let action = serde_json::to_value(step.action).expect("a word");
        format!("{} {}{added} {}", name(step.subject), action.as_str().expect("a word"), step.used)
    };
    filled.budget.steps.iter().map(step).collect()
}

#[test]
fn the_worked_example_of_the_paper() {
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
    let filled = World::of(&order, 3, 5).fill();
    let expected = [
        "7|8 added +7 +8 2",
        "12 added +12 3",
        "12|13 not-fired 3",
        "7 already-included 3",
        "3 added +3 4",
        "20 added +20 5",
    ];
    assert_eq!(told(&filled), expected, "15 is displaced; the steps end when the budget is full");
    assert_eq!(filled.budget.chunks, [7, 8, 12, 3, 20].map(ChunkId));
    let without: Vec<_> = order.iter().filter(|entry| matches!(entry, Entry::Chunk(_))).copied().collect();
    assert_eq!(World::of(&without, 3, 5).fill().budget.chunks, [12, 7, 3, 20, 15].map(ChunkId));
}

#[test]
fn two_adjacent_firings_that_share_a_chunk_cost_three_slots() {
    let filled = World::of(&[seam(1), seam(2)], 0, 5).fill();
    assert_eq!(told(&filled), ["1|2 added +1 +2 2", "2|3 added +3 3"]);
}

#[test]
fn a_pair_without_room_is_skipped_whole_and_later_entries_go_on() {
    let filled = World::of(&[chunk(5), seam(1), chunk(9), chunk(1)], 0, 2).fill();
    assert_eq!(told(&filled), ["5 added +5 1", "1|2 no-room 1", "9 added +9 2"]);
    assert!(filled.budget.steps[1].why.ends_with("needs 2 slots, 1 left: skipped whole"));
}

#[test]
fn a_chunk_of_a_skipped_seam_keeps_its_own_place_or_is_withheld() {
    let mut world = World::of(&[chunk(5), seam(1), chunk(1), chunk(9)], 0, 2);
    assert_eq!(told(&world.fill()), ["5 added +5 1", "1|2 no-room 1", "1 added +1 2"]);
    world.own = Own::Withheld;
    assert_eq!(told(&world.fill()), ["5 added +5 1", "1|2 no-room 1", "1 withheld 1", "9 added +9 2"]);
}

#[test]
fn a_chunk_that_is_too_large_is_skipped_not_shortened() {
    let mut world = World::of(&[chunk(0), chunk(1), chunk(2)], 0, 25);
    world.budget.unit = BudgetUnit::Tokens;
    world.sizes = vec![10, 15, 14];
    let filled = world.fill();
    assert_eq!(told(&filled), ["0 added +0 10", "1 no-room 10", "2 added +2 25"], "10 + a separator + 14");
    assert_eq!(filled.budget.steps[1].why, "place 2 of the ranking; needs 16 tokens, 15 left");
}

#[test]
fn a_weak_side_of_a_pair_is_left_out_but_keeps_its_own_place() {
    let world = World::of(&[seam(1), chunk(7), chunk(2)], 2, 3);
    let halves = |_: SeamId| [Some(0.5), Some(0.125)];
    let filled = world.fill_with(Some(Floor { least: 0.25, halves: &halves }));
    assert_eq!(told(&filled), ["1|2 added +1 1", "2 withheld 1", "7 added +7 2", "2 added +2 3"]);
    assert_eq!(filled.budget.steps[1].why, "its half of the seam window has cosine 0.1250, below the floor 0.2500");
    let unknown = world.fill_with(Some(Floor { least: 0.25, halves: &|_| [None; 2] }));
    assert_eq!(unknown, world.fill(), "what is not known is not left out");
    let both = world.fill_with(Some(Floor { least: 0.75, halves: &halves }));
    assert_eq!(told(&both)[..3], ["1|2 withheld 0", "1 withheld 0", "2 withheld 0"]);
}

#[test]
fn within_the_budget_neighbours_follow_their_chunk_and_those_of_a_pair_the_pair() {
    let mut world = World::of(&[seam(3), chunk(9), chunk(8)], 0, 6);
    world.expand = ExpandParams { policy: Policy::Window, count: ExpandCount::Within, ..ExpandParams::default() };
    let expected = ["3|4 added +3 +4 2", "2 expanded +2 3", "5 expanded +5 4", "9 added +9 5", "8 expanded +8 6"];
    assert_eq!(told(&world.fill()), expected, "full: 10 is not tried");
    world.expand.count = ExpandCount::Beyond;
    let expected = [
        "3|4 added +3 +4 2",
        "9 added +9 3",
        "8 added +8 4",
        "2 expanded +2 4",
        "5 expanded +5 4",
        "10 expanded +10 4",
        "7 expanded +7 4",
    ];
    let filled = world.fill();
    assert_eq!(told(&filled), expected);
    assert_eq!((filled.budget.used, filled.budget.total, filled.budget.expanded), (4, 8, 4));
}

fn worlds() -> impl Strategy<Value = World> {
    let unit = prop_oneof![Just(BudgetUnit::Chunks), Just(BudgetUnit::Tokens)];
    let own = prop_oneof![Just(Own::Kept), Just(Own::Withheld)];
    let policy = prop_oneof![Just(Policy::None), Just(Policy::Window)];
    let count = prop_oneof![Just(ExpandCount::Within), Just(ExpandCount::Beyond)];
    let sizes = prop::collection::vec(1_u64..30, CHUNKS as usize);
    (orders(), 0_u32..8, sizes, unit, 0_u64..20, own, policy, count, 1_u32..3).prop_map(
        |(order, margin, sizes, unit, limit, own, policy, count, radius)| {
            let limit = if unit == BudgetUnit::Tokens { limit * 10 } else { limit };
            let expand = ExpandParams { policy, count, radius, ..ExpandParams::default() };
            World { order, margin, sizes, budget: BudgetParams { unit, limit }, own, expand }
        },
    )
}

proptest! {
    #[test]
    fn the_budget_is_never_exceeded(world in worlds()) {
        let budget = world.fill().budget;
        prop_assert!(budget.used <= budget.limit);
        let counted = match world.expand.count {
            ExpandCount::Within => budget.chunks.as_slice(),
            ExpandCount::Beyond => &budget.chunks[..budget.chunks.len() - budget.expanded],
        };
        prop_assert_eq!(budget.used, world.cost(counted));
        prop_assert_eq!(budget.total, world.cost(&budget.chunks));
    }

    #[test]
    fn no_chunk_stands_twice_and_the_steps_add_up_to_the_context(world in worlds()) {
        let budget = world.fill().budget;
        prop_assert_eq!(budget.chunks.iter().collect::<BTreeSet<_>>().len(), budget.chunks.len());
        let added: Vec<_> = budget.steps.iter().flat_map(|step| step.chunks.clone()).collect();
        prop_assert_eq!(&added, &budget.chunks);
        let expanded = budget.steps.iter().filter(|step| step.action == Action::Expanded);
        prop_assert_eq!(expanded.map(|step| step.chunks.len()).sum::<usize>(), budget.expanded);
    }

    #[test]
    fn every_step_can_be_decided_again_from_its_numbers(world in worlds()) {
        let budget = world.fill().budget;
        let mut used = 0;
        for step in &budget.steps {
            prop_assert_eq!(step.before, used);
            let fits = step.before + step.needs <= budget.limit;
            match step.action {
                Action::Added | Action::Expanded => {
                    prop_assert!(fits);
                    prop_assert_eq!(step.used, step.before + step.needs);
                    prop_assert!(!step.chunks.is_empty());
                }
                Action::NoRoom => prop_assert!(!fits),
                Action::AlreadyIncluded | Action::NotFired | Action::Withheld => prop_assert_eq!(step.needs, 0),
            }
            prop_assert!(step.action == Action::NoRoom || step.used == step.before + step.needs);
            used = step.used;
        }
        prop_assert_eq!(used, budget.used);
    }

    #[test]
    fn a_fired_pair_comes_whole_or_not_at_all(world in worlds()) {
        let verdicts = world.verdicts();
        let budget = world.fill().budget;
        let mut there = BTreeSet::new();
        for step in &budget.steps {
            if let Entry::Seam(seam) = step.subject {
                let verdict = verdicts.iter().find(|verdict| verdict.seam == seam).unwrap();
                prop_assert_eq!(verdict.fired, step.action != Action::NotFired);
                let missing: Vec<_> =
                    [verdict.left, verdict.right].into_iter().filter(|side| !there.contains(side)).collect();
                match step.action {
                    Action::Added => prop_assert_eq!(&step.chunks, &missing),
                    Action::AlreadyIncluded => prop_assert!(missing.is_empty()),
                    _ => prop_assert!(step.chunks.is_empty()),
                }
            }
            there.extend(step.chunks.iter().copied());
        }
    }

    #[test]
    fn steps_end_with_the_ranking_or_when_the_budget_is_full(world in worlds()) {
        let filled = world.fill();
        let ranked = |action: Action| action != Action::Expanded;
        let full = filled.budget.steps.iter().position(|step| step.used >= filled.budget.limit);
        match full {
            Some(at) => prop_assert!(filled.budget.steps[at + 1..].iter().all(|step| !ranked(step.action))),
            None if filled.budget.limit > 0 => {
                let reached: BTreeSet<_> = filled.budget.steps.iter().map(|step| step.subject).collect();
                prop_assert!(world.order.iter().all(|entry| reached.contains(entry)));
            }
            None => prop_assert!(filled.budget.steps.is_empty()),
        }
    }

    #[test]
    fn with_room_for_all_both_ways_to_count_give_the_same_chunks(world in worlds()) {
        let mut world = world;
        world.budget.limit = 1_000_000;
        let chunks = |world: &World| world.fill().budget.chunks.into_iter().collect::<BTreeSet<_>>();
        world.expand.count = ExpandCount::Within;
        let within = chunks(&world);
        world.expand.count = ExpandCount::Beyond;
        prop_assert_eq!(within, chunks(&world));
    }

    #[test]
    fn every_tested_neighbour_that_passes_comes_in_or_had_no_room(world in worlds()) {
        let filled = world.fill();
        for test in &filled.expansions {
            let inside = filled.budget.chunks.contains(&test.to);
            prop_assert!(filled.budget.chunks.contains(&test.from));
            match world.expand.count {
                ExpandCount::Beyond => prop_assert_eq!(inside, true),
                ExpandCount::Within => {
                    let no_room = |step: &seamscope::retrieve::trace::Step| {
                        step.action == Action::NoRoom && step.subject == Entry::Chunk(test.to)
                    };
                    let full = filled.budget.used >= filled.budget.limit;
                    prop_assert!(inside || full || filled.budget.steps.iter().any(no_room));
                }
            }
        }
    }
}
