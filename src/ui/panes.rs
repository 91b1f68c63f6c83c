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
        Note::NoDense | Note::NoLists | Note::NoReranker => Pane::Ranking,
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

/// A chunk's number in its document, as it is printed.
fn number(corpus: &Corpus, id: ChunkId) -> String {
    corpus.chunks.get(id.at()).map_or_else(|| "?".into(), |chunk| chunk.index.to_string())
}

/// `7` for a chunk, `7|8` for a seam.
pub(super) fn label(corpus: &Corpus, entry: Entry) -> String {
    match entry {
        Entry::Chunk(id) => number(corpus, id),
        Entry::Seam(id) => match corpus.seams.get(id.at()) {
            Some(seam) => format!("{}|{}", number(corpus, seam.left), number(corpus, seam.right)),
            None => "?".into(),
        },
    }
}

/// The path of an entry's document.
pub(super) fn path(corpus: &Corpus, entry: Entry) -> &str {
    let document = match entry {
        Entry::Chunk(id) => corpus.chunks.get(id.at()).map(|chunk| chunk.document),
        Entry::Seam(id) => corpus.seams.get(id.at()).map(|seam| seam.document),
    };
    document.and_then(|at| corpus.documents.get(at as usize)).map_or("", |document| &document.path)
}

/// Several chunk numbers: `7 8`.
fn numbers(corpus: &Corpus, ids: &[ChunkId]) -> String {
    ids.iter().map(|id| number(corpus, *id)).collect::<Vec<_>>().join(" ")
}

/// Columns that the longest label of a ranking needs.
fn label_width(corpus: &Corpus, entries: impl Iterator<Item = Entry>) -> usize {
    entries.map(|entry| label(corpus, entry).len()).max().unwrap_or(1).max(3)
}
