//! Looking for words in the open text: the line in which they are written, and where they stand.
//! Never reaches a result: what a question finds is found by the index, never by this.

use tui_input::Input;

use super::model::Model;
use crate::retrieve::span::Span;

/// The search in the text pane.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Keys go into the line.
    pub typing: bool,
    /// The line.
    pub input: Input,
    /// What was looked for in the text last; empty = nothing.
    pub pattern: String,
    /// What was looked for among rows last; empty = nothing.
    pub rows: String,
}

/// The first place of `pattern` in `text`, case ignored where the pattern has no capital.
fn find(text: &str, pattern: &str) -> Option<Span> {
    places(text, pattern).next()
}

/// All places of `pattern` in `text`, ascending, none inside another.
pub fn places<'a>(text: &'a str, pattern: &'a str) -> impl Iterator<Item = Span> + 'a {
    let exact = pattern.chars().any(char::is_uppercase);
    let mut at = 0;
    std::iter::from_fn(move || {
        if pattern.is_empty() {
            return None;
        }
        let found = if exact {
            let start = at + text.get(at..)?.find(pattern)?;
            Span::new(start, start + pattern.len())
        } else {
            folded(text, pattern, at)?
        };
        at = found.end.max(found.start + 1);
        Some(found)
    })
}

/// The first place from `from` on at which `pattern`, in small letters, stands in any case.
fn folded(text: &str, pattern: &str, from: usize) -> Option<Span> {
    if pattern.is_ascii() {
        let (text, pattern) = (text.as_bytes(), pattern.as_bytes());
        let last = text.len().checked_sub(pattern.len())?;
        let same = |at: &usize| text[*at..*at + pattern.len()].eq_ignore_ascii_case(pattern);
        return (from..=last).find(same).map(|at| Span::new(at, at + pattern.len()));
    }
    let rest = text.get(from..)?;
    rest.char_indices().find_map(|(at, _)| {
        let mut wanted = pattern.chars();
        let mut next = wanted.next();
        for (offset, c) in rest[at..].char_indices() {
            for small in c.to_lowercase() {
                if next != Some(small) {
                    return None;
                }
                next = wanted.next();
            }
            if next.is_none() {
                let start = from + at;
                return Some(Span::new(start, start + offset + c.len_utf8()));
            }
        }
        None
    })
}

impl Model {
    /// Takes what was written as what is looked for, and goes to its next place.
    pub(super) fn search(&mut self) {
        self.search.typing = false;
        let written = self.search.input.value().to_owned();
        let rows = self.looks_through_rows();
        if !written.is_empty() {
            *(if rows { &mut self.search.rows } else { &mut self.search.pattern }) = written;
        }
        self.find(1);
    }

    /// To the next place in the given direction, around the end of the text; in a list to the next row.
    pub(super) fn find(&mut self, direction: isize) {
        if self.looks_through_rows() {
            return self.find_row(direction);
        }
        let pattern = self.search.pattern.clone();
        if pattern.is_empty() {
            return self.say("Nothing to look for yet; / writes it.");
        }
        let Some(document) = self.document() else { return };
        let text = document.text.as_str();
        let inner = self.source_area();
        let row = self.sheet(inner).and_then(|sheet| sheet.row(self.source.cursor));
        let (start, next) = row.map_or((0, 0), |row| (row.span.start, row.next));
        let (found, around) = if direction > 0 {
            let ahead = find(&text[next..], &pattern).map(|span| span.shifted(next));
            (ahead.or_else(|| find(text, &pattern)), ahead.is_none())
        } else {
            let behind = places(&text[..start], &pattern).last();
            (behind.or_else(|| places(text, &pattern).last()), behind.is_none())
        };
        match found {
            Some(span) => {
                self.source.target = None;
                self.show(span.start, 3);
                if around {
                    self.say("Around the end of the text.");
                }
            }
            None => self.say(&format!("`{pattern}` is not in this document.")),
        }
    }
}
