//! Source code: parts between blank lines, and lines.
//! Never parses a language; it finds no outline.

use super::Draft;
use super::lines::Lines;
use crate::retrieve::span::Span;
use crate::retrieve::trace::BlockKind;

pub(super) fn read(draft: &mut Draft<'_>, body: usize) {
    let all = Span::new(body, draft.text.len());
    draft.solid_lines(all);
    let mut open: Option<Span> = None;
    for line in Lines::new(draft.text, all) {
        match (&mut open, line.is_blank()) {
            (Some(part), false) => part.end = line.end,
            (Some(part), true) => {
                draft.inner_block(BlockKind::Paragraph, *part, part.start);
                open = None;
            }
            (None, false) => open = Some(line.span()),
            (None, true) => {}
        }
    }
    if let Some(part) = open {
        draft.inner_block(BlockKind::Paragraph, part, part.start);
    }
}
