//! What one turn of a knob moved: ranks, seams that began or ceased to fire, chunks that came or went.
//! Never compares answers of two builds: their ids mean different chunks.

use std::collections::{BTreeMap, BTreeSet};

use crate::retrieve::trace::{ChunkId, Entry, SeamId, Trace};

/// The difference of two answers to one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// What was turned: `m 3 → 4`.
    pub cause: String,
    /// Places by which entries rose (positive) or fell.
    pub ranks: BTreeMap<Entry, i64>,
    /// Entries that were not in the ranking.
    pub new: BTreeSet<Entry>,
    /// Seams that fire now and did not.
    pub began: BTreeSet<SeamId>,
    /// Seams that fired and do not now.
    pub ceased: BTreeSet<SeamId>,
    /// Chunks that are in the context now and were not.
    pub came: BTreeSet<ChunkId>,
    /// Chunks that were in the context and are not now, in their old order.
    pub went: Vec<ChunkId>,
}

impl Moved {
    /// What changed from `old` to `new`.
    #[must_use]
    pub fn between(old: &Trace, new: &Trace, cause: String) -> Self {
        let ranks = |trace: &Trace| -> BTreeMap<Entry, i64> {
            trace.ranking.iter().enumerate().map(|(at, fused)| (fused.entry, at.cast_signed() as i64)).collect()
        };
        let fired = |trace: &Trace| -> BTreeSet<SeamId> {
            trace.verdicts.iter().filter(|verdict| verdict.fired).map(|verdict| verdict.seam).collect()
        };
        let (before, after) = (ranks(old), ranks(new));
        let (fired_before, fired_after) = (fired(old), fired(new));
        let chunks = |trace: &Trace| -> BTreeSet<ChunkId> { trace.budget.chunks.iter().copied().collect() };
        let (held_before, held_after) = (chunks(old), chunks(new));
        let moved = |(entry, at): (&Entry, &i64)| {
            before.get(entry).map(|was| (*entry, was - at)).filter(|(_, places)| *places != 0)
        };
        Self {
            cause,
            ranks: after.iter().filter_map(moved).collect(),
            new: after.keys().filter(|entry| !before.contains_key(entry)).copied().collect(),
            began: fired_after.difference(&fired_before).copied().collect(),
            ceased: fired_before.difference(&fired_after).copied().collect(),
            came: held_after.difference(&held_before).copied().collect(),
            went: old.budget.chunks.iter().filter(|chunk| !held_after.contains(chunk)).copied().collect(),
        }
    }

    /// True when nothing moved at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty()
            && self.new.is_empty()
            && self.began.is_empty()
            && self.ceased.is_empty()
            && self.came.is_empty()
            && self.went.is_empty()
    }
}
