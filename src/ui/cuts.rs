//! The screen of cuts: what they break, how large the chunks are, and every cut with a line of text on each side.
//! Never draws a row that is not visible: a folder may have a hundred thousand.

mod head;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Widget};

use super::rows::{Row, advice, nth, say_unseen};
use super::theme::{Role, Theme};
use super::{clean, number, rect};
use crate::app::Model;
use crate::app::cells;
use crate::app::cuts::Frames;
use crate::app::facts;
use crate::app::geometry::Area;
use crate::app::model::Phase;
use crate::retrieve::trace::{ChunkId, Entry};

/// Draws the screen.
pub(super) fn draw(model: &Model, theme: &Theme, body: Area, screen: Rect, buffer: &mut Buffer) {
    let area = rect(body, screen);
    let frame = Block::bordered().border_set(theme.glyphs.frame_focus).border_style(theme.style(Role::BorderFocus));
    let title = clean::fit(&title(model, theme), usize::from(area.width.saturating_sub(4)), theme.glyphs.more);
    frame.title(Line::from(theme.span(title, Role::TitleFocus))).render(area, buffer);
    let frames = Frames::of(body);
    head::draw(model, theme, rect(frames.facts, screen), buffer);
    let table = rect(frames.table, screen);
    let columns = Columns::of(model, usize::from(table.width), frames.sides.height == 0);
    sides(model, theme, rect(frames.sides, screen), buffer);
    let list = (model.cuts.list.top, frames.window(), model.cuts.shown.len());
    let taken = say_unseen(theme, list, 2, area, buffer);
    weighed(model, theme, 2 + taken, area, buffer);
    if model.cuts.shown.is_empty() {
        return advice(theme, &[nothing(model)], table, buffer);
    }
    if let Some(place) = nth(table, 0) {
        heading(theme, &columns, place, buffer);
    }
    let shown = model.cuts.shown.iter().enumerate().skip(model.cuts.list.top).take(frames.window());
    for (line, (at, left)) in shown.enumerate() {
        let Some(place) = nth(table, line + 1) else { break };
        one(model, theme, &columns, *left, at == model.cuts.list.cursor, place, buffer);
        if at == model.cuts.list.cursor {
            buffer.set_style(place, theme.style(Role::Cursor));
        }
    }
}

/// What the frame says: how many, of which, in which order.
fn title(model: &Model, theme: &Theme) -> String {
    let (cuts, dot) = (&model.cuts, theme.glyphs.dot);
    let shown = number::count(cuts.shown.len());
    let mut title = format!(" Cuts {dot} {shown} of {}, {}", number::count(model.facts.cuts), cuts.sort.name());
    if let Some(warning) = cuts.filter {
        title = format!("{title} {dot} {}", warning.as_str());
    }
    if let Some(document) = cuts.document.and_then(|at| model.corpus.documents.get(at)) {
        title = format!("{title} {dot} {}", clean::line(&document.path));
    }
    if !cuts.words.is_empty() {
        title = format!("{title} {dot} path holds {}", clean::line(&cuts.words));
    }
    theme.glyphs.plain(&format!("{title} ")).into_owned()
}

/// On the lower border from column `from` on: why the cut under the cursor stands where it does.
fn weighed(model: &Model, theme: &Theme, from: u16, frame: Rect, buffer: &mut Buffer) {
    let Some(left) = model.cuts.shown.get(model.cuts.list.cursor) else { return };
    let warnings = &model.corpus.chunk(*left).warnings;
    let parts: Vec<_> = warnings.iter().map(|one| format!("{} {}", one.as_str(), facts::weight(*one))).collect();
    let sum = format!("weight {} = {}", number::count(facts::badness(warnings) as usize), parts.join(" + "));
    let sum = if parts.is_empty() { "weight 0: it breaks nothing".to_owned() } else { sum };
    let dot = theme.glyphs.dot;
    let wordings = [
        format!(" {sum} {dot} worst = heaviest, then smallest 1−cos (sides most alike) "),
        format!(" {sum} {dot} worst = heaviest, then smallest 1−cos "),
        format!(" {sum} "),
    ];
    let room = usize::from(frame.width.saturating_sub(from + 2));
    let Some(text) = wordings.into_iter().find(|text| cells::width(text) <= room) else { return };
    let text = theme.glyphs.plain(&text).into_owned();
    let width = cells::width(&text) as u16;
    let place = Rect::new(frame.right().saturating_sub(width + 1), frame.bottom().saturating_sub(1), width, 1);
    Line::from(theme.span(text, Role::Subtitle)).render(place.intersection(frame), buffer);
}

/// Why there is no row.
fn nothing(model: &Model) -> &'static str {
    let cuts = &model.cuts;
    match model.build.phase {
        Phase::Reading if model.corpus.documents.is_empty() => "The folder is being read.",
        _ if model.facts.cuts == 0 => "No document has two chunks, so nothing is cut.",
        _ if cuts.filter.is_some() || cuts.document.is_some() || !cuts.words.is_empty() => {
            "No cut is left by these filters. f and F change what they break, d and / the documents."
        }
        _ => "No document has two chunks, so nothing is cut.",
    }
}

/// Columns of the table at one width.
struct Columns {
    path: usize,
    cut: usize,
    warnings: usize,
    /// Of a weight, `3,510`; 0 = there is no room for it.
    weight: usize,
    tokens: usize,
    /// Of the text on one side; 0 = there is no room for it.
    side: usize,
}

impl Columns {
    fn of(model: &Model, width: usize, texts: bool) -> Self {
        let path = model.facts.longest.clamp(
            8,
            if width >= 140 {
                24
            } else if width >= 100 {
                20
            } else {
                (width / 4).clamp(8, 18)
            },
        );
        let warnings = (width / 5).clamp(13, 30);
        let (cut, tokens, weight) = (8, 12, if width >= 60 { 6 } else { 0 });
        let used = 1 + path + 1 + cut + warnings + 1 + weight + tokens + 6 + 1;
        let side = width.saturating_sub(used + 3) / 2;
        // Without texts in the rows what is broken has all the room that is left.
        let warnings = if texts { warnings } else { (warnings + width.saturating_sub(used)).min(44) };
        Self { path, cut, warnings, weight, tokens, side: if texts && side >= 8 { side } else { 0 } }
    }
}

fn heading(theme: &Theme, columns: &Columns, place: Rect, buffer: &mut Buffer) {
    let mut row = Row::new(theme, place.width);
    row.to(1).column("document", columns.path + 1, Role::Subtitle).column("cut", columns.cut, Role::Subtitle);
    row.column("breaks", columns.warnings + 1, Role::Subtitle);
    if columns.weight > 0 {
        row.number("weight", columns.weight, Role::Subtitle);
    }
    row.number("tokens", columns.tokens, Role::Subtitle).number(&theme.glyphs.plain("1−cos"), 6, Role::Subtitle);
    if columns.side > 0 {
        row.text("  the text on both sides", Role::Subtitle);
    }
    row.draw(place, buffer);
}

fn one(model: &Model, theme: &Theme, columns: &Columns, left: ChunkId, under: bool, place: Rect, buffer: &mut Buffer) {
    let g = &theme.glyphs;
    let corpus = &model.corpus;
    let chunk = corpus.chunk(left);
    let right = ChunkId(left.0 + 1);
    let broken: Vec<_> = chunk.warnings.iter().map(|warning| warning.as_str()).collect();
    let (broken, role) =
        if broken.is_empty() { ("nothing".to_owned(), Role::Dim) } else { (broken.join(" "), Role::Warn) };
    let path = clean::fit_path(corpus.path_of(Entry::Chunk(left)), columns.path, g.more);
    let tokens = format!(
        "{}|{}",
        number::count(chunk.tokens as usize),
        number::count(corpus.chunks.get(right.at()).map_or(0, |right| right.tokens as usize))
    );
    let lost = model.build.breaks.get(left.at()).copied().flatten();
    let lost = lost.map_or_else(|| g.absent.to_owned(), |lost| number::share(f64::from(lost)));
    let mut row = Row::new(theme, place.width);
    row.text(if under { g.cursor } else { " " }, Role::Key).column(&path, columns.path + 1, Role::Text);
    row.column(&format!("{}|{}", chunk.index, chunk.index + 1), columns.cut, Role::Strong);
    row.column(&clean::fit(&broken, columns.warnings, g.more), columns.warnings + 1, role);
    if columns.weight > 0 {
        row.number(&number::count(facts::badness(&chunk.warnings) as usize), columns.weight, Role::Text);
    }
    row.number(&tokens, columns.tokens, Role::Dim).number(&lost, 6, Role::Dim).text(" ", Role::Text);
    if columns.side > 0 {
        let before = clean::squeezed(tail(corpus.chunk_text(left)));
        row.text(&clean::right(&fit_end(&before, columns.side, g.more), columns.side), Role::Dim);
        row.text(&format!(" {} ", g.frame.vertical_left), Role::CutBroken);
        row.text(&clean::squeezed(head(corpus.chunk_text(right))), Role::Text);
    }
    row.draw(place, buffer);
}

/// The end of the left chunk and the beginning of the right one, a line each.
fn sides(model: &Model, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let Some(left) = model.cuts.shown.get(model.cuts.list.cursor).copied() else { return };
    let (corpus, g) = (&model.corpus, &theme.glyphs);
    let width = usize::from(area.width.saturating_sub(4));
    if let Some(place) = nth(area, 0) {
        let before = clean::squeezed(tail(corpus.chunk_text(left)));
        let mut row = Row::new(theme, place.width);
        row.text(" ", Role::Text).text(&clean::right(&fit_end(&before, width, g.more), width), Role::Dim);
        row.text(" ", Role::Text).text(g.frame.vertical_left, Role::CutBroken).draw(place, buffer);
    }
    if let Some(place) = nth(area, 1) {
        let mut row = Row::new(theme, place.width);
        row.text(" ", Role::Text).text(g.frame.vertical_left, Role::CutBroken).text(" ", Role::Text);
        row.text(&clean::squeezed(head(corpus.chunk_text(ChunkId(left.0 + 1)))), Role::Text).draw(place, buffer);
    }
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
