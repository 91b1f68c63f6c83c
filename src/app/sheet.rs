//! A document as rows of a given width: wrapped lines, and a row for every cut. Only what is asked for is laid out,
//! so that a line of megabytes costs no more than a short one.
//! Never looks at chunks, seams or colours.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

use super::cells;
use crate::retrieve::span::Span;

/// Bytes after which a long line may be divided: the wrapping of one piece does not depend on the pieces before it.
const PIECE: usize = 4096;

/// One row of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// The cut with this place in [`Sheet::cuts`]; it stands above the text that begins there.
    Cut(usize),
    /// A row of text.
    Text(Line),
}

/// A row of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it shows, without the line end.
    pub span: Span,
    /// Where the next row begins; the length of the text after the last one.
    pub next: usize,
    /// A line of the document begins here (not a wrapped rest of one).
    pub begins: bool,
}

/// The first visible row: text that begins at `byte`, or the cut above it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Top {
    /// Where the row begins.
    pub byte: usize,
    /// The cut above it is out of sight.
    pub below_cut: bool,
}

/// A text, its cuts, and the width to which it is wrapped.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// The text.
    pub text: &'a str,
    /// Where it is cut, ascending.
    pub cuts: &'a [usize],
    /// Columns of a row, at least 1.
    pub width: usize,
}

/// What is wrapped on its own: a line, or a part of one between cuts and [`PIECE`]s.
struct Piece {
    span: Span,
    next: usize,
    begins: bool,
}

impl Sheet<'_> {
    /// The row of text that holds `byte`; past the end means the last one. `None` for an empty text.
    #[must_use]
    pub fn row(&self, byte: usize) -> Option<Line> {
        let byte = byte.min(self.text.len().checked_sub(1)?);
        let piece = self.piece(byte);
        let lines = self.lines(&piece);
        let at = lines.partition_point(|line| line.span.start <= byte);
        lines.get(at.saturating_sub(1)).copied()
    }

    /// Where the row after the one at `byte` begins.
    #[must_use]
    pub fn after(&self, byte: usize) -> Option<usize> {
        self.row(byte).map(|row| row.next).filter(|next| *next < self.text.len())
    }

    /// Where the row before the one at `byte` begins.
    #[must_use]
    pub fn before(&self, byte: usize) -> Option<usize> {
        let start = self.row(byte)?.span.start;
        Some(self.row(start.checked_sub(1)?)?.span.start)
    }

    /// `height` rows from `top` on, cuts included.
    #[must_use]
    pub fn rows(&self, top: Top, height: usize) -> Vec<Row> {
        let mut rows = Vec::with_capacity(height.min(512));
        let Some(first) = self.row(top.byte) else { return rows };
        let mut at = first.span.start;
        let mut below = top.below_cut;
        while at < self.text.len() && rows.len() < height {
            let piece = self.piece(at);
            for line in self.lines(&piece) {
                if line.span.start < at {
                    continue;
                }
                if let (false, Ok(cut)) = (below, self.cuts.binary_search(&line.span.start)) {
                    rows.push(Row::Cut(cut));
                }
                below = false;
                rows.push(Row::Text(line));
            }
            at = piece.next.max(at + 1);
        }
        rows.truncate(height);
        rows
    }

    /// The top that lies `rows` rows (cuts included) above `top`, as far as there are any.
    #[must_use]
    pub fn up(&self, top: Top, mut rows: usize) -> Top {
        let Some(row) = self.row(top.byte) else { return top };
        let mut here = Top { byte: row.span.start, below_cut: top.below_cut && self.is_cut(row.span.start) };
        while rows > 0 {
            let piece = self.piece(here.byte);
            let lines = self.lines(&piece);
            let place = lines.partition_point(|line| line.span.start < here.byte);
            if place > 0 {
                let by = rows.min(place);
                rows -= by;
                let byte = lines.get(place - by).map_or(piece.span.start, |line| line.span.start);
                here = Top { byte, below_cut: self.is_cut(byte) };
            } else if here.below_cut {
                rows -= 1;
                here.below_cut = false;
            } else {
                let Some(before) = here.byte.checked_sub(1).and_then(|byte| self.row(byte)) else { break };
                rows -= 1;
                here = Top { byte: before.span.start, below_cut: self.is_cut(before.span.start) };
            }
        }
        here
    }

    /// The top that lies `rows` rows below `top`, as far as there are any.
    #[must_use]
    pub fn down(&self, mut top: Top, rows: usize) -> Top {
        for _ in 0..rows {
            if !top.below_cut && self.is_cut(top.byte) {
                top.below_cut = true;
                continue;
            }
            let Some(byte) = self.after(top.byte) else { break };
            top = Top { byte, below_cut: false };
        }
        top
    }

    /// The last top at which the window is still full.
    #[must_use]
    pub fn last_top(&self, height: usize) -> Top {
        let Some(row) = self.row(self.text.len()) else { return Top::default() };
        let last = Top { byte: row.span.start, below_cut: self.is_cut(row.span.start) };
        self.up(last, height.saturating_sub(1))
    }

    /// Cursor and top on rows of the present width, with the cursor in sight of a window of `height` rows.
    #[must_use]
    pub fn settled(&self, cursor: usize, top: Top, height: usize) -> (usize, Top) {
        let height = height.max(1);
        let Some(row) = self.row(cursor) else { return (cursor, top) };
        let cursor = row.span.start;
        let mut settled = self.row(top.byte).map_or_else(Top::default, |row| Top {
            byte: row.span.start,
            below_cut: top.below_cut && row.span.start == top.byte,
        });
        let margin = margin(height);
        let rows = self.rows(settled, height);
        let place = rows.iter().position(|row| matches!(row, Row::Text(line) if line.span.start == cursor));
        let here = Top { byte: cursor, below_cut: true };
        match place {
            Some(at) if at < margin => settled = self.up(here, margin),
            Some(at) if at + margin < height => {}
            None if cursor < settled.byte => settled = self.up(here, margin),
            Some(_) | None => settled = self.up(here, height - 1 - margin),
        }
        (cursor, lower(settled, self.last_top(height)))
    }

    fn is_cut(&self, byte: usize) -> bool {
        self.cuts.binary_search(&byte).is_ok()
    }

    /// The piece that holds `byte`, which lies inside the text. Line ends are looked for between the cuts around it
    /// alone: a line of megabytes is not searched through for each of its rows.
    fn piece(&self, byte: usize) -> Piece {
        let (text, bytes) = (self.text, self.text.as_bytes());
        let byte = text.floor_char_boundary(byte);
        let passed = self.cuts.partition_point(|&cut| cut <= byte);
        let before = passed.checked_sub(1).map_or(0, |at| self.cuts[at]);
        let cut = self.cuts.get(passed).copied().unwrap_or(text.len());
        let base = text[before..byte].rfind('\n').map_or(before, |at| before + at + 1);
        let feed = text[byte..cut].find('\n').map_or(cut, |at| byte + at);
        let returned = bytes.get(feed) == Some(&b'\n') && feed > 0 && bytes[feed - 1] == b'\r';
        let mut stop = (feed - usize::from(returned)).max(base);
        let mut last = (feed + 1).min(cut);
        let inside = byte.min(stop.saturating_sub(1)).max(base);
        let number = (inside - base) / PIECE;
        let mut start = self.checkpoint(base, number);
        let mut until = self.checkpoint(base, number + 1);
        if start > inside {
            (start, until) = (self.checkpoint(base, number - 1), start);
        }
        if until < stop {
            (stop, last) = (until, until);
        }
        Piece { span: Span::new(start, stop.max(start)), next: last, begins: start == 0 || bytes[start - 1] == b'\n' }
    }

    /// Where piece `number` of a stretch that begins at `base` begins: between two graphemes.
    fn checkpoint(&self, base: usize, number: usize) -> usize {
        let at = base.saturating_add(number * PIECE);
        if number == 0 || at >= self.text.len() {
            return at.min(self.text.len());
        }
        let at = self.text.ceil_char_boundary(at);
        // Graphemes are short; a run of flags or marks that is longer than this look back is divided somewhere.
        let from = self.text.floor_char_boundary(at.saturating_sub(64).max(base));
        let near = &self.text[from..];
        let mut cursor = GraphemeCursor::new(at - from, near.len(), true);
        match cursor.is_boundary(near, 0) {
            Ok(true) | Err(_) => at,
            Ok(false) => {
                from + near.grapheme_indices(true).map(|(i, _)| i).find(|i| from + i > at).unwrap_or(near.len())
            }
        }
    }

    fn lines(&self, piece: &Piece) -> Vec<Line> {
        let starts = cells::wrap(piece.span.of(self.text), self.width);
        let line = |(i, &start): (usize, &usize)| {
            let last = i + 1 == starts.len();
            let end = if last { piece.span.end } else { piece.span.start + starts[i + 1] };
            let span = Span::new(piece.span.start + start, end);
            Line { span, next: if last { piece.next } else { end }, begins: piece.begins && i == 0 }
        };
        starts.iter().enumerate().map(line).collect()
    }
}

/// Rows kept visible above and below the cursor.
pub(super) fn margin(height: usize) -> usize {
    3.min(height.saturating_sub(1) / 3)
}

/// The one that lies higher in the document.
pub(super) fn lower(a: Top, b: Top) -> Top {
    if (a.byte, a.below_cut) <= (b.byte, b.below_cut) { a } else { b }
}
