//! The screen that picks the margin m: two histograms of head starts, their curves, the line, and what it does.
//! Never computes a rate; the calibration holds the rates of every margin.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Widget};

use super::rows::{Row, advice, nth};
use super::theme::{Role, Theme};
use super::{clean, number, rect};
use crate::app::Model;
use crate::app::calibrate::{Bars, Found, Frames, State, kind_of};
use crate::app::cells;
use crate::app::geometry::Area;
use crate::lab::calibrate::{HeadStart, Side};
use crate::lab::statistics::{Interval, Share};
use crate::retrieve::trace::Entry;

/// Columns before the bars.
const LABEL: usize = 9;

/// Draws the screen.
pub(super) fn draw(model: &Model, theme: &Theme, body: Area, screen: Rect, buffer: &mut Buffer) {
    let area = rect(body, screen);
    let frame = Block::bordered().border_set(theme.glyphs.frame_focus).border_style(theme.style(Role::BorderFocus));
    frame.title(Line::from(theme.span(" Calibrate m ", Role::TitleFocus))).render(area, buffer);
    let frames = Frames::of(body);
    let head = rect(frames.head, screen);
    if let Some(place) = nth(head, 0) {
        settings(model, theme, place, buffer);
    }
    let Some(found) = model.found() else {
        return advice(theme, &nothing(model), rect(Area { y: frames.head.y + 1, ..body.inner() }, screen), buffer);
    };
    wrapped(theme, &found.calibration.verdict, below(head, 1), buffer);
    bars(model, found, theme, rect(frames.bars, screen), frames.count(), buffer);
    rates(model, found, theme, rect(frames.rates, screen), buffer);
    samples(model, theme, rect(frames.samples, screen), buffer);
}

fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}

/// Why there is no calibration, and what to do.
fn nothing(model: &Model) -> Vec<&str> {
    match &model.calibrate.state {
        State::Running(..) => vec!["Samples are being asked under every margin. x stops it."],
        State::Failed(what) => vec![what],
        State::Done(_) => vec!["The folder was cut anew since: s draws new samples."],
        State::Idle => vec![
            "Seams should fire where a cut splits an answer, and stay quiet where it does not. How far a seam must lead \
             depends on the folder: s samples sentences that lie whole near a cut and passages that a cut splits, makes a \
             question of each from some of its own words, and counts by how many places the seam leads.",
            "Questions made like that are a stand-in: search by words finds them more easily than a person's own.",
        ],
    }
}

fn settings(model: &Model, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let own = &model.calibrate.settings;
    let mut row = Row::new(theme, place.width);
    row.text(" ", Role::Text);
    match (&model.calibrate.state, model.found()) {
        (State::Running(done, total), _) => {
            row.text(&format!("{} of {} questions asked", number::count(*done), number::count(*total)), Role::Progress);
        }
        (_, Some(found)) => {
            let (c, g) = (&found.calibration, &theme.glyphs);
            let kind = |n: usize, side: &Side, name: &str| format!("{n} {name} at {}", number::of(side.cuts, "cut"));
            row.text(&kind(c.samples.whole, &c.whole, "whole"), Role::Strong).text(&format!(" {} ", g.dot), Role::Dim);
            row.text(&kind(c.samples.split, &c.split, "split"), Role::Strong);
            if let Some(part) = c.partial {
                let text = format!("   partial: {} of {} asked", number::count(part.done), number::count(part.of));
                row.text(&text, Role::Progress);
            }
        }
        _ => {
            row.text(&format!("up to {} whole and {} split samples", own.whole, own.split), Role::Text);
        }
    }
    row.text(&format!("   seed {}   clozes that leave out {:.0} %", own.seed, own.strength * 100.0), Role::Subtitle);
    row.draw(place, buffer);
}

fn wrapped(theme: &Theme, text: &str, area: Rect, buffer: &mut Buffer) {
    let inside = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let text = theme.glyphs.plain(text);
    let width = usize::from(inside.width);
    for (row, part) in cells::wrapped_within(&text, width, usize::from(inside.height)).into_iter().enumerate() {
        let Some(place) = nth(inside, row) else { return };
        Line::from(theme.span(clean::fit(part, width, theme.glyphs.more), Role::Advice)).render(place, buffer);
    }
}

/// Both histograms over one axis, each with the share at or above every margin; the line through all of it.
fn bars(model: &Model, found: &Found, theme: &Theme, area: Rect, count: usize, buffer: &mut Buffer) {
    let m = model.calibrate.margin;
    let bars = Bars::of(&found.calibration, count, m);
    let line = bars.at(m);
    // Two histograms, two curves and an axis.
    let high = usize::from(area.height.saturating_sub(3)) / 2;
    let curves = high >= 1;
    let high = high.max(1);
    let mut at = 0;
    for (side, (name, of)) in
        [("whole", &found.calibration.whole), ("split", &found.calibration.split)].iter().enumerate()
    {
        let tallest = bars.counts.iter().map(|counts| counts[side]).max().unwrap_or(0).max(1);
        for row in (0..high).rev() {
            let label = if row + 1 == high { *name } else { "" };
            let Some(place) = nth(area, at) else { return };
            let cell = |bin: usize| {
                let eighths = (bars.counts[bin][side] * high * 8).div_ceil(tallest);
                level(theme, eighths.saturating_sub(row * 8).min(8))
            };
            drawn(theme, label, bars.counts.len(), line, place, buffer, cell);
            at += 1;
        }
        if curves {
            let Some(place) = nth(area, at) else { return };
            let share = |bin: usize| at_or_above(of, bars.value(bin));
            let cell = |bin: usize| level(theme, (share(bin) * 8.0).ceil() as usize);
            drawn(theme, "reach", bars.counts.len(), line, place, buffer, cell);
            at += 1;
        }
    }
    if let Some(place) = nth(area, at) {
        axis(theme, &bars, m, place, buffer);
    }
}

/// Share of samples whose head start is at least this.
fn at_or_above(side: &Side, places: i64) -> f64 {
    let reaches = |start: &HeadStart| match start {
        HeadStart::SeamAbsent => false,
        HeadStart::Places(own) => *own >= places,
        HeadStart::ChunkAbsent => true,
    };
    let all = side.head_starts.len().max(1);
    side.head_starts.iter().filter(|start| reaches(start)).count() as f64 / all as f64
}

fn level(theme: &Theme, eighths: usize) -> &'static str {
    eighths.checked_sub(1).map_or(" ", |at| theme.glyphs.levels[at.min(7)])
}

fn drawn(
    theme: &Theme,
    label: &str,
    bins: usize,
    line: usize,
    place: Rect,
    buffer: &mut Buffer,
    cell: impl Fn(usize) -> &'static str,
) {
    let mut row = Row::new(theme, place.width);
    row.text(" ", Role::Text).column(label, LABEL - 1, Role::Subtitle);
    for bin in 0..bins {
        // Bars that reach the margin count as firing: they have the look of a fired seam.
        let role = if bin >= line { Role::Fired } else { Role::Blocked };
        row.text(cell(bin), role).text(if bin + 1 == line { theme.frame_edge() } else { " " }, Role::Strong);
    }
    row.draw(place, buffer);
}

/// Head starts under the bars, and where m stands.
fn axis(theme: &Theme, bars: &Bars, m: u32, place: Rect, buffer: &mut Buffer) {
    let mut row = Row::new(theme, place.width);
    row.text(" ", Role::Text).column("lead", LABEL - 1, Role::Subtitle);
    let line = bars.at(m);
    let mut used = 0;
    for bin in 0..bars.counts.len() {
        let value = bars.value(bin);
        let mark = format!("{} m {m}", theme.glyphs.up);
        let text = match bin {
            _ if bin == line => mark,
            0 => format!("{}{value}", theme.glyphs.at_most),
            _ if value % 5 == 0 && bin.abs_diff(line) > 2 => value.to_string(),
            _ => continue,
        };
        let at = LABEL + bin * 2;
        let room = LABEL + line * 2;
        if at < used || (bin < line && at + cells::width(&text) + 1 > room) {
            continue;
        }
        let role = if bin == line { Role::Strong } else { Role::Dim };
        row.to(at).text(&text, role);
        used = at + cells::width(&text) + 1;
    }
    row.draw(place, buffer);
}

/// What the margin under the line does.
fn rates(model: &Model, found: &Found, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let (c, m) = (&found.calibration, model.calibrate.margin);
    let at = m as usize;
    let fires = |side: &Side| match (side.fire_rate_by_margin.get(at), side.fire_rate_intervals.get(at)) {
        (Some(rate), Some(interval)) => percent(*rate, *interval, side.head_starts.len()),
        _ => theme.glyphs.absent.to_owned(),
    };
    let now = model.params.fire.margin;
    let lines = [
        format!("m {m}   suggested {}   in use {now}{}", c.suggested_margin, of_questions(found, at)),
        format!("fire: {} of whole, {} of split", fires(&c.whole), fires(&c.split)),
        match c.rates.get(at) {
            Some(rates) => format!(
                "split found {}, without seams {}",
                share(rates.split_found),
                share(c.without_seams.split_found)
            ),
            None => format!("contexts were tried up to m {} only", c.settings.margins),
        },
        match c.rates.get(at) {
            Some(rates) => format!(
                "false: strict {}, literal {}",
                share(rates.false_fires_strict),
                share(rates.false_fires_literal)
            ),
            None => String::new(),
        },
        of_samples(found, at),
    ];
    for (row, text) in lines.iter().enumerate() {
        let Some(place) = nth(area, row) else { return };
        let role = if row == 0 { Role::Strong } else { Role::Text };
        Row::new(theme, place.width).text(" ", Role::Text).text(text, role).draw(place, buffer);
    }
}

/// Firings and displaced chunks of the samples.
fn of_samples(found: &Found, at: usize) -> String {
    let Some(rates) = found.calibration.rates.get(at) else { return String::new() };
    let (fired, pushed) = (rates.firings_per_question, rates.displaced_per_question);
    let [of_fired, of_pushed] = [rates.firings_interval, rates.displaced_interval].map(ends);
    format!("a sample: {fired:.2}{of_fired} firings, {pushed:.2}{of_pushed} displaced, n {}", rates.samples)
}

/// Firings of the questions at hand.
fn of_questions(found: &Found, at: usize) -> String {
    let loaded = found.firings.get(at).map(|mean| {
        let value = mean.mean.unwrap_or_default();
        format!("   firings a question {value:.2}{} n {}", ends(mean.interval), mean.n)
    });
    loaded.unwrap_or_default()
}

fn ends(interval: Option<Interval>) -> String {
    interval.map_or_else(String::new, |ends| format!(" [{:.2}, {:.2}]", ends.low, ends.high))
}

/// `9.5 % [6.2, 14.4] n 200`
fn percent(share: f64, interval: Interval, n: usize) -> String {
    format!("{:.1} % [{:.1}, {:.1}] n {n}", share * 100.0, interval.low * 100.0, interval.high * 100.0)
}

fn share(share: Share) -> String {
    share.mean.map_or_else(|| "none".to_owned(), |mean| percent(mean, share.interval, share.n))
}

/// The samples of the bar at the line.
fn samples(model: &Model, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let here = model.samples_here();
    if let Some(place) = nth(area, 0) {
        let text =
            format!("{} in the bar at the line; Enter asks one in the explorer", number::of(here.len(), "sample"));
        Row::new(theme, place.width).text(" ", Role::Text).text(&text, Role::Subtitle).draw(place, buffer);
    }
    let list = model.calibrate.list;
    let window = usize::from(area.height).saturating_sub(1);
    for (row, (at, asked)) in here.iter().enumerate().skip(list.top).take(window).enumerate() {
        let Some(place) = nth(area, row + 1) else { return };
        let probe = &asked.probe;
        let name = model.corpus.name(Entry::Seam(probe.sample.seam));
        let start = match asked.head_start {
            HeadStart::SeamAbsent => "no seam".to_owned(),
            HeadStart::Places(places) => format!("{places:+}"),
            HeadStart::ChunkAbsent => theme.glyphs.infinite.to_owned(),
        };
        let mut line = Row::new(theme, place.width);
        line.text(" ", Role::Text).column(kind_of(asked), 6, Role::Subtitle).number(&start, 7, Role::Strong);
        let wide = if place.width >= 100 { 30 } else { 16 };
        line.text("  ", Role::Text)
            .text(&clean::pad(&clean::fit_path(&name, wide, theme.glyphs.more), wide, ""), Role::Seam);
        line.text("  ", Role::Text).text(&clean::squeezed(&probe.question), Role::Text).draw(place, buffer);
        if at == list.cursor {
            buffer.set_style(place, theme.style(Role::Cursor));
        }
    }
}
