//! Plain text: paragraphs between blank lines, list items, tables drawn with `|` and `+`, fences, and headings that
//! are numbered, underlined or marked with `#`.
//! Never guesses a heading from capitals alone.

mod groups;
mod headings;
mod label;

use super::items::{self, Kind};
use super::lines::{Line, Lines};
use super::{Draft, front};
use crate::retrieve::span::Span;
use crate::retrieve::trace::BlockKind;
use groups::{Group, Groups};

pub(super) fn read(draft: &mut Draft<'_>, body: usize) {
    let text = draft.text;
    let mut from = body;
    if let Some(front) = front::fenced(text, body) {
        draft.line_block(BlockKind::FrontMatter, front);
        from = front.end;
    }
    let all = Span::new(from, text.len());
    let headings = headings::find(text, all);
    let mut next = headings.iter().peekable();
    // Where the last heading ended: one may take in the line of its title below it.
    let mut done = from;
    for group in Groups::new(text, all) {
        let (Group::Fence(span) | Group::Text { span, .. }) = group;
        if span.end <= done {
            continue;
        }
        if let Group::Fence(_) = group {
            draft.line_block(BlockKind::Fence, span);
            continue;
        }
        let mut rest = span;
        if let Some(heading) = next.next_if(|heading| heading.span.start < span.end) {
            draft.heading(heading.span, heading.level, &heading.title);
            done = heading.span.end;
            let tail = text[done.min(span.end)..span.end].trim_start();
            rest.start = span.end - tail.len();
        }
        if !rest.is_empty() {
            Reader::new(draft).read(rest);
        }
    }
}

/// Reads the lines of one group.
struct Reader<'d, 't> {
    draft: &'d mut Draft<'t>,
    paragraph: Option<Span>,
    /// Items that are open, outermost first: columns before the mark, mark, span.
    items: Vec<(usize, Kind, Span)>,
    last: Option<Line>,
}

impl<'d, 't> Reader<'d, 't> {
    const fn new(draft: &'d mut Draft<'t>) -> Self {
        Self { draft, paragraph: None, items: Vec::new(), last: None }
    }

    fn read(mut self, span: Span) {
        let text = self.draft.text;
        let mut lines = Lines::new(text, span);
        while let Some(line) = lines.next() {
            if is_drawn(line.of(text)) && lines.peek().is_some_and(|next| is_drawn(next.of(text))) {
                self.close_to(0);
                self.table(line, &mut lines);
            } else if let Some(kind) = self.item(&line, lines.peek()) {
                self.draft.stop(line.text);
                let indent = line.indent(text);
                self.close_to(indent);
                self.items.push((indent, kind, Span::new(line.text, line.end)));
            } else if let Some((_, _, item)) = self.items.last_mut() {
                item.end = line.end;
            } else if let Some(paragraph) = &mut self.paragraph {
                paragraph.end = line.end;
            } else {
                self.draft.stop(line.text);
                self.paragraph = Some(Span::new(line.text, line.end));
            }
            self.last = Some(line);
        }
        self.close_to(0);
    }

    /// The mark of a line that begins an item. A wrapped line of prose may begin with a dash or a number, so the line
    /// must be the first, come below a colon, continue a list or be continued as one.
    fn item(&self, line: &Line, next: Option<Line>) -> Option<Kind> {
        let text = self.draft.text;
        let kind = items::mark(line.of(text))?.kind;
        let indent = line.indent(text);
        let begins = self.last.is_none_or(|last| last.of(text).ends_with(':'));
        let continues =
            || self.items.iter().rev().find(|item| item.0 <= indent).is_some_and(|item| kind.follows(item.1));
        let starts_list = || {
            let next = next.and_then(|next| items::mark(next.of(text)));
            let is_first = matches!(kind, Kind::Bullet(_) | Kind::Number(_, 1) | Kind::Letter(_, 'a' | 'A'));
            is_first && next.is_some_and(|next| next.kind.follows(kind))
        };
        (begins || continues() || starts_list()).then_some(kind)
    }

    /// Ends the paragraph and every item that is not around a line with this indentation.
    fn close_to(&mut self, indent: usize) {
        if let Some(span) = self.paragraph.take() {
            self.draft.inner_block(BlockKind::Paragraph, span, span.start);
        }
        while let Some((_, _, span)) = self.items.pop_if(|item| item.0 >= indent) {
            self.draft.inner_block(BlockKind::ListItem, span, span.start);
            if let Some((_, _, outer)) = self.items.last_mut() {
                outer.end = outer.end.max(span.end);
            }
        }
    }

    /// Lines drawn with `|` and `+`; a header ends at `|---|` or `+===+`.
    fn table(&mut self, first: Line, lines: &mut Lines<'_>) {
        let text = self.draft.text;
        let (mut end, mut body, mut below_header) = (first.end, first.text, false);
        while let Some(line) = lines.peek().filter(|line| is_drawn(line.of(text))) {
            let words = line.of(text);
            if below_header {
                body = line.text;
            }
            let is_rule = words.len() > 2 && words.bytes().all(|byte| b"|-:= +".contains(&byte));
            below_header = is_rule && (words.contains('=') || words.starts_with('|') && body == first.text);
            end = line.end;
            lines.next();
        }
        let span = Span::new(first.text, end);
        self.draft.stop(span.start);
        self.draft.inner_block(BlockKind::Table, span, body);
        self.draft.solid_lines(span);
    }
}

/// A line that begins and ends with `|` or `+`.
fn is_drawn(line: &str) -> bool {
    line.len() > 2 && line.starts_with(['|', '+']) && line.ends_with(['|', '+'])
}
