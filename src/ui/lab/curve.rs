//! Recall against chunks in the terminal: a sign a point, the front apart from the rest by its sign, not by colour alone.
//! Never draws a point that has no place.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::mean;
use crate::app::lab::Lab;
use crate::lab::eval::Slice;
use crate::lab::sweep::{Point, front};
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
        if high > low { (low, high) } else { (low - 0.5, high + 0.5) }
    };
    if area.height < 4 || area.width < LABEL + 10 || places.iter().all(Option::is_none) {
        return;
    }
    let (chunks, recall) = (ends(|at| at.0), ends(|at| at.1));
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
    let order = (0..points.len()).filter(|at| *at != cursor).chain([cursor]);
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
        let text = format!(
            "mean recall upwards; {} nothing is better in both (Pareto), {} something is; the best of many looks better than it is",
            theme.glyphs.fired, theme.glyphs.seam
        );
        Row::new(theme, row.width).text(" ", Role::Text).text(&text, Role::Subtitle).draw(row, buffer);
    }
}

/// The points as rows.
pub(super) fn table(lab: &Lab, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let on_front = front(&lab.points, lab.slice());
    if let Some(place) = nth(area, 0) {
        let mut row = Row::new(theme, place.width);
        row.text("   ", Role::Text).column("settings", 36, Role::Subtitle).column("complete", 28, Role::Subtitle);
        row.column("recall, mean", 25, Role::Subtitle).column("chunks", 25, Role::Subtitle).draw(place, buffer);
    }
    let window = usize::from(area.height).saturating_sub(1);
    for (line, (at, point)) in lab.points.iter().enumerate().skip(lab.list.top).take(window).enumerate() {
        let Some(place) = nth(area, line + 1) else { return };
        let mut row = Row::new(theme, place.width);
        let sign = if on_front[at] { theme.glyphs.fired } else { theme.glyphs.seam };
        row.text(" ", Role::Text).text(sign, if on_front[at] { Role::Fired } else { Role::Dim });
        row.text(" ", Role::Text).column(&point.label(), 36, Role::Text);
        if let Some(summary) = point.of(lab.slice()) {
            row.column(&super::share(summary.complete), 28, Role::Text);
            row.column(&mean(summary.recall), 25, Role::Text).column(&mean(summary.chunks), 25, Role::Text);
        }
        row.draw(place, buffer);
        if at == lab.list.cursor {
            buffer.set_style(place, theme.style(Role::Cursor));
        }
    }
}
