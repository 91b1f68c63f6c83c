//! Groups of lines: what stands between blank lines, and fences.
//! Never looks inside a group.

use crate::retrieve::span::Span;
use crate::retrieve::text::blocks::lines::{Line, Lines};

/// Lines that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// A code fence that is closed.
    Fence(Span),
    /// Lines without a blank one between them, from the start of the first to the end of the last.
    Text {
        /// Where they are.
        span: Span,
        /// How many.
        lines: usize,
    },
}

/// Reads groups forward.
pub(super) struct Groups<'t> {
    text: &'t str,
    lines: Lines<'t>,
    /// A fence without an end was met: every later one is ordinary text.
    is_unclosed: bool,
}

impl<'t> Groups<'t> {
    pub(super) const fn new(text: &'t str, span: Span) -> Self {
        Self { text, lines: Lines::new(text, span), is_unclosed: false }
    }

    /// The fence that `first` opens, and the lines after it.
    fn fence(&mut self, first: Line) -> Option<(Span, Lines<'t>)> {
        let marks = fence_marks(first.of(self.text)).filter(|_| !self.is_unclosed)?;
        let mut ahead = self.lines.clone();
        let is_end = |line: &Line| {
            let words = line.of(self.text);
            words.len() >= marks && words.bytes().all(|byte| byte == b'`')
        };
        let end = ahead.find(is_end);
        self.is_unclosed = end.is_none();
        end.map(|end| (Span::new(first.text, end.end), ahead))
    }
}

impl Iterator for Groups<'_> {
    type Item = Group;

    fn next(&mut self) -> Option<Group> {
        let first = self.lines.find(|line| !line.is_blank())?;
        if let Some((span, ahead)) = self.fence(first) {
            self.lines = ahead;
            return Some(Group::Fence(span));
        }
        let (mut span, mut lines) = (first.span(), 1);
        let mut ahead = self.lines.clone();
        while let Some(line) = ahead.next().filter(|line| !line.is_blank()) {
            if fence_marks(line.of(self.text)).is_some() && !self.is_unclosed {
                // Whether it is closed is asked again when its turn comes.
                break;
            }
            self.lines = ahead.clone();
            span.end = line.end;
            lines += 1;
        }
        Some(Group::Text { span, lines })
    }
}

/// How many backticks open a fence here.
fn fence_marks(line: &str) -> Option<usize> {
    let marks = line.bytes().take_while(|&byte| byte == b'`').count();
    (marks >= 3 && !line[marks..].contains('`')).then_some(marks)
}
