//! A list that is searched: the line over it, one row an item, what matches marked.
//! Never searches.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, Clear, Widget};

use super::clean;
use super::rows::{Row, nth};
use super::theme::{Role, Theme};
use crate::app::Model;
use crate::app::cells;
use crate::app::picker::{Item, Pick, Shown};

/// Draws the list; says where the text cursor stands.
pub(super) fn draw(model: &Model, theme: &Theme, area: Rect, buffer: &mut Buffer) -> Option<(u16, u16)> {
    let picker = &model.picker;
    Clear.render(area, buffer);
    buffer.set_style(area, theme.style(Role::Text));
    let frame = Block::bordered().border_set(theme.glyphs.frame_focus).border_style(theme.style(Role::BorderFocus));
    let inner = frame.inner(area);
    let title = match picker.pick {
        Pick::Commands => "Commands",
        Pick::Themes => "Themes",
        Pick::Questions => "Questions, earlier and suggested",
    };
    let title = format!(" {title} {} {} of {} ", theme.glyphs.dot, picker.shown.len(), picker.items.len());
    frame.title(theme.span(title, Role::TitleFocus)).render(area, buffer);
    let line = nth(inner, 0)?;
    let mut row = Row::new(theme, line.width);
    row.text(&format!(" {} ", theme.glyphs.prompt), Role::Key);
    let room = row.left();
    let text = picker.input.value();
    let at = text.char_indices().nth(picker.input.cursor()).map_or(text.len(), |(at, _)| at);
    let before = cells::width(&text[..at]).min(room.saturating_sub(1)) as u16;
    row.text(text, Role::Input).draw(line, buffer);
    let top = model.popup_list.top;
    let names =
        picker.shown.iter().filter_map(|shown| picker.items.get(shown.item)).map(|item| cells::width(&item.name));
    let name = names.max().unwrap_or(0).min(usize::from(inner.width) * 2 / 5).max(12);
    for (at, shown) in picker.shown.iter().enumerate().skip(top) {
        let (Some(place), Some(item)) = (nth(inner, at - top + 1), picker.items.get(shown.item)) else { break };
        item_row(theme, item, shown, name, place, buffer);
        if at == model.popup_list.cursor {
            buffer.set_style(place, theme.style(Role::Cursor));
        }
    }
    if picker.shown.is_empty()
        && let Some(place) = nth(inner, 1)
    {
        let why = if picker.items.is_empty() { " nothing yet" } else { " nothing matches" };
        Row::new(theme, place.width).text(why, Role::Dim).draw(place, buffer);
    }
    Some((line.x + 3 + before, line.y))
}

fn item_row(theme: &Theme, item: &Item, shown: &Shown, name: usize, place: Rect, buffer: &mut Buffer) {
    let mut row = Row::new(theme, place.width);
    row.text("   ", Role::Text);
    let alone = item.about.is_empty() && item.keys.is_empty();
    let width = if alone { row.left() } else { name };
    let fits = cells::width(&item.name) <= width;
    if fits {
        for (at, c) in item.name.chars().enumerate() {
            let hit = shown.hits.binary_search(&(at as u32)).is_ok();
            row.text(c.encode_utf8(&mut [0; 4]), if hit { Role::Term } else { Role::Strong });
        }
        row.to(3 + width);
    } else {
        row.column(&item.name, width, Role::Strong);
    }
    let keys = theme.glyphs.plain(&item.keys).into_owned();
    let room = row.left().saturating_sub(cells::width(&keys) + 4);
    row.text("  ", Role::Text).text(&clean::fit(&item.about, room, theme.glyphs.more), Role::Dim);
    row.at_right(&format!("{keys} "), Role::Key);
    row.draw(place, buffer);
}
