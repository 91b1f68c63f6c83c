//! Frames: the border, the names of the panes on it, what the shown pane adds, and the pane inside.
//! Never lays them out; `geometry` does.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Widget};

use super::theme::{Role, Theme};
use super::{clean, panes, rect};
use crate::app::Model;
use crate::app::cells;
use crate::app::geometry::Slot;

/// Draws a frame and the pane in it.
pub(super) fn draw(model: &Model, theme: &Theme, slot: &Slot, screen: Rect, buffer: &mut Buffer) {
    let focused = slot.shown == model.focus() && !model.question.typing;
    let area = rect(slot.area, screen);
    let (set, role) =
        if focused { (theme.glyphs.frame_focus, Role::BorderFocus) } else { (theme.glyphs.frame, Role::Border) };
    Block::bordered().border_set(set).border_style(theme.style(role)).render(area, buffer);
    let mut end = slot.area.x + 1;
    for tab in &slot.tabs {
        let shown = tab.pane == slot.shown;
        let role = match (shown, focused) {
            (true, true) => Role::TitleFocus,
            (true, false) => Role::Title,
            (false, _) => Role::Dim,
        };
        Line::from(theme.span(tab.label.as_str(), role)).render(rect(tab.area, screen), buffer);
        end = tab.area.x + tab.area.width;
    }
    let room = usize::from((slot.area.x + slot.area.width).saturating_sub(end + 2));
    let subtitle = panes::subtitle(model, theme, slot.shown, room.saturating_sub(2));
    if room > 6 && !subtitle.is_empty() {
        let text = format!(" {} ", clean::fit(&subtitle, room - 2, theme.glyphs.more));
        let width = cells::width(&text) as u16;
        let x = slot.area.x + slot.area.width - 1 - width;
        let place = Rect::new(x, slot.area.y, width, 1).intersection(screen);
        Line::from(theme.span(text, Role::Subtitle)).render(place, buffer);
    }
    panes::draw(model, theme, slot.shown, focused, rect(slot.area.inner(), screen), buffer);
}
