//! The panes of the main screen, one file each.
//! Never draws outside of the area that it is given, but for what Source marks on its own border.

mod budget;
mod documents;
mod expansions;
mod ranking;
mod seams;
mod source;

pub(super) use ranking::told;
pub(super) use seams::turning;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::theme::{Role, Theme};
use crate::app::Model;
use crate::app::pane::Pane;
use crate::retrieve::trace::{ChunkId, Corpus, Entry, Note};

/// What the frame of a pane says beside its name, in at most about `room` columns.
pub(super) fn subtitle(model: &Model, theme: &Theme, pane: Pane, room: usize) -> String {
    match pane {
        Pane::Documents => documents::subtitle(model, theme, room),
        Pane::Source => source::subtitle(model, theme, room),
        Pane::Ranking => ranking::subtitle(model, theme, room),
        Pane::Seams => seams::subtitle(model, room),
        Pane::Expansions => expansions::subtitle(model, theme),
        Pane::Budget => budget::subtitle(model, theme),
    }
}

/// What a setting could not do, in the pane that it concerns.
pub(super) fn warning(model: &Model, pane: Pane) -> Option<String> {
    let notes = &model.answer.as_ref()?.trace.notes;
    let concerns = |note: &Note| match note {
        Note::NoDense | Note::NoLists | Note::NoReranker | Note::LongQuestion => Pane::Ranking,
        Note::NoExpansion => Pane::Expansions,
        Note::NoFloor | Note::NoRefusal => Pane::Budget,
    };
    let notes: Vec<_> = notes.iter().filter(|note| concerns(note) == pane).map(ToString::to_string).collect();
    (!notes.is_empty()).then(|| notes.join("; "))
}

/// Draws a pane.
pub(super) fn draw(model: &Model, theme: &Theme, pane: Pane, focused: bool, area: Rect, buffer: &mut Buffer) {
    match pane {
        Pane::Documents => documents::draw(model, theme, focused, area, buffer),
        Pane::Source => source::draw(model, theme, focused, area, buffer),
        Pane::Ranking => ranking::draw(model, theme, focused, area, buffer),
        Pane::Seams => seams::draw(model, theme, focused, area, buffer),
        Pane::Expansions => expansions::draw(model, theme, focused, area, buffer),
        Pane::Budget => budget::draw(model, theme, focused, area, buffer),
    }
}

/// Marks the row under the cursor.
fn cursor(theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    buffer.set_style(area, theme.style(if focused { Role::Cursor } else { Role::CursorIdle }));
}

/// Several chunk numbers: `7 8`.
fn numbers(corpus: &Corpus, ids: &[ChunkId]) -> String {
    ids.iter().map(|id| corpus.label(Entry::Chunk(*id))).collect::<Vec<_>>().join(" ")
}

/// Columns that the longest label of a ranking needs.
fn label_width(corpus: &Corpus, entries: impl Iterator<Item = Entry>) -> usize {
    entries.map(|entry| corpus.label(entry).len()).max().unwrap_or(1).max(3)
}
