//! Two contexts beside each other: what one holds and the other does not, tokens, and the evidence.
//! Never fills a budget.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::Model;
use crate::app::compare::{ContextSide, Other, Taken};
use crate::retrieve::trace::{Corpus, Entry};
use crate::ui::rows::{Row, advice, nth};
use crate::ui::theme::{Role, Theme};
use crate::ui::{clean, number};

/// What the evidence of the question is.
pub(super) fn summary(model: &Model) -> String {
    match model.known_question() {
        Some(question) if question.evidence.is_empty() => {
            "The author of this question says that the folder holds no answer to it.".to_owned()
        }
        Some(question) => {
            format!("Evidence of `{}`: {}", question.id, number::of(question.evidence.len(), "piece of text"))
        }
        None => "No evidence is known for this question: it is none of questions.jsonl.".to_owned(),
    }
}

pub(super) fn draw(model: &Model, other: &Other, theme: &Theme, areas: [Rect; 2], buffer: &mut Buffer) {
    let answered = [model.answer.is_some(), other.trace.is_some()];
    let corpora = [&*model.corpus, &*other.corpus];
    for (side, area) in areas.into_iter().enumerate() {
        if !answered[side] {
            advice(theme, &["No answer yet."], area, buffer);
            continue;
        }
        let context = &model.compare.difference.context[side];
        if let Some(place) = nth(area, 0) {
            total(theme, context, place, buffer);
        }
        let rows = context.taken.iter().enumerate().skip(model.compare.list.top);
        for (line, (at, taken)) in rows.take(usize::from(area.height).saturating_sub(1)).enumerate() {
            let Some(place) = nth(area, line + 1) else { break };
            one(theme, corpora[side], at, *taken, place, buffer);
            if at == model.compare.list.cursor {
                buffer.set_style(place, theme.style(Role::Cursor));
            }
        }
    }
}

/// `5 chunks · 3,210 tokens · evidence complete`
fn total(theme: &Theme, context: &ContextSide, place: Rect, buffer: &mut Buffer) {
    let dot = theme.glyphs.dot;
    let mut row = Row::new(theme, place.width);
    let chunks = number::of(context.taken.len(), "chunk");
    row.text(&format!(" {chunks} {dot} {}", number::of(context.tokens, "token")), Role::Strong);
    if let Some(evidence) = context.evidence.filter(|evidence| evidence.pieces > 0) {
        let share = 100.0 * evidence.held as f64 / evidence.bytes.max(1) as f64;
        let (text, role) = if evidence.complete == evidence.pieces {
            ("evidence complete".to_owned(), Role::Good)
        } else {
            let pieces = format!("{} of {} whole", evidence.complete, number::of(evidence.pieces, "piece"));
            (format!("only {share:.0} % of the evidence, {pieces}"), Role::Bad)
        };
        row.text(&format!(" {dot} "), Role::Dim).text(&text, role);
    }
    row.draw(place, buffer);
}

fn one(theme: &Theme, corpus: &Corpus, at: usize, taken: Taken, place: Rect, buffer: &mut Buffer) {
    let g = &theme.glyphs;
    let chunk = corpus.chunk(taken.chunk);
    let alone = taken.bytes - taken.shared;
    let (told, role) = if alone == 0 {
        ("= in both".to_owned(), Role::Dim)
    } else if taken.shared == 0 {
        (format!("{} only here", g.plus), Role::Up)
    } else {
        (format!("{} % only here", (100 * alone).div_ceil(taken.bytes.max(1))), Role::Warn)
    };
    let mut row = Row::new(theme, place.width);
    let entry = Entry::Chunk(taken.chunk);
    row.number(&(at + 1).to_string(), 3, Role::Dim).text(" ", Role::Text);
    let label = corpus.label(entry);
    let room = (usize::from(place.width) / 3).saturating_sub(label.len() + 1);
    let name = format!("{}#{label}", clean::fit_path(corpus.path_of(entry), room, g.more));
    row.text(&name, if taken.shared == 0 { Role::Included } else { Role::Text });
    row.text(&format!("  {} tok  ", number::count(chunk.tokens as usize)), Role::Dim).text(&told, role);
    let text = corpus.chunk_text(taken.chunk);
    let head = &text[..text.floor_char_boundary(300.min(text.len()))];
    row.text("  ", Role::Text).text(&clean::squeezed(head), Role::Dim).draw(place, buffer);
}
