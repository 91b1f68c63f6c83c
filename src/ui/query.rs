//! The line in which a question is written.
//! Never edits it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::clean;
use super::theme::{Role, Theme};
use crate::app::Model;
use crate::app::action::Action;
use crate::app::cells;
use crate::app::keymap::Context;

/// Draws the line; says where the text cursor stands while a question is written.
pub(super) fn draw(model: &Model, theme: &Theme, area: Rect, buffer: &mut Buffer) -> Option<(u16, u16)> {
    let question = &model.question;
    let prompt = if question.typing { Role::Key } else { Role::Dim };
    Line::from(theme.span(format!(" {} ", theme.glyphs.prompt), prompt)).render(area, buffer);
    let inside = Rect { x: area.x + 3, width: area.width.saturating_sub(4), ..area }.intersection(area);
    let room = usize::from(inside.width);
    let text = question.input.value();
    if text.is_empty() {
        let key = model.keymap.shown(Context::Main, Action::Write).unwrap_or_default();
        let hint = match (question.suggestion(), question.typing) {
            (Some(suggestion), true) => format!("{suggestion}   (Enter asks this, Tab takes it)"),
            (Some(suggestion), false) => format!("{key} asks, for example: {suggestion}"),
            (None, true) => "a question about these documents".to_owned(),
            (None, false) => format!("{key} writes a question"),
        };
        let shown = clean::fit(&hint, room, theme.glyphs.more);
        Line::from(theme.span(shown, Role::Placeholder)).render(inside, buffer);
        return question.typing.then_some((inside.x, inside.y));
    }
    if !question.typing {
        let shown = clean::fit(text, room, theme.glyphs.more);
        Line::from(theme.span(shown, Role::Input)).render(inside, buffer);
        return None;
    }
    // While typing the line scrolls so that the cursor is in sight, one column free for it.
    let cursor = text.char_indices().nth(question.input.cursor()).map_or(text.len(), |(at, _)| at);
    let before = cells::width(&text[..cursor]);
    let hidden = (before + 1).saturating_sub(room);
    let (mut column, mut shown, mut skipped) = (0, String::new(), 0);
    for cell in cells::cells(text) {
        if column >= hidden {
            shown.push_str(&cell.shown);
        } else {
            skipped = column + cell.width;
        }
        column += cell.width;
    }
    let shown = clean::fit(&shown, room, "");
    let mut span = theme.span(shown, Role::Input);
    if question.held {
        span.style = span.style.add_modifier(Modifier::REVERSED);
    }
    Line::from(span).render(inside, buffer);
    let x = inside.x + (before - skipped.min(before)) as u16;
    Some((x.min(inside.right().saturating_sub(1)), inside.y))
}
