//! The window with every setting: key, present value, origin, and what the one under the cursor may be.
//! Never changes one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};

use super::clean;
use super::rows::{Row, nth};
use super::theme::{Role, Theme};
use crate::app::Model;
use crate::app::settings;

/// Draws the window.
pub(super) fn draw(model: &Model, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    Clear.render(area, buffer);
    buffer.set_style(area, theme.style(Role::Text));
    let frame = Block::bordered().border_set(theme.glyphs.frame_focus).border_style(theme.style(Role::BorderFocus));
    let inner = frame.inner(area);
    let rows = settings::rows(model);
    let changed = rows.iter().filter(|row| row.turned).count();
    let title = format!(" Settings {} {changed} changed here ", theme.glyphs.dot);
    frame.title(theme.span(title, Role::TitleFocus)).render(area, buffer);
    let (keys, values) = if inner.width >= 70 { (26, 22) } else { (20, 10) };
    if let Some(place) = nth(inner, 0) {
        let mut row = Row::new(theme, place.width);
        row.text("   ", Role::Text).column("key", keys, Role::Heading).column("value", values, Role::Heading);
        row.text("origin", Role::Heading).draw(place, buffer);
    }
    let list = model.popup_list;
    for (at, setting) in rows.iter().enumerate().skip(list.top) {
        let Some(place) = nth(inner, at - list.top + 1) else { break };
        let turned = if setting.turned { Role::Warn } else { Role::Dim };
        let mut row = Row::new(theme, place.width);
        row.text(if setting.turned { " * " } else { "   " }, Role::Warn);
        row.column(setting.name, keys, Role::Text).column(&setting.value, values - 1, Role::Strong);
        row.text(" ", Role::Text).text(&setting.origin, turned).draw(place, buffer);
        if at == list.cursor {
            buffer.set_style(place, theme.style(Role::Cursor));
        }
    }
    if let Some(setting) = rows.get(list.cursor) {
        let text = format!(" {} ", setting.allowed);
        let text = clean::fit(&text, usize::from(area.width.saturating_sub(4)), theme.glyphs.more);
        let place = Rect::new(area.x + 2, area.bottom().saturating_sub(1), area.width.saturating_sub(4), 1);
        Line::from(theme.span(text, Role::Dim)).render(place.intersection(area), buffer);
    }
}
