//! Documents: the folder as a tree, each document's cuts and the worst of them, and what was skipped with its reason.
//! Never reads a file.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{cursor, label};
use crate::app::Model;
use crate::app::action::Action;
use crate::app::cells;
use crate::app::facts;
use crate::app::keymap::Context;
use crate::app::model::Phase;
use crate::app::tree;
use crate::retrieve::trace::{ChunkId, Entry};
use crate::ui::rows::{Row, advice, nth};
use crate::ui::theme::{Role, Theme};
use crate::ui::{clean, number};

/// How many cuts break something, and how far the documents are.
pub(super) fn subtitle(model: &Model, theme: &Theme, room: usize) -> String {
    let facts = &model.facts;
    if facts.cuts == 0 {
        return String::new();
    }
    let broken = format!("{} of {} break something", number::count(facts.broken), number::of(facts.cuts, "cut"));
    let state = match model.build.phase {
        Phase::Reading => "being read again",
        Phase::Embedding => "chunked, not embedded yet",
        Phase::Ready => "embedded",
        Phase::WordsOnly(_) => "chunked, words only",
        Phase::Failed(_) => "failed",
    };
    let words = if model.tree_words.is_empty() {
        String::new()
    } else {
        format!(" {} paths with {}", theme.glyphs.dot, clean::line(&model.tree_words))
    };
    let long = format!("{state} {} {broken}{words}", theme.glyphs.dot);
    let short = format!("{broken}{words}");
    [long, short].into_iter().find(|text| cells::width(text) <= room).unwrap_or(broken)
}

pub(super) fn draw(model: &Model, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    if model.tree.is_empty() {
        if !model.listed.is_empty() && model.build.phase == Phase::Reading {
            return listed(model, theme, area, buffer);
        }
        let sentence = match &model.build.phase {
            Phase::Reading => "The folder is being read.",
            Phase::Failed(what) => what.as_str(),
            _ => "No document in this folder could be read, and nothing was skipped: it is empty.",
        };
        return advice(theme, &[sentence], area, buffer);
    }
    let columns = columns(model, area.width);
    if let Some(place) = nth(area, 0) {
        let mut row = Row::new(theme, place.width);
        row.to(3).column("document", columns.name, Role::Subtitle).number("chunks", columns.chunks, Role::Subtitle);
        row.number("broken", columns.broken, Role::Subtitle);
        row.text(if columns.state > 0 { "  state     " } else { "" }, Role::Subtitle);
        row.text(if columns.worst > 0 { "  worst cut" } else { "" }, Role::Subtitle).draw(place, buffer);
    }
    let window = usize::from(area.height).saturating_sub(1);
    for (line, (at, item)) in model.tree.iter().enumerate().skip(model.documents.top).take(window).enumerate() {
        let Some(place) = nth(area, line + 1) else { break };
        let mut row = Row::new(theme, place.width);
        let under = at == model.documents.cursor;
        row.text(if under { theme.glyphs.cursor } else { " " }, Role::Key);
        one(model, theme, &columns, item, &mut row);
        row.draw(place, buffer);
        if under {
            cursor(theme, focused, place, buffer);
        }
    }
}

/// The files of a folder that is read for the first time.
fn listed(model: &Model, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let state = if model.build.progress.files_total == 0 { "waiting" } else { "being read" };
    let longest = model.listed.iter().map(|path| cells::width(path)).max().unwrap_or(0);
    let name = longest.min(usize::from(area.width).saturating_sub(16)).max(8);
    for (line, path) in model.listed.iter().enumerate() {
        let Some(place) = nth(area, line) else { break };
        let mut row = Row::new(theme, place.width);
        row.to(3).column(&clean::fit_path(path, name, theme.glyphs.more), name + 2, Role::Dim);
        row.text(state, Role::Progress).draw(place, buffer);
    }
}

fn one(model: &Model, theme: &Theme, columns: &Columns, item: &tree::Row, row: &mut Row<'_>) {
    let g = &theme.glyphs;
    let fold = |open: bool| if open { g.open } else { g.closed };
    match item {
        tree::Row::Folder { path, depth, open, documents } => {
            row.to(1 + depth * 2).text(fold(*open), Role::Dim).text(" ", Role::Text);
            let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or(path);
            row.text(&format!("{name}/"), Role::Heading);
            if !open {
                row.text(&format!("  {}", number::of(*documents, "document")), Role::Dim);
            }
        }
        tree::Row::Document { index, depth } => document(model, theme, columns, *index, *depth, row),
        tree::Row::SkippedHead { failed, count, open } => {
            let (name, role) = if *failed { ("Not read", Role::Bad) } else { ("Skipped", Role::Heading) };
            row.text(fold(*open), Role::Dim).text(&format!(" {name} ({})", number::count(*count)), role);
            if *failed {
                let key = model.keymap.shown(Context::Main, Action::Reload).unwrap_or_default();
                row.text(&format!("  {key} tries again"), Role::Dim);
            }
        }
        tree::Row::Skipped { index } => {
            let Some(skipped) = model.corpus.skipped.get(*index) else { return };
            let reason = clean::line(&skipped.reason).into_owned();
            let room = row.left().saturating_sub(crate::app::cells::width(&reason) + 4).max(8);
            row.text("  ", Role::Text).text(&clean::fit_path(&skipped.path, room, g.more), Role::Text);
            row.text("  ", Role::Text).text(&reason, Role::Warn);
        }
    }
}

/// Columns of the table at one width.
struct Columns {
    name: usize,
    chunks: usize,
    broken: usize,
    worst: usize,
    /// How far the document is; 0 = there is no room for it.
    state: usize,
}

/// As much of the names as there is room for beside the counts; the worst cuts where there is more.
fn columns(model: &Model, width: u16) -> Columns {
    let (chunks, broken) = (7, 8);
    let depth = |path: &str| path.matches('/').count() * 2 + cells::width(path.rsplit('/').next().unwrap_or(path));
    let longest = model.corpus.documents.iter().map(|document| depth(&document.path)).max().unwrap_or(0).max(8);
    let room = usize::from(width).saturating_sub(3 + chunks + broken + 1);
    let name = longest.clamp(1, room.max(1));
    let worst = room.saturating_sub(name + 2);
    // The state before the worst cut, where both have room.
    let state = if worst >= 40 { 12 } else { 0 };
    Columns { name, chunks, broken, state, worst: if worst >= 14 { worst - state } else { 0 } }
}

/// Name, chunks, broken cuts and, where there is room, the worst of them.
fn document(model: &Model, theme: &Theme, columns: &Columns, index: usize, depth: usize, row: &mut Row<'_>) {
    let Some(document) = model.corpus.documents.get(index) else { return };
    let Some(counted) = model.facts.documents.get(index) else { return };
    let g = &theme.glyphs;
    let open = index == model.source.document;
    row.to(1 + depth * 2).text(if open { g.chunk } else { " " }, Role::Key).text(" ", Role::Text);
    let file = document.path.rsplit('/').next().unwrap_or(&document.path);
    let name = columns.name.saturating_sub(depth * 2);
    row.column(file, name, if open { Role::Strong } else { Role::Text });
    row.number(&number::count(counted.chunks), columns.chunks, Role::Text);
    let broken =
        if counted.broken > 0 { format!("{}{}", g.broken, number::count(counted.broken)) } else { String::new() };
    row.number(&broken, columns.broken, Role::Warn);
    if columns.state > 0 {
        row.text("  ", Role::Text).column(state(model), columns.state - 2, Role::Dim);
    }
    if let Some((chunk, warning)) = counted.worst.filter(|_| columns.worst > 0) {
        row.text(&format!("  {} {}", cut(model, chunk), warning.as_str()), Role::Dim);
    }
}

/// How far the documents are: all alike, for a model reads texts of all of them side by side.
const fn state(model: &Model) -> &'static str {
    match model.build.phase {
        Phase::Reading => "reading",
        Phase::Embedding | Phase::WordsOnly(_) => "chunked",
        Phase::Ready => "embedded",
        Phase::Failed(_) => "failed",
    }
}

/// The cut at the end of a chunk: `7|8`.
fn cut(model: &Model, chunk: ChunkId) -> String {
    if let Some(seam) = facts::seam_after(&model.corpus, chunk) {
        return label(&model.corpus, Entry::Seam(seam));
    }
    let index = model.corpus.chunk(chunk).index;
    format!("{index}|{}", index + 1)
}
