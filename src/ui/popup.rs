//! The frame of a window over the screen.
//! Never decides which window is open.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};

use super::rows::nth;
use super::theme::{Role, Theme};
use super::{arithmetic, help, holds, presets};
use crate::app::Model;
use crate::app::popup::Popup;

/// Draws the window that is open, if one is.
pub(super) fn draw(model: &Model, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let Some(popup) = model.popup else { return };
    let inner = Rect::new(area.x + 1, area.y + 1, area.width.saturating_sub(2), area.height.saturating_sub(2));
    let (title, lines) = match popup {
        Popup::Help => (" Keys ".to_owned(), help::lines(model, theme, inner.width)),
        Popup::Why(subject) => arithmetic::window(model, theme, subject, inner.width),
        Popup::Presets => (" Presets ".to_owned(), presets::lines(model, theme, inner.width)),
        Popup::Holds { document, span } => {
            (" What holds this? ".to_owned(), holds::lines(model, theme, document, span, inner.width))
        }
        Popup::Other => (" Compare with ".to_owned(), presets::choices(theme, inner.width)),
    };
    let longest = lines.len() as u16 + 2;
    let area = if longest < area.height {
        Rect { y: area.y + (area.height - longest) / 2, height: longest, ..area }
    } else {
        area
    };
    Clear.render(area, buffer);
    buffer.set_style(area, theme.style(Role::Text));
    let frame = Block::bordered().border_set(theme.glyphs.frame_focus).border_style(theme.style(Role::BorderFocus));
    let inner = frame.inner(area);
    frame.title(Line::from(theme.span(title, Role::TitleFocus))).render(area, buffer);
    let window = usize::from(inner.height);
    let top = model.popup_list.top.min(lines.len().saturating_sub(window));
    let left = lines.len().saturating_sub(top + window);
    for (row, line) in lines.into_iter().skip(top).take(window).enumerate() {
        if let Some(place) = nth(inner, row) {
            line.render(place, buffer);
        }
    }
    if matches!(popup, Popup::Presets | Popup::Other) {
        if let Some(place) = nth(inner, model.popup_list.cursor.saturating_sub(top)) {
            buffer.set_style(place, theme.style(Role::Cursor));
        }
    } else if left > 0 {
        let text = format!(" {left} more below ");
        let width = text.len() as u16;
        let place = Rect::new(area.right().saturating_sub(width + 2), area.bottom() - 1, width, 1).intersection(area);
        Line::from(theme.span(text, Role::Dim)).render(place, buffer);
    }
}
