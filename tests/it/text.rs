//! Outline, blocks, sentence edges and positions.

use seamscope::retrieve::text;
use seamscope::retrieve::trace::Document;

#[path = "text/blocks.rs"]
mod blocks;
#[path = "text/laws.rs"]
mod laws;
#[path = "text/outline.rs"]
mod outline;
#[path = "text/positions.rs"]
mod positions;
#[path = "text/sentences.rs"]
mod sentences;

/// The document that a file of this name and text becomes.
fn document(name: &str, text: &str) -> Document {
    let body = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
    text::document(name, text.to_owned(), body)
}

/// The text of a drawing in which `|` marks places, and the places. A real `|` is drawn as `¦`.
fn drawing(drawn: &str) -> (String, Vec<usize>) {
    let mut parts = drawn.split('|');
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut marks = Vec::new();
    for part in parts {
        marks.push(text.len());
        text.push_str(part);
    }
    // Every `¦` before a mark is one byte longer than what it stands for.
    let marks = marks.into_iter().map(|mark| mark - text[..mark].matches('¦').count()).collect();
    (text.replace('¦', "|"), marks)
}

/// A text with `|` at these places, for comparing and for reading when a comparison fails.
fn drawn(text: &str, marks: &[usize]) -> String {
    let mut result = String::new();
    let mut from = 0;
    for &mark in marks {
        result.push_str(&text[from..mark].replace('|', "¦"));
        result.push('|');
        from = mark;
    }
    result + &text[from..].replace('|', "¦")
}
