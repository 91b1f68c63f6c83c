//! How wide text is on a screen: graphemes, tabs, and the glyphs that stand for what may not reach a terminal.
//! Never draws.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::retrieve::text::visible;

/// Columns between two tab stops.
const TAB: usize = 4;

/// One grapheme as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell<'a> {
    /// Where it begins, in bytes of the text.
    pub at: usize,
    /// What is drawn: safe for a terminal, on one line.
    pub shown: Cow<'a, str>,
    /// Columns that it takes.
    pub width: usize,
}

/// The graphemes of `text` as they are drawn from column 0 of a row.
///
/// A tab reaches to the next stop; every other control becomes its glyph.
pub fn cells(text: &str) -> impl Iterator<Item = Cell<'_>> {
    let mut column = 0;
    text.grapheme_indices(true).map(move |(at, grapheme)| {
        let shown = shown(grapheme, column);
        let width = width_of(&shown);
        column += width;
        Cell { at, shown, width }
    })
}

/// True for what terminals disagree about: clusters of several characters, and emoji. Where the columns after it are is
/// not known until the cursor was placed anew.
#[must_use]
pub fn is_odd(shown: &str) -> bool {
    let mut chars = shown.chars();
    chars.next().is_some_and(|c| u32::from(c) >= 0x1_F000) || chars.next().is_some()
}

fn shown(grapheme: &str, column: usize) -> Cow<'_, str> {
    match grapheme.as_bytes() {
        [b'\t'] => Cow::Borrowed(&"    "[..TAB - column % TAB]),
        [0x20..=0x7e] => Cow::Borrowed(grapheme),
        _ => visible::line(grapheme),
    }
}

fn width_of(shown: &str) -> usize {
    if shown.len() == 1 { 1 } else { shown.width() }
}

/// Columns of a text on one line.
#[must_use]
pub fn width(text: &str) -> usize {
    cells(text).map(|cell| cell.width).sum()
}

/// Where the rows of `text` begin when it is wrapped to `width` columns: ascending, the first one 0.
///
/// A row breaks after a blank where one stands in its second half, else between two graphemes. One blank may hang
/// over the edge. A grapheme wider than the row still takes a row of its own.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<usize> {
    let width = width.max(1);
    let mut starts = vec![0];
    if text.len() <= width && text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_control()) {
        return starts;
    }
    let mut column = 0;
    let mut blank = None;
    let mut row = 0;
    // A blank stands beyond the edge: whatever follows begins the next row.
    let mut hung = false;
    for (at, grapheme) in text.grapheme_indices(true) {
        let mut wide = width_of(&shown(grapheme, column));
        if column + wide > width && at > row && (grapheme != " " || hung) {
            let (start, rest) = match blank {
                Some((after, used)) if !hung && used * 2 > width => (after, column - used),
                _ => (at, 0),
            };
            starts.push(start);
            (row, column, blank) = (start, rest, None);
            wide = width_of(&shown(grapheme, column));
            // What was carried over leaves too little room for a wide one: a control that is written out takes eight.
            if column + wide > width && at > row {
                starts.push(at);
                (row, column) = (at, 0);
                wide = width_of(&shown(grapheme, column));
            }
        }
        hung = column + wide > width && grapheme == " ";
        column += wide;
        if grapheme == " " || grapheme == "\t" {
            blank = Some((at + grapheme.len(), column));
        }
    }
    starts
}

/// The rows of `text` when it is wrapped to `width` columns, without the blanks at their ends.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<&str> {
    wrapped_within(text, width, usize::MAX)
}

/// The first `most` rows of [`wrapped`]; the last of them holds all that is left, however wide.
#[must_use]
pub fn wrapped_within(text: &str, width: usize, most: usize) -> Vec<&str> {
    let mut starts = wrap(text, width);
    starts.truncate(most);
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| text[start..end].trim_end()).collect()
}
