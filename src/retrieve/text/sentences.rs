//! Where sentences end.
//! Never cuts; it only says where a cut would not go through a sentence.
//!
//! The rules have the shape of Unicode's (UAX #29, sentence boundaries: terminators, closing marks, blank space, no
//! end before a small letter), but a line feed alone ends nothing, because prose is often wrapped by hand, and
//! abbreviations, initials and numbers are looked at more closely.

mod dots;
mod words;

use super::blocks::Structure;
use crate::retrieve::span::Span;

/// Sentence edges of running text without further structure: see [`crate::retrieve::trace::Document::sentences`].
#[must_use]
pub fn edges(text: &str) -> Vec<usize> {
    edges_within(text, 0, &Structure::default())
}

/// Sentence edges of `text[body..]`, whose blocks are known: a block ends a sentence, and so does a row of a table or
/// a line of code.
///
/// An edge lies after the blank space that follows its sentence; in code it lies before the indentation of the next
/// line. No sentence is blank, and the end of the text is an edge.
#[must_use]
pub fn edges_within(text: &str, body: usize, structure: &Structure) -> Vec<usize> {
    let mut edges = Vec::new();
    let mut breaks = structure.breaks.iter().copied().filter(|&at| at > body && at < text.len()).peekable();
    let mut solid = structure.solid.iter().copied().filter(|part| part.end > body).peekable();
    let mut at = body;
    while at < text.len() {
        // A part goes on to the next break, or to where solid text begins or ends.
        let inside = solid.peek().is_some_and(|part| part.start <= at);
        let limit = solid.peek().map_or(text.len(), |part| if inside { part.end } else { part.start });
        while breaks.next_if(|&next| next <= at).is_some() {}
        let end = breaks.peek().map_or(limit, |&next| next.min(limit)).max(at);
        if !inside {
            prose(text, Span::new(at, end), &mut edges);
        }
        finish(text, Span::new(at, end), body, &mut edges);
        if inside && end == limit {
            solid.next();
        }
        at = end;
    }
    edges
}

/// Ends the last sentence of a part. A blank part belongs to the sentence before it.
fn finish(text: &str, part: Span, body: usize, edges: &mut Vec<usize>) {
    let from = edges.last().copied().unwrap_or(body);
    if from >= part.end {
        return;
    }
    let is_blank = text[from.max(part.start)..part.end].trim_start().is_empty();
    match edges.last_mut() {
        Some(last) if is_blank => *last = part.end,
        // Blank space before the first sentence belongs to it, unless nothing else comes.
        None if is_blank && part.end < text.len() => {}
        _ => edges.push(part.end),
    }
}

/// True when a cut at `at` goes through no sentence: it lies at the beginning or the end of the text, or only blank
/// space lies between it and one of the `edges`.
#[must_use]
pub fn is_edge(text: &str, edges: &[usize], at: usize) -> bool {
    let (before, after) = (&text[..at], &text[at..]);
    let first = before.trim_end().len();
    let last = text.len() - after.trim_start().len();
    let next = edges.partition_point(|&edge| edge < first.max(1));
    first == 0 || last == text.len() || edges.get(next).is_some_and(|&edge| edge <= last)
}

/// Bytes at which a sentence may end: ASCII terminators, line feeds, and first bytes of other terminators.
const STOPS: [bool; 256] = {
    let mut stops = [false; 256];
    let bytes = b".!?\n\xD6\xD8\xDB\xE0\xE1\xE2\xE3\xEF";
    let mut at = 0;
    while at < bytes.len() {
        stops[bytes[at] as usize] = true;
        at += 1;
    }
    stops
};

/// What ends sentences.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Terminator {
    /// A full stop, which has many other uses.
    Dot,
    /// `…`: a sentence goes on after it when a small letter follows.
    Ellipsis,
    /// `!`, `?` and the like.
    Mark,
    /// `。` and the like: no blank space need follow.
    Wide,
}

fn terminator(char: char) -> Option<Terminator> {
    match char {
        '.' => Some(Terminator::Dot),
        '…' => Some(Terminator::Ellipsis),
        '!' | '?' | '‼' | '⁇' | '⁈' | '⁉' | '؟' | '۔' | '։' | '።' | '፧' | '။' | '។' | '᠃' => {
            Some(Terminator::Mark)
        }
        '。' | '！' | '？' | '．' | '｡' | '।' | '॥' => Some(Terminator::Wide),
        _ => None,
    }
}

/// Quotes, brackets and inline marks that close after a terminator.
fn is_closer(char: char) -> bool {
    matches!(char, '"' | '\'' | ')' | ']' | '}' | '»' | '«' | '”' | '’' | '“' | '›' | '*' | '_' | '`' | '~')
        || matches!(char, '」' | '』' | '】' | '）' | '〕' | '》' | '〉' | '］' | '｝' | '｣' | '〟' | '＂')
        || matches!(char, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹')
}

/// Adds the sentence edges inside one part of running text; its end is not one of them.
fn prose(text: &str, part: Span, edges: &mut Vec<usize>) {
    let text = &text[..part.end];
    let bytes = text.as_bytes();
    let mut at = part.start;
    let mut begun = at + blank(&text[at..]);
    while let Some(stop) = bytes[at..].iter().position(|&byte| STOPS[usize::from(byte)]) {
        at += stop;
        let found = if bytes[at] == b'\n' { paragraph_end(text, at) } else { sentence_end(text, begun, at) };
        if let Some(edge) = found.edge.filter(|&edge| edge < part.end && edge > begun) {
            edges.push(edge);
            begun = edge;
        }
        at = found.next;
    }
}

/// Whether a sentence ends at a stop, and where to look on.
struct Found {
    edge: Option<usize>,
    next: usize,
}

/// A blank line ends a sentence; the line feed at `at` may begin one.
fn paragraph_end(text: &str, at: usize) -> Found {
    let space = blank(&text[at..]);
    let feeds = text[at..at + space].matches('\n').count();
    let next = at + space;
    Found { edge: (feeds > 1).then_some(next), next: next.max(at + 1) }
}

/// Looks at what may be a terminator at `at`, in a sentence that has begun at `begun`.
fn sentence_end(text: &str, begun: usize, at: usize) -> Found {
    let (mut last, mut count, mut after) = (None, 0, at);
    for char in text[at..].chars() {
        let Some(kind) = terminator(char) else { break };
        last = Some(kind);
        count += 1;
        after += char.len_utf8();
    }
    let Some(last) = last else {
        let other = text[at..].chars().next().map_or(1, char::len_utf8);
        return Found { edge: None, next: at + other };
    };
    let marks = after;
    after += closers(&text[after..]);
    let closing = &text[marks..after];
    let space = blank(&text[after..]);
    let next = after + space;
    let rest = &text[next..];
    let none = Found { edge: None, next: after };
    // A paragraph that ends here is left to the line feed; the end of the part is an edge anyway.
    if rest.is_empty() || text[after..next].matches('\n').count() > 1 {
        return none;
    }
    let ends = match last {
        Terminator::Wide => !dots::goes_on_wide(closing, rest),
        Terminator::Mark if space == 0 => dots::is_ideographic(rest),
        _ if space == 0 => false,
        Terminator::Mark => !dots::goes_on_after_mark(closing, rest),
        Terminator::Ellipsis => !dots::goes_on_small(rest),
        Terminator::Dot if count > 1 => !dots::goes_on_small(rest),
        Terminator::Dot => !dots::goes_on(tail(&text[begun..at]), closing, rest),
    };
    if ends { Found { edge: Some(next), next } } else { none }
}

/// What is looked at of a sentence before a full stop: enough for every rule, and no more, so that a file that is one
/// endless sentence costs no more than another.
fn tail(sentence: &str) -> &str {
    &sentence[sentence.ceil_char_boundary(sentence.len().saturating_sub(200))..]
}

/// Bytes of closing marks, and of references such as `[12]` or `[^note]`, at the beginning of `text`.
fn closers(text: &str) -> usize {
    let mut at = 0;
    // Where the marks end if those after it open the next sentence: `。“` before a letter.
    let mut sure = 0;
    while let Some(char) = text[at..].chars().next() {
        if is_closer(char) {
            at += char.len_utf8();
            sure = if may_open(char) { sure } else { at };
        } else if let Some(reference) = reference(&text[at..]) {
            at += reference;
            sure = at;
        } else {
            return if char.is_alphanumeric() { sure } else { at };
        }
    }
    at
}

/// Marks that open in one language or place and close in another.
fn may_open(char: char) -> bool {
    matches!(char, '"' | '\'' | '“' | '«' | '»' | '*' | '_' | '`' | '~')
}

/// The length of `[12]`, `[1, 2]` or `[^note]`.
fn reference(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('[')?;
    let end = rest.bytes().take(12).position(|byte| byte == b']')?;
    let inner = &rest.as_bytes()[..end];
    let is_list = inner.iter().all(|byte| byte.is_ascii_digit() || b", -".contains(byte));
    (end > 0 && (is_list || inner[0] == b'^')).then_some(end + 2)
}

/// Bytes of blank space at the beginning of `text`.
fn blank(text: &str) -> usize {
    text.len() - text.trim_start().len()
}
