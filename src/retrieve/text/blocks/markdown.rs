//! Markdown: `CommonMark` with tables and footnotes, read by pulldown-cmark, and front matter before it.
//! Never looks at inline marks, but for the words of a heading.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{Draft, front};
use crate::retrieve::span::Span;
use crate::retrieve::trace::BlockKind;

pub(super) fn read(draft: &mut Draft<'_>, body: usize) {
    let text = draft.text;
    let mut from = body;
    if let Some(front) = front::fenced(text, body) {
        draft.line_block(BlockKind::FrontMatter, front);
        from = front.end;
    }
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_TASKLISTS;
    let mut reader = Reader { draft, depth: 0, opened: None, table: None, heading: None };
    for (event, range) in Parser::new_ext(&text[from..], options).into_offset_iter() {
        reader.take(event, Span::new(from + range.start, from + range.end));
    }
}

/// A container that has just begun.
#[derive(Clone, Copy)]
struct Opened {
    start: usize,
    is_item: bool,
}

struct Reader<'d, 't> {
    draft: &'d mut Draft<'t>,
    /// Containers (quotes, items, footnotes) around the current event.
    depth: usize,
    /// Set between the start of a container and its first content.
    opened: Option<Opened>,
    /// The table being read and where its first body row begins.
    table: Option<(Span, usize)>,
    /// The heading being read: span, level, words so far.
    heading: Option<(Span, u8, String)>,
}

impl Reader<'_, '_> {
    fn take(&mut self, event: Event<'_>, span: Span) {
        match event {
            Event::Start(tag) => self.start(&tag, span),
            Event::End(end) => self.end(end),
            Event::Rule => _ = self.stop(span.start),
            Event::Text(words) | Event::Code(words) => {
                self.opened = None;
                self.word(&words);
            }
            Event::SoftBreak | Event::HardBreak => self.word(" "),
            _ => self.opened = None,
        }
    }

    fn start(&mut self, tag: &Tag<'_>, span: Span) {
        // Where a tab stands before a block, its reported start may lie some bytes before its first character.
        let is_before = |char: char| char.is_whitespace() || matches!(tag, Tag::Item) && char == '>';
        let early = span.len() - span.of(self.draft.text).trim_start_matches(is_before).len();
        let span = Span::new(span.start + early, span.end);
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => {
                // The first paragraph of an item is the item itself, be the list loose or tight.
                let first_of_item = self.stop(span.start).is_some_and(|opened| opened.is_item);
                if !first_of_item {
                    self.draft.inner_block(BlockKind::Paragraph, span, span.start);
                }
            }
            Tag::Heading { level, .. } => {
                self.stop(span.start);
                self.heading = Some((span, *level as u8, String::new()));
            }
            Tag::CodeBlock(_) => {
                self.stop(span.start);
                let span = self.with_indentation(span);
                self.draft.inner_block(BlockKind::Fence, span, span.start);
                self.draft.solid_lines(span);
            }
            Tag::Table(_) => {
                self.stop(span.start);
                self.draft.solid(span);
                self.table = Some((span, span.end));
            }
            Tag::TableRow => {
                self.draft.stop(span.start);
                if let Some((_, body)) = &mut self.table {
                    *body = span.start.min(*body);
                }
            }
            Tag::BlockQuote(_) | Tag::FootnoteDefinition(_) => self.open(span.start, false),
            Tag::Item => {
                self.open(span.start, true);
                self.draft.inner_block(BlockKind::ListItem, span, span.start);
            }
            _ => {}
        }
    }

    fn end(&mut self, end: TagEnd) {
        match end {
            TagEnd::BlockQuote(_) | TagEnd::FootnoteDefinition | TagEnd::Item => {
                self.depth = self.depth.saturating_sub(1);
                self.opened = None;
            }
            TagEnd::Table => {
                if let Some((span, body)) = self.table.take() {
                    self.draft.inner_block(BlockKind::Table, span, body);
                }
            }
            TagEnd::Heading(_) => {
                let Some((span, level, words)) = self.heading.take() else { return };
                if self.depth == 0 {
                    self.draft.heading(span, level, &words);
                } else {
                    // A heading inside a quote or an item is no section of this document.
                    self.draft.inner_block(BlockKind::Heading, span, span.start);
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, start: usize, is_item: bool) {
        self.stop(start);
        self.depth += 1;
        self.opened = Some(Opened { start, is_item });
    }

    /// A block begins at `at`: no sentence runs into it. What begins on the line of its container is one with
    /// it; that container is returned.
    fn stop(&mut self, at: usize) -> Option<Opened> {
        let text = self.draft.text;
        let opened = self.opened.take().filter(|opened| !text[opened.start..at].contains('\n'));
        if opened.is_none() {
            self.draft.stop(before_quote_marks(text, at));
        }
        opened
    }

    fn word(&mut self, words: &str) {
        if let Some((_, _, title)) = &mut self.heading {
            title.push_str(words);
        }
    }

    /// An indented code block with the indentation of its first line.
    fn with_indentation(&self, span: Span) -> Span {
        let blank = |range: Range<usize>| self.draft.text[range].bytes().all(|byte| matches!(byte, b' ' | b'\t'));
        let line = self.draft.text[..span.start].rfind('\n').map_or(0, |feed| feed + 1);
        if span.start - line <= 64 && blank(line..span.start) { Span::new(line, span.end) } else { span }
    }
}

/// Where a line begins whose text is at `at`, when only quote marks stand before it; else `at`.
fn before_quote_marks(text: &str, at: usize) -> usize {
    let marks = text[..at].bytes().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'>')).count();
    let start = at - marks;
    if start > 0 && text.as_bytes()[start - 1] != b'\n' {
        return at;
    }
    start + text[start..at].find('>').unwrap_or(marks)
}
