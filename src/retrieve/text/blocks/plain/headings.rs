//! Headings of plain text: marked with `#`, underlined, or numbered.
//! Never takes a table of contents or a numbered list for headings.

use super::groups::{Group, Groups};
use super::label::{self, Found, Label};
use crate::retrieve::span::Span;
use crate::retrieve::text::blocks::lines::{Line, Lines};
use crate::retrieve::trace::Heading;

/// What marks a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// `#` or an underline: the level is given.
    Level(u8),
    /// A label with a number: the level follows from the labels of the whole text.
    Label(Label),
}

/// A line that may be a heading.
#[derive(Clone, Debug)]
struct Candidate {
    span: Span,
    title: String,
    mark: Mark,
    /// Number of its group in the text.
    group: usize,
    /// A label with nothing after it, whose title may stand below.
    is_bare: bool,
    /// Text of its own group goes on below it.
    has_body: bool,
    /// The single line right below, if it looks like the title, and whether text or a narrower section follows that.
    title_below: Option<(Span, bool)>,
    /// A number alone stands below it after little text: an entry of a table of contents with its page.
    is_entry: bool,
}

/// The headings of `text` within `span`, in text order.
pub(super) fn find(text: &str, span: Span) -> Vec<Heading> {
    let mut found = candidates(text, span);
    drop_lists(&mut found);
    found.retain(|candidate| !candidate.is_entry);
    let levels = Levels::of(&found);
    found
        .into_iter()
        .map(|candidate| {
            let level = levels.of_mark(candidate.mark);
            let mut heading = Heading { span: candidate.span, level, title: candidate.title };
            if let Some((below, true)) = candidate.title_below.filter(|_| candidate.is_bare && !candidate.has_body) {
                heading.span.end = below.end;
                heading.title = format!("{} {}", heading.title, below.of(text));
            }
            heading
        })
        .collect()
}

fn candidates(text: &str, span: Span) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    // Bytes of text since the last candidate.
    let mut since = 0;
    for (number, group) in Groups::new(text, span).enumerate() {
        let Group::Text { span, lines } = group else { continue };
        let candidate = candidate(text, span, lines, number);
        if let Some(last) = found.last_mut() {
            let is_text = candidate.is_none();
            match number - last.group {
                1 if is_text && lines == 1 && is_title_below(span.of(text)) => {
                    last.title_below = Some((trimmed(text, span), false));
                }
                2 => {
                    let goes_on = candidate.as_ref().is_none_or(|next| is_narrower(next.mark, last.mark));
                    last.title_below = last.title_below.map(|(span, _)| (span, goes_on));
                }
                _ => {}
            }
            if is_text {
                since += span.len();
                last.is_entry |= since <= 120 && is_page_number(span.of(text));
            }
        }
        if let Some(candidate) = candidate {
            since = 0;
            found.push(candidate);
        }
    }
    found
}

fn candidate(text: &str, group: Span, lines: usize, number: usize) -> Option<Candidate> {
    let mut rest = Lines::new(text, group);
    let (first, second) = (rest.next()?, rest.next());
    let make = |span: Span, title: &str, mark| Candidate {
        span,
        title: title.to_owned(),
        mark,
        group: number,
        is_bare: false,
        has_body: span.end < group.end,
        title_below: None,
        is_entry: false,
    };
    let words = first.of(text);
    let whole = Span::new(first.text, first.end);
    if let Some((level, title)) = marked(words) {
        // Several lines with `#` are comments.
        let is_comment = second.is_some_and(|second| second.of(text).starts_with('#'));
        return (!is_comment).then(|| make(whole, title, Mark::Level(level)));
    }
    if let Some((second, level)) = second.and_then(|second| Some((second, underline(words, second.of(text))?))) {
        return Some(make(Span::new(first.text, second.end), words, Mark::Level(level)));
    }
    let found = label::find(words)?;
    let mark = Mark::Label(found.label);
    let is_bare = found.length == words.len();
    let indent = first.indent(text);
    if found.is_plain && indent > 0 {
        return None;
    }
    let wrapped = second.filter(|second| lines == 2 && second.indent(text) > indent + 1);
    let span = Span::new(first.text, wrapped.map_or(first.end, |second| second.end));
    let title = span.of(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if (lines == 1 || wrapped.is_some()) && is_heading(span.of(text), found) {
        let title = if is_bare { title.as_str() } else { title.trim_end_matches('.') };
        return Some(Candidate { is_bare, ..make(span, title, mark) });
    }
    if is_bare && !found.is_plain && second.is_some_and(|second| begins_body(text, second)) {
        return Some(Candidate { is_bare, ..make(whole, words, mark) });
    }
    let length = run_in(words, found)?;
    Some(make(Span::new(first.text, first.text + length), words[..length].trim_end_matches('.'), mark))
}

/// `## Title ##`.
fn marked(line: &str) -> Option<(u8, &str)> {
    let marks = line.bytes().take_while(|&byte| byte == b'#').count();
    let title = line[marks..].strip_prefix([' ', '\t'])?.trim();
    let open = title.trim_end_matches('#');
    let title = if open.ends_with([' ', '\t']) { open.trim_end() } else { title };
    let is_heading = (1..=6).contains(&marks) && title.contains(char::is_alphanumeric);
    is_heading.then(|| (u8::try_from(marks).unwrap_or(6), title))
}

/// The level of a title with this line below it.
fn underline(title: &str, line: &str) -> Option<u8> {
    let level = match line.as_bytes().first()? {
        b'=' => 1,
        b'-' => 2,
        _ => return None,
    };
    let first = line.as_bytes()[0];
    let fits = line.len() >= 3
        && line.bytes().all(|byte| byte == first)
        && line.len() * 2 >= title.chars().count()
        && title.contains(char::is_alphabetic);
    fits.then_some(level)
}

/// True when the rest of a labelled line reads like a title and not like a sentence or an entry of contents.
fn is_heading(line: &str, found: Found) -> bool {
    let title = line[found.length..].trim();
    if line.chars().take(161).count() > 160 || has_leader(title) || title.ends_with([',', ';', ':']) {
        return false;
    }
    if title.is_empty() {
        return !found.is_plain;
    }
    let is_capital = title.chars().find(|char| char.is_alphabetic()).is_some_and(|char| !char.is_lowercase());
    let words = title.trim_end_matches(|char: char| !char.is_alphanumeric() && !matches!(char, '.' | '!' | '。'));
    let is_sentence = words.ends_with(['.', '!', '。']) && (title.contains(". ") || !is_title_case(title));
    is_capital && !is_sentence
}

/// `Introduction ........ 3`, `Introduction . . . 3`, `Introduction      3`.
fn has_leader(title: &str) -> bool {
    let before = title.trim_end_matches(|char: char| char.is_ascii_digit());
    let is_apart = before.len() < title.len() && (before.ends_with("   ") || before.ends_with('\t'));
    is_apart || title.contains("....") || title.contains(". . .")
}

/// Every longer word begins with a capital: `The Merger; Closing`.
fn is_title_case(title: &str) -> bool {
    let mut words = 0;
    let fits = title.split_whitespace().all(|word| {
        words += 1;
        let word = word.trim_matches(|char: char| !char.is_alphanumeric());
        word.chars().count() < 4 || !word.starts_with(char::is_lowercase)
    });
    fits && words <= 14 && title.chars().any(char::is_uppercase)
}

/// The length of a heading that is followed by its text on the same line: `Section 1.1 The Merger. Upon the ...`.
fn run_in(line: &str, found: Found) -> Option<usize> {
    let is_wide = matches!(found.label, Label::Article | Label::Section | Label::WideSection | Label::Clause);
    if !is_wide && !matches!(found.label, Label::Number(2..)) {
        return None;
    }
    let rest = &line[found.length..];
    let at = rest.find(". ").filter(|at| *at <= 120)?;
    let title = rest[..at].trim();
    let goes_on = rest[at + 2..].trim_start().starts_with(|char: char| !char.is_lowercase() && !char.is_ascii_digit());
    (!title.is_empty() && is_title_case(title) && goes_on).then_some(found.length + at + 1)
}

/// True when a line right below a bare label is text and not the rest of a sentence or another label.
fn begins_body(text: &str, line: Line) -> bool {
    let words = line.of(text);
    !words.starts_with(char::is_lowercase) && label::find(words).is_none_or(|found| found.is_plain)
}

/// A line below a bare label that may be its title: `THE MERGER; CLOSING`.
fn is_title_below(line: &str) -> bool {
    let line = line.trim();
    line.len() <= 120 && !line.ends_with(['.', ',', ';', ':', '!', '?']) && is_title_case(line)
}

/// True when a section marked `inner` may stand inside one marked `outer`.
fn is_narrower(inner: Mark, outer: Mark) -> bool {
    matches!((inner, outer), (Mark::Label(inner), Mark::Label(outer)) if inner > outer)
}

fn is_page_number(line: &str) -> bool {
    let line = line.trim();
    (1..=4).contains(&line.len()) && line.bytes().all(|byte| byte.is_ascii_digit())
}

fn trimmed(text: &str, span: Span) -> Span {
    let words = span.of(text);
    let start = span.end - words.trim_start().len();
    Span::new(start, start + words.trim().len())
}

/// Drops numbered lines that follow each other without text between them: the items of a list, a table of contents.
/// A run of headings without text only ever goes deeper (`2.`, `2.1.`, text).
fn drop_lists(found: &mut Vec<Candidate>) {
    let joins = |a: &Candidate, b: &Candidate| {
        let same = match (a.mark, b.mark) {
            (Mark::Label(Label::Number(_)), Mark::Label(Label::Number(_))) => true,
            (Mark::Label(a), Mark::Label(b)) => a == b,
            _ => false,
        };
        same && b.group - a.group == 1 && !a.has_body
    };
    let mut keep = Vec::with_capacity(found.len());
    for run in found.chunk_by(joins) {
        let flat = |pair: &[Candidate]| match (pair[0].mark, pair[1].mark) {
            (Mark::Label(Label::Number(1)), Mark::Label(Label::Number(1))) => 3,
            (Mark::Label(a), Mark::Label(b)) => usize::from(b <= a),
            _ => 0,
        };
        let is_list = run.windows(2).map(flat).sum::<usize>() >= 3;
        keep.extend(std::iter::repeat_n(!is_list, run.len()));
    }
    let mut keep = keep.into_iter();
    found.retain(|_| keep.next().unwrap_or(true));
}

/// Which level each label has in one text: labels that occur, from the widest to the narrowest.
struct Levels {
    /// Levels of marked headings come first.
    marked: u8,
    labels: Vec<Label>,
    is_section_wide: bool,
}

impl Levels {
    fn of(found: &[Candidate]) -> Self {
        let marked = found.iter().filter_map(|candidate| match candidate.mark {
            Mark::Level(level) => Some(level),
            Mark::Label(_) => None,
        });
        let mut levels = Self { marked: marked.max().unwrap_or(0), labels: Vec::new(), is_section_wide: true };
        levels.is_section_wide =
            gap(found, Label::WideSection, Label::Article) <= gap(found, Label::Article, Label::WideSection);
        let mut labels: Vec<Label> = found.iter().filter_map(|candidate| levels.label(candidate.mark)).collect();
        labels.sort_unstable();
        labels.dedup();
        levels.labels = labels;
        levels
    }

    /// The label that decides the level; none for marked headings and appendices.
    fn label(&self, mark: Mark) -> Option<Label> {
        match mark {
            Mark::Level(_) | Mark::Label(Label::Appendix) => None,
            Mark::Label(Label::WideSection) if !self.is_section_wide => Some(Label::Section),
            Mark::Label(label) => Some(label),
        }
    }

    fn of_mark(&self, mark: Mark) -> u8 {
        match mark {
            Mark::Level(level) => level,
            Mark::Label(_) => {
                let place = self.label(mark).map_or(0, |label| self.labels.partition_point(|&known| known < label));
                self.marked.saturating_add(u8::try_from(place).unwrap_or(u8::MAX)).saturating_add(1)
            }
        }
    }
}

/// The shortest way from a heading labelled `from` to one labelled `to` right after it. A section that holds articles is
/// followed by one at once; one that ends before an article is not.
fn gap(found: &[Candidate], from: Label, to: Label) -> usize {
    let pairs = found.windows(2).filter(|pair| pair[0].mark == Mark::Label(from) && pair[1].mark == Mark::Label(to));
    pairs.map(|pair| pair[1].span.start - pair[0].span.end).min().unwrap_or(usize::MAX)
}
