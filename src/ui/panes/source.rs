//! Source: the text with its lines, chunks, cuts, seam windows, syntax colours and the words of the question.
//! Never lays out a row that is not visible; `app::sheet` says where rows begin.

mod map;
mod rule;
mod text;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::Model;
use crate::app::cells;
use crate::app::facts;
use crate::app::geometry::Area;
use crate::app::model::Phase;
use crate::app::select::By;
use crate::app::sheet::{Line, Row as SheetRow};
use crate::app::source::{Gutter, MAP};
use crate::retrieve::span::Span;
use crate::retrieve::trace::{ChunkId, Entry, SeamId};
use crate::ui::rows::{Row, advice, nth};
use crate::ui::theme::{Role, Theme};
use crate::ui::{clean, number};

pub(super) fn subtitle(model: &Model, theme: &Theme, room: usize) -> String {
    let Some(document) = model.document() else { return String::new() };
    let dot = theme.glyphs.dot;
    let chunks = model.facts.documents.get(model.source.document).map_or(0, |facts| facts.chunks);
    let Some((id, chunk)) = model.chunk_here().map(|id| (id, model.corpus.chunk(id))) else {
        return clean::fit_path(&document.path, room, theme.glyphs.more);
    };
    let [first, last] = model.source.samples.on(&document.text).lines_of(chunk.span);
    let here = format!("chunk {} of {chunks}", chunk.index);
    let windows = model.build.windows.get(id.at()).copied().unwrap_or(1);
    let windows = if windows > 1 { format!(" in {windows} windows") } else { String::new() };
    let size = format!("{} tok{windows}", number::count(chunk.tokens as usize));
    let lines = format!("lines {}{}{}", number::count(first), theme.glyphs.minus, number::count(last));
    let tails = [
        format!(" {dot} {here} {dot} {size} {dot} {lines}"),
        format!(" {dot} {here} {dot} {size}"),
        format!(" {dot} {here}"),
    ];
    let wanted = cells::width(&document.path).min(24);
    let tail = tails.into_iter().find(|tail| cells::width(tail) + wanted <= room).unwrap_or_default();
    let path = clean::fit_path(&document.path, room.saturating_sub(cells::width(&tail)), theme.glyphs.more);
    format!("{path}{tail}")
}

pub(super) fn draw(model: &Model, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let inner = Area::new(area.x, area.y, area.width, area.height);
    let rows = model.visible(inner);
    if rows.is_empty() {
        let sentence = match &model.build.phase {
            Phase::Failed(what) => what.as_str(),
            Phase::Reading => "Reading the folder. The text stands here as soon as it is cut.",
            _ => "No text is open. Documents lists what there is.",
        };
        return advice(theme, &[sentence], area, buffer);
    }
    let gutter = model.gutter(inner);
    let terms = text::Terms::of(model.question.asked.as_deref().filter(|_| model.answer.is_some()));
    let here = model.source.document;
    let evidence = model.evidence().unwrap_or_default();
    let evidence: Vec<_> = evidence.into_iter().filter(|(of, _)| *of == here).map(|(_, span)| span).collect();
    let selected = model.selection();
    let by_rows = model.source.selection.is_some_and(|selection| selection.by == By::Rows);
    let whole_rows = selected.filter(|_| by_rows);
    let characters = selected.filter(|_| !by_rows);
    let mut fresh = true;
    for (at, row) in rows.iter().enumerate() {
        let Some(place) = nth(area, at) else { break };
        match row {
            SheetRow::Cut(cut) => {
                let width = place.width.saturating_sub(MAP);
                rule::draw(model, theme, *cut, Rect { width, ..place }, buffer);
                fresh = true;
            }
            SheetRow::Text(line) => {
                text_row(model, theme, gutter, line, fresh, &terms, &evidence, focused, place, buffer);
                if let Some(span) = characters {
                    let before = gutter.width() as u16;
                    let width = place.width.saturating_sub(before + MAP);
                    let inside = Rect { x: place.x + before.min(place.width), width, ..place };
                    text::select(model, theme, line, span, inside, buffer);
                }
                if whole_rows
                    .is_some_and(|span| line.span.start < span.end.max(span.start + 1) && span.start < line.next)
                {
                    buffer.set_style(place, theme.style(Role::CursorIdle));
                    buffer.set_style(Rect { width: gutter.width() as u16, ..place }, theme.style(Role::Cursor));
                }
                fresh = false;
            }
        }
    }
    map::draw(model, theme, &rows, &evidence, area, buffer);
}

#[allow(clippy::too_many_arguments)]
fn text_row(
    model: &Model,
    theme: &Theme,
    gutter: Gutter,
    line: &Line,
    fresh: bool,
    terms: &text::Terms,
    evidence: &[Span],
    focused: bool,
    place: Rect,
    buffer: &mut Buffer,
) {
    let g = &theme.glyphs;
    let document = model.source.document;
    let chunk = facts::chunk_at(&model.corpus, document, line.span.start);
    let window = window(model, line);
    let under = line.span.start == model.source.cursor;
    let mut row = Row::new(theme, gutter.width() as u16);
    if gutter.lines > 0 {
        let number = if line.begins || fresh {
            let text = model.document().map_or("", |document| &document.text);
            model.source.samples.on(text).line_of(line.span.start).to_string()
        } else {
            String::new()
        };
        row.number(&number, gutter.lines, if under { Role::Strong } else { Role::Dim });
    }
    row.text(if under { g.cursor } else { " " }, Role::Key);
    let (mark, band) = chunk.map_or((" ", Role::Dim), |id| standing(model, theme, id));
    let numbered = line.begins || fresh;
    row.text(if numbered { mark } else { " " }, band);
    let label = chunk.filter(|_| numbered).map_or(String::new(), |id| model.corpus.label(Entry::Chunk(id)));
    row.number(&label, gutter.chunks, band);
    let parity = chunk.map_or(0, |id| model.corpus.chunk(id).index as usize % 2);
    row.text(if chunk.is_some() { g.bands[parity] } else { " " }, band);
    let shared = chunk.is_some_and(|id| overlap(model, id).contains(line.span.start));
    match (window, shared) {
        (Some((seam, _)), _) => row.text(g.window, window_role(model, seam)),
        (None, true) => row.text(g.overlap, Role::Overlap),
        (None, false) => row.text(" ", Role::Text),
    };
    let piece = evidence.iter().any(|piece| piece.start < line.next && line.span.start < piece.end);
    row.text(if piece { g.evidence } else { " " }, Role::Evidence).draw(place, buffer);
    if under && focused {
        let width = (gutter.lines as u16).min(place.width);
        buffer.set_style(Rect { width, ..place }, theme.style(Role::Cursor));
    }
    let before = (gutter.width() as u16).min(place.width);
    let width = place.width.saturating_sub(before + MAP);
    let inside = Rect { x: place.x + before, width, ..place };
    // Right after a cut before a line end: without a sign the chunk would seem to begin with an empty line.
    let parted = line.span.is_empty() && !line.begins && line.next > line.span.end;
    let used = if parted {
        Row::new(theme, width).text(g.line_end, Role::Dim).draw(inside, buffer);
        1
    } else {
        text::draw(model, theme, line, terms, inside, buffer)
    };
    if let Some((seam, edge)) = window.filter(|(_, edge)| *edge != Edge::Inside) {
        label_window(model, theme, seam, edge, usize::from(width).saturating_sub(used), inside, buffer);
    }
}

/// How a chunk stands: its mark and the role of its band.
fn standing(model: &Model, theme: &Theme, id: ChunkId) -> (&'static str, Role) {
    let place = model.answer.as_ref().and_then(|answer| answer.place(id));
    match place {
        Some(place) if place.expanded => (theme.glyphs.plus, Role::BandExpanded),
        Some(_) => (theme.glyphs.chunk, Role::BandIncluded),
        None if model.corpus.chunk(id).index.is_multiple_of(2) => (" ", Role::BandEven),
        None => (" ", Role::BandOdd),
    }
}

/// The part of a chunk that the chunk before it holds too.
fn overlap(model: &Model, id: ChunkId) -> Span {
    let span = model.corpus.chunk(id).span;
    let before = model.corpus.neighbour(id, -1).map_or(0, |left| model.corpus.chunk(left).span.end);
    Span::new(span.start, before.clamp(span.start, span.end))
}

/// Which part of a seam window a row shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// It begins here.
    First,
    /// It ends here.
    Last,
    /// Neither.
    Inside,
}

/// The seam whose window reaches into a row.
fn window(model: &Model, line: &Line) -> Option<(SeamId, Edge)> {
    let range = model.corpus.seam_ranges.get(model.source.document)?;
    let seams = model.corpus.seams.get(range.start as usize..range.end as usize)?;
    let (from, to) = (line.span.start, line.span.end.max(line.span.start + 1));
    let at = seams.partition_point(|seam| seam.span.end <= from);
    let seam = seams.get(at).filter(|seam| seam.span.start < to)?;
    let edge = if seam.span.start >= from {
        Edge::First
    } else if seam.span.end <= line.next {
        Edge::Last
    } else {
        Edge::Inside
    };
    Some((SeamId(range.start + at as u32), edge))
}

/// The role of a seam's window.
fn window_role(model: &Model, seam: SeamId) -> Role {
    match model.answer.as_ref().and_then(|answer| answer.verdict(seam)) {
        Some(verdict) if verdict.fired => Role::Fired,
        Some(_) => Role::Seam,
        None => Role::Window,
    }
}

/// Says at the right edge what a window holds on this side of its cut, where the text leaves room.
fn label_window(model: &Model, theme: &Theme, seam: SeamId, edge: Edge, room: usize, place: Rect, buffer: &mut Buffer) {
    let Some(drawn) = model.corpus.seams.get(seam.at()) else { return };
    let name = model.corpus.label(Entry::Seam(seam));
    let [left, right] = drawn.tokens;
    let g = &theme.glyphs;
    let long = match edge {
        Edge::First => format!("{} seam {name}: {left} tok left of the cut", g.window),
        _ => format!("{} seam {name}: {right} tok right of it", g.window),
    };
    let short = format!("{} {name} {}", g.window, if edge == Edge::First { left } else { right });
    let Some(text) = [long, short].into_iter().find(|text| cells::width(text) + 2 < room) else { return };
    let width = cells::width(&text) as u16;
    let x = place.right().saturating_sub(width);
    Row::new(theme, width).text(&text, window_role(model, seam)).draw(Rect { x, width, ..place }, buffer);
}
