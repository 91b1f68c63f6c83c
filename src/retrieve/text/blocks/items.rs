//! Marks that begin a list item.
//! Never decides where an item ends.

/// The mark at the beginning of a list item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) kind: Kind,
    /// Characters of the mark and of the blank space after it.
    pub(super) width: usize,
}

/// How an item is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `-`, `*`, `+`, `•` and the like.
    Bullet(char),
    /// `3.`, `3)`, `(3)`.
    Number(Form, u32),
    /// `c.`, `c)`, `(c)`.
    Letter(Form, char),
    /// `#.`: numbered by the reader.
    Auto(Form),
}

/// What stands around a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `3.`
    Dot,
    /// `3)`
    Paren,
    /// `(3)`
    Parens,
}

impl Kind {
    /// True when an item marked like this may come right after one marked `before`.
    pub(super) fn follows(self, before: Self) -> bool {
        match (before, self) {
            (Self::Bullet(a), Self::Bullet(b)) => a == b,
            (Self::Number(form, a), Self::Number(other, b)) => form == other && a.checked_add(1) == Some(b),
            (Self::Letter(form, a), Self::Letter(other, b)) => form == other && u32::from(a) + 1 == u32::from(b),
            (Self::Auto(form), Self::Auto(other)) => form == other,
            _ => false,
        }
    }
}

/// The mark of a line without its indentation; a mark needs blank space or the line's end after it.
pub(super) fn mark(line: &str) -> Option<Mark> {
    let first = line.chars().next()?;
    if matches!(first, '-' | '*' | '+' | '•' | '‣' | '⁃' | '◦' | '▪' | '–' | '·') {
        return with_space(line, Kind::Bullet(first), first.len_utf8());
    }
    let opened = first == '(';
    let rest = &line[usize::from(opened)..];
    // The longest number is a year or a paragraph of a law; more digits are data.
    let digits = rest.bytes().take(5).take_while(u8::is_ascii_digit).count();
    let label = match (digits, rest.chars().next()?) {
        (1..=4, _) => digits,
        (0, char) if char.is_alphabetic() || char == '#' => char.len_utf8(),
        _ => return None,
    };
    let form = match (opened, rest[label..].chars().next()?) {
        (false, '.') => Form::Dot,
        (false, ')') => Form::Paren,
        (true, ')') => Form::Parens,
        _ => return None,
    };
    let kind = match rest[..label].parse() {
        Ok(number) => Kind::Number(form, number),
        Err(_) if first == '#' => Kind::Auto(form),
        Err(_) => Kind::Letter(form, rest.chars().next()?),
    };
    with_space(line, kind, usize::from(opened) + label + 1)
}

fn with_space(line: &str, kind: Kind, length: usize) -> Option<Mark> {
    let rest = &line[length..];
    let blank = rest.len() - rest.trim_start().len();
    (blank > 0 || rest.is_empty()).then(|| Mark { kind, width: line[..length].chars().count() + blank.max(1) })
}
