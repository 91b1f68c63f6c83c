//! Two fused rankings beside each other, and where each entry stands in the other one.
//! Never ranks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::Model;
use crate::app::compare::{Other, Twin};
use crate::retrieve::trace::{Corpus, Entry, Trace};
use crate::ui::rows::{Row, advice, nth};
use crate::ui::theme::{Role, Theme};
use crate::ui::{clean, number};

/// How many entries stand alike, moved, share text, or are alone.
pub(super) fn summary(model: &Model, other: &Other) -> String {
    if model.answer.is_none() || other.trace.is_none() {
        return "The rankings of one question stand here as soon as both sides have answered it; i writes one.".into();
    }
    let twins = &model.compare.difference.twins;
    let count = |wanted: &dyn Fn(usize, Twin) -> bool| {
        number::count(twins.here.iter().enumerate().filter(|(at, twin)| wanted(*at + 1, **twin)).count())
    };
    let alone = number::count(twins.there.iter().filter(|twin| **twin == Twin::None).count());
    format!(
        "{} at the same rank, {} moved, {} share text with another chunk, {} only here, {alone} only there",
        count(&|rank, twin| twin == Twin::Same(rank)),
        count(&|rank, twin| matches!(twin, Twin::Same(other) if other != rank)),
        count(&|_, twin| matches!(twin, Twin::Shares(_))),
        count(&|_, twin| twin == Twin::None),
    )
}

pub(super) fn draw(model: &Model, other: &Other, theme: &Theme, areas: [Rect; 2], buffer: &mut Buffer) {
    let twins = &model.compare.difference.twins;
    let near = model.answer.as_ref().map(|answer| (&*model.corpus, &*answer.trace));
    let far = other.trace.as_deref().map(|trace| (&*other.corpus, trace));
    let both = near.is_some() && far.is_some();
    for (side, (area, twins)) in [near, far].into_iter().zip(areas.into_iter().zip([&twins.here, &twins.there])) {
        let Some((corpus, trace)) = side else {
            advice(theme, &["No answer yet."], area, buffer);
            continue;
        };
        if let Some(place) = nth(area, 0) {
            let mut row = Row::new(theme, place.width);
            row.to(1).number("#", 3, Role::Subtitle).text("   ", Role::Text).text("entry", Role::Subtitle);
            row.at_right("in the other one ", Role::Subtitle).draw(place, buffer);
        }
        let rows = trace.ranking.iter().enumerate().skip(model.compare.list.top);
        for (line, (at, fused)) in rows.take(usize::from(area.height).saturating_sub(1)).enumerate() {
            let Some(place) = nth(area, line + 1) else { break };
            // Nothing is said of a ranking that is not there yet.
            let twin = both.then(|| twins.get(at).copied().unwrap_or(Twin::None));
            one(theme, corpus, trace, at, fused.entry, twin, place, buffer);
            if at == model.compare.list.cursor {
                buffer.set_style(place, theme.style(Role::Cursor));
            }
        }
    }
}

#[allow(clippy::too_many_arguments)]
fn one(
    theme: &Theme,
    corpus: &Corpus,
    trace: &Trace,
    at: usize,
    entry: Entry,
    twin: Option<Twin>,
    place: Rect,
    buffer: &mut Buffer,
) {
    let g = &theme.glyphs;
    let (sign, role) = match entry {
        Entry::Chunk(chunk) if trace.budget.chunks.contains(&chunk) => (g.chunk, Role::Included),
        Entry::Chunk(_) => (g.chunk_out, Role::Out),
        Entry::Seam(seam) if trace.verdicts.iter().any(|verdict| verdict.seam == seam && verdict.fired) => {
            (g.fired, Role::Fired)
        }
        Entry::Seam(_) => (g.seam, Role::Blocked),
    };
    let (told, of) = twin.map_or((String::new(), Role::Dim), |twin| standing(theme, at + 1, twin));
    let mut row = Row::new(theme, place.width);
    row.to(1).number(&(at + 1).to_string(), 3, Role::Dim).text(" ", Role::Text).text(sign, role).text(" ", Role::Text);
    let room = row.left().saturating_sub(crate::app::cells::width(&told) + 2);
    let label = corpus.label(entry);
    let path = clean::fit_path(corpus.path_of(entry), room.saturating_sub(label.len() + 1), g.more);
    let name = if path.is_empty() { label } else { format!("{path}#{label}") };
    row.column(&name, room, role).at_right(&format!("{told} "), of);
    row.draw(place, buffer);
}

/// Where the entry stands in the other ranking, and whether it stands higher or lower here.
fn standing(theme: &Theme, rank: usize, twin: Twin) -> (String, Role) {
    let g = &theme.glyphs;
    match twin {
        Twin::Same(other) if other == rank => ("=".into(), Role::Dim),
        Twin::Same(other) if other > rank => (format!("{}{} from {other}", g.up, other - rank), Role::Up),
        Twin::Same(other) => (format!("{}{} from {other}", g.down, rank - other), Role::Down),
        Twin::Shares(other) => (format!("shares text with {other}"), Role::Subtitle),
        Twin::None => (format!("{} only here", g.new), Role::Strong),
    }
}
