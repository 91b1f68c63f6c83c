//! What was said at the bottom line, to be read in full: a line is often too short for a reason.
//! Never says anything itself.

use super::cells;
use super::model::Model;

/// As many are remembered.
const MOST: usize = 50;

/// One row of the window: a message, or how it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageRow<'a> {
    /// The text, no wider than asked for.
    pub text: &'a str,
    /// It begins a message.
    pub first: bool,
    /// Something failed.
    pub bad: bool,
}

impl Model {
    /// Remembers what is said now, once.
    pub(super) fn remember_notice(&mut self) {
        let Some(notice) = self.notice.as_ref().filter(|notice| self.messages.last() != Some(notice)) else { return };
        self.messages.push(notice.clone());
        if self.messages.len() > MOST {
            self.messages.remove(0);
        }
    }

    /// Everything that was said, the newest first, in rows of at most `width` columns.
    #[must_use]
    pub fn message_rows(&self, width: usize) -> Vec<MessageRow<'_>> {
        let mut all = Vec::new();
        for notice in self.messages.iter().rev() {
            let bad = notice.bad;
            let wrapped = cells::wrapped(&notice.text, width).into_iter().enumerate();
            all.extend(wrapped.map(|(at, text)| MessageRow { text, first: at == 0, bad }));
        }
        all
    }
}
