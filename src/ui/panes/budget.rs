//! Budget: the slots, the steps that fill them with their reasons, and the context so far.
//! Never fills anything.

mod slots;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{cursor, numbers, ranking};
use crate::app::Model;
use crate::app::budget::{Columns, Frames, INDENT};
use crate::app::cells;
use crate::app::geometry::Area;
use crate::app::knobs;
use crate::app::story::Answer;
use crate::retrieve::trace::{Action, ChunkId, Entry, Step};
use crate::ui::rows::{Row, advice, nth};
use crate::ui::theme::{Role, Theme};
use crate::ui::{clean, number, rect};

pub(super) fn subtitle(model: &Model, theme: &Theme) -> String {
    let Some(answer) = &model.answer else { return String::new() };
    let unit = knobs::budget_unit(model.answered.budget.unit);
    let (used, limit) = (answer.used() as usize, answer.trace.budget.limit as usize);
    let dot = theme.glyphs.dot;
    let expanded = answer.context().iter().filter(|id| answer.place(**id).is_some_and(|place| place.expanded)).count();
    let beyond = if expanded > 0 {
        let whole = if answer.complete() {
            format!(" = {}", number::count(answer.trace.budget.total as usize))
        } else {
            String::new()
        };
        format!(" + {} expanded{whole}", number::count(expanded))
    } else {
        String::new()
    };
    let refused = if answer.moment().refused && answer.trace.refusal.is_some() {
        format!(" {dot} no answer")
    } else {
        String::new()
    };
    format!("{} of {} {unit}{beyond}{refused}", number::count(used), number::count(limit))
}

pub(super) fn draw(model: &Model, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let Some(answer) = &model.answer else {
        return advice(theme, &["What a language model would get, filled step by step in rank order."], area, buffer);
    };
    let frames = model.budget_frames(Area::new(area.x, area.y, area.width, area.height));
    let place = |part: Area| rect(part, area);
    slots::draw(model, answer, theme, place(frames.slots), buffer);
    list(model, answer, theme, focused, &frames.columns, place(frames.steps), buffer);
    reason(model, answer, theme, &frames, place(frames.reason), buffer);
    if let Some(heading) = nth(place(frames.heading), 0) {
        Row::new(theme, heading.width).text(" Context so far", Role::Heading).draw(heading, buffer);
    }
    context(model, answer, theme, frames.heading.height == 0, place(frames.context), buffer);
}

fn list(
    model: &Model,
    answer: &Answer,
    theme: &Theme,
    focused: bool,
    columns: &Columns,
    area: Rect,
    buffer: &mut Buffer,
) {
    let steps = &answer.trace.budget.steps;
    let told = answer.moment().steps;
    for (line, (at, step)) in steps.iter().enumerate().skip(model.budget.top).take(usize::from(area.height)).enumerate()
    {
        let Some(place) = nth(area, line) else { break };
        let mut row = Row::new(theme, place.width);
        row.text(if at == model.budget.cursor { theme.glyphs.cursor } else { " " }, Role::Key);
        row.number(&(at + 1).to_string(), 3, Role::Dim).text(" ", Role::Text);
        if at < told {
            one(model, answer, theme, step, columns, &mut row);
        } else {
            row.text(theme.glyphs.absent, Role::Dim).text(" ", Role::Text);
            row.column(&model.corpus.label(step.subject), columns.label, Role::Dim);
            path_of(model, theme, step.subject, columns, &mut row);
        }
        row.draw(place, buffer);
        if at == model.budget.cursor {
            cursor(theme, focused, place, buffer);
        }
    }
}

/// The document of a step, where the steps are of several.
fn path_of(model: &Model, theme: &Theme, subject: Entry, columns: &Columns, row: &mut Row<'_>) {
    if columns.path > 0 {
        let path = clean::fit_path(model.corpus.path_of(subject), columns.path, theme.glyphs.more);
        row.text(" ", Role::Text).column(&path, columns.path, Role::Dim);
    }
}

/// The whole reason of the step under the cursor, where its row cuts it.
fn reason(model: &Model, answer: &Answer, theme: &Theme, frames: &Frames, area: Rect, buffer: &mut Buffer) {
    let told = answer.moment().steps;
    let Some(step) = answer.trace.budget.steps[..told].get(model.budget.cursor) else { return };
    let why = theme.glyphs.reason(&step.why);
    if frames.columns.before_reason() + cells::width(&why) <= usize::from(frames.steps.width) {
        return;
    }
    let parts = cells::wrapped(&why, usize::from(area.width).saturating_sub(INDENT));
    for (line, part) in parts.into_iter().enumerate() {
        let Some(place) = nth(area, line) else { break };
        Row::new(theme, place.width).to(INDENT).text(part, Role::Advice).draw(place, buffer);
    }
}

fn one(model: &Model, answer: &Answer, theme: &Theme, step: &Step, columns: &Columns, row: &mut Row<'_>) {
    let g = &theme.glyphs;
    let (sign, role) = ranking::sign(theme, step.subject, answer.fate(step.subject));
    row.text(sign, role).text(" ", Role::Text).column(&model.corpus.label(step.subject), columns.label, role);
    path_of(model, theme, step.subject, columns, row);
    let (sign, role) = match step.action {
        Action::Added => (g.plus, Role::Included),
        Action::Expanded => (g.plus, Role::Expanded),
        Action::NoRoom => (g.minus, Role::Warn),
        Action::AlreadyIncluded | Action::NotFired | Action::Withheld => (g.minus, Role::Out),
    };
    row.text("  ", Role::Text).text(sign, role);
    let chunks = numbers(&model.corpus, &step.chunks);
    row.column(&chunks, columns.added, role)
        .number(&number::count(step.used as usize), 3, Role::Dim)
        .text("  ", Role::Text);
    let words = if matches!(step.action, Action::Added | Action::Expanded) { Role::Text } else { Role::Out };
    row.text(&theme.glyphs.reason(&step.why), words);
}

/// The passages so far, one line each; the last one says how many have no line.
fn context(model: &Model, answer: &Answer, theme: &Theme, beside: bool, area: Rect, buffer: &mut Buffer) {
    let chunks = answer.context();
    let lines = usize::from(area.height);
    let shown = if chunks.len() > lines { lines.saturating_sub(1) } else { chunks.len() };
    let edge = if beside { theme.frame_edge() } else { " " };
    for (line, id) in chunks.iter().take(shown).enumerate() {
        let Some(place) = nth(area, line) else { break };
        passage(model, answer, theme, (edge, line), *id, place, buffer);
    }
    if let Some(place) = nth(area, shown).filter(|_| shown < chunks.len()) {
        let more = format!("{} {} more", theme.glyphs.more, number::count(chunks.len() - shown));
        Row::new(theme, place.width).text(edge, Role::Border).to(3).text(&more, Role::Advice).draw(place, buffer);
    }
}

fn passage(
    model: &Model,
    answer: &Answer,
    theme: &Theme,
    (edge, at): (&str, usize),
    id: ChunkId,
    place: Rect,
    buffer: &mut Buffer,
) {
    let corpus = &model.corpus;
    let Some(chunk) = corpus.chunks.get(id.at()) else { return };
    let expanded = answer.place(id).is_some_and(|place| place.expanded);
    let role = if expanded { Role::Expanded } else { Role::Included };
    let mut row = Row::new(theme, place.width);
    row.text(edge, Role::Border).number(&(at + 1).to_string(), 3, Role::Dim).text(" ", Role::Text);
    let name = format!(
        "{}#{}",
        clean::fit_path(corpus.path_of(Entry::Chunk(id)), usize::from(place.width / 3).min(24), theme.glyphs.more),
        chunk.index
    );
    row.text(&name, role).text(&format!("  {} tok  ", number::count(chunk.tokens as usize)), Role::Dim);
    if let Some(last) = chunk.section.last() {
        row.text(&clean::fit(last, 24, theme.glyphs.more), Role::Strong).text("  ", Role::Text);
    }
    // The first words are enough for one line, however long the chunk is.
    let text = corpus.chunk_text(id);
    let head = &text[..text.floor_char_boundary(400.min(text.len()))];
    row.text(&clean::squeezed(head), Role::Dim).draw(place, buffer);
}
