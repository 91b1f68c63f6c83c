//! Expansions: every neighbour that the policy looked at, its cosines, its threshold, and by how much it was missed.
//! Never computes a cosine.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::cursor;
use crate::app::Model;
use crate::app::action::Action;
use crate::app::keymap::Context;
use crate::app::knobs::{self, Knob, Turn};
use crate::app::story::Answer;
use crate::retrieve::params::Policy;
use crate::retrieve::trace::{Entry, Expansion};
use crate::ui::rows::{Row, advice, nth};
use crate::ui::theme::{Role, Theme};
use crate::ui::{clean, number};

pub(super) fn subtitle(model: &Model, theme: &Theme) -> String {
    let Some(answer) = &model.answer else { return String::new() };
    let looked = &answer.trace.expansions;
    if looked.is_empty() {
        return String::new();
    }
    let taken = looked.iter().filter(|one| one.taken && !one.already).count();
    let policy = knobs::policy(model.answered.expand.policy);
    let nearest = nearest(looked).map_or(String::new(), |by| format!(", nearest miss {}", number::fine(by)));
    format!("{policy} {} {taken} of {} taken{nearest}", theme.glyphs.dot, looked.len())
}

/// The smallest amount by which a neighbour missed its threshold.
fn nearest(looked: &[Expansion]) -> Option<f64> {
    let missed = |one: &Expansion| Some(one.threshold? - one.score?).filter(|_| !one.taken);
    looked.iter().filter_map(missed).min_by(f64::total_cmp)
}

pub(super) fn draw(model: &Model, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let Some(answer) = &model.answer else {
        let what = format!("Neighbours that a policy adds to what was found.{}", chooses(model, "the policy"));
        return advice(theme, &[&what], area, buffer);
    };
    if answer.trace.expansions.is_empty() {
        return advice(theme, &[&reason(model)], area, buffer);
    }
    if let Some(place) = nth(area, 0) {
        head(model, theme, place, buffer);
    }
    let window = usize::from(area.height).saturating_sub(1);
    let rows = answer.trace.expansions.iter().enumerate().skip(model.expansions.top).take(window);
    for (line, (at, looked)) in rows.enumerate() {
        let Some(place) = nth(area, line + 1) else { break };
        neighbour(model, answer, theme, at, looked, place, buffer);
        if at == model.expansions.cursor {
            cursor(theme, focused, place, buffer);
        }
    }
}

fn reason(model: &Model) -> String {
    match model.answered.expand.policy {
        Policy::None => {
            let chooses = chooses(model, "window, parent or scar");
            format!("No neighbours are added: the policy is none.{chooses}")
        }
        Policy::Scar if !model.has_vectors() => "scar needs vectors, which are not there.".into(),
        Policy::Parent => "No chunk shares its section with one that was found.".into(),
        Policy::Window | Policy::Scar => "No chunk that was found has a neighbour in reach.".into(),
    }
}

/// The key of the policy, as the keymap has it, and what it chooses; nothing where there is no such key.
fn chooses(model: &Model, what: &str) -> String {
    let key = model.keymap.shown(Context::Main, Action::Turn(Knob::Policy, Turn::Up));
    key.map_or_else(String::new, |key| format!(" {key} chooses {what}."))
}

fn scar(model: &Model) -> bool {
    model.answered.expand.policy == Policy::Scar
}

fn head(model: &Model, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let mut row = Row::new(theme, place.width);
    row.to(3).column(&format!("c {} n", theme.glyphs.arrow), 9, Role::Subtitle);
    row.number("cos q,c", 8, Role::Subtitle).number("q,n", 5, Role::Subtitle).number("c,n", 5, Role::Subtitle);
    if scar(model) {
        row.number("S", 7, Role::Subtitle).number("limit", 9, Role::Subtitle);
    }
    row.draw(place, buffer);
}

fn neighbour(
    model: &Model,
    answer: &Answer,
    theme: &Theme,
    at: usize,
    looked: &Expansion,
    place: Rect,
    buffer: &mut Buffer,
) {
    let g = &theme.glyphs;
    let inside = answer.place(looked.to).is_some_and(|place| place.expanded);
    let (sign, role) = match (looked.taken, looked.already) {
        (_, true) => (g.chunk, Role::Dim),
        (true, false) if inside => (g.plus, Role::Expanded),
        (true, false) => (g.plus, Role::Text),
        (false, false) => (g.minus, Role::Out),
    };
    let mut row = Row::new(theme, place.width);
    row.text(if at == model.expansions.cursor { g.cursor } else { " " }, Role::Key);
    row.text(sign, role).text(" ", Role::Text);
    let pair = format!(
        "{} {} {}",
        model.corpus.label(Entry::Chunk(looked.from)),
        g.arrow,
        model.corpus.label(Entry::Chunk(looked.to))
    );
    row.column(&pair, 12, role);
    for cosine in [looked.cos_question_chunk, looked.cos_question_neighbour, looked.cos_chunk_neighbour] {
        row.number(&cosine.map_or_else(|| g.absent.into(), number::share), 5, Role::Text);
    }
    if let (Some(score), Some(threshold)) = (looked.score, looked.threshold) {
        let relation = if looked.taken { ">" } else { g.at_most };
        row.number(&number::fine(score), 7, Role::Strong).text(&format!(" {relation} "), Role::Dim);
        row.number(&number::fine(threshold), 6, Role::Text);
        let (text, role) = match (looked.already, looked.taken) {
            (true, _) => ("  already in".to_owned(), Role::Dim),
            (false, true) => (format!("  taken by {}", number::fine(score - threshold)), Role::Expanded),
            (false, false) => (format!("  missed by {}", number::fine(threshold - score)), Role::Out),
        };
        row.text(&text, role);
    } else {
        let text = match (looked.already, looked.taken) {
            (true, _) => "  already in",
            (false, true) => "  taken",
            (false, false) => "  not taken",
        };
        row.text(text, role);
    }
    if model.corpus.documents.len() > 1 {
        let path = model.corpus.path_of(Entry::Chunk(looked.to));
        row.at_right(&clean::fit_path(path, row.left().saturating_sub(3), g.more), Role::Dim);
    }
    row.draw(place, buffer);
}
