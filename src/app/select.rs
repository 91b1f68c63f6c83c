//! A stretch of the text that is selected, by rows or by characters, to ask which chunks and seams hold it.
//! Never copies a text; it names a stretch of bytes.

use unicode_segmentation::UnicodeSegmentation;

use super::cells;
use super::model::Model;
use super::popup::Popup;
use super::sheet::{Line, Row, Sheet};
use crate::retrieve::span::Span;
use crate::retrieve::trace::{ChunkId, Corpus, SeamId};

/// Bytes in which the next or previous word is looked for: a line may be megabytes long.
const NEAR: usize = 4096;

/// How much of a stretch a chunk or a seam window holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held<T> {
    /// Which.
    pub of: T,
    /// The bytes of the stretch that lie in it.
    pub bytes: usize,
}

/// What is selected between two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Whole rows.
    Rows,
    /// Characters, those at both ends among them.
    Characters,
}

/// A selection that is being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Of what.
    pub by: By,
    /// The end that stays, in bytes.
    pub anchor: usize,
    /// The end that moves, in bytes; for rows the cursor is that end.
    pub head: usize,
    /// The column that the moving end returns to where a row is long enough.
    column: usize,
    /// Where the cursor was put last: elsewhere it was moved by rows since.
    row: usize,
}

/// How the moving end of a selection of characters moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// From rows to characters, and out of them.
    Here,
    /// One character back.
    Left,
    /// One character on.
    Right,
    /// To the beginning of the next word.
    Word,
    /// To the beginning of a word before.
    Back,
    /// To the beginning of the row.
    Start,
    /// To its end.
    End,
}

impl Model {
    /// Begins a selection of rows at the cursor, or leaves it; makes rows of characters.
    pub(super) fn select(&mut self) {
        let cursor = self.source.cursor;
        let rows = |anchor| Selection { by: By::Rows, anchor, head: cursor, column: 0, row: cursor };
        self.source.selection = match self.source.selection {
            None => Some(rows(cursor)),
            Some(Selection { by: By::Characters, anchor, .. }) => Some(rows(anchor)),
            Some(_) => None,
        };
        if self.source.selection.is_some() {
            self.say("Move to the other end, by rows or with h l w b; Enter asks which chunks and seams hold it.");
        }
    }

    /// Moves the end of a selection by characters; rows become characters.
    pub(super) fn reach(&mut self, reach: Reach) {
        let Some(selection) = self.source.selection else { return };
        if (reach, selection.by) == (Reach::Here, By::Characters) {
            self.source.selection = None;
            return;
        }
        let Some(sheet) = self.sheet(self.source_area()) else { return };
        let row = self.source.cursor;
        let from = if selection.by == By::Rows { row } else { selection.head };
        let head = moved(&sheet, from, reach);
        let column = sheet.row(head).map_or(0, |line| column_of(sheet.text, &line, head));
        self.source.selection = Some(Selection { by: By::Characters, head, column, row, ..selection });
        self.source.target = None;
    }

    /// Lets the moving end follow a cursor that was moved by rows, else the cursor follow the end.
    pub(super) fn settle_selection(&mut self) {
        let Some(selection) = self.source.selection.filter(|selection| selection.by == By::Characters) else { return };
        let Some(sheet) = self.sheet(self.source_area()) else { return };
        let head = if self.source.cursor == selection.row {
            selection.head
        } else {
            let row = sheet.row(self.source.cursor);
            row.map_or(selection.head, |line| at_column(sheet.text, &line, selection.column))
        };
        let row = sheet.row(head).map_or(head, |line| line.span.start);
        self.source.cursor = row;
        self.source.selection = Some(Selection { head, row, ..selection });
    }

    /// Selects from where the mouse went down to a place of the window: characters, or rows where it went down in the
    /// columns before the text.
    pub(super) fn drag_source(&mut self, row: usize, column: usize) {
        let pressed = self.source.pressed;
        let before = self.source.selection.map(|selection| selection.anchor);
        let anchor = pressed.or(before).unwrap_or(self.source.cursor);
        self.click_source(row, column);
        self.source.pressed = pressed;
        let (row, under) = (self.source.cursor, self.byte_under(row, column));
        let (by, head) = match pressed {
            Some(_) => (By::Characters, under.unwrap_or(row)),
            None => (By::Rows, row),
        };
        let line = self.sheet(self.source_area()).and_then(|sheet| Some((sheet.text, sheet.row(head)?)));
        let column = line.map_or(0, |(text, line)| column_of(text, &line, head));
        self.source.selection = Some(Selection { by, anchor, head, column, row });
    }

    /// The character at a place of the window; the last one of a row that ends before it. `None` beside the text.
    pub(super) fn byte_under(&self, row: usize, column: usize) -> Option<usize> {
        let inner = self.source_area();
        let column = column.checked_sub(self.gutter(inner).width())?;
        let Row::Text(line) = *self.visible(inner).get(row)? else { return None };
        Some(at_column(&self.document()?.text, &line, column))
    }

    /// The selected bytes, line ends at their edges left out.
    #[must_use]
    pub fn selection(&self) -> Option<Span> {
        let selection = self.source.selection?;
        let text = &self.document()?.text;
        let sheet = self.sheet(self.source_area())?;
        let head = if selection.by == By::Rows { self.source.cursor } else { selection.head };
        let (first, last) = (selection.anchor.min(head), selection.anchor.max(head));
        let end = sheet.row(last)?;
        let span = match selection.by {
            By::Rows => Span::new(sheet.row(first)?.span.start, end.span.end),
            By::Characters => Span::new(first, next_in(text, &end, last).unwrap_or(end.span.end)),
        };
        let span = Span::new(span.start, span.end.max(span.start));
        let kept = span.of(text).trim_end_matches(['\n', '\r']).len();
        Some(Span::new(span.start, span.start + kept))
    }

    /// Opens the window that says what holds the selection. False without one.
    pub(super) fn ask_what_holds(&mut self) -> bool {
        let Some(span) = self.selection() else { return false };
        self.source.selection = None;
        self.popup = Some(Popup::Holds { document: self.source.document, span });
        self.popup_list = super::list::List::default();
        true
    }
}

/// Where an end that moves comes to.
fn moved(sheet: &Sheet<'_>, from: usize, reach: Reach) -> usize {
    let text = sheet.text;
    let Some(line) = sheet.row(from) else { return from };
    match reach {
        Reach::Here => from,
        Reach::Start => line.span.start,
        Reach::End => at_column(text, &line, usize::MAX),
        Reach::Right => next_in(text, &line, from).unwrap_or(if line.next < text.len() { line.next } else { from }),
        Reach::Left if from > line.span.start => at_byte(text, &line, from - 1),
        Reach::Left => {
            let before = line.span.start.checked_sub(1).and_then(|byte| sheet.row(byte));
            before.map_or(from, |line| at_column(text, &line, usize::MAX))
        }
        Reach::Word => {
            let end = text.ceil_char_boundary((from + NEAR).min(text.len()));
            let mut words = text[from..end].unicode_word_indices().map(|(at, _)| from + at);
            let to = words.find(|at| *at > from).unwrap_or(end);
            sheet.row(to).map_or(from, |line| at_byte(text, &line, to))
        }
        Reach::Back => {
            let start = text.floor_char_boundary(from.saturating_sub(NEAR));
            let to = text[start..from].unicode_word_indices().next_back().map_or(start, |(at, _)| start + at);
            sheet.row(to).map_or(from, |line| at_byte(text, &line, to))
        }
    }
}

/// Where the characters of a row begin, each with the column after it.
fn places<'a>(text: &'a str, line: &Line) -> impl Iterator<Item = (usize, usize)> + use<'a> {
    let (start, mut column) = (line.span.start, 0);
    cells::cells(line.span.of(text)).map(move |cell| {
        column += cell.width;
        (start + cell.at, column)
    })
}

/// The character of a row that holds `byte`; the last one past its end.
fn at_byte(text: &str, line: &Line, byte: usize) -> usize {
    places(text, line).map(|(at, _)| at).take_while(|at| *at <= byte).last().unwrap_or(line.span.start)
}

/// The character of a row at a column; the last one past its end.
fn at_column(text: &str, line: &Line, column: usize) -> usize {
    let mut last = line.span.start;
    for (at, after) in places(text, line) {
        last = at;
        if after > column {
            break;
        }
    }
    last
}

/// The column at which a character of a row begins.
fn column_of(text: &str, line: &Line, byte: usize) -> usize {
    places(text, line).take_while(|(at, _)| *at < byte).last().map_or(0, |(_, after)| after)
}

/// Where the character after the one at `byte` begins in the same row.
fn next_in(text: &str, line: &Line, byte: usize) -> Option<usize> {
    places(text, line).map(|(at, _)| at).find(|at| *at > byte)
}

/// The chunks of a document that share text with a stretch, in text order.
#[must_use]
pub fn chunks_over(corpus: &Corpus, document: usize, span: Span) -> Vec<Held<ChunkId>> {
    let range = corpus.chunk_ranges.get(document).cloned().unwrap_or_default();
    let held = |id: ChunkId| Held { of: id, bytes: corpus.chunk(id).span.intersection(span).len() };
    range.map(ChunkId).map(held).filter(|held| held.bytes > 0).collect()
}

/// The seams of a document whose windows share text with a stretch, in text order.
#[must_use]
pub fn seams_over(corpus: &Corpus, document: usize, span: Span) -> Vec<Held<SeamId>> {
    let range = corpus.seam_ranges.get(document).cloned().unwrap_or_default();
    let held = |id: SeamId| Held { of: id, bytes: corpus.seam(id).span.intersection(span).len() };
    range.map(SeamId).map(held).filter(|held| held.bytes > 0).collect()
}
