//! Seams: the fire test of every seam in the ranking, the inequality written out.
//! Never tests; the verdicts are the trace's.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{cursor, label, label_width, number as chunk_number, path};
use crate::app::Model;
use crate::app::moves::row_height;
use crate::app::pane::Pane;
use crate::app::story::Answer;
use crate::retrieve::trace::{ChunkId, Entry, Verdict};
use crate::ui::clean;
use crate::ui::rows::{Row, advice, nth};
use crate::ui::theme::{Role, Theme};

pub(super) fn subtitle(model: &Model) -> String {
    let Some(answer) = &model.answer else { return String::new() };
    let told = &answer.trace.verdicts[..answer.moment().verdicts.min(answer.trace.verdicts.len())];
    let fires = told.iter().filter(|verdict| verdict.fired).count();
    let close = told.iter().filter(|verdict| !verdict.fired && verdict.slack == Some(-1)).count();
    let near = if close > 0 { format!(", {close} blocked by one place") } else { String::new() };
    let verb = if fires == 1 { "fires" } else { "fire" };
    format!("{fires} of {} {verb}{near}", told.len())
}

pub(super) fn draw(model: &Model, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let Some(answer) = &model.answer else {
        let sentence = "For each seam that a question finds: does it stand m places above both of its chunks?";
        return advice(theme, &[sentence], area, buffer);
    };
    if answer.trace.verdicts.is_empty() {
        return advice(theme, &[reason(model)], area, buffer);
    }
    let height = row_height(Pane::Seams, area.width);
    let window = usize::from(area.height) / height;
    let wide = label_width(&model.corpus, answer.trace.verdicts.iter().take(400).map(|v| Entry::Seam(v.seam)));
    let verdicts = answer.trace.verdicts.iter().enumerate().skip(model.seams.top).take(window + 1);
    for (item, (at, verdict)) in verdicts.enumerate() {
        let under = at == model.seams.cursor;
        for line in 0..height {
            let Some(place) = nth(area, item * height + line) else { break };
            let mut row = Row::new(theme, place.width);
            verdict_line(model, answer, theme, verdict, at, wide, (line, height), &mut row);
            row.draw(place, buffer);
            if under && line == 0 {
                cursor(theme, focused, place, buffer);
            }
        }
    }
}

/// Why no seam was tested.
fn reason(model: &Model) -> &'static str {
    let params = &model.answered;
    if !params.seam.enabled {
        "Seams are switched off (seam.enabled, or a preset without them)."
    } else if params.chunk.overlap > 0 {
        "Chunks overlap, so there are no seams: text at a cut is in both chunks already."
    } else if model.corpus.seams.is_empty() {
        "There is no seam: no document has two chunks."
    } else {
        "No seam is in the ranking."
    }
}

#[allow(clippy::too_many_arguments)]
fn verdict_line(
    model: &Model,
    answer: &Answer,
    theme: &Theme,
    verdict: &Verdict,
    at: usize,
    wide: usize,
    (line, height): (usize, usize),
    row: &mut Row<'_>,
) {
    let spoken = at < answer.moment().verdicts;
    let g = &theme.glyphs;
    let indent = wide + 4;
    if line == 0 {
        let (sign, role) = match (spoken, verdict.fired) {
            (false, _) => (g.seam, Role::Dim),
            (true, true) => (g.fired, Role::Fired),
            (true, false) => (g.seam, Role::Blocked),
        };
        let under = at == model.seams.cursor;
        row.text(if under { g.cursor } else { " " }, Role::Key).text(sign, role).text(" ", Role::Text);
        row.column(&label(&model.corpus, Entry::Seam(verdict.seam)), wide + 1, if spoken { role } else { Role::Dim });
    } else {
        row.to(indent);
    }
    match (line, height) {
        (0, 2) => {
            left_side(model, theme, verdict, spoken, row);
            row.text("  ", Role::Text);
            right_side(model, theme, verdict, spoken, row);
        }
        (0, _) => left_side(model, theme, verdict, spoken, row),
        (1, 3) => right_side(model, theme, verdict, spoken, row),
        _ => {
            let (text, role) = turning(model, theme, verdict);
            let role = if spoken { role } else { Role::Dim };
            row.text(if spoken { &text } else { "" }, role);
            if model.corpus.documents.len() > 1 {
                let path = path(&model.corpus, Entry::Seam(verdict.seam));
                row.at_right(&clean::fit_path(path, row.left().saturating_sub(3), g.more), Role::Dim);
            }
        }
    }
}

fn left_side(model: &Model, theme: &Theme, verdict: &Verdict, spoken: bool, row: &mut Row<'_>) {
    let sum = verdict.rank + verdict.margin as usize;
    row.text(&format!("rank {} + m {} = ", verdict.rank, verdict.margin), Role::Text);
    row.text(&sum.to_string(), Role::Strong).text(" ", Role::Text);
    side(model, theme, "left", verdict.left, verdict.left_rank, sum, spoken, row);
}

fn right_side(model: &Model, theme: &Theme, verdict: &Verdict, spoken: bool, row: &mut Row<'_>) {
    let sum = verdict.rank + verdict.margin as usize;
    side(model, theme, "right", verdict.right, verdict.right_rank, sum, spoken, row);
}

/// `≤ 4 (left 7) ✓`
#[allow(clippy::too_many_arguments)]
fn side(
    model: &Model,
    theme: &Theme,
    which: &str,
    chunk: ChunkId,
    rank: Option<usize>,
    sum: usize,
    spoken: bool,
    row: &mut Row<'_>,
) {
    let g = &theme.glyphs;
    let holds = rank.is_none_or(|rank| sum <= rank);
    let rank = rank.map_or_else(|| g.infinite.to_owned(), |rank| rank.to_string());
    row.text(&format!("{} {rank} ({which} {}) ", g.at_most, chunk_number(&model.corpus, chunk)), Role::Text);
    if spoken {
        row.text(if holds { g.yes } else { g.no }, if holds { Role::Good } else { Role::Bad });
    }
}

/// Where the verdict turns.
pub(in crate::ui) fn turning(model: &Model, theme: &Theme, verdict: &Verdict) -> (String, Role) {
    let began = model.moved.as_ref().is_some_and(|moved| moved.began.contains(&verdict.seam));
    let ceased = model.moved.as_ref().is_some_and(|moved| moved.ceased.contains(&verdict.seam));
    let g = &theme.glyphs;
    let mark = match (began, ceased) {
        (true, _) => format!("{} ", g.up),
        (_, true) => format!("{} ", g.down),
        _ => String::new(),
    };
    let (text, role) = if verdict.fired {
        match verdict.turns_from {
            Some(stop) => (format!("fires up to m {}, stops at m {stop}", stop.saturating_sub(1)), Role::Fired),
            None => ("fires at every m: neither chunk is in the ranking".into(), Role::Fired),
        }
    } else {
        let short = verdict.slack.map_or(0, i64::unsigned_abs);
        match verdict.turns_to {
            Some(most) => (format!("short by {short}: would fire up to m {most}"), Role::Blocked),
            None => (format!("short by {short}: fires at no m, a chunk stands above it"), Role::Blocked),
        }
    };
    (format!("{mark}{text}"), if ceased { Role::Down } else { role })
}
