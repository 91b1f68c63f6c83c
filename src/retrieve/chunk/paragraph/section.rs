//! The course's sections: from one line `## ...` to the next, and what stands before the first.
//! Never asks the outline: a `## ` line inside a code fence opens a section, as in the course.

use std::ops::Range;

/// One section, in places of the text it was found in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::retrieve::chunk) struct Section {
    /// Where it starts: its heading line, or the text itself.
    pub(in crate::retrieve::chunk) start: usize,
    /// Where its body starts: behind the heading line, if that line ends.
    pub(in crate::retrieve::chunk) body: usize,
    /// Where the next one starts.
    pub(in crate::retrieve::chunk) end: usize,
    /// The words of its heading; empty before the first one.
    pub(in crate::retrieve::chunk) title: Range<usize>,
}

/// The sections of `text`, in order, without gaps; the first has no title where `text` does not begin with a heading.
pub(in crate::retrieve::chunk) fn sections(text: &str) -> Vec<Section> {
    let mut sections = vec![Section { start: 0, body: 0, end: text.len(), title: 0..0 }];
    for start in heading_lines(text) {
        let length = memchr::memchr(b'\n', &text.as_bytes()[start..]);
        let line_end = length.map_or(text.len(), |length| start + length);
        let title = &text[start + 3..line_end];
        let title_start = line_end - title.trim_start().len();
        let title_end = start + 3 + title.trim_end().len();
        // A heading in the last line, unended, is its own body: in the course, too.
        let body = length.map_or(start, |length| start + length + 1);
        if let Some(last) = sections.last_mut() {
            last.end = start;
        }
        sections.push(Section { start, body, end: text.len(), title: title_start..title_end.max(title_start) });
    }
    sections.retain(|section| section.start < section.end);
    sections
}

/// Starts of the lines that consist of `## ` and at least one character more.
fn heading_lines(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    memchr::memmem::find_iter(bytes, b"## ").filter(move |&at| {
        let begins_line = at == 0 || bytes[at - 1] == b'\n';
        begins_line && bytes.get(at + 3).is_some_and(|&byte| byte != b'\n')
    })
}
