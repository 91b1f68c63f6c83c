//! The text pane: which document is open, what is visible of it, where its cursor is.
//! Never lays out more rows than it is asked for and never draws.

use super::facts;
use super::geometry::Area;
use super::ink::Stroke;
use super::model::Model;
use super::select::Selection;
use super::sheet::{Row, Sheet, Top, lower, margin};
use crate::retrieve::span::Span;
use crate::retrieve::text::positions::Samples;
use crate::retrieve::trace::{ChunkId, Document, Entry};

/// State of the text pane.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Which document is open, as an index into the corpus.
    pub document: usize,
    /// Its lines, counted.
    pub samples: Samples,
    /// The first visible row.
    pub top: Top,
    /// Where the row under the cursor begins, in bytes.
    pub cursor: usize,
    /// What is selected, while something is.
    pub selection: Option<Selection>,
    /// The character on which the mouse went down.
    pub pressed: Option<usize>,
    /// What the pane was led to: drawn as selected.
    pub target: Option<Entry>,
    /// The part whose syntax colours are known.
    pub painted: Option<Painted>,
}

/// Syntax colours of a part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Painted {
    /// Which document.
    pub document: usize,
    /// Which part of it.
    pub span: Span,
    /// The colours, ascending.
    pub strokes: Vec<Stroke>,
}

/// Columns before the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gutter {
    /// Digits of line numbers; 0 = none are drawn.
    pub lines: usize,
    /// Digits of chunk numbers.
    pub chunks: usize,
}

impl Gutter {
    /// Columns before the text: line number, cursor, mark, chunk number, band, window, blank.
    #[must_use]
    pub const fn width(self) -> usize {
        self.lines + 1 + 1 + self.chunks + 1 + 1 + 1
    }
}

/// Columns after the text: the map of the document.
pub const MAP: u16 = 1;

impl Model {
    /// The open document.
    #[must_use]
    pub fn document(&self) -> Option<&Document> {
        self.corpus.documents.get(self.source.document).map(|document| &**document)
    }

    /// The columns before the text in a pane of this size.
    #[must_use]
    pub fn gutter(&self, inner: Area) -> Gutter {
        let digits = |number: usize| number.max(1).ilog10() as usize + 1;
        let text = self.document().map_or("", |document| &document.text);
        let lines = self.source.samples.on(text).lines();
        let chunks = self.facts.documents.get(self.source.document).map_or(1, |facts| facts.chunks);
        Gutter {
            lines: if inner.width >= 50 { digits(lines).max(3) } else { 0 },
            chunks: digits(chunks.saturating_sub(1)),
        }
    }

    /// The open document as rows of a pane of this size.
    #[must_use]
    pub fn sheet(&self, inner: Area) -> Option<Sheet<'_>> {
        let document = self.document()?;
        let facts = self.facts.documents.get(self.source.document)?;
        let before = self.gutter(inner).width() + usize::from(MAP);
        let width = usize::from(inner.width).saturating_sub(before).max(1);
        Some(Sheet { text: &document.text, cuts: &facts.cuts, width })
    }

    /// The rows that are visible in a pane of this size.
    #[must_use]
    pub fn visible(&self, inner: Area) -> Vec<Row> {
        self.sheet(inner).map(|sheet| sheet.rows(self.source.top, usize::from(inner.height))).unwrap_or_default()
    }

    /// The chunk under the cursor of the text pane; between two chunks, the one before.
    #[must_use]
    pub fn chunk_here(&self) -> Option<ChunkId> {
        facts::nearest_chunk(&self.corpus, self.source.document, self.source.cursor)
    }

    /// Opens a document; its beginning is shown unless it is open already.
    pub(super) fn open(&mut self, document: usize) {
        let Some(opened) = self.corpus.documents.get(document) else { return };
        if self.source.document == document && self.source.samples != Samples::default() {
            return;
        }
        let samples = Samples::of(&opened.text);
        let top = Top { byte: opened.body, below_cut: false };
        self.source = Source { document, samples, top, cursor: opened.body, ..Source::default() };
    }

    /// Leads the text pane to an entry: a chunk to its beginning, a seam to its cut.
    pub(super) fn lead(&mut self, entry: Entry) {
        let (document, byte, above) = match entry {
            Entry::Chunk(id) => {
                let Some(chunk) = self.corpus.chunks.get(id.at()) else { return };
                (chunk.document as usize, chunk.span.start, 5)
            }
            Entry::Seam(id) => {
                let Some(seam) = self.corpus.seams.get(id.at()) else { return };
                (seam.document as usize, seam.cut, 2)
            }
        };
        self.open(document);
        self.source.target = Some(entry);
        self.show(byte, above);
    }

    /// Puts the cursor on the row that holds `byte`, `1/above` of the window below its upper edge.
    pub(super) fn show(&mut self, byte: usize, above: usize) {
        let inner = self.source_area();
        let Some(sheet) = self.sheet(inner) else { return };
        let Some(row) = sheet.row(byte) else { return };
        let start = row.span.start;
        let top = sheet.up(Top { byte: start, below_cut: true }, usize::from(inner.height) / above.max(1));
        (self.source.cursor, self.source.top) = (start, top);
    }

    /// Moves the cursor by rows of text.
    pub(super) fn move_source(&mut self, rows: isize) {
        let inner = self.source_area();
        let Some(sheet) = self.sheet(inner) else { return };
        let mut at = self.source.cursor;
        for _ in 0..rows.unsigned_abs() {
            let next = if rows < 0 { sheet.before(at) } else { sheet.after(at) };
            let Some(next) = next else { break };
            at = next;
        }
        self.source.cursor = at;
        self.source.target = None;
    }

    /// Scrolls by rows and takes the cursor along where it would be left behind.
    pub(super) fn scroll_source(&mut self, rows: isize) {
        let inner = self.source_area();
        let Some(sheet) = self.sheet(inner) else { return };
        let by = rows.unsigned_abs();
        let top = if rows < 0 { sheet.up(self.source.top, by) } else { sheet.down(self.source.top, by) };
        let height = usize::from(inner.height);
        let last = sheet.last_top(height);
        let top = lower(top, last);
        let rows = sheet.rows(top, height);
        let margin = margin(height);
        let above = if top == sheet.up(top, 1) { 0 } else { margin };
        let below = if top == last { 0 } else { margin };
        let first = texts(rows.iter().skip(above)).next();
        let end = texts(rows.iter().take(height - below.min(height)).rev()).next();
        if let (Some(first), Some(end)) = (first, end) {
            self.source.cursor = self.source.cursor.clamp(first.min(end), end);
        }
        self.source.top = top;
    }

    /// Brings top and cursor back onto rows of the present width, with the cursor in sight.
    pub(super) fn settle_source(&mut self) {
        self.settle_selection();
        let inner = self.source_area();
        let Some(sheet) = self.sheet(inner) else { return };
        let settled = sheet.settled(self.source.cursor, self.source.top, usize::from(inner.height));
        (self.source.cursor, self.source.top) = settled;
    }

    /// Puts the cursor on the text at a place of the window.
    pub(super) fn click_source(&mut self, row: usize, column: usize) {
        let inner = self.source_area();
        let rows = self.visible(inner);
        let here = texts(rows.iter().skip(row).chain(rows.iter().take(row).rev())).next();
        if let Some(start) = here {
            self.source.cursor = start;
            (self.source.target, self.source.selection) = (None, None);
            self.source.pressed = self.byte_under(row, column);
        }
    }

    /// Where the text pane is, or would be if it were shown.
    pub(super) fn source_area(&self) -> Area {
        let layout = super::geometry::layout(self);
        layout.home(super::pane::Pane::Source).map(|slot| slot.area.inner()).unwrap_or_default()
    }
}

/// Where the rows of text among `rows` begin.
fn texts<'a>(rows: impl Iterator<Item = &'a Row>) -> impl Iterator<Item = usize> {
    rows.filter_map(|row| if let Row::Text(line) = row { Some(line.span.start) } else { None })
}
