//! Metadata before the text: YAML and TOML front matter, and the header block of a PEP.
//! Never reads what the metadata says.

use super::lines::{Line, Lines};
use crate::retrieve::span::Span;

/// Front matter between `---` and `---` (or `...`), or between `+++` and `+++`, at the very beginning.
///
/// A `---` that is no front matter is a rule: so a line after it must look like a key, and there must be an end.
pub(super) fn fenced(text: &str, body: usize) -> Option<Span> {
    let mut lines = Lines::new(text, Span::new(body, text.len()));
    let first = lines.next()?;
    // Columns count: an indented mark opens nothing.
    if first.text != first.start {
        return None;
    }
    let (ends, sign): (&[&str], char) = match first.of(text) {
        "---" => (&["---", "..."], ':'),
        "+++" => (&["+++"], '='),
        _ => return None,
    };
    let is_end = |line: &Line| line.text == line.start && ends.contains(&line.of(text));
    let key = lines.clone().find(|line| !line.is_blank() && !line.of(text).starts_with('#'))?;
    if !is_end(&key) && !is_key(key.of(text), sign) && !key.of(text).starts_with('[') {
        return None;
    }
    lines.find(is_end).map(|line| Span::new(first.start, line.end))
}

/// `name: value` (or `name = value`); the name may be quoted.
fn is_key(line: &str, sign: char) -> bool {
    line.split_once(sign).is_some_and(|(name, value)| {
        let name = name.trim_end().trim_matches(['"', '\'']);
        let is_name = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | ' ' | '/');
        !name.is_empty() && name.chars().all(is_name) && (sign == '=' || value.is_empty() || value.starts_with(' '))
    })
}

/// The header block of a PEP (`PEP: 484`) or a leading field list (`:Author: ...`): two lines or more at the very
/// beginning, each of them a field or an indented continuation.
pub(super) fn fields(text: &str, body: usize) -> Option<Span> {
    let mut fields = 0;
    let mut end = body;
    for line in Lines::new(text, Span::new(body, text.len())).skip_while(Line::is_blank) {
        if line.is_blank() {
            break;
        }
        if line.text == line.start {
            if !is_field(line.of(text)) {
                return None;
            }
            fields += 1;
        }
        end = line.end;
    }
    let start = end - text[body..end].trim_start().len();
    (fields >= 2).then(|| Span::new(start, end))
}

fn is_field(line: &str) -> bool {
    let (name, value) = match line.strip_prefix(':') {
        Some(line) => line.split_once(':'),
        None => line.split_once(':').filter(|(name, _)| name.starts_with(char::is_uppercase)),
    }
    .unwrap_or_default();
    let is_name = |char: char| char.is_alphanumeric() || matches!(char, '-' | '_');
    !name.is_empty() && name.chars().all(is_name) && (value.is_empty() || value.starts_with(' '))
}
