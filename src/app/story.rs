//! One answer as a story of steps: lists, fusion, fire tests, fill, context. A step is a place in a finished trace.
//! Never computes a rank or a verdict; it says how much of the trace is told so far.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::retrieve::trace::{Action, ChunkId, Entry, SeamId, Trace, Verdict};

/// One step of the story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The ranked lists are there.
    Lists,
    /// They are fused.
    Fused,
    /// The fire test of the verdict with this place.
    Fire(usize),
    /// Seams that did not fire are dropped.
    Drop,
    /// The budget step with this place.
    Fill(usize),
    /// The best chunk was too far from the question.
    Refuse,
    /// The context is complete.
    Context,
}

impl Stage {
    /// The name of the stage, alike for all its steps.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lists => "lists",
            Self::Fused => "fused",
            Self::Fire(_) => "fire test",
            Self::Drop => "drop",
            Self::Fill(_) => "fill",
            Self::Refuse => "refusal",
            Self::Context => "context",
        }
    }

    const fn number(self) -> u8 {
        match self {
            Self::Lists => 0,
            Self::Fused => 1,
            Self::Fire(_) => 2,
            Self::Drop => 3,
            Self::Fill(_) => 4,
            Self::Refuse => 5,
            Self::Context => 6,
        }
    }
}

/// How much of the story is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The sums are there.
    pub fused: bool,
    /// How many verdicts are spoken.
    pub verdicts: usize,
    /// Seams that did not fire are gone.
    pub dropped: bool,
    /// How many budget steps are done.
    pub steps: usize,
    /// The refusal is spoken, if there is one.
    pub refused: bool,
    /// The context is complete.
    pub complete: bool,
}

/// How a chunk came into the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The budget step that brought it.
    pub step: usize,
    /// The entry that brought it: itself, a seam that fired, or itself as a neighbour.
    pub by: Entry,
    /// It is an expansion.
    pub expanded: bool,
}

/// Where a reranker puts an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reranked {
    /// Its place, from 1.
    pub place: usize,
    /// Places that it rose; below 0 it fell.
    pub rose: isize,
    /// A seam, or a chunk of a fired one: it stays where it stands.
    pub pinned: bool,
}

/// What became of an entry of the ranking, as far as the story is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Not yet told.
    Open,
    /// A seam that fired.
    Fired(Verdict),
    /// A seam that did not.
    Blocked(Verdict),
    /// A seam that fired and found too little room.
    NoRoomFired(Verdict),
    /// A seam that fired after the budget was full.
    LateFired(Verdict),
    /// A chunk in the context.
    In(Place),
    /// A chunk that found no room.
    NoRoom,
    /// A chunk that was left out on purpose.
    Withheld,
    /// A chunk after the budget was full.
    Out,
}

/// What one seam that fired changed in the context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The seam.
    pub seam: SeamId,
    /// The chunks that would not be in the context had it not fired, in the order of the context.
    pub came: Vec<ChunkId>,
    /// The chunks that would be, in the order of that context.
    pub went: Vec<ChunkId>,
}

/// A finished trace, its steps, and the step that is looked at.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The trace.
    pub trace: Arc<Trace>,
    /// What each seam that fired changed in the context, once that is known.
    pub replaced: Vec<Replaced>,
    stages: Vec<Stage>,
    at: usize,
    places: BTreeMap<ChunkId, Place>,
    ranks: BTreeMap<Entry, usize>,
    verdicts: BTreeMap<SeamId, usize>,
    reranked: BTreeMap<Entry, Reranked>,
}

impl Answer {
    /// The story of a trace, told to its end.
    #[must_use]
    pub fn new(trace: Arc<Trace>) -> Self {
        let mut stages = vec![Stage::Lists, Stage::Fused];
        stages.extend((0..trace.verdicts.len()).map(Stage::Fire));
        if trace.verdicts.iter().any(|verdict| !verdict.fired) {
            stages.push(Stage::Drop);
        }
        stages.extend((0..trace.budget.steps.len()).map(Stage::Fill));
        if trace.refusal.is_some() {
            stages.push(Stage::Refuse);
        }
        stages.push(Stage::Context);
        let mut places = BTreeMap::new();
        for (step, told) in trace.budget.steps.iter().enumerate() {
            for &chunk in &told.chunks {
                let expanded = told.action == Action::Expanded;
                places.entry(chunk).or_insert(Place { step, by: told.subject, expanded });
            }
        }
        let ranks: BTreeMap<_, _> = trace.ranking.iter().enumerate().map(|(at, fused)| (fused.entry, at + 1)).collect();
        let reranked = reranked(&trace, &ranks);
        let verdicts = trace.verdicts.iter().enumerate().map(|(at, verdict)| (verdict.seam, at)).collect();
        Self { at: stages.len() - 1, trace, replaced: Vec::new(), stages, places, ranks, verdicts, reranked }
    }

    /// The step that is looked at, from 0.
    #[must_use]
    pub fn step(&self) -> usize {
        self.at
    }

    /// How many steps there are; never 0.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.stages.len()
    }

    /// The stage of the step that is looked at.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stages.get(self.at).copied().unwrap_or(Stage::Context)
    }

    /// True at the end of the story.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.at + 1 >= self.stages.len()
    }

    /// Goes to a step; past the end means the last one.
    pub fn go(&mut self, step: usize) {
        self.at = step.min(self.stages.len() - 1);
    }

    /// Goes to the step of this budget step.
    pub fn go_to_fill(&mut self, step: usize) {
        if let Some(at) = self.stages.iter().position(|stage| *stage == Stage::Fill(step)) {
            self.at = at;
        }
    }

    /// Goes to the first step of the next stage.
    pub fn next_stage(&mut self) {
        let here = self.stage().number();
        let next = self.stages.iter().position(|stage| stage.number() > here);
        self.at = next.unwrap_or(self.stages.len() - 1);
    }

    /// Goes to the first step of this stage, or of the one before.
    pub fn previous_stage(&mut self) {
        let Some(before) = self.at.checked_sub(1).and_then(|at| self.stages.get(at)) else { return };
        let number = before.number();
        self.at = self.stages.iter().position(|stage| stage.number() == number).unwrap_or(0);
    }

    /// How much of the story is told.
    #[must_use]
    pub fn moment(&self) -> Moment {
        let (tests, fills) = (self.trace.verdicts.len(), self.trace.budget.steps.len());
        let (verdicts, steps) = match self.stage() {
            Stage::Lists | Stage::Fused => (0, 0),
            Stage::Fire(at) => (at + 1, 0),
            Stage::Drop => (tests, 0),
            Stage::Fill(at) => (tests, at + 1),
            Stage::Refuse | Stage::Context => (tests, fills),
        };
        let number = self.stage().number();
        Moment {
            fused: number > 0,
            verdicts,
            dropped: number >= Stage::Drop.number(),
            steps,
            refused: number >= Stage::Refuse.number(),
            complete: self.complete(),
        }
    }

    /// The rank of an entry in the fused ranking, from 1.
    #[must_use]
    pub fn rank(&self, entry: Entry) -> Option<usize> {
        self.ranks.get(&entry).copied()
    }

    /// The verdict on a seam, once it is spoken.
    #[must_use]
    pub fn verdict(&self, seam: SeamId) -> Option<&Verdict> {
        let at = self.verdicts.get(&seam).copied().filter(|at| *at < self.moment().verdicts)?;
        self.trace.verdicts.get(at)
    }

    /// How a chunk came into the context, once it has.
    #[must_use]
    pub fn place(&self, chunk: ChunkId) -> Option<Place> {
        self.places.get(&chunk).copied().filter(|place| place.step < self.moment().steps)
    }

    /// The chunks of the context so far, in its order.
    #[must_use]
    pub fn context(&self) -> Vec<ChunkId> {
        let steps = self.moment().steps;
        let told = |chunk: &ChunkId| self.places.get(chunk).is_some_and(|place| place.step < steps);
        self.trace.budget.chunks.iter().copied().filter(told).collect()
    }

    /// What the seams to whose steps the story has come changed in the context.
    pub fn replaced(&self) -> impl Iterator<Item = &Replaced> {
        let told = &self.trace.budget.steps[..self.moment().steps.min(self.trace.budget.steps.len())];
        self.replaced.iter().filter(|one| told.iter().any(|step| step.subject == Entry::Seam(one.seam)))
    }

    /// What the budget has used so far.
    #[must_use]
    pub fn used(&self) -> u64 {
        let steps = self.moment().steps;
        steps.checked_sub(1).and_then(|at| self.trace.budget.steps.get(at)).map_or(0, |step| step.used)
    }

    /// Where the reranker puts an entry, once all fire tests are told; `None` without a reranker.
    #[must_use]
    pub fn reranked(&self, entry: Entry) -> Option<Reranked> {
        let told = self.moment().verdicts >= self.trace.verdicts.len() && self.moment().fused;
        self.reranked.get(&entry).copied().filter(|_| told)
    }

    /// What became of the entry at `rank` (from 1).
    #[must_use]
    pub fn fate(&self, entry: Entry) -> Fate {
        let moment = self.moment();
        let told = &self.trace.budget.steps[..moment.steps.min(self.trace.budget.steps.len())];
        match entry {
            Entry::Seam(seam) => match self.verdict(seam) {
                None => Fate::Open,
                Some(verdict) if !verdict.fired => Fate::Blocked(*verdict),
                Some(verdict) => {
                    let own = told.iter().find(|step| step.subject == entry).map(|step| step.action);
                    let filled = moment.steps > 0 && moment.steps >= self.trace.budget.steps.len();
                    match own {
                        Some(Action::NoRoom) => Fate::NoRoomFired(*verdict),
                        None if filled => Fate::LateFired(*verdict),
                        _ => Fate::Fired(*verdict),
                    }
                }
            },
            Entry::Chunk(chunk) => {
                if let Some(place) = self.place(chunk) {
                    return Fate::In(place);
                }
                let own = told.iter().find(|step| step.subject == entry).map(|step| step.action);
                match own {
                    Some(Action::NoRoom) => Fate::NoRoom,
                    Some(Action::Withheld) => Fate::Withheld,
                    _ if moment.steps > 0 && moment.steps >= self.trace.budget.steps.len() => Fate::Out,
                    _ => Fate::Open,
                }
            }
        }
    }
}

/// The places of all entries after a reranker; none without one.
fn reranked(trace: &Trace, ranks: &BTreeMap<Entry, usize>) -> BTreeMap<Entry, Reranked> {
    let fired = trace.verdicts.iter().filter(|verdict| verdict.fired);
    let linked: BTreeSet<ChunkId> = fired.flat_map(|verdict| [verdict.left, verdict.right]).collect();
    let order = trace.rerank.iter().flat_map(|reranked| &reranked.order).zip(1..);
    let after = |(&entry, place): (&Entry, usize)| {
        let rose = ranks.get(&entry).map_or(0, |rank| rank.cast_signed() - place.cast_signed());
        let pinned = !matches!(entry, Entry::Chunk(chunk) if !linked.contains(&chunk));
        (entry, Reranked { place, rose, pinned })
    };
    order.map(after).collect()
}
