//! Budget: the slots, the steps that fill them with their reasons, and the context so far.
//! Never fills anything.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{cursor, label, label_width, number as chunk_number, numbers, path, ranking};
use crate::app::Model;
use crate::app::knobs;
use crate::app::story::Answer;
use crate::retrieve::params::BudgetUnit;
use crate::retrieve::trace::{Action, ChunkId, Entry, Step};
use crate::ui::header::bar_of;
use crate::ui::rows::{Row, advice, nth};
use crate::ui::theme::{Role, Theme};
use crate::ui::{clean, number};

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
    if let Some(place) = nth(area, 0) {
        slots(model, answer, theme, place, buffer);
    }
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    if below.height == 0 || area.height == 0 {
        return;
    }
    let told = answer.trace.budget.steps.len() as u16;
    let steps = if below.width >= 100 {
        let steps = Rect { width: below.width * 3 / 5, ..below };
        let rest = Rect { x: steps.right() + 1, width: below.width - steps.width - 1, ..below };
        context(model, answer, theme, rest, buffer);
        steps
    } else if told + 3 <= below.height {
        let steps = Rect { height: told, ..below };
        let head = Rect { y: steps.bottom() + 1, height: 1, ..below };
        Row::new(theme, head.width).text(" Context so far", Role::Heading).draw(head, buffer);
        let rest = Rect { y: head.y + 1, height: below.bottom().saturating_sub(head.y + 1), ..below };
        context(model, answer, theme, rest, buffer);
        steps
    } else {
        below
    };
    list(model, answer, theme, focused, steps, buffer);
}

/// `[ 7 ][ 8 ][ 12 ]` and what the last turn of a knob put out.
fn slots(model: &Model, answer: &Answer, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let budget = &answer.trace.budget;
    let mut row = Row::new(theme, place.width);
    row.text(" ", Role::Text);
    if model.answered.budget.unit == BudgetUnit::Tokens {
        let bar = bar_of(theme, answer.used() as usize, budget.limit as usize, 20);
        row.text(&bar, Role::Progress).text(" ", Role::Text);
    }
    let context = answer.context();
    let mut retrieved = 0;
    for id in &context {
        let place = answer.place(*id);
        let expanded = place.is_some_and(|place| place.expanded);
        retrieved += u64::from(!expanded);
        let role = if expanded { Role::Expanded } else { Role::Included };
        let came = model.moved.as_ref().is_some_and(|moved| moved.came.contains(id));
        let (open, close) = if expanded { ("(", ")") } else { ("[", "]") };
        row.text(open, Role::Dim).text(" ", Role::Text);
        if came {
            row.text(theme.glyphs.new, Role::Up);
        }
        row.text(&chunk_number(&model.corpus, *id), role).text(" ", Role::Text).text(close, Role::Dim);
    }
    if model.answered.budget.unit == BudgetUnit::Chunks {
        for _ in retrieved..budget.limit.min(60) {
            row.text("[   ]", Role::Dim);
        }
    }
    if let Some(moved) = model.moved.as_ref().filter(|moved| !moved.went.is_empty()) {
        row.text("   ", Role::Text).text(theme.glyphs.minus, Role::Down);
        row.text(&format!(" went: {}", numbers(&model.corpus, &moved.went)), Role::Down);
    }
    for (seam, _) in &answer.replaced {
        let out = answer.replaced_by(*seam);
        if !out.is_empty() {
            let by = label(&model.corpus, Entry::Seam(*seam));
            row.text("   ", Role::Text).text(theme.glyphs.minus, Role::Out);
            row.text(&format!(" out: {}, by {by}", numbers(&model.corpus, out)), Role::Out);
        }
    }
    row.draw(place, buffer);
}

fn list(model: &Model, answer: &Answer, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let steps = &answer.trace.budget.steps;
    let told = answer.moment().steps;
    let wide = label_width(&model.corpus, steps.iter().take(400).map(|step| step.subject));
    let added = steps.iter().map(|step| numbers(&model.corpus, &step.chunks).len() + 1).max().unwrap_or(1).clamp(3, 12);
    for (line, (at, step)) in steps.iter().enumerate().skip(model.budget.top).take(usize::from(area.height)).enumerate()
    {
        let Some(place) = nth(area, line) else { break };
        let mut row = Row::new(theme, place.width);
        row.text(if at == model.budget.cursor { theme.glyphs.cursor } else { " " }, Role::Key);
        row.number(&(at + 1).to_string(), 3, Role::Dim).text(" ", Role::Text);
        if at < told {
            one(model, answer, theme, step, (wide, added), &mut row);
        } else {
            row.text(theme.glyphs.absent, Role::Dim).text(" ", Role::Text);
            row.text(&label(&model.corpus, step.subject), Role::Dim);
        }
        row.draw(place, buffer);
        if at == model.budget.cursor {
            cursor(theme, focused, place, buffer);
        }
    }
}

fn one(model: &Model, answer: &Answer, theme: &Theme, step: &Step, (wide, added): (usize, usize), row: &mut Row<'_>) {
    let g = &theme.glyphs;
    let (sign, role) = ranking::sign(theme, step.subject, answer.fate(step.subject));
    row.text(sign, role).text(" ", Role::Text).column(&label(&model.corpus, step.subject), wide, role);
    let (sign, role) = match step.action {
        Action::Added => (g.plus, Role::Included),
        Action::Expanded => (g.plus, Role::Expanded),
        Action::NoRoom => (g.minus, Role::Warn),
        Action::AlreadyIncluded | Action::NotFired | Action::Withheld => (g.minus, Role::Out),
    };
    row.text("  ", Role::Text).text(sign, role);
    let chunks = numbers(&model.corpus, &step.chunks);
    row.column(&chunks, added, role).number(&number::count(step.used as usize), 3, Role::Dim).text("  ", Role::Text);
    let words = if matches!(step.action, Action::Added | Action::Expanded) { Role::Text } else { Role::Out };
    row.text(&theme.glyphs.reason(&step.why), words);
}

/// The passages so far, one line each.
fn context(model: &Model, answer: &Answer, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let chunks = answer.context();
    for (line, id) in chunks.iter().enumerate() {
        let Some(place) = nth(area, line) else { break };
        passage(model, answer, theme, line, *id, place, buffer);
    }
}

fn passage(model: &Model, answer: &Answer, theme: &Theme, at: usize, id: ChunkId, place: Rect, buffer: &mut Buffer) {
    let corpus = &model.corpus;
    let Some(chunk) = corpus.chunks.get(id.at()) else { return };
    let expanded = answer.place(id).is_some_and(|place| place.expanded);
    let role = if expanded { Role::Expanded } else { Role::Included };
    let mut row = Row::new(theme, place.width);
    let edge = if place.x > 2 && place.width < 100 { theme.frame_edge() } else { " " };
    row.text(edge, Role::Border).number(&(at + 1).to_string(), 3, Role::Dim).text(" ", Role::Text);
    let name = format!(
        "{}#{}",
        clean::fit_path(path(corpus, Entry::Chunk(id)), usize::from(place.width / 3).min(24), theme.glyphs.more),
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
