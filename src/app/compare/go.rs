//! Moving on the screen that compares: rows of text, differences, documents, ranks.
//! Never changes what is compared.

use super::{Edge, View};
use crate::app::geometry::Area;
use crate::app::list::List;
use crate::app::model::Model;
use crate::app::moves::{Move, moved};
use crate::app::sheet::{Row, Sheet};
use crate::retrieve::span::Span;
use crate::retrieve::trace::{Corpus, Entry};

/// Rows over the two columns: views, names, settings that differ, counts.
const HEAD: u16 = 4;

/// Columns before a text: chunk number, mark, band, blank.
const GUTTER: usize = 7;

/// How the screen is divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frames {
    /// What is compared, and in how many cuts, ranks and chunks it differs.
    pub head: Area,
    /// The configuration of the screen.
    pub here: Area,
    /// The other one; on narrow screens the texts have one column, and this one is empty.
    pub there: Area,
}

impl Frames {
    /// Divides the body of the screen, its border included.
    #[must_use]
    pub fn of(body: Area, view: View) -> Self {
        let inner = body.inner();
        let (head, below) = inner.split_top(HEAD);
        if view == View::Cuts && inner.width < 70 {
            return Self { head, here: below, there: Area::default() };
        }
        let (here, rest) = below.split_left(below.width.saturating_sub(1) / 2);
        let (_, there) = rest.split_left(1);
        Self { head, here, there }
    }

    /// Where the name of each view stands, the blanks beside it included.
    #[must_use]
    pub fn views(self) -> [(View, Area); 3] {
        let mut x = self.head.x + 1;
        View::ALL.map(|view| {
            let width = view.label().len() as u16;
            let place = Area { x, width, height: 1.min(self.head.height), ..self.head };
            x += width + 1;
            (view, place)
        })
    }

    /// Columns of a row of text.
    #[must_use]
    pub fn text_width(self) -> usize {
        let width = if self.there.width == 0 { self.here.width } else { self.here.width.min(self.there.width) };
        usize::from(width).saturating_sub(GUTTER).max(1)
    }
}

impl Model {
    /// The open document as rows of both columns: a row for every cut of either configuration.
    #[must_use]
    pub fn compared_sheet(&self, frames: Frames) -> Option<Sheet<'_>> {
        let document = self.document()?;
        let edges = self.compare.difference.edges.documents.get(self.source.document)?;
        Some(Sheet { text: &document.text, cuts: &edges.bytes, width: frames.text_width() })
    }

    /// The rows of both columns that are visible.
    #[must_use]
    pub fn compared_rows(&self, frames: Frames) -> Vec<Row> {
        let height = usize::from(frames.here.height);
        self.compared_sheet(frames).map(|sheet| sheet.rows(self.compare.top, height)).unwrap_or_default()
    }

    /// Rows of Ranking and Context: those of the longer side.
    #[must_use]
    pub fn compared_len(&self) -> usize {
        let difference = &self.compare.difference;
        let there = self.compare.other.as_ref().and_then(|other| other.trace.as_ref());
        match self.compare.view {
            View::Cuts => 0,
            View::Ranking => {
                let here = self.answer.as_ref().map_or(0, |answer| answer.trace.ranking.len());
                here.max(there.map_or(0, |trace| trace.ranking.len()))
            }
            View::Context => difference.context.iter().map(|side| side.taken.len()).max().unwrap_or(0),
        }
    }

    /// Where everything on the screen lies.
    #[must_use]
    pub fn compare_frames(&self) -> Frames {
        Frames::of(crate::app::geometry::layout(self).body, self.compare.view)
    }

    pub(in crate::app) fn go_in_compare(&mut self, wish: Move) {
        let frames = self.compare_frames();
        if self.compare.view != View::Cuts {
            // Ranking has a heading over its rows.
            let window = usize::from(frames.here.height).saturating_sub(1);
            let len = self.compared_len();
            return moved(&mut self.compare.list, wish, len, window);
        }
        let window = isize::try_from(frames.here.height).unwrap_or(1).max(1);
        let rows = match wish {
            Move::Rows(by) => by,
            Move::Halves(by) => by * (window / 2).max(1),
            Move::Windows(by) => by * (window - 1).max(1),
            Move::First | Move::Last => {
                let end = self.document().map_or(0, |document| document.text.len());
                self.compare.cursor = if wish == Move::First { 0 } else { end };
                return;
            }
            Move::To(line) => {
                let text = self.document().map_or("", |document| &document.text);
                let start = self.source.samples.on(text).line_start(line + 1);
                self.compare.cursor = start.unwrap_or(text.len());
                return;
            }
        };
        let Some(sheet) = self.compared_sheet(frames) else { return };
        let mut at = self.compare.cursor;
        for _ in 0..rows.unsigned_abs() {
            let next = if rows < 0 { sheet.before(at) } else { sheet.after(at) };
            let Some(next) = next else { break };
            at = next;
        }
        self.compare.cursor = at;
    }

    /// To the next cut that only one of the configurations makes, on through the documents.
    pub(in crate::app) fn go_to_difference(&mut self, direction: isize) {
        self.compare.view = View::Cuts;
        let documents = &self.compare.difference.edges.documents;
        let (open, here) = (self.source.document, self.compare.cursor);
        let alone = |edge: &&Edge| !edge.shared();
        let within = |at: usize| documents.get(at).map_or(&[][..], |document| &document.edges);
        let next = if direction > 0 {
            let rest = (open + 1..documents.len()).flat_map(|at| within(at).iter().filter(alone).map(move |e| (at, e)));
            let first = within(open).iter().filter(alone).find(|edge| edge.byte > here).map(|edge| (open, edge));
            first.or_else(|| rest.into_iter().next())
        } else {
            let last = within(open).iter().rev().filter(alone).find(|edge| edge.byte < here).map(|edge| (open, edge));
            let mut rest = (0..open.min(documents.len())).rev();
            last.or_else(|| rest.find_map(|at| within(at).iter().rev().find(alone).map(|edge| (at, edge))))
        };
        let Some((document, edge)) = next.map(|(document, edge)| (document, *edge)) else {
            return self.say("No further cut that only one of the two makes.");
        };
        self.open(document);
        self.compare.cursor = edge.byte;
        let frames = self.compare_frames();
        if let Some(sheet) = self.compared_sheet(frames) {
            let top = crate::app::sheet::Top { byte: edge.byte, below_cut: true };
            self.compare.top = sheet.up(top, usize::from(frames.here.height) / 3);
        }
    }

    /// To the next document, around the end.
    pub(in crate::app) fn go_to_compared_document(&mut self, by: usize) {
        let count = self.corpus.documents.len().max(1);
        self.open((self.source.document + by) % count);
        (self.compare.cursor, self.compare.top) = (0, crate::app::sheet::Top::default());
    }

    /// Leads the text pane to what the row under the cursor is about.
    pub(in crate::app) fn lead_to_compared(&mut self) {
        let row = self.compare.list.cursor;
        let there = self.compare.other.as_ref();
        match self.compare.view {
            View::Cuts => {
                let cursor = self.compare.cursor;
                self.source.target = None;
                self.show(cursor, 3);
            }
            View::Ranking => {
                let here = self.answer.as_ref().and_then(|answer| answer.trace.ranking.get(row));
                let other = there.and_then(|other| other.trace.as_ref()?.ranking.get(row).map(|fused| (other, fused)));
                match (here.map(|fused| fused.entry), other.map(|(other, fused)| place(&other.corpus, fused.entry))) {
                    (Some(entry), _) => self.lead(entry),
                    (None, Some((path, span))) => self.lead_to_place(&path, span),
                    (None, None) => {}
                }
            }
            View::Context => {
                let [here, other] = &self.compare.difference.context;
                let entry = here.taken.get(row).map(|taken| Entry::Chunk(taken.chunk));
                let far = there.and_then(|there| {
                    other.taken.get(row).map(|taken| place(&there.corpus, Entry::Chunk(taken.chunk)))
                });
                match (entry, far) {
                    (Some(entry), _) => self.lead(entry),
                    (None, Some((path, span))) => self.lead_to_place(&path, span),
                    (None, None) => {}
                }
            }
        }
    }

    fn lead_to_place(&mut self, path: &str, span: Span) {
        let Some(document) = self.corpus.documents.iter().position(|document| document.path == path) else { return };
        self.open(document);
        self.source.target = None;
        self.show(span.start, 5);
    }

    /// Brings cursors and windows back to where there is something.
    pub(super) fn settle_compare_rows(&mut self) {
        let frames = self.compare_frames();
        let window = usize::from(frames.here.height).saturating_sub(1);
        let len = self.compared_len();
        self.compare.list.settle(len, window);
        let Some(sheet) = self.compared_sheet(frames) else { return };
        let height = usize::from(frames.here.height);
        let settled = sheet.settled(self.compare.cursor, self.compare.top, height);
        (self.compare.cursor, self.compare.top) = settled;
    }

    /// Shows another view from its first row on.
    pub(in crate::app) fn show_view(&mut self, view: View) {
        (self.compare.view, self.compare.list) = (view, List::default());
    }
}

/// Path and bytes of an entry; a seam is its cut.
fn place(corpus: &Corpus, entry: Entry) -> (String, Span) {
    match entry {
        Entry::Chunk(id) => (corpus.document_of(id).path.clone(), corpus.chunk(id).span),
        Entry::Seam(id) => {
            let seam = corpus.seam(id);
            (corpus.documents[seam.document as usize].path.clone(), Span::new(seam.cut, seam.cut))
        }
    }
}
