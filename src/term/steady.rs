//! What draws cells onto the terminal: crossterm's backend, and the cursor placed anew after every grapheme whose width
//! terminals disagree about. Never decides what a cell holds.

use std::io::{self, Write};

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

use crate::app::cells;

/// The backend. A family of emoji is two columns in one terminal and eight in another: what follows it on its row is
/// where it belongs in both.
pub(super) struct Steady<W: Write>(pub(super) CrosstermBackend<W>);

impl<W: Write> Backend for Steady<W> {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> io::Result<()> {
        // Each call of the inner one places the cursor first.
        let mut part = Vec::new();
        for (x, y, cell) in content {
            part.push((x, y, cell));
            if cells::is_odd(cell.symbol()) {
                self.0.draw(part.drain(..))?;
            }
        }
        self.0.draw(part.into_iter())
    }

    fn append_lines(&mut self, count: u16) -> io::Result<()> {
        self.0.append_lines(count)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.0.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.0.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        self.0.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.0.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use ratatui::backend::{Backend as _, CrosstermBackend};
    use ratatui::buffer::Cell;

    use super::Steady;

    #[test]
    fn the_cursor_is_placed_after_what_terminals_count_differently() {
        let cells = [("a", 0), ("b", 1), ("👩\u{200d}🚀", 2), ("│", 4)].map(|(symbol, x)| {
            let mut cell = Cell::default();
            cell.set_symbol(symbol);
            (cell, x)
        });
        let mut out = Vec::new();
        Steady(CrosstermBackend::new(&mut out)).draw(cells.iter().map(|(cell, x)| (*x, 0, cell))).expect("written");
        let text = String::from_utf8(out).expect("text");
        assert!(text.contains("ab👩"), "ordinary ones follow one another: {text:?}");
        let frame = text.find('│').expect("drawn");
        assert!(text[..frame].ends_with("\u{1b}[1;5H"), "{text:?}");
    }
}
