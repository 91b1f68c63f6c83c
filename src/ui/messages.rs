//! The window in which what was said can be read in full.
//! Never shortens a sentence.

use ratatui::text::Line;

use super::clean;
use super::theme::{Role, Theme};
use crate::app::{Model, geometry};

/// The lines of the window, the newest message first.
pub(super) fn lines<'a>(model: &Model, theme: &'a Theme) -> Vec<Line<'a>> {
    let rows = model.message_rows(geometry::popup_text(model.size));
    let line = |row: &crate::app::messages::MessageRow<'_>| {
        let (sign, role) = match (row.first, row.bad) {
            (false, _) => (" ", Role::Text),
            (true, true) => (theme.glyphs.broken, Role::Bad),
            (true, false) => (theme.glyphs.dot, Role::Good),
        };
        Line::from(vec![
            theme.span(format!(" {} ", clean::pad(sign, 2, "")), role),
            theme.span(clean::line(row.text).into_owned(), Role::Text),
        ])
    };
    rows.iter().map(line).collect()
}
