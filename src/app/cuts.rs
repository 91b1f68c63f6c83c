//! All cuts of the folder, the worst first.
//! Never judges one: the weights are those of `facts`, the warnings those of the corpus.

use super::facts::weight;
use super::model::Model;
use crate::retrieve::trace::{ChunkId, Corpus, Entry, Warning};

/// The list of cuts: each is named by the chunk that it ends.
#[derive(Clone, Debug, Default)]
pub struct Cuts {
    /// Only cuts with this warning.
    pub filter: Option<Warning>,
    /// The cuts, worst first; those that the filter leaves.
    pub shown: Vec<ChunkId>,
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

impl Cuts {
    /// The cuts of a folder that have a warning (or any cut, without one), worst first; equal ones in text order.
    #[must_use]
    pub fn of(corpus: &Corpus, breaks: &[Option<f32>], filter: Option<Warning>) -> Self {
        let ends = |range: &std::ops::Range<u32>| range.start..range.end.saturating_sub(1).max(range.start);
        let cuts = corpus.chunk_ranges.iter().flat_map(ends).map(ChunkId);
        let wanted = |id: &ChunkId| filter.is_none_or(|warning| corpus.chunk(*id).warnings.contains(&warning));
        let mut shown: Vec<ChunkId> = cuts.filter(wanted).collect();
        let badness = |id: &ChunkId| -> u32 { corpus.chunk(*id).warnings.iter().map(|warning| weight(*warning)).sum() };
        // Among cuts that break the same, the one that keeps more continuity hurts more: what it parts belongs together.
        let lost = |id: &ChunkId| breaks.get(id.at()).copied().flatten().unwrap_or(f32::MAX);
        shown.sort_by(|a, b| badness(b).cmp(&badness(a)).then(lost(a).total_cmp(&lost(b))).then(a.cmp(b)));
        Self { filter, shown }
    }

    /// How many cuts have a warning.
    #[must_use]
    pub fn count(corpus: &Corpus, warning: Warning) -> usize {
        corpus.chunks.iter().filter(|chunk| chunk.warnings.contains(&warning)).count()
    }
}

impl Model {
    /// Makes the list anew, with the filter that is set.
    pub(super) fn list_cuts(&mut self) {
        self.cuts = Cuts::of(&self.corpus, &self.build.breaks, self.cuts.filter);
    }

    /// The next filter that leaves something, around the end, where there is none.
    pub(super) fn next_filter(&mut self) {
        let at = self.cuts.filter.and_then(|warning| FILTERS.iter().position(|other| *other == warning));
        let from = at.map_or(0, |at| at + 1);
        self.cuts.filter = FILTERS[from..].iter().copied().find(|warning| Cuts::count(&self.corpus, *warning) > 0);
        self.list_cuts();
        self.popup_list = super::list::List::default();
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
