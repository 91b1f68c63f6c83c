//! Recall against chunks in the terminal: a sign a point, the front apart from the rest by its sign, not by colour alone.
//! Never draws a point that has no place.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::mean;
use crate::app::cells;
use crate::app::lab::Lab;
use crate::lab::eval::Slice;
use crate::lab::sweep::{Point, Setting, front, shown};
use crate::ui::rows::{Row, nth};
use crate::ui::theme::{Role, Theme};

/// Columns before the drawing.
const LABEL: u16 = 7;

/// Mean chunks and mean recall of a point.
fn place(point: &Point, slice: Slice) -> Option<(f64, f64)> {
    let summary = point.of(slice)?;
    Some((summary.chunks.mean?, summary.recall.mean?))
}

/// The drawing; the point under the cursor stands out.
pub(super) fn draw(points: &[Point], slice: Slice, cursor: usize, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let places: Vec<Option<(f64, f64)>> = points.iter().map(|point| place(point, slice)).collect();
    let ends = |of: fn(&(f64, f64)) -> f64| {
        let values = places.iter().flatten().map(of);
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        if high > low { (low, high) } else { ((low - 0.5).max(0.0), high + 0.5) }
    };
    if area.height < 4 || area.width < LABEL + 10 || places.iter().all(Option::is_none) {
        return;
    }
    let (chunks, recall) = (ends(|at| at.0), ends(|at| at.1));
    // No recall is above 1, so there is no axis either.
    let recall = (recall.0, recall.1.min(1.0));
    let plot = Rect { x: area.x + LABEL, y: area.y, width: area.width - LABEL - 2, height: area.height - 2 };
    for y in 0..plot.height {
        let value = recall.1 - (recall.1 - recall.0) * f64::from(y) / f64::from(plot.height.saturating_sub(1).max(1));
        let label = if y % 3 == 0 || y + 1 == plot.height { format!("{value:.3}") } else { String::new() };
        buffer.set_string(area.x + 1, plot.y + y, format!("{label:>5}"), theme.style(Role::Dim));
        buffer.set_string(plot.x - 1, plot.y + y, theme.frame_edge(), theme.style(Role::Border));
    }
    let on_front = front(points, slice);
    let scaled = |value: f64, (low, high): (f64, f64), cells: u16| {
        ((value - low) / (high - low) * f64::from(cells.saturating_sub(1))).round() as u16
    };
    // Where points share a place, the front stands over the rest and the cursor over both.
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by_key(|at| (*at == cursor, on_front[*at]));
    for at in order {
        let Some((x, y)) = places.get(at).copied().flatten() else { continue };
        let x = plot.x + scaled(x, chunks, plot.width);
        let y = plot.y + plot.height - 1 - scaled(y, recall, plot.height);
        let sign = if on_front[at] { theme.glyphs.fired } else { theme.glyphs.seam };
        let role = if at == cursor {
            Role::Strong
        } else if on_front[at] {
            Role::Fired
        } else {
            Role::Dim
        };
        buffer.set_string(x, y, sign, theme.style(role));
        if at == cursor {
            buffer.set_style(Rect::new(x, y, 1, 1), theme.style(Role::Cursor));
        }
    }
    if let Some(row) = nth(area, usize::from(plot.height)) {
        let mut line = Row::new(theme, row.width);
        line.to(usize::from(LABEL))
            .text(&format!("{:.2}", chunks.0), Role::Dim)
            .text("  mean chunks  ", Role::Subtitle);
        line.at_right(&format!("{:.2}  ", chunks.1), Role::Dim).draw(row, buffer);
    }
    if let Some(row) = nth(area, usize::from(plot.height) + 1) {
        let (on, off) = (theme.glyphs.fired, theme.glyphs.seam);
        let text = if row.width < 118 {
            format!("recall upwards; {on} Pareto, {off} not; the best of many looks better than it is")
        } else {
            format!(
                "mean recall upwards; {on} nothing is better in both (Pareto), {off} something is; the best of many looks \
                 better than it is"
            )
        };
        Row::new(theme, row.width).text(" ", Role::Text).text(&text, Role::Subtitle).draw(row, buffer);
    }
}

/// `margin=3 k=150`: the settings by the last word of their keys, with as many more as tell them apart.
fn short(point: &Point) -> String {
    let last = |key: &str| key.rsplit('.').next().unwrap_or(key).to_owned();
    let words: Vec<String> = point.settings.iter().map(|setting| last(&setting.key)).collect();
    let one = |(setting, word): (&Setting, &String)| {
        let twice = words.iter().filter(|other| *other == word).count() > 1;
        format!("{}={}", if twice { &setting.key } else { word }, shown(&setting.value))
    };
    point.settings.iter().zip(&words).map(one).collect::<Vec<_>>().join(" ")
}

/// The points as rows.
pub(super) fn table(lab: &Lab, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let on_front = front(&lab.points, lab.slice());
    let (room, wide) = (usize::from(area.width).saturating_sub(3), 25);
    // In full where all three columns have room beside it, else by the last words of the keys.
    let label = |point: &Point| if room >= 36 + 3 * wide { point.label() } else { short(point) };
    let labels: Vec<String> = lab.points.iter().map(label).collect();
    let longest = labels.iter().map(|label| cells::width(label)).max().unwrap_or(0);
    let first = (longest + 2).clamp(10, room.saturating_sub(wide).max(10));
    let columns = (room.saturating_sub(first) / wide).clamp(1, 3);
    if let Some(place) = nth(area, 0) {
        let mut row = Row::new(theme, place.width);
        row.text("   ", Role::Text).column("settings", first, Role::Subtitle);
        for name in &["complete", "chunks", "recall, mean"][..columns] {
            row.column(name, wide, Role::Subtitle);
        }
        row.draw(place, buffer);
    }
    let window = usize::from(area.height).saturating_sub(1);
    for (line, (at, point)) in lab.points.iter().enumerate().skip(lab.list.top).take(window).enumerate() {
        let Some(place) = nth(area, line + 1) else { return };
        let mut row = Row::new(theme, place.width);
        let sign = if on_front[at] { theme.glyphs.fired } else { theme.glyphs.seam };
        row.text(" ", Role::Text).text(sign, if on_front[at] { Role::Fired } else { Role::Dim });
        row.text(" ", Role::Text).column(&labels[at], first, Role::Text);
        if let Some(summary) = point.of(lab.slice()) {
            for text in &[super::share(summary.complete), mean(summary.chunks), mean(summary.recall)][..columns] {
                row.column(text, wide, Role::Text);
            }
        }
        row.draw(place, buffer);
        if at == lab.list.cursor {
            buffer.set_style(place, theme.style(Role::Cursor));
        }
    }
}
