//! The one door through which foreign text reaches the screen: what would steer a terminal becomes a visible glyph.
//! Never changes what is stored or searched.

use std::borrow::Cow;

use ratatui::buffer::Buffer;

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

/// The last look at a finished screen: no cell may hold what would steer a terminal, whoever wrote it.
pub(super) fn guard(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let symbol = cell.symbol();
        if (symbol.len() > 1 || symbol.bytes().any(|byte| byte.is_ascii_control()))
            && symbol.chars().any(|c| visible::glyph(c).is_some())
        {
            cell.set_symbol("?");
        }
    }
}
