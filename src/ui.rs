//! ROOM 5: what it looks like. `view(model, theme, frame)` draws the model; panes, windows, themes, syntax colours.
//! Reads, never decides: it changes no state, and no control character of a text gets past it.

mod arithmetic;
mod calibrate;
mod clean;
mod compare;
mod cuts;
mod footer;
mod header;
mod help;
pub mod highlight;
mod holds;
mod lab;
mod messages;
mod number;
mod offers;
mod panes;
mod picker;
mod popup;
mod presets;
mod query;
mod rows;
mod settings;
mod slots;
pub mod svg;
pub mod theme;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

pub use theme::Theme;

use crate::app::Model;
use crate::app::cells;
use crate::app::geometry::{Area, SMALLEST, layout};
use crate::app::popup::Subject;
use crate::app::screen::Screen;

/// Draws the whole screen.
pub fn view(model: &Model, theme: &Theme, frame: &mut Frame<'_>) {
    let cursor = draw(model, theme, frame.area(), frame.buffer_mut());
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
}

/// The arithmetic behind something as plain text, as wide as a page.
#[must_use]
pub fn arithmetic_text(model: &Model, theme: &Theme, subject: Subject) -> String {
    let (title, lines) = arithmetic::window(model, theme, subject, 100);
    let lines = lines.iter().map(|line| line.spans.iter().map(|span| span.content.as_ref()).collect::<String>());
    let text: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
    format!("{}\n\n{}\n", title.trim(), text.join("\n"))
}

/// Draws the whole screen into a buffer and says where the text cursor stands, if it is shown.
pub fn draw(model: &Model, theme: &Theme, screen: Rect, buffer: &mut Buffer) -> Option<(u16, u16)> {
    let layout = layout(model);
    if layout.footer.is_none() {
        too_small(theme, screen, buffer);
        return None;
    }
    buffer.set_style(screen, theme.style(theme::Role::Text));
    if let Some(area) = layout.header {
        header::draw(model, theme, rect(area, screen), buffer);
    }
    let mut cursor = None;
    if let Some(area) = layout.query {
        cursor = query::draw(model, theme, rect(area, screen), buffer);
    }
    if let Some(area) = layout.bar {
        header::bar(model, theme, &layout, rect(area, screen), buffer);
    }
    match model.screen {
        Screen::Explore => layout.slots.iter().for_each(|slot| slots::draw(model, theme, slot, screen, buffer)),
        Screen::Cuts => cuts::draw(model, theme, layout.body, screen, buffer),
        Screen::Compare => compare::draw(model, theme, layout.body, screen, buffer),
        Screen::Calibrate => calibrate::draw(model, theme, layout.body, screen, buffer),
        Screen::Lab => lab::draw(model, theme, layout.body, screen, buffer),
    }
    if let Some(area) = layout.footer {
        footer::draw(model, theme, &layout, rect(area, screen), buffer);
    }
    if model.popup.is_some() {
        cursor = popup::draw(model, theme, rect(layout.popup, screen), buffer);
    }
    clean::guard(buffer);
    cursor
}

/// The part of an area that lies on the screen.
fn rect(area: Area, screen: Rect) -> Rect {
    Rect::new(area.x, area.y, area.width, area.height).intersection(screen)
}

fn too_small(theme: &Theme, screen: Rect, buffer: &mut Buffer) {
    buffer.set_style(screen, theme.style(theme::Role::Text));
    let sentence = format!(
        "seamscope needs {} x {} cells; this terminal has {} x {}. Make it larger, or press q to leave.",
        SMALLEST.width, SMALLEST.height, screen.width, screen.height
    );
    let parts = cells::wrapped(&sentence, usize::from(screen.width));
    for (row, part) in parts.into_iter().enumerate().take(usize::from(screen.height)) {
        let area = Rect { y: screen.y + row as u16, height: 1, ..screen };
        Line::raw(part).render(area, buffer);
    }
}
