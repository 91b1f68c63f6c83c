//! Moving through panes: rows, windows, cuts, hits, steps; and how large each pane's list is.
//! Never changes what a row says.

use super::compare::Choice;
use super::cuts::Frames;
use super::facts;
use super::geometry::{self, Area, Layout};
use super::list::List;
use super::model::Model;
use super::pane::Pane;
use super::popup::Popup;
use super::screen::Screen;
use super::settings;
use super::story::Answer;
use crate::retrieve::params::Preset;
use crate::retrieve::trace::{ChunkId, Entry};

/// A movement of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// By rows.
    Rows(isize),
    /// By half windows.
    Halves(isize),
    /// By windows.
    Windows(isize),
    /// To the first row.
    First,
    /// To the last row.
    Last,
    /// To this row, or this line of the text, from 0.
    To(usize),
}

/// Lines over the rows of a pane.
#[must_use]
pub const fn head(pane: Pane) -> usize {
    match pane {
        Pane::Source | Pane::Seams => 0,
        Pane::Documents | Pane::Ranking | Pane::Expansions | Pane::Budget => 1,
    }
}

/// How a fire test is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeamForm {
    /// The whole inequality on one line, where it turns on the next.
    Wide,
    /// The sum and where it turns on one line, both sides on the next.
    Middle,
    /// The sum, the sides and where it turns on a line each.
    Narrow,
}

impl Model {
    /// Rows of a pane's list; 0 for the text pane.
    #[must_use]
    pub fn rows_in(&self, pane: Pane) -> usize {
        let trace = self.answer.as_ref().map(|answer| &answer.trace);
        match pane {
            Pane::Documents => self.tree.len(),
            Pane::Source => 0,
            Pane::Ranking => trace.map_or(0, |trace| trace.ranking.len()),
            Pane::Seams => trace.map_or(0, |trace| trace.verdicts.len()),
            Pane::Expansions => trace.map_or(0, |trace| trace.expansions.len()),
            Pane::Budget => trace.map_or(0, |trace| trace.budget.steps.len()),
        }
    }

    /// Rows of a pane's list that are visible at once.
    #[must_use]
    pub fn window(&self, screen: &Layout, pane: Pane) -> usize {
        self.rows_seen(pane, screen.inner(pane))
    }

    /// Rows of a pane's list that are visible at once in these cells.
    #[must_use]
    pub fn rows_seen(&self, pane: Pane, inner: Area) -> usize {
        match pane {
            Pane::Budget => usize::from(self.budget_frames(inner).steps.height),
            _ => usize::from(inner.height).saturating_sub(head(pane)) / self.row_height(pane, inner.width),
        }
    }

    /// Lines that one row of a pane takes at this width.
    #[must_use]
    pub fn row_height(&self, pane: Pane, width: u16) -> usize {
        match pane {
            Pane::Seams if self.seam_form(width) == SeamForm::Narrow => 3,
            Pane::Seams => 2,
            _ => 1,
        }
    }

    /// How fire tests are laid out at this width: so that no inequality is cut.
    #[must_use]
    pub fn seam_form(&self, width: u16) -> SeamForm {
        let digits = |number: usize| number.max(1).ilog10() as usize + 1;
        let (mut wide, mut sides) = (0, 0);
        let verdicts = self.answer.as_ref().map_or(&[][..], |answer| &answer.trace.verdicts);
        for verdict in verdicts.iter().take(400) {
            let index = |id: ChunkId| self.corpus.chunks.get(id.at()).map_or(1, |chunk| digits(chunk.index as usize));
            let (left, right) = (index(verdict.left), index(verdict.right));
            let rank = |rank: Option<usize>| rank.map_or(3, digits);
            // "<= 4 (left 7) Y  <= 11 (right 8) Y" with its numbers taken out is 27 columns
            let both = 27 + left + right + rank(verdict.left_rank) + rank(verdict.right_rank);
            // and "*  7|8   rank 1 + m 3 = 4 " is 25
            let numbers = digits(verdict.rank) + digits(verdict.margin as usize);
            let sum = 25 + left + right + numbers + digits(verdict.rank + verdict.margin as usize);
            (wide, sides) = (wide.max(both + sum), sides.max(both + left + right + 6));
        }
        match usize::from(width) {
            width if width >= wide => SeamForm::Wide,
            width if width >= sides.max(56) => SeamForm::Middle,
            _ => SeamForm::Narrow,
        }
    }

    /// The cursor of a pane's list.
    #[must_use]
    pub fn list(&self, pane: Pane) -> List {
        match pane {
            Pane::Documents => self.documents,
            Pane::Source => List::default(),
            Pane::Ranking => self.ranking,
            Pane::Seams => self.seams,
            Pane::Expansions => self.expansions,
            Pane::Budget => self.budget,
        }
    }

    pub(super) fn list_mut(&mut self, pane: Pane) -> Option<&mut List> {
        match pane {
            Pane::Documents => Some(&mut self.documents),
            Pane::Source => None,
            Pane::Ranking => Some(&mut self.ranking),
            Pane::Seams => Some(&mut self.seams),
            Pane::Expansions => Some(&mut self.expansions),
            Pane::Budget => Some(&mut self.budget),
        }
    }

    /// Rows of the window over the screen: choices, or at most so many lines of text.
    #[must_use]
    pub fn popup_rows(&self) -> usize {
        match self.popup {
            Some(Popup::Presets) => Preset::ALL.len(),
            Some(Popup::Settings) => settings::count(),
            Some(Popup::Pick) => self.picker.shown.len(),
            Some(Popup::Models) => self.offers().len(),
            Some(Popup::Other) => Choice::all().len(),
            Some(Popup::Help) => self.keymap.bindings().len() + 70,
            Some(Popup::Messages) => self.message_rows(geometry::popup_text(self.size)).len(),
            Some(Popup::Why(_) | Popup::Holds { .. }) => 120,
            None => 0,
        }
    }

    /// Rows of the window over the screen that are visible at once.
    #[must_use]
    pub fn popup_window(&self, screen: &Layout) -> usize {
        usize::from(screen.popup.inner().height).saturating_sub(self.popup.map_or(0, Popup::head))
    }

    /// Moves in the window over the screen, or in the pane with the focus.
    pub(super) fn go(&mut self, wish: Move) {
        let screen = super::geometry::layout(self);
        match self.popup {
            Some(popup) if popup.listed() => {
                let (rows, window) = (self.popup_rows(), self.popup_window(&screen));
                moved(&mut self.popup_list, wish, rows, window);
            }
            Some(popup) => {
                let (rows, window) = (self.popup_rows(), self.popup_window(&screen));
                // Of a text that is made only when it is drawn the length is an upper bound.
                let exact = popup == Popup::Messages;
                let rows = if exact { rows.saturating_sub(window) + 1 } else { rows };
                let mut list = List { cursor: self.popup_list.top, top: 0 };
                moved(&mut list, wish, rows, window);
                self.popup_list.top = list.cursor;
            }
            None if self.screen == Screen::Cuts => {
                let window = Frames::of(screen.body).window();
                moved(&mut self.cuts.list, wish, self.cuts.shown.len(), window);
            }
            None if self.screen == Screen::Compare => self.go_in_compare(wish),
            None if self.screen == Screen::Calibrate => self.go_in_samples(wish),
            None if self.screen == Screen::Lab => self.go_in_lab(wish),
            None if self.focus() == Pane::Source => self.go_in_source(wish),
            None => {
                let pane = self.focus();
                let (rows, window) = (self.rows_in(pane), self.window(&screen, pane));
                if let Some(list) = self.list_mut(pane) {
                    moved(list, wish, rows, window);
                }
                self.follow(pane);
            }
        }
    }

    fn go_in_source(&mut self, wish: Move) {
        let window = isize::try_from(self.source_area().height).unwrap_or(1).max(1);
        let end = self.document().map_or(0, |document| document.text.len());
        match wish {
            Move::Rows(by) => self.move_source(by),
            Move::Halves(by) => self.move_source(by * (window / 2).max(1)),
            Move::Windows(by) => self.move_source(by * (window - 1).max(1)),
            Move::First => (self.source.cursor, self.source.target) = (0, None),
            Move::Last => (self.source.cursor, self.source.target) = (end, None),
            Move::To(line) => {
                let text = self.document().map_or("", |document| &document.text);
                let start = self.source.samples.on(text).line_start(line + 1).unwrap_or(end);
                self.source.target = None;
                self.show(start, 3);
            }
        }
    }

    /// To the next cut of the open document, in the given direction; `broken`: only one that breaks something.
    pub(super) fn go_to_cut(&mut self, direction: isize, broken: bool) {
        let Some(range) = self.corpus.chunk_ranges.get(self.source.document).cloned() else { return };
        let here = self.source.cursor;
        let bad = |id: u32| {
            let warnings = &self.corpus.chunk(ChunkId(id)).warnings;
            !broken || warnings.iter().any(|warning| facts::weight(*warning) > 0)
        };
        let starts = |id: &u32| self.corpus.chunk(ChunkId(*id)).span.start;
        let mut right = (range.start + 1)..range.end;
        let next = if direction > 0 {
            right.find(|id| starts(id) > here && bad(id - 1))
        } else {
            right.rev().find(|id| starts(id) < here && bad(id - 1))
        };
        match next {
            Some(id) => {
                let right = ChunkId(id);
                let seam = facts::seam_after(&self.corpus, ChunkId(id - 1));
                self.source.target = Some(seam.map_or(Entry::Chunk(right), Entry::Seam));
                self.show(self.corpus.chunk(right).span.start, 2);
            }
            None => self.say(if direction > 0 { "No further cut in this document." } else { "No cut before this." }),
        }
    }

    /// To the next chunk of the context, in the order of the folder, around its end.
    pub(super) fn go_to_hit(&mut self, direction: isize) {
        let mut hits = self.answer.as_ref().map(Answer::context).unwrap_or_default();
        hits.sort_unstable();
        let here = (self.source.document as u32, self.source.cursor);
        let place = |id: &ChunkId| (self.corpus.chunk(*id).document, self.corpus.chunk(*id).span.start);
        let next = if direction > 0 {
            hits.iter().find(|id| place(id) > here).or(hits.first())
        } else {
            hits.iter().rev().find(|id| place(id) < here).or(hits.last())
        };
        match next {
            Some(id) => self.lead(Entry::Chunk(*id)),
            None => self.say("No chunk is in the context yet."),
        }
    }

    pub(super) fn say(&mut self, text: &str) {
        self.notice = Some(super::model::Notice { text: text.to_owned(), bad: false });
    }
}

/// Moves the cursor of a list of `rows` rows.
pub(super) fn moved(list: &mut List, wish: Move, rows: usize, window: usize) {
    let window = isize::try_from(window).unwrap_or(1).max(1);
    match wish {
        Move::Rows(by) => list.by(by, rows),
        Move::Halves(by) => list.by(by * (window / 2).max(1), rows),
        Move::Windows(by) => list.by(by * (window - 1).max(1), rows),
        Move::First => list.to(0, rows),
        Move::Last => list.to(usize::MAX, rows),
        Move::To(row) => list.to(row, rows),
    }
}
