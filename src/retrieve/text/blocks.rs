//! Blocks and headings of a text, by its format.
//! Never decides where a sentence ends; it only says where none can go on.

mod code;
mod front;
mod items;
mod lines;
mod markdown;
mod plain;
mod rst;

use std::cmp::Reverse;

use crate::retrieve::span::Span;
use crate::retrieve::trace::{Block, BlockKind, Format, Heading};
use lines::Lines;

/// What a reader of one format finds in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    /// Headings in text order.
    pub outline: Vec<Heading>,
    /// Blocks in text order, by start; of two that start together the larger first.
    pub blocks: Vec<Block>,
    /// Places at which a block, a table row or a line of code begins, ascending: no sentence runs across one.
    pub breaks: Vec<usize>,
    /// Parts in which only `breaks` end a sentence (tables, code, front matter), ascending, apart from each other.
    pub solid: Vec<Span>,
}

/// Reads `text[body..]` as `format`, in linear time; all offsets are into `text`.
#[must_use]
pub fn structure(text: &str, body: usize, format: Format) -> Structure {
    let mut draft = Draft { text, found: Structure::default() };
    match format {
        Format::Markdown => markdown::read(&mut draft, body),
        Format::Rst => rst::read(&mut draft, body),
        Format::Code => code::read(&mut draft, body),
        Format::Plain => plain::read(&mut draft, body),
    }
    draft.finish()
}

/// A structure in the making. Readers add what they find in any order.
struct Draft<'t> {
    text: &'t str,
    found: Structure,
}

impl Draft<'_> {
    /// Adds a block that starts a new sentence; blank space at its end is taken off.
    fn block(&mut self, kind: BlockKind, span: Span) {
        self.found.breaks.push(span.start);
        self.inner_block(kind, span, span.start);
    }

    /// Adds a block whose start is no break, because something around it starts on the same line.
    fn inner_block(&mut self, kind: BlockKind, span: Span, body: usize) {
        let span = self.trimmed(span);
        if !span.is_empty() {
            self.found.blocks.push(Block { kind, span, body: body.min(span.end) });
        }
    }

    /// Adds a block in which every line stands for itself.
    fn line_block(&mut self, kind: BlockKind, span: Span) {
        self.block(kind, span);
        self.solid_lines(span);
    }

    /// Adds a heading to blocks and outline. One without words opens no section.
    fn heading(&mut self, span: Span, level: u8, title: &str) {
        self.block(BlockKind::Heading, span);
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        if !title.is_empty() {
            self.found.outline.push(Heading { span: self.trimmed(span), level, title });
        }
    }

    /// No sentence runs across `at`.
    fn stop(&mut self, at: usize) {
        self.found.breaks.push(at);
    }

    /// Inside `span`, sentences end at breaks alone.
    fn solid(&mut self, span: Span) {
        let span = self.trimmed(span);
        if !span.is_empty() {
            self.found.solid.push(span);
        }
    }

    /// Inside `span` every line is a sentence of its own; its indentation belongs to it.
    fn solid_lines(&mut self, span: Span) {
        self.solid(span);
        let lines = Lines::new(self.text, span);
        self.found.breaks.extend(lines.filter(|line| !line.is_blank()).map(|line| line.start));
    }

    fn trimmed(&self, span: Span) -> Span {
        Span::new(span.start, span.start + span.of(self.text).trim_end().len())
    }

    fn finish(mut self) -> Structure {
        let found = &mut self.found;
        found.outline.sort_by_key(|heading| heading.span.start);
        found.blocks.sort_by_key(|block| (block.span.start, Reverse(block.span.end)));
        found.breaks.sort_unstable();
        found.breaks.dedup();
        found.solid.sort_unstable();
        found.solid.dedup_by(|next, last| {
            let joined = next.start <= last.end;
            if joined {
                last.end = last.end.max(next.end);
            }
            joined
        });
        self.found
    }
}
