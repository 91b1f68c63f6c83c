//! The window that says which chunks and seams hold what is selected of a text.
//! Never searches: whatever shares bytes with them holds them.

use ratatui::text::Line;

use super::rows::Row;
use super::theme::{Role, Theme};
use super::{clean, number, panes};
use crate::app::Model;
use crate::app::select::{chunks_over, seams_over};
use crate::app::story::Answer;
use crate::retrieve::span::Span;
use crate::retrieve::trace::{ChunkId, Entry, SeamId};

/// The lines of the window.
pub(super) fn lines<'a>(model: &Model, theme: &'a Theme, document: usize, span: Span, width: u16) -> Vec<Line<'a>> {
    let mut page = Page { model, theme, width, lines: Vec::new() };
    let Some(text) = model.corpus.documents.get(document) else { return page.lines };
    let [first, last] = model.source.samples.on(&text.text).lines_of(span);
    let characters = number::of(span.of(&text.text).chars().count(), "character");
    let lines = if first == last { format!("line {first}") } else { format!("lines {first}–{last}") };
    let sentence = theme.glyphs.plain(&format!("{lines}, {characters}")).into_owned();
    page.put(&[(&format!(" {}  {sentence}", clean::line(&text.path)), Role::Strong)]);
    let start = span.of(&text.text);
    let head = clean::squeezed(&start[..start.floor_char_boundary(200.min(start.len()))]);
    page.put(&[("   ", Role::Text), (&head, Role::Dim)]);
    page.put(&[]);
    let chunks = chunks_over(&model.corpus, document, span);
    page.put(&[(" Chunks", Role::Heading)]);
    let whole = chunks.iter().any(|held| held.bytes == span.len());
    for held in &chunks {
        page.chunk(held.of, held.bytes, span);
    }
    if chunks.is_empty() {
        page.put(&[("   none: this is blank space between two chunks", Role::Warn)]);
    } else if !whole {
        page.put(&[("   no chunk holds all of it: a cut goes through", Role::Warn)]);
    }
    page.put(&[]);
    page.put(&[(" Seams", Role::Heading)]);
    let seams = seams_over(&model.corpus, document, span);
    for held in &seams {
        page.seam(held.of, held.bytes, span);
    }
    if seams.is_empty() {
        page.put(&[("   none: no window reaches here", Role::Dim)]);
    }
    page.lines
}

/// Lines under construction.
struct Page<'a, 'm> {
    model: &'m Model,
    theme: &'a Theme,
    width: u16,
    lines: Vec<Line<'a>>,
}

impl Page<'_, '_> {
    fn put(&mut self, parts: &[(&str, Role)]) {
        let mut row = Row::new(self.theme, self.width);
        for (text, role) in parts {
            row.text(text, *role);
        }
        self.lines.push(row.line());
    }

    fn told(&self, entry: Entry) -> (String, Role) {
        let Some(answer) = &self.model.answer else { return (String::new(), Role::Dim) };
        let rank = answer.rank(entry).map_or_else(|| "not ranked".to_owned(), |rank| format!("rank {rank}"));
        let (wordings, role) = panes::told(self.model, self.theme, Answer::fate(answer, entry));
        let fate = wordings.into_iter().next().unwrap_or_default();
        (format!("{rank}   {fate}"), role)
    }

    fn chunk(&mut self, id: ChunkId, bytes: usize, span: Span) {
        let tokens = number::of(self.model.corpus.chunk(id).tokens as usize, "token");
        self.holder(Entry::Chunk(id), &tokens, bytes, span);
    }

    fn seam(&mut self, id: SeamId, bytes: usize, span: Span) {
        let [left, right] = self.model.corpus.seam(id).tokens;
        self.holder(Entry::Seam(id), &format!("{left} + {right} tok"), bytes, span);
    }

    /// A chunk or a seam, its tokens, how much of the selection it holds, and what became of it.
    fn holder(&mut self, entry: Entry, tokens: &str, bytes: usize, span: Span) {
        let label = clean::pad(&self.model.corpus.label(entry), 10, "");
        let tokens = clean::pad(tokens, 14, "");
        let share = clean::pad(&share(bytes, span), 14, "");
        let (told, role) = self.told(entry);
        self.put(&[
            ("   ", Role::Text),
            (&label, Role::Strong),
            (&tokens, Role::Dim),
            (&share, Role::Text),
            (&told, role),
        ]);
    }
}

fn share(bytes: usize, span: Span) -> String {
    if bytes == span.len() {
        return "all of it".to_owned();
    }
    format!("{:.0} % of it", 100.0 * bytes as f64 / span.len().max(1) as f64)
}
