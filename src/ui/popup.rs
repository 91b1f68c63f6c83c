//! The frame of a window over the screen.
//! Never decides which window is open.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};

use super::rows::nth;
use super::theme::{Role, Theme};
use super::{arithmetic, help, holds, messages, offers, picker, presets, settings};
use crate::app::Model;
use crate::app::popup::Popup;

/// Draws the window that is open, if one is; says where the text cursor stands, where letters are text.
pub(super) fn draw(model: &Model, theme: &Theme, area: Rect, buffer: &mut Buffer) -> Option<(u16, u16)> {
    let width = area.width.saturating_sub(2);
    match model.popup? {
        Popup::Help => {
            scrolled(model, theme, help::title(model, theme), help::lines(model, theme, width), area, buffer);
        }
        Popup::Why(subject) => {
            let (title, lines) = arithmetic::window(model, theme, subject, width);
            scrolled(model, theme, title, lines, area, buffer);
        }
        Popup::Holds { document, span } => {
            let lines = holds::lines(model, theme, document, span, width);
            scrolled(model, theme, " What holds this? ".to_owned(), lines, area, buffer);
        }
        Popup::Presets => {
            chosen(model, theme, " Presets ".to_owned(), presets::lines(model, theme, width), area, buffer);
        }
        Popup::Models => {
            chosen(
                model,
                theme,
                " Embedders, and their size where they are on this machine ".to_owned(),
                offers::lines(model, theme, width),
                area,
                buffer,
            );
        }
        Popup::Other => chosen(model, theme, " Compare with ".to_owned(), presets::choices(theme, width), area, buffer),
        Popup::Messages => {
            scrolled(model, theme, " What was said ".to_owned(), messages::lines(model, theme), area, buffer);
        }
        Popup::Settings => settings::draw(model, theme, area, buffer),
        Popup::Pick => return picker::draw(model, theme, area, buffer),
    }
    None
}

/// A text that scrolls, with the number of lines below on the frame.
fn scrolled(model: &Model, theme: &Theme, title: String, lines: Vec<Line<'_>>, area: Rect, buffer: &mut Buffer) {
    let all = lines.len();
    let area = framed(model, theme, title, lines, area, buffer);
    let window = usize::from(area.height.saturating_sub(2));
    let left = all.saturating_sub(model.popup_list.top.min(all.saturating_sub(window)) + window);
    if left > 0 {
        let text = format!(" {left} more below ");
        let width = text.len() as u16;
        let place = Rect::new(area.right().saturating_sub(width + 2), area.bottom() - 1, width, 1).intersection(area);
        Line::from(theme.span(text, Role::Dim)).render(place, buffer);
    }
}

/// Rows one of which is under the cursor.
fn chosen(model: &Model, theme: &Theme, title: String, lines: Vec<Line<'_>>, area: Rect, buffer: &mut Buffer) {
    let all = lines.len();
    let area = framed(model, theme, title, lines, area, buffer);
    let inner = Rect::new(area.x + 1, area.y + 1, area.width.saturating_sub(2), area.height.saturating_sub(2));
    let top = model.popup_list.top.min(all.saturating_sub(usize::from(inner.height)));
    if let Some(place) = nth(inner, model.popup_list.cursor.saturating_sub(top)) {
        buffer.set_style(place, theme.style(Role::Cursor));
    }
}

/// Draws a frame no higher than its lines and what is visible of them; says where it stands.
fn framed(model: &Model, theme: &Theme, title: String, lines: Vec<Line<'_>>, area: Rect, buffer: &mut Buffer) -> Rect {
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
    for (row, line) in lines.into_iter().skip(top).take(window).enumerate() {
        if let Some(place) = nth(inner, row) {
            line.render(place, buffer);
        }
    }
    area
}
