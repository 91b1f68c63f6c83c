//! Tables of reStructuredText: grid, simple, and those that directives draw.
//! Never reads a cell.

use crate::retrieve::span::Span;
use crate::retrieve::text::blocks::Draft;
use crate::retrieve::text::blocks::lines::{Line, Lines};
use crate::retrieve::trace::BlockKind;

/// A grid table that begins with `first`, and where its body begins.
pub(super) fn grid(rest: &Lines<'_>, first: Line, text: &str) -> Option<(Span, usize)> {
    if !is_rule(first.of(text)) {
        return None;
    }
    let (mut end, mut body) = (first.end, first.text);
    let mut below_header = false;
    for line in rest.clone().take_while(|line| line.of(text).starts_with(['+', '|'])) {
        if below_header {
            body = line.text;
        }
        below_header = is_rule(line.of(text)) && line.of(text).contains('=');
        end = line.end;
    }
    (end > first.end).then(|| (Span::new(first.text, end), body))
}

/// `+----+====+`.
fn is_rule(line: &str) -> bool {
    line.len() > 2 && line.starts_with('+') && line.ends_with('+') && line.bytes().all(|byte| b"+-=".contains(&byte))
}

/// `====  ====`, the border of a simple table.
pub(super) fn is_border(line: &str) -> bool {
    line.starts_with('=') && line.contains(' ') && line.bytes().all(|byte| b"= ".contains(&byte))
}

/// A simple table that begins with the border `first`: it ends at a border with a blank line (or nothing) below.
pub(super) fn simple(rest: &Lines<'_>, first: Line, text: &str) -> Option<(Span, usize)> {
    let (mut body, mut borders, mut lines) = (first.text, 1, rest.clone());
    while let Some(line) = lines.next() {
        if !is_border(line.of(text)) {
            continue;
        }
        borders += 1;
        let next = lines.peek();
        if next.is_none_or(|next| next.is_blank()) {
            return Some((Span::new(first.text, line.end), body));
        }
        if let (2, Some(next)) = (borders, next) {
            body = next.text;
        }
    }
    None
}

/// Adds a table whose rows begin at every line that has text in the first column and is no rule.
pub(super) fn add(draft: &mut Draft<'_>, span: Span, body: usize) {
    draft.stop(span.start);
    draft.inner_block(BlockKind::Table, span, body);
    draft.solid(span);
    let text = draft.text;
    let is_grid = span.of(text).starts_with('+');
    let column = Lines::new(text, span).next().map_or(0, |line| line.indent(text));
    // A rule or border belongs to the row above it, the uppermost one to the first row.
    let mut begins = false;
    for line in Lines::new(text, span).filter(|line| !line.is_blank()) {
        let rule = is_rule(line.of(text)) || is_border(line.of(text));
        if !rule && begins && (is_grid || line.indent(text) <= column) {
            draft.stop(line.text);
        }
        begins = if is_grid { rule && line.start > span.start } else { !rule || line.start > span.start };
    }
}

/// Adds a `list-table` or `csv-table` directive. Its first row is taken for the header where it says so.
pub(super) fn add_directive(draft: &mut Draft<'_>, span: Span) {
    let text = draft.text;
    let mut rows = Lines::new(text, span).skip(1).skip_while(|line| !line.is_blank()).filter(|line| !line.is_blank());
    let is_list = text[span.start..].starts_with(".. list-table");
    let column = rows.clone().next().map_or(0, |line| line.indent(text));
    let is_row = |line: &Line| line.indent(text) == column && (!is_list || line.of(text).starts_with('*'));
    let starts: Vec<usize> = rows.by_ref().filter(is_row).map(|line| line.text).collect();
    let has_header = span.of(text).contains(":header-rows:");
    let body = starts.get(usize::from(has_header)).or(starts.first()).copied().unwrap_or(span.end);
    draft.stop(span.start);
    draft.inner_block(BlockKind::Table, span, body);
    draft.solid(span);
    draft.found.breaks.extend(starts);
}
