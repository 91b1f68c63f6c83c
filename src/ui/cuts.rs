//! The window with all cuts of the folder, the worst first, and a line of text on each side of each.
//! Never draws a row that is not visible: a folder may have a hundred thousand.

use ratatui::text::Line;

use super::panes;
use super::theme::{Role, Theme};
use super::{clean, number};
use crate::app::Model;
use crate::app::cells;
use crate::app::cuts::{Cuts, FILTERS};
use crate::retrieve::trace::{ChunkId, Entry};

/// What the frame says: how many, and what they break.
pub(super) fn title(model: &Model, theme: &Theme) -> String {
    let filter = model.cuts.filter.map_or_else(|| "all".to_owned(), |warning| panes::name_of(warning).to_owned());
    let dot = theme.glyphs.dot;
    format!(" Cuts, worst first {dot} {} {dot} {filter} (f filters) ", number::count(model.cuts.shown.len()))
}

/// The counts of each warning, for the first line.
pub(super) fn counts<'a>(model: &Model, theme: &'a Theme, width: u16) -> Line<'a> {
    let mut line = vec![theme.span(" ", Role::Text)];
    let mut used = 1;
    for warning in FILTERS {
        let count = Cuts::count(&model.corpus, warning);
        if count == 0 {
            continue;
        }
        let text = format!("{} {}  ", number::count(count), panes::name_of(warning));
        used += cells::width(&text);
        if used > usize::from(width) {
            break;
        }
        let role = if model.cuts.filter == Some(warning) { Role::Strong } else { Role::Subtitle };
        line.push(theme.span(text, role));
    }
    Line::from(line)
}

/// The rows from `top` on.
pub(super) fn lines<'a>(model: &Model, theme: &'a Theme, width: u16, top: usize, rows: usize) -> Vec<Line<'a>> {
    let shown = model.cuts.shown.iter().skip(top).take(rows);
    shown.map(|left| line(model, theme, usize::from(width), *left)).collect()
}

fn line<'a>(model: &Model, theme: &'a Theme, width: usize, left: ChunkId) -> Line<'a> {
    let g = &theme.glyphs;
    let corpus = &model.corpus;
    let chunk = corpus.chunk(left);
    let right = ChunkId(left.0 + 1);
    let broken: Vec<_> = chunk.warnings.iter().map(|warning| panes::name_of(*warning)).collect();
    let (broken, role) =
        if broken.is_empty() { ("nothing broken".to_owned(), Role::Dim) } else { (broken.join(" "), Role::Warn) };
    let name = if width >= 70 { 20 } else { 10 };
    let warnings = (width / 4).clamp(12, 30);
    let path = clean::fit_path(panes::path(corpus, Entry::Chunk(left)), name, g.more);
    let cut = format!("{}|{}", chunk.index, chunk.index + 1);
    let lost = model.build.breaks.get(left.at()).copied().flatten();
    let lost = lost.map_or_else(|| g.absent.to_owned(), |lost| number::share(f64::from(lost)));
    let mut spans = vec![
        theme.span(" ", Role::Text),
        theme.span(clean::pad(&path, name + 1, ""), Role::Text),
        theme.span(clean::pad(&cut, 8, g.more), Role::Strong),
        theme.span(clean::pad(&broken, warnings, g.more), role),
        theme.span(format!(" {} ", clean::right(&lost, 4)), Role::Dim),
    ];
    let used = name + 2 + 8 + warnings + 6;
    if let Some(room) = width.checked_sub(used).filter(|room| *room >= 16) {
        let side = (room - 3) / 2;
        let before = clean::squeezed(tail(corpus.chunk_text(left)));
        spans.push(theme.span(clean::right(&fit_end(&before, side, g.more), side), Role::Dim));
        spans.push(theme.span(format!(" {} ", g.frame.vertical_left), Role::CutBroken));
        let after = clean::squeezed(head(corpus.chunk_text(right)));
        spans.push(theme.span(clean::fit(&after, side, g.more), Role::Text));
    }
    Line::from(spans)
}

/// The last words of a text: enough for half a line.
fn tail(text: &str) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(300))..]
}

/// The first words of a text: enough for half a line.
fn head(text: &str) -> &str {
    &text[..text.floor_char_boundary(text.len().min(300))]
}

/// `text` cut at its beginning to at most `width` columns.
fn fit_end(text: &str, width: usize, more: &str) -> String {
    let all: usize = cells::width(text);
    if all <= width {
        return text.to_owned();
    }
    let mut over = all + cells::width(more) - width.min(all);
    let mut start = text.len();
    for cell in cells::cells(text) {
        if over == 0 {
            start = cell.at;
            break;
        }
        over = over.saturating_sub(cell.width);
    }
    format!("{more}{}", &text[start..])
}
