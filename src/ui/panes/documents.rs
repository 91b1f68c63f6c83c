//! Documents: the folder as a tree, each document's cuts and the worst of them, and what was skipped with its reason.
//! Never reads a file.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::cursor;
use crate::app::Model;
use crate::app::action::Action;
use crate::app::cells;
use crate::app::facts;
use crate::app::keymap::Context;
use crate::app::model::Phase;
use crate::app::states::State;
use crate::app::tree;
use crate::retrieve::trace::{ChunkId, Entry};
use crate::ui::rows::{Row, advice, nth};
use crate::ui::theme::{Role, Theme};
use crate::ui::{clean, number};

/// How far the documents are, how many cuts break something, and what is filtered: as much as there is room for.
pub(super) fn subtitle(model: &Model, theme: &Theme, room: usize) -> String {
    let facts = &model.facts;
    let words = Some(&model.tree_words).filter(|words| !words.is_empty());
    let words = words.map(|words| format!("paths with {}", clean::line(words)));
    let only = model.tree_only.map(|only| format!("only {}", only.as_str()));
    let filters: Vec<String> = words.into_iter().chain(only).collect();
    let told = |facts: &[&str]| {
        let all = facts.iter().copied().chain(filters.iter().map(String::as_str));
        all.filter(|fact| !fact.is_empty()).collect::<Vec<_>>().join(&format!(" {} ", theme.glyphs.dot))
    };
    let [long, brief] = states(model, theme);
    let cuts = format!("{} of {} break something", number::count(facts.broken), number::of(facts.cuts, "cut"));
    let cuts = if facts.cuts > 0 { cuts } else { String::new() };
    let settled = matches!(model.build.phase, Phase::Ready | Phase::WordsOnly(_)) && !mixed(model);
    let wordings = if settled {
        vec![told(&[&long, &cuts]), told(&[&cuts]), if filters.is_empty() { cuts } else { told(&[]) }]
    } else {
        vec![told(&[&long, &cuts]), told(&[&long]), told(&[&brief]), if filters.is_empty() { brief } else { told(&[]) }]
    };
    let shortest = wordings.last().cloned().unwrap_or_default();
    wordings.into_iter().find(|text| cells::width(text) <= room).unwrap_or(shortest)
}

/// True when some documents have all their vectors and others do not.
fn mixed(model: &Model) -> bool {
    (1..model.corpus.documents.len()).contains(&model.states.embedded)
}

/// How far the documents are, long and brief: `○ 28 chunked ● 12 embedded`, with the signs that stand in their rows.
fn states(model: &Model, theme: &Theme) -> [String; 2] {
    let progress = &model.build.progress;
    let (all, embedded) = (model.corpus.documents.len(), model.states.embedded);
    let missing = if model.is_stale() { State::Stale } else { State::Chunked };
    let some = |count: usize, state: State| {
        format!("{} {} {}", theme.glyphs.states[state as usize], number::count(count), state.as_str())
    };
    let left = some(all - embedded.min(all), missing);
    let counts = format!("{left} {}", some(embedded, State::Embedded));
    let alike = |text: &str| [text.to_owned(), text.to_owned()];
    match model.build.phase {
        Phase::Reading if progress.files_total == 0 => alike(""),
        Phase::Reading => {
            let (done, all) = (number::count(progress.files), number::count(progress.files_total));
            [format!("{done} of {all} files read"), format!("{done} of {all} read")]
        }
        Phase::Embedding => [counts, left],
        Phase::Ready => alike("embedded"),
        Phase::WordsOnly(_) if mixed(model) || model.is_stale() => [format!("{counts}, words only"), counts],
        Phase::WordsOnly(_) => alike("chunked, words only"),
        Phase::Failed(_) => alike("failed"),
    }
}

pub(super) fn draw(model: &Model, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    if model.tree.is_empty() {
        let sentence = match &model.build.phase {
            _ if model.is_filtered() => "No document here has this state and these words in its path.",
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
        row.column(if columns.state > 0 { "  state" } else { "" }, columns.state, Role::Subtitle);
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
        tree::Row::Coming { index, depth } => coming(model, theme, columns, *index, *depth, row),
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
            let Some((state, reason)) = model.state_of_skipped(*index) else { return };
            let reason = if reason.is_empty() { state.as_str().into() } else { clean::line(reason) };
            let room = row.left().saturating_sub(cells::width(&reason) + 4).max(8);
            row.text("  ", Role::Text).text(&clean::fit_path(&skipped.path, room, g.more), Role::Text);
            row.text("  ", Role::Text).text(&reason, role(state));
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

/// As much of the names as there is room for beside the counts; states and the worst cuts where there is more.
fn columns(model: &Model, width: u16) -> Columns {
    let (chunks, broken) = (7, 8);
    let longest = if model.is_first_read() { model.states.widest } else { model.facts.widest }.max(8);
    let room = usize::from(width).saturating_sub(3 + chunks + broken + 1);
    let name = longest.clamp(1, room.max(1));
    let worst = room.saturating_sub(name + 2);
    // The state before the worst cut, where both have room.
    let state = if worst >= 36 { STATE } else { 0 };
    Columns { name, chunks, broken, state, worst: if worst >= 14 { worst - state } else { 0 } }
}

/// Columns of a state with its counts: `  chunked 120/4,310`.
const STATE: usize = 19;

/// The row of a file that will be a document.
fn coming(model: &Model, theme: &Theme, columns: &Columns, index: usize, depth: usize, row: &mut Row<'_>) {
    let Some(path) = model.states.paths.get(index) else { return };
    let state = model.state_of_file(index);
    let file = path.rsplit('/').next().unwrap_or(path);
    row.to(3 + depth * 2).column(file, columns.name.saturating_sub(depth * 2), Role::Dim);
    row.text(&format!("  {} {}", theme.glyphs.states[state as usize], state.as_str()), role(state));
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
    let state = model.state_of(index);
    let count = number::count(counted.chunks);
    // Nothing is said beside the count once nothing is missing.
    let mark = if settled(model, state) { " " } else { g.states[state as usize] };
    let room = columns.chunks - 2;
    if cells::width(&count) <= room {
        row.text(" ", Role::Text).text(mark, role(state)).number(&count, room, Role::Text);
    } else {
        row.number(&count, columns.chunks, Role::Text);
    }
    let broken =
        if counted.broken > 0 { format!("{}{}", g.broken, number::count(counted.broken)) } else { String::new() };
    row.number(&broken, columns.broken, Role::Warn);
    if columns.state > 0 {
        row.text("  ", Role::Text).column(&spoken(model, index, state), columns.state - 2, role(state));
    }
    if let Some((chunk, warning)) = counted.worst.filter(|_| columns.worst > 0) {
        row.text(&format!("  {} {}", cut(model, chunk), warning.as_str()), Role::Dim);
    }
}

/// A state, and how many of its vectors are there while not all of them are.
fn spoken(model: &Model, document: usize, state: State) -> String {
    let Some([there, all]) = model.vectors_of(document) else { return state.as_str().into() };
    let counts = format!("{} {}/{}", state.as_str(), number::count(there), number::count(all));
    if counts.len() <= STATE - 2 { counts } else { format!("{} {} %", state.as_str(), there * 100 / all.max(1)) }
}

/// True when a document will come no further.
fn settled(model: &Model, state: State) -> bool {
    let wanted = model.params.embed.model != "none";
    state == State::Embedded || (!wanted && state == State::Chunked && model.build.phase != Phase::Reading)
}

const fn role(state: State) -> Role {
    match state {
        State::Waiting | State::Chunked | State::Embedded => Role::Dim,
        State::Reading => Role::Progress,
        State::Stale | State::Failed | State::Skipped => Role::Warn,
    }
}

/// The cut at the end of a chunk: `7|8`.
fn cut(model: &Model, chunk: ChunkId) -> String {
    if let Some(seam) = facts::seam_after(&model.corpus, chunk) {
        return model.corpus.label(Entry::Seam(seam));
    }
    let index = model.corpus.chunk(chunk).index;
    format!("{index}|{}", index + 1)
}
