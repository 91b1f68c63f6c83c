//! One row of text in its colours: syntax, seam window, shared text, words of the question.
//! Never shows a character that would steer the terminal.

use std::collections::BTreeSet;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;

use crate::app::Model;
use crate::app::cells;
use crate::app::ink::Ink;
use crate::app::search;
use crate::app::sheet::Line;
use crate::retrieve::span::Span;
use crate::ui::theme::{Role, Theme};

/// The words of the question that are marked.
pub(super) struct Terms(BTreeSet<String>);

impl Terms {
    /// The words of a question that say something: words of one or two Latin letters and the commonest are left out.
    pub(super) fn of(question: Option<&str>) -> Self {
        const COMMON: &[&str] = &[
            "the", "and", "for", "are", "was", "does", "did", "what", "which", "who", "why", "how", "when", "where",
            "that", "this", "with", "from", "not", "can", "may", "must", "has", "have", "its", "into", "der", "die",
            "das", "und", "ist", "wie", "was", "ein", "eine", "von", "den", "dem", "zu",
        ];
        let words = question.unwrap_or_default().unicode_words().map(str::to_lowercase);
        Self(words.filter(|word| !(COMMON.contains(&word.as_str()) || word.is_ascii() && word.len() < 3)).collect())
    }

    /// Where marked words stand in a row.
    fn spans(&self, text: &str, at: usize) -> Vec<Span> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let words = text.unicode_word_indices().filter(|(_, word)| self.0.contains(&word.to_lowercase()));
        words.map(|(start, word)| Span::new(at + start, at + start + word.len())).collect()
    }
}

/// Draws a row and says how many columns it took.
pub(super) fn draw(model: &Model, theme: &Theme, line: &Line, terms: &Terms, area: Rect, buffer: &mut Buffer) -> usize {
    let Some(document) = model.document() else { return 0 };
    let text = line.span.of(&document.text);
    let marked = terms.spans(text, line.span.start);
    let strokes = model.source.painted.as_ref().filter(|painted| painted.document == model.source.document);
    let strokes = strokes.map_or(&[][..], |painted| &painted.strokes);
    let mut stroke = strokes.partition_point(|stroke| stroke.span.end <= line.span.start);
    let looked: Vec<Span> =
        search::places(text, &model.search.pattern).map(|place| place.shifted(line.span.start)).collect();
    let windows = windows(model, line.span);
    let base = theme.style(Role::Text);
    let mut column = 0;
    for cell in cells::cells(text) {
        if column + cell.width > usize::from(area.width) {
            break;
        }
        let at = line.span.start + cell.at;
        while strokes.get(stroke).is_some_and(|stroke| stroke.span.end <= at) {
            stroke += 1;
        }
        let mut style = base;
        if let Some(stroke) = strokes.get(stroke).filter(|stroke| stroke.span.contains(at)) {
            style = style.patch(theme.style(role(stroke.ink)));
        }
        if windows.iter().any(|window| window.contains(at)) {
            style = style.patch(theme.style(Role::WindowText));
        }
        if marked.iter().any(|word| word.contains(at)) {
            style = style.patch(theme.style(Role::Term));
        }
        if looked.iter().any(|place| place.contains(at)) {
            style = style.patch(theme.style(Role::Match));
        }
        put(buffer, area, column, &cell, style);
        column += cell.width;
    }
    column
}

/// Marks what is selected of a row that is drawn, the end that moves most.
pub(super) fn select(model: &Model, theme: &Theme, line: &Line, selected: Span, area: Rect, buffer: &mut Buffer) {
    let Some(document) = model.document() else { return };
    let head = model.source.selection.map(|selection| selection.head);
    let mut column = 0;
    for cell in cells::cells(line.span.of(&document.text)) {
        let at = line.span.start + cell.at;
        if column + cell.width > usize::from(area.width) || at >= selected.end.max(selected.start + 1) {
            break;
        }
        if at >= selected.start {
            let role = if head == Some(at) { Role::Cursor } else { Role::CursorIdle };
            let place = Rect { x: area.x + column as u16, width: cell.width as u16, height: 1, ..area };
            buffer.set_style(place.intersection(area), theme.style(role));
        }
        column += cell.width;
    }
}

fn put(buffer: &mut Buffer, area: Rect, column: usize, cell: &cells::Cell<'_>, style: Style) {
    let x = area.x + column as u16;
    if cell.width == 0 || area.height == 0 {
        return;
    }
    if cell.width == 1 || cell.shown.len() == cell.width {
        // Glyphs such as <U+202E> and tabs take one cell a character.
        buffer.set_string(x, area.y, cell.shown.as_ref(), style);
    } else {
        buffer.set_stringn(x, area.y, cell.shown.as_ref(), cell.width, style);
    }
}

/// The windows that reach into a span.
fn windows(model: &Model, span: Span) -> Vec<Span> {
    let Some(range) = model.corpus.seam_ranges.get(model.source.document) else { return Vec::new() };
    let Some(seams) = model.corpus.seams.get(range.start as usize..range.end as usize) else { return Vec::new() };
    let first = seams.partition_point(|seam| seam.span.end <= span.start);
    seams[first..].iter().map(|seam| seam.span).take_while(|window| window.start < span.end).collect()
}

const fn role(ink: Ink) -> Role {
    match ink {
        Ink::Comment => Role::InkComment,
        Ink::String => Role::InkString,
        Ink::Constant => Role::InkConstant,
        Ink::Keyword => Role::InkKeyword,
        Ink::Function => Role::InkFunction,
        Ink::Type => Role::InkType,
        Ink::Mark => Role::InkMark,
        Ink::Heading => Role::InkHeading,
        Ink::Emphasis => Role::InkEmphasis,
        Ink::Strong => Role::InkStrong,
        Ink::Link => Role::InkLink,
    }
}
