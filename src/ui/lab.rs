//! The screen of the lab: policies with intervals, two of them against each other in words, and sweeps as a curve.
//! Never computes a measure or a test.

mod curve;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Widget};

use super::rows::{Row, advice, nth};
use super::theme::{Role, Theme};
use super::{clean, number, rect};
use crate::app::Model;
use crate::app::cells;
use crate::app::geometry::Area;
use crate::app::lab::{Frames, Lab, View};
use crate::lab::eval::{Mean, Measure, Slice, Summary};
use crate::lab::statistics::Share;

/// Draws the screen.
pub(super) fn draw(model: &Model, theme: &Theme, body: Area, screen: Rect, buffer: &mut Buffer) {
    let (area, lab) = (rect(body, screen), &model.lab);
    let frame = Block::bordered().border_set(theme.glyphs.frame_focus).border_style(theme.style(Role::BorderFocus));
    let title = if lab.view == View::Policies { " Lab: policies " } else { " Lab: sweep " };
    frame.title(Line::from(theme.span(title, Role::TitleFocus))).render(area, buffer);
    let frames = Frames::of(body, lab.view);
    head(model, theme, rect(frames.head, screen), buffer);
    let empty = match lab.view {
        View::Policies => lab.evaluation.is_none(),
        View::Sweep => lab.points.is_empty(),
    };
    if empty {
        let below = Area { y: frames.head.y + frames.head.height, ..body.inner() };
        return advice(theme, &nothing(model), rect(below, screen).intersection(rect(body.inner(), screen)), buffer);
    }
    let (table, pair) = (rect(frames.table, screen), rect(frames.pair, screen));
    match lab.view {
        View::Policies => {
            policies(lab, theme, table, buffer);
            in_words(lab, theme, pair, buffer);
            differing(model, theme, rect(frames.questions, screen), buffer);
        }
        View::Sweep => {
            curve::draw(&lab.points, lab.slice(), lab.list.cursor, theme, pair, buffer);
            curve::table(lab, theme, table, buffer);
        }
    }
}

fn head(model: &Model, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let lab = &model.lab;
    if let Some(place) = nth(area, 0) {
        let mut row = Row::new(theme, place.width);
        row.text(" ", Role::Text).text(&number::of(model.questions.len(), "question"), Role::Strong);
        row.text(&format!("   counted: {}", about(lab.slice())), Role::Subtitle);
        let partial = lab.evaluation.as_ref().and_then(|evaluation| evaluation.partial);
        if let (Some(part), View::Policies, None) = (partial, lab.view, lab.running) {
            let text =
                format!("   partial: {} of {} asked; s goes on", number::count(part.done), number::count(part.of));
            row.text(&text, Role::Progress);
        }
        if let Some((done, total)) = lab.running {
            let text = format!("   {} of {} questions asked", number::count(done), number::count(total));
            row.text(&text, Role::Progress);
        }
        row.draw(place, buffer);
    }
    if let (Some(evaluation), View::Policies) = (&lab.evaluation, lab.view) {
        let note = evaluation.notes.first().map_or(
            "each pair is taken alone: of twenty without any difference one comes out at 5 % by chance",
            String::as_str,
        );
        let room = usize::from(area.height).saturating_sub(1) - usize::from(lab.failed.is_some() && area.height > 1);
        let parts = cells::wrapped_within(note, usize::from(area.width).saturating_sub(2), room);
        for (row, part) in parts.into_iter().enumerate() {
            let Some(place) = nth(area, row + 1) else { break };
            Row::new(theme, place.width).text(" ", Role::Text).text(&clean::line(part), Role::Dim).draw(place, buffer);
        }
    }
    if let (Some(place), Some(what)) = (nth(area, 2), &lab.failed) {
        Row::new(theme, place.width).text(" ", Role::Text).text(&clean::line(what), Role::Bad).draw(place, buffer);
    }
}

fn about(slice: Slice) -> &'static str {
    match slice {
        Slice::All => "all",
        Slice::Kind(kind) => kind.as_str(),
        Slice::Split => "evidence that these cuts split",
        Slice::Whole => "evidence that these cuts leave whole",
    }
}

fn nothing(model: &Model) -> Vec<&'static str> {
    if model.lab.running.is_some() {
        return vec!["The questions are being asked. x stops it."];
    }
    match model.lab.view {
        _ if model.questions.is_empty() => {
            vec![
                "There are no questions with evidence beside these documents: a file questions.jsonl, a line of JSON each.",
            ]
        }
        View::Policies => vec![
            "s asks every question under every policy on this index and says which finds more, at what price, and whether \
             the difference is more than chance.",
        ],
        View::Sweep => vec!["S moves one or two settings, such as fire.margin=0..10 or seam.k=100,150,200."],
    }
}

/// `.81 [.70, .89] 52/64`
fn share(share: Share) -> String {
    let Some(mean) = share.mean else { return "-".into() };
    let ends = [share.interval.low, share.interval.high].map(number::share);
    format!("{} [{}, {}] {}/{}", number::share(mean), ends[0], ends[1], share.successes, share.n)
}

/// `5.20 [4.90, 5.51] n 64`
fn mean(mean: Mean) -> String {
    match (mean.mean, mean.interval) {
        (Some(value), Some(ends)) => format!("{value:.2} [{:.2}, {:.2}] n {}", ends.low, ends.high, mean.n),
        _ => "-".into(),
    }
}

type Column = (&'static str, fn(&Summary) -> String);

/// Columns of one measure.
const WIDE: usize = 26;

const COLUMNS: [Column; 6] = [
    ("complete", |summary| share(summary.complete)),
    ("recall, mean", |summary| mean(summary.recall)),
    ("chunks", |summary| mean(summary.chunks)),
    ("failure@20", |summary| share(summary.failure_at_20)),
    ("firings", |summary| mean(summary.fired)),
    ("false, strict", |summary| share(summary.false_fires_strict)),
];

fn policies(lab: &Lab, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let Some(evaluation) = &lab.evaluation else { return };
    let room = usize::from(area.width).saturating_sub(15);
    let (shown, wide) = ((room / WIDE).clamp(1, COLUMNS.len()), room.min(WIDE));
    // Where two have room, they are what was found and its price.
    let shown: &[Column] = if shown == 2 { &[COLUMNS[0], COLUMNS[2]] } else { &COLUMNS[..shown] };
    if let Some(place) = nth(area, 0) {
        let mut row = Row::new(theme, place.width);
        row.text(" ", Role::Text).column("policy", 14, Role::Subtitle);
        for (name, _) in shown {
            row.column(name, wide, Role::Subtitle);
        }
        let left = COLUMNS.len() - shown.len();
        if left > 0 {
            let text = format!("{} {left} more measures", theme.glyphs.more);
            row.text(&clean::fit(&text, row.left(), theme.glyphs.more), Role::Dim);
        }
        row.draw(place, buffer);
    }
    for (at, outcome) in evaluation.policies.iter().enumerate().skip(lab.list.top) {
        let Some(place) = nth(area, at - lab.list.top + 1) else { return };
        let mut row = Row::new(theme, place.width);
        let base = if at == lab.base { theme.glyphs.cursor } else { " " };
        row.text(base, Role::Strong).column(outcome.policy.name(), 14, Role::Text);
        match outcome.summary.iter().find(|summary| summary.slice == lab.slice()) {
            Some(summary) => shown.iter().for_each(|(_, of)| {
                row.column(&of(summary), wide, Role::Text);
            }),
            None => drop(row.text("no such question", Role::Dim)),
        }
        row.draw(place, buffer);
        if at == lab.list.cursor {
            buffer.set_style(place, theme.style(Role::Cursor));
        }
    }
}

/// The policy under the cursor against the base, one sentence a measure.
fn in_words(lab: &Lab, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let mut at = 0;
    let mut put = |text: &str, role: Role| {
        let text = theme.glyphs.plain(text).into_owned();
        let inside = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
        for part in cells::wrapped(&text, usize::from(inside.width)) {
            let Some(place) = nth(inside, at) else { return };
            Line::from(theme.span(clean::line(part), role)).render(place, buffer);
            at += 1;
        }
    };
    if lab.list.cursor == lab.base {
        return put(
            "This policy is the base (b sets it): put the cursor on another one to compare the two.",
            Role::Advice,
        );
    }
    for measure in [Measure::Complete, Measure::Chunks, Measure::Recall] {
        match lab.pair(measure) {
            Some(pair) => {
                let role = if pair.is_distinguishable() { Role::Strong } else { Role::Text };
                put(&pair.words, role);
            }
            None if measure == Measure::Complete => put("No question with evidence is counted here.", Role::Advice),
            None => {}
        }
    }
}

fn differing(model: &Model, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let lab = &model.lab;
    let (Some(one), Some(other)) = (lab.outcome(), lab.other()) else { return };
    let rows = lab.differing();
    if let Some(place) = nth(area, 0) {
        let text = format!(
            "{} that {} and {} answer differently; o asks one under {}",
            number::of(rows.len(), "question"),
            one.policy.name(),
            other.policy.name(),
            one.policy.name()
        );
        Row::new(theme, place.width).text(" ", Role::Text).text(&text, Role::Subtitle).draw(place, buffer);
    }
    let window = usize::from(area.height).saturating_sub(1);
    let top = (lab.question.cursor + 1).saturating_sub(window);
    for (line, (at, (row, _))) in rows.iter().enumerate().skip(top).take(window).enumerate() {
        let Some(place) = nth(area, line + 1) else { return };
        let found = row.complete == Some(true);
        let (sign, role) = if found { (theme.glyphs.yes, Role::Good) } else { (theme.glyphs.no, Role::Bad) };
        let by = if found { one.policy.name() } else { other.policy.name() };
        let text = model.questions.iter().find(|question| question.id == row.id).map_or("", |question| &question.text);
        let mut out = Row::new(theme, place.width);
        out.text(" ", Role::Text).text(sign, role).text(&format!(" only {by}"), role).to(22);
        out.text(&clean::squeezed(text), Role::Text).draw(place, buffer);
        if at == lab.question.cursor {
            buffer.set_style(place, theme.style(Role::Cursor));
        }
    }
}
