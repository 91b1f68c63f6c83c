//! A ranking and its verdicts into the chunks that the budget holds.
//! Never shortens a chunk.

mod why;

use std::collections::{HashMap, HashSet};

use super::params::{BudgetParams, ExpandCount};
use super::trace::{Action, Budget, ChunkId, Entry, Expansion, SeamId, Step, Verdict};

/// What a chunk linked to a fired seam may do with its own place in the ranking (reference, AMB-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// It keeps it: when the seam had no room, the chunk may still enter there. The rule without a reranker.
    Kept,
    /// It lost it: the chunk enters with its seam or not at all. The rule under a reranker.
    Withheld,
}

/// A cosine below which a side of a fired pair is left out (Seams, section 3.5).
pub struct Floor<'a> {
    /// The threshold.
    pub least: f64,
    /// Cosine to the question of the left and the right half of a seam's window; `None` where it is not known.
    pub halves: &'a dyn Fn(SeamId) -> [Option<f64>; 2],
}

/// Tests the neighbours of a chunk; the second argument says what is included so far.
pub type Neighbours<'a> = dyn Fn(ChunkId, &dyn Fn(ChunkId) -> bool) -> Vec<Expansion> + 'a;

/// How the budget is filled.
pub struct Rules<'a> {
    /// Unit and limit.
    pub budget: &'a BudgetParams,
    /// What a context of these chunks, in this order, uses in that unit.
    pub cost: &'a dyn Fn(&[ChunkId]) -> u64,
    /// What linked chunks may do with their own places.
    pub own: Own,
    /// The side floor, if it is on.
    pub floor: Option<Floor<'a>>,
    /// How neighbours count.
    pub count: ExpandCount,
    /// The tests of all neighbours of a retrieved chunk, in the order in which they are added.
    pub neighbours: &'a Neighbours<'a>,
}

/// A filled budget and the tests of neighbours that it asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filled {
    /// The budget.
    pub budget: Budget,
    /// Every test, in order.
    pub expansions: Vec<Expansion>,
}

/// Fills the budget in the order of `sequence` (Seams, section 3.2 step 5; design 2.10, 2.11).
///
/// A chunk enters if it has room. A seam that fired enters with those of its two chunks that are not there yet, left
/// then right; without room for all of them it is skipped whole. Later entries go on until the budget is full, and
/// there the steps end. A chunk counts as retrieved once its own place or its fired seam is reached, also when it came
/// in as a neighbour before; each retrieved chunk has its neighbours tested once. `within` tries them at once, those of
/// a pair after the pair; `beyond` adds them after all retrieved chunks, without room being asked for.
#[must_use]
pub fn fill(sequence: &[Entry], verdicts: &[Verdict], rules: &Rules<'_>) -> Filled {
    let verdicts: HashMap<SeamId, &Verdict> = verdicts.iter().map(|verdict| (verdict.seam, verdict)).collect();
    let fired = verdicts.values().filter(|verdict| verdict.fired);
    let linked: HashSet<ChunkId> = fired.flat_map(|verdict| [verdict.left, verdict.right]).collect();
    let out = Filled { budget: Budget { limit: rules.budget.limit, ..Budget::default() }, ..Filled::default() };
    let mut filling = Filling { rules, linked, entered: HashMap::new(), retrieved: Vec::new(), out };
    for (&entry, place) in sequence.iter().zip(1..) {
        if filling.is_full() {
            break;
        }
        match entry {
            Entry::Chunk(chunk) => filling.chunk(chunk, place),
            Entry::Seam(seam) => {
                if let Some(verdict) = verdicts.get(&seam) {
                    filling.seam(verdict);
                }
            }
        }
    }
    filling.finish()
}

struct Filling<'a> {
    rules: &'a Rules<'a>,
    /// Chunks of fired seams.
    linked: HashSet<ChunkId>,
    /// The included chunks.
    entered: HashMap<ChunkId, Entered>,
    /// Chunks whose own place or fired seam was reached, in that order.
    retrieved: Vec<ChunkId>,
    out: Filled,
}

struct Entered {
    /// The step with which it came in.
    step: usize,
    /// Its own place or fired seam was reached.
    retrieved: bool,
}

impl Filling<'_> {
    fn is_full(&self) -> bool {
        self.out.budget.used >= self.out.budget.limit
    }

    fn has(&self, chunk: ChunkId) -> bool {
        self.entered.contains_key(&chunk)
    }

    fn chunk(&mut self, chunk: ChunkId, place: usize) {
        let entry = Entry::Chunk(chunk);
        if let Some(entered) = self.entered.get(&chunk) {
            self.note(entry, Action::AlreadyIncluded, why::already(entered.step));
            self.retrieve(&[chunk]);
        } else if self.rules.own == Own::Withheld && self.linked.contains(&chunk) {
            self.note(entry, Action::Withheld, why::pair_only());
        } else if self.try_adding(entry, &[chunk], Action::Added, why::place(place, self.rules.own)) {
            self.retrieve(&[chunk]);
        }
    }

    fn seam(&mut self, verdict: &Verdict) {
        let entry = Entry::Seam(verdict.seam);
        if !verdict.fired {
            self.note(entry, Action::NotFired, why::not_fired(verdict));
            return;
        }
        let pair = [verdict.left, verdict.right];
        let weak = self.weak_sides(verdict.seam);
        let sides: Vec<ChunkId> = (0..2).filter(|&side| weak[side].is_none()).map(|side| pair[side]).collect();
        let wanted: Vec<ChunkId> = sides.iter().copied().filter(|&side| !self.has(side)).collect();
        let came = if sides.is_empty() {
            self.note(entry, Action::Withheld, why::no_side(verdict));
            false
        } else if wanted.is_empty() {
            self.note(entry, Action::AlreadyIncluded, why::pair_there(verdict));
            true
        } else {
            self.try_adding(entry, &wanted, Action::Added, why::fired(verdict, wanted.len()))
        };
        for (chunk, cosine) in pair.into_iter().zip(weak) {
            if let (Some(cosine), Some(floor), false) = (cosine, &self.rules.floor, self.has(chunk)) {
                self.note(Entry::Chunk(chunk), Action::Withheld, why::weak(cosine, floor.least));
            }
        }
        if came {
            self.retrieve(&sides);
        }
    }

    /// The cosine of each side that is below the floor.
    fn weak_sides(&self, seam: SeamId) -> [Option<f64>; 2] {
        match &self.rules.floor {
            Some(floor) => (floor.halves)(seam).map(|cosine| cosine.filter(|&cosine| cosine < floor.least)),
            None => [None; 2],
        }
    }

    /// Adds chunks that are not there yet, all or none, and writes the step; true when they had room.
    fn try_adding(&mut self, entry: Entry, chunks: &[ChunkId], action: Action, what: String) -> bool {
        let budget = &mut self.out.budget;
        let before = budget.used;
        budget.chunks.extend(chunks);
        let used = (self.rules.cost)(&budget.chunks);
        let fits = used <= budget.limit;
        let needs = used.saturating_sub(before);
        let left = budget.limit.saturating_sub(before);
        let why = why::with_room(what, self.rules.budget.unit, needs, left, chunks.len());
        if fits {
            budget.used = used;
            self.step(entry, action, chunks, before, needs, why);
        } else {
            budget.chunks.truncate(budget.chunks.len() - chunks.len());
            self.step(entry, Action::NoRoom, &[], before, needs, why);
        }
        fits
    }

    /// A step that adds nothing.
    fn note(&mut self, subject: Entry, action: Action, why: String) {
        self.step(subject, action, &[], self.out.budget.used, 0, why);
    }

    fn step(&mut self, subject: Entry, action: Action, chunks: &[ChunkId], before: u64, needs: u64, why: String) {
        let used = self.out.budget.used;
        self.out.budget.steps.push(Step { subject, action, chunks: chunks.to_vec(), before, needs, used, why });
        let step = self.out.budget.steps.len();
        self.entered.extend(chunks.iter().map(|&chunk| (chunk, Entered { step, retrieved: false })));
        self.out.budget.expanded += if action == Action::Expanded { chunks.len() } else { 0 };
    }

    /// Included chunks whose place was reached: their neighbours are tested now (`within`) or at the end (`beyond`).
    fn retrieve(&mut self, chunks: &[ChunkId]) {
        for &chunk in chunks {
            let Some(entered) = self.entered.get_mut(&chunk) else { continue };
            if std::mem::replace(&mut entered.retrieved, true) {
                continue;
            }
            self.retrieved.push(chunk);
            if self.rules.count == ExpandCount::Within {
                for test in self.passing_neighbours(chunk) {
                    if self.is_full() {
                        break;
                    }
                    self.try_adding(Entry::Chunk(test.to), &[test.to], Action::Expanded, self.why_expanded(&test));
                }
            }
        }
    }

    fn passing_neighbours(&mut self, chunk: ChunkId) -> Vec<Expansion> {
        let tests = (self.rules.neighbours)(chunk, &|other| self.has(other));
        self.out.expansions.extend(&tests);
        tests.into_iter().filter(|test| test.taken && !test.already).collect()
    }

    fn why_expanded(&self, test: &Expansion) -> String {
        why::expanded(test, self.entered.get(&test.from).map(|from| from.step))
    }

    fn finish(mut self) -> Filled {
        if self.rules.count == ExpandCount::Beyond {
            let used = self.out.budget.used;
            for chunk in std::mem::take(&mut self.retrieved) {
                for test in self.passing_neighbours(chunk) {
                    self.out.budget.chunks.push(test.to);
                    let why = self.why_expanded(&test);
                    self.step(Entry::Chunk(test.to), Action::Expanded, &[test.to], used, 0, why);
                }
            }
        }
        self.out.budget.total = (self.rules.cost)(&self.out.budget.chunks);
        self.out
    }
}
