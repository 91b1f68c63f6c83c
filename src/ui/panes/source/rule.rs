//! The line that stands for a cut: which chunks it parts, why the left one ended, what it breaks, its seam.
//! Never judges; warnings and verdicts come from corpus and trace.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::ranking;
use crate::app::Model;
use crate::app::cells;
use crate::app::facts;
use crate::app::story::Fate;
use crate::retrieve::trace::{ChunkId, EndReason, Entry};
use crate::ui::number;
use crate::ui::rows::Row;
use crate::ui::theme::{Role, Theme};

pub(super) fn draw(model: &Model, theme: &Theme, cut: usize, place: Rect, buffer: &mut Buffer) {
    let Some(range) = model.corpus.chunk_ranges.get(model.source.document) else { return };
    let left = ChunkId(range.start + cut as u32);
    let right = ChunkId(left.0 + 1);
    let Some(chunk) = model.corpus.chunks.get(left.at()) else { return };
    let g = &theme.glyphs;
    let seam = facts::seam_after(&model.corpus, left);
    let fate = seam.and_then(|seam| Some(model.answer.as_ref()?.fate(Entry::Seam(seam)))).unwrap_or(Fate::Open);
    let fired = matches!(fate, Fate::Fired(_) | Fate::NoRoomFired(_) | Fate::LateFired(_));
    let broken = chunk.warnings.iter().any(|warning| facts::weight(*warning) > 0);
    let role = match (fired, broken) {
        (true, _) => Role::Fired,
        (false, true) => Role::CutBroken,
        (false, false) => Role::Cut,
    };
    let line = if fired { g.cut_fired } else { g.cut };
    let mut row = Row::new(theme, place.width);
    row.text(&line.repeat(2), role);
    let label = format!(" {}|{} ", model.corpus.label(Entry::Chunk(left)), model.corpus.label(Entry::Chunk(right)));
    row.text(
        &label,
        if model.source.target.is_some_and(|t| Some(t) == seam.map(Entry::Seam)) { Role::Cursor } else { Role::Strong },
    );
    for (text, of) in parts(model, theme, left, fate, role) {
        if cells::width(&text) + 4 > row.left() {
            continue;
        }
        row.text(line, role).text(" ", Role::Text).text(&text, of).text(" ", Role::Text);
    }
    row.text(&line.repeat(row.left()), role).draw(place, buffer);
}

/// What is said of a cut, the most wanted first.
fn parts(model: &Model, theme: &Theme, left: ChunkId, fate: Fate, role: Role) -> Vec<(String, Role)> {
    let chunk = model.corpus.chunk(left);
    let g = &theme.glyphs;
    let mut parts = Vec::new();
    if !matches!(fate, Fate::Open) {
        let sign = if matches!(fate, Fate::Blocked(_)) { g.seam } else { g.fired };
        let (wordings, of) = ranking::told(model, theme, fate);
        let text = wordings.into_iter().next().unwrap_or_default();
        let text = text.trim_start_matches([g.plus, g.minus].map(|sign| sign.chars().next().unwrap_or(' ')));
        parts.push((format!("{sign}{text}"), of));
    }
    let broken: Vec<_> = chunk.warnings.iter().map(|warning| warning.as_str()).collect();
    if !broken.is_empty() {
        parts.push((format!("{} {}", g.broken, broken.join(" ")), role));
    }
    parts.push((format!("ended by {}", reason(model, chunk.ended_by)), Role::Dim));
    if let Some(Some(lost)) = model.build.breaks.get(left.at()) {
        parts.push((format!("1{}cos {}", g.less, number::share(f64::from(*lost))), Role::Dim));
    }
    let next = model.corpus.neighbour(left, 1).map_or(0, |id| model.corpus.chunk(id).overlap_chars);
    if next > 0 {
        parts.push((format!("overlap {} chars", number::count(next as usize)), Role::Overlap));
    }
    if let Some(seam) = facts::seam_after(&model.corpus, left).map(|id| model.corpus.seam(id)) {
        parts.push((format!("seam {} + {} tok", seam.tokens[0], seam.tokens[1]), Role::Dim));
    }
    parts
}

/// Why a chunk ended, in words.
fn reason(model: &Model, reason: EndReason) -> String {
    match reason {
        EndReason::Size => "size".into(),
        EndReason::Paragraph => "paragraph".into(),
        EndReason::Sentence => "sentence".into(),
        EndReason::Heading => "heading".into(),
        EndReason::Separator(level) => match model.params.chunk.separators.get(usize::from(level)) {
            Some(separator) if !separator.is_empty() => format!("separator {}", separator.escape_debug()),
            _ => format!("separator {level}"),
        },
        EndReason::Page => "page".into(),
        EndReason::EndOfDocument => "end of document".into(),
    }
}
