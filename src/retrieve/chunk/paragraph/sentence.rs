//! Where `paragraph` may divide a paragraph that is too large.
//! Never decides whether it does.

use std::ops::Range;

use crate::retrieve::chunk::view::View;
use crate::retrieve::trace::{BlockKind, EndReason};

/// The sentences of one text, as the course has them.
pub(super) struct Sentences<'v> {
    view: &'v View<'v>,
    tables: Vec<Table>,
}

/// A table of the text.
struct Table {
    place: Range<usize>,
    /// Where its first row below the header begins.
    rows: usize,
}

impl<'v> Sentences<'v> {
    pub(super) fn new(view: &'v View<'v>) -> Self {
        let tables = view.document.blocks.iter().filter(|block| block.kind == BlockKind::Table);
        let tables = tables
            .map(|block| Table {
                place: view.in_view(block.span.start)..view.in_view(block.span.end),
                rows: view.in_view(block.body),
            })
            .collect();
        Self { view, tables }
    }

    /// The sentences of `range`: text up to and including a run of `.`, `!`, `?` and the blank space after it.
    ///
    /// In a table a mark ends one only before blank space: `5.120` is one cell.
    pub(super) fn of(&self, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let mark = |c| matches!(c, '.' | '!' | '?');
        self.divided(range, mark, mark, |at| self.table_at(at).is_none())
    }

    /// What is left to divide in one sentence that is too large by itself: rows, and sentences of other scripts.
    pub(super) fn within(&self, sentence: Range<usize>) -> Vec<(Range<usize>, EndReason)> {
        let mut parts = Vec::new();
        for row in self.rows(sentence.clone()) {
            let reason = if row.end == sentence.end { EndReason::Sentence } else { EndReason::Size };
            let sentences = self.divided(row.clone(), is_full_stop, |c| is_full_stop(c) || closes(c), |_| true);
            parts.extend(sentences.map(|part| {
                let reason = if part.end == row.end { reason } else { EndReason::Sentence };
                (part, reason)
            }));
        }
        parts
    }

    /// `range` divided behind every `mark`, the `tail` that belongs to it and the blank space after that; without
    /// blank space, only where `bare` says so.
    fn divided(
        &self,
        range: Range<usize>,
        mark: impl Fn(char) -> bool,
        tail: impl Fn(char) -> bool,
        bare: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = Range<usize>> {
        let text = &*self.view.text;
        let mut start = range.start;
        std::iter::from_fn(move || {
            let mut end = start;
            while end < range.end {
                let rest = &text[end..range.end];
                let before = rest.find(&mark).unwrap_or(rest.len());
                let after = rest[before..].trim_start_matches(&tail);
                let next = after.trim_start();
                end = range.end - next.len();
                if (next.len() < after.len() || bare(end)) && self.view.divides_nothing(end) {
                    break;
                }
            }
            let sentence = start..end;
            start = end;
            (!sentence.is_empty()).then_some(sentence)
        })
    }

    /// `range` divided where a row of a table begins below its header.
    fn rows(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let bytes = self.view.text.as_bytes();
        let feeds = memchr::memchr_iter(b'\n', &bytes[range.clone()]).map(|at| range.start + at + 1);
        let mut rows = Vec::new();
        let mut start = range.start;
        for at in feeds.filter(|&at| at < range.end && self.begins_row(at)) {
            rows.push(start..at);
            start = at;
        }
        rows.push(start..range.end);
        rows
    }

    /// True when the line that begins at `at` is a row below a header, or the first behind a table.
    fn begins_row(&self, at: usize) -> bool {
        self.table_at(at - 1).is_some_and(|table| table.rows <= at)
    }

    fn table_at(&self, at: usize) -> Option<&Table> {
        let next = self.tables.partition_point(|table| table.place.start <= at);
        self.tables[..next].last().filter(|table| at <= table.place.end)
    }
}

/// Full stops, question and exclamation marks of other scripts, most of which have no blank space after them.
fn is_full_stop(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '｡' | '．' | '؟' | '۔' | '։' | '।' | '॥' | '။' | '።' | '។')
}

/// Marks that close what a sentence ends in.
fn closes(c: char) -> bool {
    matches!(c, '」' | '』' | '）' | '】' | '》' | '〉' | '”' | '’' | '"' | '\'' | ')' | ']')
}
