//! All cuts of the folder: which are shown, in which order, and how large the chunks between them are.
//! Never judges one: the weights are those of `facts`, the warnings those of the corpus.

mod sizes;

pub use sizes::{Bin, Bounds, Overlaps, Sizes};

use super::facts::badness;
use super::geometry::Area;
use super::list::List;
use super::model::Model;
use super::screen::Screen;
use super::search::places;
use crate::retrieve::trace::{ChunkId, Corpus, Entry, Warning};

/// The order of the cuts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// What breaks most first; among equal ones that which parts what belongs together.
    #[default]
    Worst,
    /// As they stand in the folder.
    Text,
    /// The most alike sides first.
    Alike,
    /// The largest left chunk first.
    Largest,
    /// The smallest left chunk first.
    Smallest,
}

impl Sort {
    const ALL: [Self; 5] = [Self::Worst, Self::Text, Self::Alike, Self::Largest, Self::Smallest];

    /// What comes first, in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Worst => "worst first",
            Self::Text => "in text order",
            Self::Alike => "smallest 1−cos first",
            Self::Largest => "largest chunk first",
            Self::Smallest => "smallest chunk first",
        }
    }
}

/// The screen of cuts: each is named by the chunk that it ends.
#[derive(Clone, Debug, Default)]
pub struct Cuts {
    /// Only cuts with this warning.
    pub filter: Option<Warning>,
    /// Only cuts of this document.
    pub document: Option<usize>,
    /// Only cuts of documents whose path holds this; empty = all.
    pub words: String,
    /// Their order.
    pub sort: Sort,
    /// The cuts that the filters leave, in order.
    pub shown: Vec<ChunkId>,
    /// How many cuts have each warning of [`FILTERS`], whatever is shown.
    pub counts: [usize; FILTERS.len()],
    /// The row under the cursor.
    pub list: List,
    /// The text that chunks share with the one before, measured.
    pub overlaps: Overlaps,
    /// Sizes of all chunks, once they are counted.
    pub sizes: Option<Sizes>,
}

/// The warnings by which cuts may be filtered, the worst first.
pub const FILTERS: [Warning; 10] = [
    Warning::MidGrapheme,
    Warning::MidWord,
    Warning::TableHeaderLost,
    Warning::InFence,
    Warning::MidSentence,
    Warning::InTable,
    Warning::HeadingOrphan,
    Warning::InFrontMatter,
    Warning::InListItem,
    Warning::MidParagraph,
];

/// How the screen is divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frames {
    /// Counts and sizes.
    pub facts: Area,
    /// The heading of the table and its rows.
    pub table: Area,
    /// The text on both sides of the cut under the cursor, where the rows have no room for it.
    pub sides: Area,
}

impl Frames {
    /// Divides the body of the screen, its border included.
    #[must_use]
    pub fn of(body: Area) -> Self {
        let inner = body.inner();
        let rows = match inner.height {
            0..12 => 1,
            12..22 => 4,
            22..32 => 8,
            _ => 10,
        };
        let (facts, below) = inner.split_top(rows);
        let sides = if inner.width < 96 && below.height > 6 { 2 } else { 0 };
        let (table, sides) = below.split_bottom(sides);
        Self { facts, table, sides }
    }

    /// Rows of the table that are visible at once.
    #[must_use]
    pub fn window(self) -> usize {
        usize::from(self.table.height).saturating_sub(1)
    }
}

impl Cuts {
    /// Makes list and counts anew with the filters that are set.
    pub fn list(&mut self, corpus: &Corpus, breaks: &[Option<f32>]) {
        let ends = |range: &std::ops::Range<u32>| range.start..range.end.saturating_sub(1).max(range.start);
        let all = corpus.chunk_ranges.iter().flat_map(ends).map(ChunkId);
        let holds = |id: ChunkId, warning: Warning| corpus.chunk(id).warnings.contains(&warning);
        self.overlaps = Overlaps::of(corpus);
        self.counts = [0; FILTERS.len()];
        for id in all.clone() {
            for (count, warning) in self.counts.iter_mut().zip(FILTERS) {
                *count += usize::from(holds(id, warning));
            }
        }
        let named = |document: usize| {
            self.words.is_empty() || places(&corpus.documents[document].path, &self.words).next().is_some()
        };
        let documents: Vec<bool> = (0..corpus.documents.len())
            .map(|document| self.document.is_none_or(|only| only == document) && named(document))
            .collect();
        let wanted = |id: &ChunkId| {
            documents[corpus.chunk(*id).document as usize] && self.filter.is_none_or(|warning| holds(*id, warning))
        };
        let mut shown: Vec<ChunkId> = all.filter(wanted).collect();
        let badness = |id: &ChunkId| badness(&corpus.chunk(*id).warnings);
        // Among cuts that break the same, the one whose sides are more alike hurts more: they belong together.
        let lost = |id: &ChunkId| breaks.get(id.at()).copied().flatten().unwrap_or(f32::MAX);
        let tokens = |id: &ChunkId| corpus.chunk(*id).tokens;
        match self.sort {
            Sort::Worst => shown.sort_by(|a, b| badness(b).cmp(&badness(a)).then(lost(a).total_cmp(&lost(b)))),
            Sort::Text => {}
            Sort::Alike => shown.sort_by(|a, b| lost(a).total_cmp(&lost(b))),
            Sort::Largest => shown.sort_by_key(|id| std::cmp::Reverse(tokens(id))),
            Sort::Smallest => shown.sort_by_key(tokens),
        }
        self.shown = shown;
    }
}

impl Model {
    /// Makes the list anew, with the filters that are set.
    pub(super) fn list_cuts(&mut self) {
        self.cuts.list(&self.corpus, &self.build.breaks);
    }

    /// Leaves the screen: whoever opens it again finds all cuts, worst first.
    pub(super) fn leave_cuts(&mut self) {
        let Cuts { counts, overlaps, sizes, .. } = std::mem::take(&mut self.cuts);
        self.cuts = Cuts { counts, overlaps, sizes, ..Cuts::default() };
        self.screen = Screen::Explore;
        self.list_cuts();
    }

    /// The next filter that leaves something, around the end, where there is none.
    pub(super) fn next_filter(&mut self, direction: isize) {
        let at = |warning: Option<Warning>| {
            warning.and_then(|warning| FILTERS.iter().position(|other| *other == warning)).map_or(0, |at| at + 1)
        };
        let places = FILTERS.len() + 1;
        let step = if direction > 0 { 1 } else { places - 1 };
        let mut place = at(self.cuts.filter);
        for _ in 0..places {
            place = (place + step) % places;
            if place == 0 || self.cuts.counts[place - 1] > 0 {
                break;
            }
        }
        self.cuts.filter = place.checked_sub(1).map(|at| FILTERS[at]);
        self.relist_cuts();
    }

    /// The next order.
    pub(super) fn next_sort(&mut self) {
        let at = Sort::ALL.iter().position(|sort| *sort == self.cuts.sort).unwrap_or(0);
        self.cuts.sort = Sort::ALL[(at + 1) % Sort::ALL.len()];
        self.relist_cuts();
    }

    /// Only cuts of the document under the cursor, or of all again.
    pub(super) fn only_document(&mut self) {
        let here = self.cuts.shown.get(self.cuts.list.cursor).map(|id| self.corpus.chunk(*id).document as usize);
        self.cuts.document = if self.cuts.document.is_some() { None } else { here };
        self.relist_cuts();
    }

    /// Only cuts of documents whose path holds these words.
    pub(super) fn filter_cuts(&mut self, words: &str) {
        words.clone_into(&mut self.cuts.words);
        self.relist_cuts();
    }

    fn relist_cuts(&mut self) {
        self.list_cuts();
        self.cuts.list = List::default();
    }

    /// Leads the text pane to a cut of the list.
    pub(super) fn go_to_listed_cut(&mut self, row: usize) {
        let Some(left) = self.cuts.shown.get(row).copied() else { return };
        match super::facts::seam_after(&self.corpus, left) {
            Some(seam) => self.lead(Entry::Seam(seam)),
            None => self.lead(Entry::Chunk(ChunkId(left.0 + 1))),
        }
    }
}
