//! Text as a terminal may safely show it: every character that would steer the terminal becomes a visible glyph.
//! Never changes what is stored, searched or written as JSON.

use std::borrow::Cow;

/// What stands for a character that must not reach a terminal as it is; `None` = it may.
///
/// C0 controls become the pictures of U+2400, DEL its picture, C1 controls, bidirectional overrides, line
/// separators and invisible marks their number, such as `<U+202E>`.
#[must_use]
pub fn glyph(c: char) -> Option<Cow<'static, str>> {
    let number = u32::from(c);
    match number {
        0x00..=0x1f => char::from_u32(0x2400 + number).map(|picture| Cow::Owned(picture.to_string())),
        0x7f => Some(Cow::Borrowed("␡")),
        0x80..=0x9f
        | 0x061c
        | 0x200b
        | 0x200e
        | 0x200f
        | 0x2028..=0x202e
        | 0x2060..=0x206f
        | 0xfeff
        | 0xfff9..=0xfffb
        | 0xe0000..=0xe007f => Some(Cow::Owned(format!("<U+{number:04X}>"))),
        _ => None,
    }
}

/// `text` on one line: line ends and tabs become glyphs too.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    replaced(text, glyph)
}

/// `text` on as many lines as it has: LF, CRLF and tabs stay, every other control becomes a glyph.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    let text = if text.contains("\r\n") { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) };
    let keep = |c| if c == '\n' || c == '\t' { None } else { glyph(c) };
    match text {
        Cow::Borrowed(text) => replaced(text, keep),
        Cow::Owned(text) => Cow::Owned(replaced(&text, keep).into_owned()),
    }
}

fn replaced(text: &str, of: impl Fn(char) -> Option<Cow<'static, str>>) -> Cow<'_, str> {
    let Some(first) = text.char_indices().find_map(|(at, c)| of(c).map(|_| at)) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len() + 16);
    out.push_str(&text[..first]);
    for c in text[first..].chars() {
        match of(c) {
            Some(glyph) => out.push_str(&glyph),
            None => out.push(c),
        }
    }
    Cow::Owned(out)
}
