//! The whole document from top to bottom. In the column at the right edge of the text: where cuts break something, where
//! the chunks of the context and the evidence begin, where seams fire; on the border beside it: what is visible.
//! Never a scale of rows: it counts bytes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::Model;
use crate::app::sheet::Row;
use crate::app::source::MAP;
use crate::retrieve::span::Span;
use crate::retrieve::trace::{ChunkId, SeamId};
use crate::ui::rows::nth;
use crate::ui::theme::{Role, Theme};

pub(super) fn draw(model: &Model, theme: &Theme, rows: &[Row], evidence: &[Span], area: Rect, buffer: &mut Buffer) {
    let Some(document) = model.document() else { return };
    let (height, length) = (usize::from(area.height), document.text.len());
    if height == 0 || length == 0 || area.width <= MAP {
        return;
    }
    let texts = || rows.iter().filter_map(|row| if let Row::Text(line) = row { Some(line) } else { None });
    let first = texts().next().map_or(0, |line| line.span.start);
    let last = texts().next_back().map_or(length, |line| line.next);
    let mut marks = vec![None; height];
    let place_of = |byte: usize| (byte * height / length).min(height - 1);
    let mut mark = |byte: usize, sign: &'static str, role: Role, weight: u8| {
        let slot = &mut marks[place_of(byte)];
        if slot.is_none_or(|(_, _, other)| other < weight) {
            *slot = Some((sign, role, weight));
        }
    };
    let number = model.source.document;
    let g = &theme.glyphs;
    for byte in model.facts.documents.get(number).map_or(&[][..], |facts| &facts.broken_at) {
        mark(*byte, g.broken, Role::CutBroken, 0);
    }
    for piece in evidence {
        mark(piece.start, g.evidence, Role::Evidence, 3);
    }
    if let (Some(answer), Some(chunks), Some(seams)) =
        (&model.answer, model.corpus.chunk_ranges.get(number), model.corpus.seam_ranges.get(number))
    {
        for id in answer.context().into_iter().filter(|id| chunks.contains(&id.0)) {
            let expanded = answer.place(id).is_some_and(|place| place.expanded);
            let (sign, role) = if expanded { (g.plus, Role::Expanded) } else { (g.chunk, Role::Included) };
            mark(model.corpus.chunk(ChunkId(id.0)).span.start, sign, role, 1);
        }
        for verdict in answer.trace.verdicts.iter().filter(|verdict| seams.contains(&verdict.seam.0)) {
            if answer.verdict(verdict.seam).is_some_and(|verdict| verdict.fired) {
                mark(model.corpus.seam(SeamId(verdict.seam.0)).cut, g.fired, Role::Fired, 2);
            }
        }
    }
    for (row, mark) in marks.iter().enumerate() {
        let Some(place) = nth(area, row) else { break };
        let (from, to) = (row * length / height, (row + 1) * length / height);
        let visible = from < last && first < to.max(from + 1) && area.right() < buffer.area.right();
        if let Some((sign, role)) = mark.map(|(sign, role, _)| (sign, role)) {
            buffer.set_string(area.right() - MAP, place.y, sign, theme.style(role));
        }
        if visible {
            buffer.set_string(area.right(), place.y, g.thumb, theme.style(Role::BorderFocus));
        }
    }
}
