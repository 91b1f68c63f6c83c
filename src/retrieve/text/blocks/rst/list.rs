//! Lists of reStructuredText: items open and close by indentation.
//! Never reads the text of an item.

use crate::retrieve::span::Span;
use crate::retrieve::text::blocks::Draft;
use crate::retrieve::text::blocks::items::{Kind, mark};
use crate::retrieve::text::blocks::lines::Line;
use crate::retrieve::trace::BlockKind;

/// The items that are open, outermost first.
#[derive(Default)]
pub(super) struct Lists {
    open: Vec<Item>,
}

struct Item {
    /// Columns before the mark.
    indent: usize,
    kind: Option<Kind>,
    span: Span,
}

impl Lists {
    /// Ends every item that text at this indentation no longer belongs to.
    pub(super) fn close_to(&mut self, indent: usize, draft: &mut Draft<'_>) {
        while self.open.last().is_some_and(|item| item.indent >= indent) {
            self.close_last(draft);
        }
    }

    pub(super) fn close_all(&mut self, draft: &mut Draft<'_>) {
        while !self.open.is_empty() {
            self.close_last(draft);
        }
    }

    fn close_last(&mut self, draft: &mut Draft<'_>) {
        if let Some(item) = self.open.pop() {
            draft.inner_block(BlockKind::ListItem, item.span, item.span.start);
            self.reach(item.span.end);
        }
    }

    /// Text up to `end` belongs to the innermost item; those around it follow when it closes.
    pub(super) fn reach(&mut self, end: usize) {
        if let Some(item) = self.open.last_mut() {
            item.span.end = item.span.end.max(end);
        }
    }

    /// True when a line right below an item's text begins the next item of the same list, or of one around it.
    pub(super) fn is_next_item(&self, words: &str, indent: usize) -> bool {
        let item = self.open.iter().rev().find(|item| item.indent <= indent).filter(|item| item.indent == indent);
        item.is_some_and(|item| match (item.kind, mark(words)) {
            (Some(before), Some(mark)) => mark.kind.follows(before),
            (None, _) => is_field(words),
            _ => false,
        })
    }

    /// True when text at this indentation lies outside of the innermost item.
    pub(super) fn is_outside(&self, indent: usize) -> bool {
        self.open.last().is_some_and(|item| indent <= item.indent)
    }

    /// Opens an item when the line is marked as one; gives the column of its text.
    ///
    /// As docutils does, a numbered mark counts only when the next line is blank, is indented, or is marked too:
    /// a paragraph may begin with a year.
    pub(super) fn open_item(
        &mut self,
        line: Line,
        indent: usize,
        next: Option<Line>,
        text: &str,
        is_first: bool,
    ) -> Option<usize> {
        let words = line.of(text);
        let (kind, width) = match mark(words) {
            Some(mark) => (Some(mark.kind), mark.width),
            None if is_field(words) => (None, 1),
            None => return None,
        };
        let is_numbered = !matches!(kind, None | Some(Kind::Bullet(_)));
        let goes_on = next.is_none_or(|next| {
            next.is_blank()
                || next.indent(text) > indent
                || mark(next.of(text)).is_some_and(|mark| Some(mark.kind) != kind)
        });
        if is_first && is_numbered && !goes_on {
            return None;
        }
        self.open.push(Item { indent, kind, span: Span::new(line.text, line.end) });
        Some(indent + width)
    }
}

/// `:name: ...`, a field of a field list.
fn is_field(words: &str) -> bool {
    let Some((name, rest)) = words.strip_prefix(':').and_then(|rest| rest.split_once(':')) else { return false };
    !name.is_empty() && !name.starts_with(' ') && !name.contains('`') && (rest.is_empty() || rest.starts_with(' '))
}
