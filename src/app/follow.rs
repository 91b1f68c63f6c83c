//! What follows when a cursor or the story moves: the text shows what the row is about, the rows show the step.
//! Never opens a window and never asks for work.

use super::model::Model;
use super::pane::Pane;
use super::story::{Answer, Stage};
use super::tree::Row;
use crate::retrieve::trace::Entry;

impl Model {
    /// Leads the text pane to what the row under a pane's cursor is about.
    pub(super) fn follow(&mut self, pane: Pane) {
        if pane == Pane::Documents {
            if let Some(Row::Document { index, .. }) = self.tree.get(self.documents.cursor) {
                self.open(*index);
            }
            return;
        }
        if pane == Pane::Budget {
            let step = self.budget.cursor;
            if let Some(answer) = &mut self.answer {
                answer.go_to_fill(step);
            }
        }
        if let Some(entry) = self.entry_of(pane) {
            self.lead(entry);
        }
    }

    /// What the row under a pane's cursor is about.
    #[must_use]
    pub fn entry_of(&self, pane: Pane) -> Option<Entry> {
        let trace = &self.answer.as_ref()?.trace;
        match pane {
            Pane::Documents | Pane::Source => None,
            Pane::Ranking => trace.ranking.get(self.ranking.cursor).map(|fused| fused.entry),
            Pane::Seams => trace.verdicts.get(self.seams.cursor).map(|verdict| Entry::Seam(verdict.seam)),
            Pane::Expansions => trace.expansions.get(self.expansions.cursor).map(|looked| Entry::Chunk(looked.to)),
            Pane::Budget => trace.budget.steps.get(self.budget.cursor).map(|step| step.subject),
        }
    }

    /// Lets the story go on by itself, from its beginning where it is told to its end.
    pub(super) fn play(&mut self) {
        let Some(answer) = &self.answer else {
            return self.say("Ask a question first; its story can then be played.");
        };
        if answer.complete() {
            self.step(|answer| answer.go(0));
        }
        self.playing = true;
    }

    /// The next step of a story that plays; it stops at its end.
    pub(super) fn tick(&mut self) {
        if !self.playing || self.away {
            return;
        }
        self.step(|answer| answer.go(answer.step() + 1));
        self.playing = self.answer.as_ref().is_some_and(|answer| !answer.complete());
    }

    /// Moves the story and brings rows and text to the step.
    pub(super) fn step(&mut self, to: impl FnOnce(&mut Answer)) {
        let Some(answer) = &mut self.answer else {
            self.say("Ask a question first; its story can then be stepped through.");
            return;
        };
        to(answer);
        let subject = match answer.stage() {
            Stage::Fire(at) => {
                (self.seams.cursor, self.budget.cursor) = (at, 0);
                answer.trace.verdicts.get(at).map(|verdict| Entry::Seam(verdict.seam))
            }
            Stage::Fill(at) => {
                self.budget.cursor = at;
                answer.trace.budget.steps.get(at).map(|step| step.subject)
            }
            Stage::Lists | Stage::Fused => {
                (self.ranking.cursor, self.seams.cursor, self.budget.cursor) = (0, 0, 0);
                None
            }
            Stage::Drop => {
                self.budget.cursor = 0;
                None
            }
            Stage::Refuse | Stage::Context => {
                self.budget.cursor = usize::MAX;
                None
            }
        };
        let Some(entry) = subject else { return };
        if let Some(rank) = answer.rank(entry) {
            self.ranking.cursor = rank - 1;
        }
        self.lead(entry);
    }
}
