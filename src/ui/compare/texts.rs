//! One text in two columns, cut as each configuration cuts it; a row that one of them cuts is a row of both.
//! Never lays out a row that is not visible.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::Model;
use crate::app::cells;
use crate::app::compare::{Edge, Frames, Other};
use crate::app::facts;
use crate::app::sheet::{Line, Row as SheetRow};
use crate::retrieve::trace::{ChunkId, Corpus, Entry, Trace};
use crate::ui::rows::{Row, advice, nth};
use crate::ui::theme::{Role, Theme};
use crate::ui::{clean, rect};

/// One configuration as a column shows it.
struct Side<'a> {
    /// 0 = here, 1 = there.
    number: usize,
    corpus: &'a Corpus,
    trace: Option<&'a Trace>,
    /// The open document's number in it.
    document: Option<usize>,
}

impl Side<'_> {
    fn holds(&self, chunk: ChunkId) -> bool {
        self.trace.is_some_and(|trace| trace.budget.chunks.contains(&chunk))
    }

    fn fires(&self, left: ChunkId) -> bool {
        let fired = |trace: &Trace| trace.verdicts.iter().any(|verdict| verdict.fired && verdict.left == left);
        self.trace.is_some_and(fired)
    }
}

pub(super) fn draw(model: &Model, other: &Other, theme: &Theme, frames: Frames, screen: Rect, buffer: &mut Buffer) {
    let open = model.source.document;
    let Some(edges) = model.compare.difference.edges.documents.get(open) else {
        return advice(
            theme,
            &["The texts stand here as soon as both sides are cut."],
            rect(frames.here, screen),
            buffer,
        );
    };
    let near = Side {
        number: 0,
        corpus: &model.corpus,
        trace: model.answer.as_ref().map(|answer| &*answer.trace),
        document: Some(open),
    };
    let far = Side { number: 1, corpus: &other.corpus, trace: other.trace.as_deref(), document: edges.other };
    let rows = model.compared_rows(frames);
    let text = model.document().map_or("", |document| document.text.as_str());
    let one_column = frames.there.width == 0;
    for (side, area) in [(&near, frames.here), (&far, frames.there)] {
        let area = rect(area, screen);
        let mut fresh = true;
        for (at, row) in rows.iter().enumerate() {
            let Some(place) = nth(area, at) else { break };
            match row {
                SheetRow::Cut(cut) => {
                    if let Some(edge) = edges.edges.get(*cut) {
                        let sides = if one_column { [Some(&near), Some(&far)] } else { [Some(side), None] };
                        rule(theme, *edge, sides, place, buffer);
                    }
                    fresh = true;
                }
                SheetRow::Text(line) => {
                    text_row(model, theme, side, text, line, fresh, place, buffer);
                    fresh = false;
                }
            }
        }
    }
}

/// The rule of a cut, in each of `sides` that makes it; an empty row where none of them does.
fn rule(theme: &Theme, edge: Edge, sides: [Option<&Side<'_>>; 2], place: Rect, buffer: &mut Buffer) {
    let g = &theme.glyphs;
    let mut row = Row::new(theme, place.width);
    let cutting: Vec<(&Side<'_>, ChunkId)> =
        sides.into_iter().flatten().filter_map(|side| Some((side, edge.left[side.number]?))).collect();
    let Some(((side, left), rest)) = cutting.split_first() else {
        return row.draw(place, buffer);
    };
    let chunk = side.corpus.chunk(*left);
    let fires = side.fires(*left);
    let role = match (edge.shared(), fires) {
        (_, true) => Role::Fired,
        (true, false) => Role::Cut,
        (false, false) => Role::CutBroken,
    };
    let line = if fires { g.cut_fired } else { g.cut };
    let label = |side: &Side<'_>, left: ChunkId| {
        let entry = facts::seam_after(side.corpus, left).map(Entry::Seam);
        let index = side.corpus.chunk(left).index;
        entry.map_or_else(|| format!("{index}|{}", index + 1), |entry| side.corpus.label(entry))
    };
    row.text(&line.repeat(2), role).text(&format!(" {} ", label(side, *left)), Role::Strong);
    for (side, left) in rest {
        row.text(&format!("and there {} ", label(side, *left)), Role::Strong);
    }
    let alone = match (edge.shared(), side.number) {
        (true, _) => "in both",
        (false, 0) => "only here",
        (false, _) => "only there",
    };
    let broken: Vec<_> = chunk.warnings.iter().map(|warning| warning.as_str()).collect();
    let mut parts = vec![(alone.to_owned(), if edge.shared() { Role::Dim } else { Role::Strong })];
    if fires {
        parts.push((format!("{} fires", g.fired), Role::Fired));
    }
    if !broken.is_empty() {
        parts.push((format!("{} {}", g.broken, broken.join(" ")), Role::CutBroken));
    }
    for (text, of) in parts {
        if cells::width(&text) + 4 <= row.left() {
            row.text(line, role).text(" ", Role::Text).text(&text, of).text(" ", Role::Text);
        }
    }
    row.text(&line.repeat(row.left()), role).draw(place, buffer);
}

#[allow(clippy::too_many_arguments)]
fn text_row(
    model: &Model,
    theme: &Theme,
    side: &Side<'_>,
    text: &str,
    line: &Line,
    fresh: bool,
    place: Rect,
    buffer: &mut Buffer,
) {
    let g = &theme.glyphs;
    let under = line.span.start == model.compare.cursor;
    let chunk = side.document.and_then(|document| facts::chunk_at(side.corpus, document, line.span.start));
    let held = chunk.is_some_and(|chunk| side.holds(chunk));
    let numbered = fresh || line.begins;
    let band = match (held, chunk.map(|chunk| side.corpus.chunk(chunk).index.is_multiple_of(2))) {
        (true, _) => Role::BandIncluded,
        (false, Some(true)) => Role::BandEven,
        (false, _) => Role::BandOdd,
    };
    let mut row = Row::new(theme, place.width);
    row.text(if under { g.cursor } else { " " }, Role::Key);
    row.text(if held && numbered { g.chunk } else { " " }, band);
    let label = chunk.filter(|_| numbered).map_or(String::new(), |chunk| side.corpus.chunk(chunk).index.to_string());
    row.number(&label, 3, band);
    let parity = chunk.map_or(0, |chunk| side.corpus.chunk(chunk).index as usize % 2);
    row.text(if chunk.is_some() { g.bands[parity] } else { " " }, band).text(" ", Role::Text);
    let shown = line.span.of(text);
    row.text(&clean::line(&expanded(shown)), if held { Role::Text } else { Role::Dim }).draw(place, buffer);
    if under {
        let width = 6.min(place.width);
        buffer.set_style(Rect { width, ..place }, theme.style(Role::Cursor));
    }
}

/// A row as its cells are drawn, tabs at their stops.
fn expanded(text: &str) -> String {
    cells::cells(text.trim_end()).map(|cell| cell.shown).collect()
}
