//! The one door through which foreign text reaches the screen: what would steer a terminal becomes a visible glyph.
//! Never changes what is stored or searched.

use std::borrow::Cow;

use ratatui::buffer::{Buffer, CellDiffOption};

use crate::app::cells;
use crate::retrieve::text::visible;

/// `text` on one line, safe for a terminal.
pub(super) fn line(text: &str) -> Cow<'_, str> {
    visible::line(text)
}

/// `text` on one line with runs of blank space as one blank, safe for a terminal.
pub(super) fn squeezed(text: &str) -> String {
    line(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

/// `text` cut to at most `width` columns, with `more` at its end where something is missing.
pub(super) fn fit(text: &str, width: usize, more: &str) -> String {
    if cells::width(text) <= width {
        return line(text).into_owned();
    }
    let room = width.saturating_sub(cells::width(more));
    let mut fitted = String::new();
    let mut used = 0;
    for cell in cells::cells(text) {
        if used + cell.width > room {
            break;
        }
        used += cell.width;
        fitted.push_str(&cell.shown);
    }
    if width >= cells::width(more) {
        fitted.push_str(more);
    }
    fitted
}

/// A path cut to at most `width` columns: its end says more than its beginning.
pub(super) fn fit_path(path: &str, width: usize, more: &str) -> String {
    if cells::width(path) <= width {
        return line(path).into_owned();
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let shortened = format!("{more}/{name}");
    if name.len() < path.len() && cells::width(&shortened) <= width {
        return line(&shortened).into_owned();
    }
    fit(name, width, more)
}

/// `text` cut or filled to exactly `width` columns.
pub(super) fn pad(text: &str, width: usize, more: &str) -> String {
    let mut fitted = fit(text, width, more);
    let used = cells::width(&fitted);
    fitted.extend(std::iter::repeat_n(' ', width.saturating_sub(used)));
    fitted
}

/// `text` filled on the left to `width` columns.
pub(super) fn right(text: &str, width: usize) -> String {
    let used = cells::width(text);
    format!("{}{text}", " ".repeat(width.saturating_sub(used)))
}

/// The last look at a finished screen, whoever wrote it: no cell may hold what would steer a terminal or join with the
/// cell beside it, and a row on which terminals may lose count is drawn anew with every frame, its borders too.
pub(super) fn guard(buffer: &mut Buffer) {
    let width = usize::from(buffer.area.width.max(1));
    for row in buffer.content.chunks_mut(width) {
        let mut odd = false;
        for cell in row.iter_mut().filter(|cell| cell.symbol().len() > 1 || cell.symbol() < " ") {
            let symbol = cell.symbol();
            if symbol.chars().any(|c| visible::glyph(c).is_some()) {
                cell.set_symbol("?");
            } else if let Some(settled) = settled(symbol) {
                cell.set_symbol(&settled);
            }
            odd |= cells::is_odd(cell.symbol());
        }
        if odd {
            for cell in row {
                cell.set_diff_option(CellDiffOption::AlwaysUpdate);
            }
        }
    }
}

/// Joins what follows it to what stands before it, into one grapheme.
const JOINER: char = '\u{200d}';

/// Bytes that every terminal keeps for one cell: tmux has room for 21 and drops a character that does not fit, and with
/// it its count of columns.
const CELL: usize = 20;

/// A grapheme that joins nothing and fits a cell; `None` where it is so already. A joiner at its end would take the next
/// cell in; of marks that stand on one another without end the first ones are shown. What is joined stays whole.
fn settled(symbol: &str) -> Option<String> {
    let mut settled = symbol.trim_end_matches(JOINER);
    if settled.len() > CELL && !settled.contains(JOINER) {
        settled = &settled[..settled.floor_char_boundary(CELL)];
    }
    (settled.len() < symbol.len()).then(|| if settled.is_empty() { " ".to_owned() } else { settled.to_owned() })
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::{Buffer, CellDiffOption};
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::{guard, settled};

    #[test]
    fn a_grapheme_joins_nothing_beside_it_and_fits_a_cell() {
        assert_eq!(settled("a\u{200d}").as_deref(), Some("a"));
        assert_eq!(settled("\u{200d}").as_deref(), Some(" "));
        assert_eq!(settled("👩\u{200d}🚀"), None, "what is joined is one");
        assert_eq!(settled("e\u{301}"), None);
        let marks = format!("e{}", "\u{301}".repeat(200));
        assert_eq!(settled(&marks).as_deref(), Some(format!("e{}", "\u{301}".repeat(9)).as_str()));
    }

    #[test]
    fn a_row_with_what_terminals_count_differently_is_always_drawn_whole() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 8, 2));
        buffer.set_string(0, 0, "plain │", Style::new());
        buffer.set_string(0, 1, "👩\u{200d}🚀 a │", Style::new());
        guard(&mut buffer);
        let always = |y: u16| (0..8).filter(|x| buffer[(*x, y)].diff_option == CellDiffOption::AlwaysUpdate).count();
        assert_eq!([always(0), always(1)], [0, 8]);
    }
}
