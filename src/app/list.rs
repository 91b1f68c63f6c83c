//! A cursor in a list that is longer than its window.
//! Never knows what the rows are.

/// Cursor and first visible row of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The row under the cursor.
    pub cursor: usize,
    /// The first row that is visible.
    pub top: usize,
}

impl List {
    /// Rows kept visible above and below the cursor where there are any.
    const MARGIN: usize = 2;

    /// Moves the cursor by `rows`, without leaving a list of `len` rows.
    pub fn by(&mut self, rows: isize, len: usize) {
        self.cursor = self.cursor.saturating_add_signed(rows).min(len.saturating_sub(1));
    }

    /// Puts the cursor on a row; past the end means the last one.
    pub fn to(&mut self, row: usize, len: usize) {
        self.cursor = row.min(len.saturating_sub(1));
    }

    /// Scrolls the window by `rows` and takes the cursor along where it would be left behind.
    pub fn scroll(&mut self, rows: isize, len: usize, window: usize) {
        self.top = self.top.saturating_add_signed(rows).min(len.saturating_sub(window));
        let margin = Self::MARGIN.min(window.saturating_sub(1) / 2);
        let first = if self.top == 0 { 0 } else { self.top + margin };
        let end = self.top + window;
        let last = (if end >= len { len } else { end - margin }).saturating_sub(1);
        self.cursor = self.cursor.clamp(first.min(last), last);
    }

    /// Brings cursor and window back into a list of `len` rows that shows `window` of them.
    pub fn settle(&mut self, len: usize, window: usize) {
        self.cursor = self.cursor.min(len.saturating_sub(1));
        let margin = Self::MARGIN.min(window.saturating_sub(1) / 2);
        let lowest = (self.cursor + margin + 1).saturating_sub(window);
        let highest = self.cursor.saturating_sub(margin);
        self.top = self.top.clamp(lowest.min(highest), highest).min(len.saturating_sub(window));
    }
}
