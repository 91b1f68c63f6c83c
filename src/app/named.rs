//! What a person calls a chunk or a seam: `12`, `7|8`, `order 12`, `order-service.md#7|8`, `go to chunk 12`.
//! Never looks at ranks: whoever asks says among which entries.

use super::model::Model;
use super::pane::Pane;
use super::search::places;
use crate::retrieve::trace::{ChunkId, Corpus, Entry, SeamId};

/// A name that was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// What the path must hold, every one of them.
    words: Vec<String>,
    /// The number of a chunk, or those on both sides of a seam.
    number: Option<(u32, Option<u32>)>,
}

impl Named {
    /// Reads a name. The last number is the entry's; all other words must be in the path. Without a
    /// number any entry of that path is meant.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut words: Vec<&str> = text.split([' ', '#']).filter(|word| !word.is_empty()).collect();
        let at = words.iter().rposition(|word| number(word).is_some());
        let number = at.and_then(|at| number(words.remove(at)));
        Self { words: words.into_iter().map(str::to_owned).collect(), number }
    }

    /// Reads what asks for a place of the folder: a number, or a name after `go to`, `chunk` or `seam`.
    #[must_use]
    pub fn place(text: &str) -> Option<Self> {
        let mut rest = text.trim_start();
        let mut asked = false;
        for word in ["goto ", "go to ", "go ", "chunk ", "seam "] {
            if let Some(tail) = rest.strip_prefix(word) {
                (rest, asked) = (tail.trim_start(), true);
            }
        }
        let named = Self::parse(rest);
        let found = asked && named != Self::default() || named.number.is_some() && named.words.len() < 3;
        found.then_some(named)
    }

    /// True when an entry is meant: a seam also by the number of one of its chunks.
    #[must_use]
    pub fn means(&self, corpus: &Corpus, entry: Entry) -> bool {
        let index = |id: ChunkId| corpus.chunks.get(id.at()).map(|chunk| chunk.index);
        let numbers = match entry {
            Entry::Chunk(id) => [index(id), None],
            Entry::Seam(id) => {
                let Some(seam) = corpus.seams.get(id.at()) else { return false };
                [index(seam.left), index(seam.right)]
            }
        };
        let right = match self.number {
            None => true,
            Some((one, None)) => numbers.contains(&Some(one)),
            Some((left, Some(right))) => numbers == [Some(left), Some(right)],
        };
        right && self.words.iter().all(|word| places(corpus.path_of(entry), word).next().is_some())
    }

    /// The first `most` entries of the folder that have this very name, in its order: chunks, or seams where both sides
    /// are named.
    #[must_use]
    pub fn among(&self, corpus: &Corpus, most: usize) -> Vec<Entry> {
        let seams = matches!(self.number, Some((_, Some(_))));
        let all: Box<dyn Iterator<Item = Entry>> = if seams {
            Box::new((0..corpus.seams.len() as u32).map(|at| Entry::Seam(SeamId(at))))
        } else {
            Box::new((0..corpus.chunks.len() as u32).map(|at| Entry::Chunk(ChunkId(at))))
        };
        all.filter(|entry| self.means(corpus, *entry)).take(most).collect()
    }
}

/// `12` or `7|8`.
fn number(word: &str) -> Option<(u32, Option<u32>)> {
    match word.split_once('|') {
        Some((left, right)) => Some((left.parse().ok()?, Some(right.parse().ok()?))),
        None => word.parse().ok().map(|one| (one, None)),
    }
}

impl Model {
    /// True where looking for something looks through rows: in the lists of a story.
    #[must_use]
    pub fn looks_through_rows(&self) -> bool {
        matches!(self.screen, super::screen::Screen::Explore) && !matches!(self.focus(), Pane::Source | Pane::Documents)
    }

    /// To the next row of the focused list that is what was written, around its end.
    pub(super) fn find_row(&mut self, direction: isize) {
        let pane = self.focus();
        let written = self.search.rows.clone();
        if written.is_empty() {
            return self.say("Nothing to look for yet; / writes it.");
        }
        let rows = self.rows_in(pane);
        let named = Named::parse(&written);
        let here = self.list(pane).cursor;
        let hits = |row: &usize| self.entries_in(pane, *row).iter().any(|entry| named.means(&self.corpus, *entry));
        let found = if direction > 0 {
            (here + 1..rows).find(hits).or_else(|| (0..rows.min(here + 1)).find(hits))
        } else {
            (0..here.min(rows)).rev().find(hits).or_else(|| (here..rows).rev().find(hits))
        };
        let Some(row) = found else {
            return self
                .say(&format!("No row here is `{written}`: write a number (12, 7|8), a part of a path, or both."));
        };
        if let Some(list) = self.list_mut(pane) {
            list.to(row, rows);
        }
        self.follow(pane);
    }

    /// What a row of a list is about: also the chunks that a step adds, and both ends of an expansion.
    fn entries_in(&self, pane: Pane, row: usize) -> Vec<Entry> {
        let Some(trace) = self.answer.as_ref().map(|answer| &answer.trace) else { return Vec::new() };
        let entries = match pane {
            Pane::Documents | Pane::Source => None,
            Pane::Ranking => trace.ranking.get(row).map(|fused| vec![fused.entry]),
            Pane::Seams => trace.verdicts.get(row).map(|verdict| vec![Entry::Seam(verdict.seam)]),
            Pane::Expansions => trace.expansions.get(row).map(|one| vec![Entry::Chunk(one.to), Entry::Chunk(one.from)]),
            Pane::Budget => trace.budget.steps.get(row).map(|step| {
                std::iter::once(step.subject).chain(step.chunks.iter().copied().map(Entry::Chunk)).collect()
            }),
        };
        entries.unwrap_or_default()
    }

    /// Goes to a chunk or a seam: to its row where the focused list has one, else to its text.
    pub(super) fn go_to(&mut self, entry: Entry) {
        let pane = self.focus();
        let rows = self.rows_in(pane);
        let row = (0..rows).find(|row| self.entries_in(pane, *row).first() == Some(&entry));
        let Some(row) = row.filter(|_| self.looks_through_rows()) else {
            super::act::focus(self, Pane::Source);
            return self.lead(entry);
        };
        if let Some(list) = self.list_mut(pane) {
            list.to(row, rows);
        }
        self.follow(pane);
    }
}
