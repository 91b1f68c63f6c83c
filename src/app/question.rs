//! The query line: what is written, what was asked, and what may be taken instead of writing.
//! Never asks; it says which question is wanted.

use tui_input::{Input, InputRequest};

use super::key::{Code, Key};

/// The query line.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Keys go into the line.
    pub typing: bool,
    /// The line.
    pub input: Input,
    /// The line holds what was asked as if it were selected: the first letter takes its place.
    pub held: bool,
    /// The question that was asked last.
    pub asked: Option<String>,
    /// Questions that lie beside the documents.
    pub suggestions: Vec<String>,
    /// Questions asked before, newest first.
    pub past: Vec<String>,
    /// Which of the earlier and suggested questions stands in the line, from 1; 0 = what was written.
    at: usize,
}

impl Question {
    /// The suggestion that an empty line shows.
    #[must_use]
    pub fn suggestion(&self) -> Option<&str> {
        self.suggestions.iter().map(String::as_str).find(|text| !self.past.iter().any(|past| past == text))
    }

    /// What Enter asks: the line, or the suggestion where the line is blank.
    #[must_use]
    pub fn wanted(&self) -> Option<String> {
        let line = self.input.value().trim();
        let wanted = if line.is_empty() { self.suggestion()? } else { line };
        Some(wanted.to_owned())
    }

    /// Remembers a question as asked.
    pub fn remember(&mut self, question: &str) {
        self.past.retain(|past| past != question);
        self.past.insert(0, question.to_owned());
        self.asked = Some(question.to_owned());
        self.at = 0;
    }

    /// Opens the line, with what was asked held in it.
    pub fn write(&mut self) {
        self.held = !self.typing && !self.input.value().is_empty();
        (self.typing, self.at) = (true, 0);
    }

    /// Opens the line with a question that was chosen, to be changed or asked.
    pub fn take(&mut self, text: String) {
        (self.typing, self.held, self.at) = (true, false, 0);
        self.input = Input::new(text);
    }

    /// Edits the line with a key that means nothing else.
    pub fn edit(&mut self, key: Key) {
        let held = std::mem::take(&mut self.held);
        let erases = matches!(key.code, Code::Backspace | Code::Delete);
        if held && (key.typed().is_some() || erases) {
            self.input = Input::default();
        }
        if !(held && erases) {
            edit(&mut self.input, key);
        }
    }

    /// Puts pasted text into the line, which opens for it.
    pub fn paste(&mut self, text: &str) {
        if !self.typing {
            self.write();
        }
        if std::mem::take(&mut self.held) {
            self.input = Input::default();
        }
        paste(&mut self.input, text);
    }

    /// Puts an earlier question (or, after the oldest, a suggestion) into the line.
    pub fn older(&mut self) {
        self.walk(self.at + 1);
    }

    /// Goes back towards the newest.
    pub fn newer(&mut self) {
        self.walk(self.at.saturating_sub(1));
    }

    fn walk(&mut self, at: usize) {
        self.held = false;
        let mut all = self.past.iter().chain(&self.suggestions);
        if at == 0 {
            (self.at, self.input) = (0, Input::default());
        } else if let Some(text) = all.nth(at - 1) {
            (self.at, self.input) = (at, Input::new(text.clone()));
        }
    }

    /// Puts the suggestion into an empty line.
    pub fn complete(&mut self) {
        if let (true, Some(text)) = (self.input.value().is_empty(), self.suggestion()) {
            self.input = Input::new(text.to_owned());
        }
    }
}

/// Types text into a line at its cursor; line ends become blanks. All at once: a letter at a time, a long text takes
/// time that grows with its square.
pub fn paste(input: &mut Input, text: &str) {
    let text = text.trim_end_matches(['\n', '\r']);
    let typed = text.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c });
    let before: Vec<char> = input.value().chars().take(input.cursor()).collect();
    let after = input.value().chars().skip(before.len());
    let cursor = before.len() + text.chars().count();
    let value = before.iter().copied().chain(typed).chain(after).collect();
    *input = std::mem::take(input).with_value(value).with_cursor(cursor);
}

/// Edits a line with a key that means nothing else. True when it did.
pub fn edit(input: &mut Input, key: Key) -> bool {
    use InputRequest as Edit;
    let request = match (key.code, key.ctrl || key.alt) {
        (Code::Backspace, false) => Edit::DeletePrevChar,
        (Code::Backspace, true) => Edit::DeletePrevWord,
        (Code::Delete, false) => Edit::DeleteNextChar,
        (Code::Delete, true) => Edit::DeleteNextWord,
        (Code::Left, false) => Edit::GoToPrevChar,
        (Code::Left, true) => Edit::GoToPrevWord,
        (Code::Right, false) => Edit::GoToNextChar,
        (Code::Right, true) => Edit::GoToNextWord,
        (Code::Home, _) => Edit::GoToStart,
        (Code::End, _) => Edit::GoToEnd,
        (Code::Char(c), true) => match (c, key.ctrl) {
            ('a', true) => Edit::GoToStart,
            ('e', true) => Edit::GoToEnd,
            ('b', true) => Edit::GoToPrevChar,
            ('f', true) => Edit::GoToNextChar,
            ('b', false) => Edit::GoToPrevWord,
            ('f', false) => Edit::GoToNextWord,
            ('w', true) => Edit::DeletePrevWord,
            ('d', true) => Edit::DeleteNextChar,
            ('d', false) => Edit::DeleteNextWord,
            ('h', true) => Edit::DeletePrevChar,
            ('u', true) => Edit::DeleteFromStart,
            ('k', true) => Edit::DeleteTillEnd,
            ('y', true) => Edit::Yank,
            _ => return false,
        },
        (Code::Char(c), false) => Edit::InsertChar(c),
        _ => return false,
    };
    input.handle(request);
    true
}
