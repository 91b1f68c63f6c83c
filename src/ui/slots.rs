//! Frames: the border, the names of the panes on it, what the shown pane adds, and the pane inside.
//! Never lays them out; `geometry` does.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Widget};

use super::rows::say_unseen;
use super::theme::{Role, Theme};
use super::{clean, panes, rect};
use crate::app::Model;
use crate::app::cells;
use crate::app::geometry::Slot;

/// Draws a frame and the pane in it.
pub(super) fn draw(model: &Model, theme: &Theme, slot: &Slot, screen: Rect, buffer: &mut Buffer) {
    let focused = slot.shown == model.focus() && !model.question.typing && !model.away;
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
        if shown && slot.panes.len() > 1 {
            let [before, after] = theme.glyphs.tab[usize::from(focused)];
            let style = theme.style(if focused { Role::BorderFocus } else { Role::Border });
            buffer.set_string(tab.area.x - 1, tab.area.y, before, style);
            buffer.set_string(end, tab.area.y, after, style);
        }
    }
    let warned = warning(model, theme, slot, screen, buffer);
    let (pane, inner) = (slot.shown, slot.area.inner());
    let rows = (model.list(pane).top, model.rows_seen(pane, inner), model.rows_in(pane));
    let taken = warned + say_unseen(theme, rows, 2 + warned, area, buffer);
    subtitle(model, theme, slot, end, taken, screen, buffer);
    panes::draw(model, theme, slot.shown, focused, rect(slot.area.inner(), screen), buffer);
}

/// What the pane adds, on the upper border where there is room behind `end` of the names, else on the lower one, of
/// which `taken` columns are taken.
fn subtitle(model: &Model, theme: &Theme, slot: &Slot, end: u16, taken: u16, screen: Rect, buffer: &mut Buffer) {
    const LEAST: usize = 24;
    let right = slot.area.x + slot.area.width - 1;
    let above = usize::from(right.saturating_sub(end + 2));
    let below = usize::from(slot.area.width.saturating_sub(4 + taken));
    let (room, y) = if above >= LEAST { (above, slot.area.y) } else { (below, slot.area.y + slot.area.height - 1) };
    let text = panes::subtitle(model, theme, slot.shown, room.saturating_sub(2));
    if text.is_empty() || room < 8 {
        return;
    }
    let text = format!(" {} ", clean::fit(&text, room - 2, theme.glyphs.more));
    let width = cells::width(&text) as u16;
    let place = Rect::new(right.saturating_sub(width + 1), y, width, 1).intersection(screen);
    Line::from(theme.span(text, Role::Subtitle)).render(place, buffer);
}

/// What a setting could not do for this pane, on the lower border; the columns that it takes.
fn warning(model: &Model, theme: &Theme, slot: &Slot, screen: Rect, buffer: &mut Buffer) -> u16 {
    let Some(text) = panes::warning(model, slot.shown) else { return 0 };
    let text = clean::fit(&format!(" {text} "), usize::from(slot.area.width.saturating_sub(4)), theme.glyphs.more);
    let width = cells::width(&text) as u16;
    let place = Rect::new(slot.area.x + 2, slot.area.y + slot.area.height - 1, width, 1).intersection(screen);
    Line::from(theme.span(text, Role::Warn)).render(place, buffer);
    width
}
