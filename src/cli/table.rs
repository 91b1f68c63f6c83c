//! Aligned columns for people, safe to print whatever a text or a name holds.
//! Never cuts a cell short.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::retrieve::text::visible;

/// Columns with headings, aligned by the width that a terminal gives them.
pub(super) struct Table {
    right: Vec<bool>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A heading that begins with `>` names a column of numbers, aligned to the right.
    pub(super) fn new(headings: &[&str]) -> Self {
        let right = headings.iter().map(|heading| heading.starts_with('>')).collect();
        let names = headings.iter().map(|heading| heading.trim_start_matches('>').to_owned()).collect();
        Self { right, rows: vec![names] }
    }

    /// One row; a missing cell is empty.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| visible::line(&cell).into_owned()).collect());
    }

    /// Prints the rows under their headings, or nothing where there is no row.
    pub(super) fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.rows.len() < 2 {
            return Ok(());
        }
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.right.len()).map(width).collect();
        for row in &self.rows {
            let mut line = String::from("  ");
            for ((cell, width), right) in row.iter().zip(&widths).zip(&self.right) {
                let gap = " ".repeat(width.saturating_sub(cell.width()));
                let (before, after) = if *right { (gap.as_str(), "") } else { ("", gap.as_str()) };
                line.extend([before, cell, after, "  "]);
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// `6 documents`, `1 document`.
pub(super) fn counted(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// A line of text that may hold anything.
pub(super) fn line(out: &mut dyn Write, text: &str) -> io::Result<()> {
    writeln!(out, "{}", visible::line(text))
}
