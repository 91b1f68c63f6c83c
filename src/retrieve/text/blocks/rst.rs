//! reStructuredText: titles, literal blocks, directives, tables, lists, fields (docutils' reference, "Body Elements").
//! Never resolves a reference and never runs a directive.

mod list;
mod table;

use super::lines::{Line, Lines};
use super::{Draft, front};
use crate::retrieve::span::Span;
use crate::retrieve::trace::BlockKind;
use list::Lists;

pub(super) fn read(draft: &mut Draft<'_>, body: usize) {
    let text = draft.text;
    let mut from = body;
    if let Some(front) = front::fields(text, body).or_else(|| front::fenced(text, body)) {
        draft.line_block(BlockKind::FrontMatter, front);
        from = front.end;
    }
    let lines = Lines::new(text, Span::new(from, text.len()));
    Reader { draft, lines, lists: Lists::default(), styles: Vec::new(), open: None, is_unended: false }.read();
}

/// A paragraph that is being read.
#[derive(Clone, Copy)]
struct Open {
    span: Span,
    /// Columns before its text.
    indent: usize,
    /// It is the first paragraph of a list item, and thereby the item itself.
    is_item: bool,
    last: Line,
}

struct Reader<'d, 't> {
    draft: &'d mut Draft<'t>,
    lines: Lines<'t>,
    lists: Lists,
    /// Styles of titles in order of appearance: mark, and whether there is a line above too.
    styles: Vec<(char, bool)>,
    open: Option<Open>,
    /// A simple table without an end was met.
    is_unended: bool,
}

impl Reader<'_, '_> {
    fn read(mut self) {
        while let Some(line) = self.lines.next() {
            if line.is_blank() {
                if let Some(open) = self.close().filter(|open| open.span.of(self.draft.text).ends_with("::")) {
                    self.literal(open.indent);
                }
            } else if self.open.is_some() {
                self.go_on(line);
            } else {
                self.begin(line);
            }
        }
        self.close();
        self.lists.close_all(self.draft);
    }

    /// A line after a blank one (or after a block that has ended).
    fn begin(&mut self, line: Line) {
        let text = self.draft.text;
        let indent = line.indent(text);
        self.lists.close_to(indent, self.draft);
        if indent == 0 && (self.title_between_lines(line) || self.title_over_line(line)) {
            return;
        }
        let words = line.of(text);
        if adornment(words).is_some() && words.len() >= 4 {
            // A transition; or a line over a title that is not one after all.
            if !table::is_border(words) {
                return self.draft.stop(line.text);
            }
        }
        if let Some((span, body)) = table::grid(&self.lines, line, text).or_else(|| self.simple_table(line)) {
            table::add(self.draft, span, body);
            return self.skip_to(span.end);
        }
        if words.starts_with(">>> ") {
            return self.fence(line, |_, next| !next.is_blank());
        }
        if let Some(directive) = directive(words) {
            return self.directive(directive, line, indent);
        }
        self.paragraph(line, indent, true);
    }

    /// A line right below a line of text.
    fn go_on(&mut self, line: Line) {
        let Some(mut open) = self.open else { return };
        let text = self.draft.text;
        let indent = line.indent(text);
        if self.lists.is_next_item(line.of(text), indent) {
            self.close();
            self.lists.close_to(indent, self.draft);
            return self.paragraph(line, indent, false);
        }
        if indent < open.indent && !open.is_item
            || indent > open.indent && !open.is_item && open.last.start == open.span.start
        {
            // Dedented text is a new block; indented text below one line defines that line.
            self.close();
            self.lists.close_to(indent, self.draft);
            return self.begin(line);
        }
        if open.is_item && indent < open.indent && self.lists.is_outside(indent) {
            self.close();
            self.lists.close_to(indent, self.draft);
            return self.begin(line);
        }
        open.span.end = line.end;
        open.last = line;
        self.open = Some(open);
    }

    /// Opens a paragraph, or an item when the line is marked as one.
    fn paragraph(&mut self, line: Line, indent: usize, is_first: bool) {
        let text = self.draft.text;
        let item = self.lists.open_item(line, indent, self.lines.peek(), text, is_first);
        self.draft.stop(line.text);
        let indent = item.unwrap_or(indent);
        let span = Span::new(line.text, line.end);
        self.open = Some(Open { span, indent, is_item: item.is_some(), last: line });
        if item.is_none() {
            self.lists.reach(line.end);
        }
    }

    /// Ends the open paragraph and returns it.
    fn close(&mut self) -> Option<Open> {
        let open = self.open.take()?;
        self.lists.reach(open.span.end);
        if !open.is_item {
            self.draft.inner_block(BlockKind::Paragraph, open.span, open.span.start);
        }
        Some(open)
    }

    /// A simple table; once one was found to have no end, none after it has one either.
    fn simple_table(&mut self, line: Line) -> Option<(Span, usize)> {
        if self.is_unended || !table::is_border(line.of(self.draft.text)) {
            return None;
        }
        let found = table::simple(&self.lines, line, self.draft.text);
        self.is_unended = found.is_none();
        found
    }

    /// The indented lines that follow a paragraph that ends in `::`, as one fence.
    fn literal(&mut self, outer: usize) {
        let text = self.draft.text;
        while self.lines.peek().is_some_and(|line| line.is_blank()) {
            self.lines.next();
        }
        let Some(first) = self.lines.peek().filter(|line| line.indent(text) > outer) else { return };
        self.lines.next();
        self.fence(first, |text, line| line.is_blank() || line.indent(text) > outer);
    }

    /// One fence from `first` on, as long as lines belong to it.
    fn fence(&mut self, first: Line, belongs: impl Fn(&str, &Line) -> bool) {
        let mut span = first.span();
        while let Some(line) = self.lines.peek().filter(|line| belongs(self.draft.text, line)) {
            if !line.is_blank() {
                span.end = line.end;
            }
            self.lines.next();
        }
        self.draft.line_block(BlockKind::Fence, span);
        self.lists.reach(span.end);
    }

    fn directive(&mut self, name: &str, line: Line, indent: usize) {
        let code = ["code-block", "code", "sourcecode", "highlight", "parsed-literal", "math", "raw", "doctest"];
        let tables = ["list-table", "csv-table"];
        let belongs = |text: &str, line: &Line| line.is_blank() || line.indent(text) > indent;
        if code.contains(&name) {
            return self.fence(Line { start: line.text, ..line }, belongs);
        }
        if tables.contains(&name) {
            let mut span = Span::new(line.text, line.end);
            while let Some(line) = self.lines.peek().filter(|line| belongs(self.draft.text, line)) {
                span.end = if line.is_blank() { span.end } else { line.end };
                self.lines.next();
            }
            return table::add_directive(self.draft, span);
        }
        // Any other directive holds ordinary text: the line is a paragraph with its options, the rest follows.
        self.draft.stop(line.text);
        let mut span = Span::new(line.text, line.end);
        while let Some(line) =
            self.lines.peek().filter(|line| !line.is_blank() && line.indent(self.draft.text) > indent)
        {
            span.end = line.end;
            self.lines.next();
        }
        self.draft.inner_block(BlockKind::Paragraph, span, span.start);
        self.lists.reach(span.end);
    }

    /// A title with a line above and one below.
    fn title_between_lines(&mut self, over: Line) -> bool {
        let text = self.draft.text;
        let Some(mark) = adornment(over.of(text)).filter(|_| !table::is_border(over.of(text))) else { return false };
        let mut ahead = self.lines.clone();
        let (Some(title), Some(under)) = (ahead.next(), ahead.next()) else { return false };
        let fits = !title.is_blank()
            && under.of(text) == over.of(text)
            && under.indent(text) == 0
            && title.of(text).chars().count() <= over.of(text).chars().count().max(4)
            && adornment(title.of(text)).is_none();
        if fits {
            self.title(Span::new(over.text, under.end), title, (mark, true));
            self.lines = ahead;
        }
        fits
    }

    /// A title with a line below.
    fn title_over_line(&mut self, title: Line) -> bool {
        let text = self.draft.text;
        let Some(under) = self.lines.peek().filter(|line| line.indent(text) == 0) else { return false };
        let Some(mark) = adornment(under.of(text)).filter(|_| !table::is_border(under.of(text))) else { return false };
        let (words, length) = (title.of(text), under.of(text).chars().count());
        // docutils takes a line that is too short with a warning, but not one below four characters.
        let fits = adornment(words).is_none() && (length >= 4 || length >= words.chars().count());
        if fits {
            self.title(Span::new(title.text, under.end), title, (mark, false));
            self.lines.next();
        }
        fits
    }

    fn title(&mut self, span: Span, title: Line, style: (char, bool)) {
        self.lists.close_all(self.draft);
        let level = self.styles.iter().position(|&known| known == style).unwrap_or_else(|| {
            self.styles.push(style);
            self.styles.len() - 1
        });
        let words = title.of(self.draft.text).replace('`', "");
        self.draft.heading(span, u8::try_from(level + 1).unwrap_or(u8::MAX), &words);
    }

    fn skip_to(&mut self, end: usize) {
        while self.lines.peek().is_some_and(|line| line.start < end) {
            self.lines.next();
        }
        self.lists.reach(end);
    }
}

/// The mark of a line that consists of one repeated punctuation mark (and is therefore no text); of a simple
/// table's border too, which has gaps.
fn adornment(line: &str) -> Option<char> {
    let mark = line.chars().next().filter(char::is_ascii_punctuation)?;
    let is_border = mark == '=' && line.contains(' ');
    let fits = line.len() >= 2 && line.chars().all(|char| char == mark || is_border && char == ' ');
    fits.then_some(mark)
}

/// The name of a directive: `.. name:: ...`. Comments, targets, footnotes and substitutions give an empty name.
fn directive(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("..")?;
    if !rest.is_empty() && !rest.starts_with(' ') {
        return None;
    }
    let name = rest.trim_start().split_once("::").map_or("", |(name, _)| name);
    let is_name = name.chars().all(|char| char.is_alphanumeric() || matches!(char, '-' | '_' | '+' | ':' | '.'));
    Some(if is_name { name } else { "" })
}
