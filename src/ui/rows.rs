//! Building one line of a table: text in roles, filled to columns.
//! Never longer than its width: what does not fit is cut with a sign.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::theme::{Role, Theme};
use super::{clean, number};
use crate::app::cells;

/// A line under construction.
pub(super) struct Row<'a> {
    theme: &'a Theme,
    width: usize,
    used: usize,
    spans: Vec<Span<'a>>,
}

impl<'a> Row<'a> {
    /// An empty line of `width` columns.
    pub(super) fn new(theme: &'a Theme, width: u16) -> Self {
        Self { theme, width: usize::from(width), used: 0, spans: Vec::new() }
    }

    /// Columns that are left.
    pub(super) fn left(&self) -> usize {
        self.width - self.used
    }

    /// Text in a role, cut where the line ends.
    pub(super) fn text(&mut self, text: &str, role: Role) -> &mut Self {
        self.styled(text, self.theme.style(role))
    }

    /// Text in a style, cut where the line ends.
    pub(super) fn styled(&mut self, text: &str, style: Style) -> &mut Self {
        let fitted = clean::fit(text, self.left(), self.theme.glyphs.more);
        self.used += cells::width(&fitted);
        if !fitted.is_empty() {
            self.spans.push(Span::styled(fitted, style));
        }
        self
    }

    /// Text in a role, cut or filled to exactly `width` columns.
    pub(super) fn column(&mut self, text: &str, width: usize, role: Role) -> &mut Self {
        let padded = clean::pad(text, width, self.theme.glyphs.more);
        self.text(&padded, role)
    }

    /// Text in a role, filled on the left to `width` columns.
    pub(super) fn number(&mut self, text: &str, width: usize, role: Role) -> &mut Self {
        self.text(&clean::right(text, width), role)
    }

    /// Blanks up to a column.
    pub(super) fn to(&mut self, column: usize) -> &mut Self {
        let blanks = column.min(self.width).saturating_sub(self.used);
        self.text(&" ".repeat(blanks), Role::Text)
    }

    /// Blanks, then `text` up to the right edge; nothing where it does not fit.
    pub(super) fn at_right(&mut self, text: &str, role: Role) -> &mut Self {
        let width = cells::width(text);
        if width < self.left() {
            self.to(self.width - width).text(text, role);
        }
        self
    }

    /// The line itself, for a window that scrolls.
    pub(super) fn line(&mut self) -> Line<'a> {
        Line::from(std::mem::take(&mut self.spans))
    }

    /// Draws the line.
    pub(super) fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        Line::from(std::mem::take(&mut self.spans)).render(area, buffer);
    }
}

/// The row of an area with this place, if it has one.
pub(super) fn nth(area: Rect, row: usize) -> Option<Rect> {
    let row = u16::try_from(row).ok().filter(|row| *row < area.height)?;
    Some(Rect { y: area.y + row, height: 1, ..area })
}

/// How many rows of a list of `len` are out of sight when `window` of them are seen from `top` on: `3 above, 12 below`.
/// Empty where all are seen.
pub(super) fn unseen(top: usize, window: usize, len: usize) -> String {
    let below = len.saturating_sub(top + window);
    match (top, below) {
        (0, 0) => String::new(),
        (0, below) => format!("{} more below", number::count(below)),
        (above, 0) => format!("{} more above", number::count(above)),
        (above, below) => format!("{} above, {} below", number::count(above), number::count(below)),
    }
}

/// Says on the lower border of a frame, from column `from` of it on, how many rows of a list are out of sight; nothing
/// where it does not fit. The columns that it takes.
pub(super) fn say_unseen(
    theme: &Theme,
    (top, window, len): (usize, usize, usize),
    from: u16,
    frame: Rect,
    buffer: &mut Buffer,
) -> u16 {
    let text = unseen(top, window, len);
    let width = text.len() as u16 + 2;
    if text.is_empty() || frame.height == 0 || from + width + 1 > frame.width {
        return 0;
    }
    let place = Rect::new(frame.x + from, frame.bottom() - 1, width, 1);
    Line::from(theme.span(format!(" {text} "), Role::Advice)).render(place, buffer);
    width
}

/// Draws sentences that say what to do, wrapped, from the first row on.
pub(super) fn advice(theme: &Theme, sentences: &[&str], area: Rect, buffer: &mut Buffer) {
    let inside = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let mut at = usize::from(area.height > 6);
    for sentence in sentences {
        let sentence = theme.glyphs.plain(sentence);
        for part in cells::wrapped(&sentence, usize::from(inside.width)) {
            let Some(area) = nth(inside, at) else { return };
            Line::from(theme.span(clean::line(part), Role::Advice)).render(area, buffer);
            at += 1;
        }
    }
}
