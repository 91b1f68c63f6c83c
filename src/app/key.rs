//! One key press as the keymap knows it, and its spelling in files, help and footer.
//! Never knows which terminal library it came from.

use std::fmt;

/// The key itself, without modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// A character as it was typed: Shift is in it already.
    Char(char),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tab.
    Tab,
    /// Shift-Tab.
    BackTab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// A function key, from 1.
    F(u8),
}

/// One key press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The key.
    pub code: Code,
    /// Ctrl was held.
    pub ctrl: bool,
    /// Alt was held.
    pub alt: bool,
    /// Shift was held; always false for characters and [`Code::BackTab`], which say so themselves.
    pub shift: bool,
}

/// Names of keys in files, with the sign that help shows where it differs.
const NAMES: &[(&str, Code, &str)] = &[
    ("enter", Code::Enter, "Enter"),
    ("esc", Code::Esc, "Esc"),
    ("tab", Code::Tab, "Tab"),
    ("shift-tab", Code::BackTab, "Shift-Tab"),
    ("backspace", Code::Backspace, "Backspace"),
    ("delete", Code::Delete, "Delete"),
    ("up", Code::Up, "↑"),
    ("down", Code::Down, "↓"),
    ("left", Code::Left, "←"),
    ("right", Code::Right, "→"),
    ("home", Code::Home, "Home"),
    ("end", Code::End, "End"),
    ("pageup", Code::PageUp, "PgUp"),
    ("pagedown", Code::PageDown, "PgDn"),
    ("space", Code::Char(' '), "Space"),
];

/// Other names that people write.
const ALIASES: &[(&str, Code)] = &[
    ("return", Code::Enter),
    ("escape", Code::Esc),
    ("del", Code::Delete),
    ("bs", Code::Backspace),
    ("backtab", Code::BackTab),
];

impl Key {
    /// A key without modifiers.
    #[must_use]
    pub const fn plain(code: Code) -> Self {
        Self { code, ctrl: false, alt: false, shift: false }
    }

    /// A character without modifiers.
    #[must_use]
    pub const fn char(c: char) -> Self {
        Self::plain(Code::Char(c))
    }

    /// Ctrl and a character.
    #[must_use]
    pub const fn ctrl(c: char) -> Self {
        Self { code: Code::Char(c), ctrl: true, alt: false, shift: false }
    }

    /// The character that this key types into a line of text.
    #[must_use]
    pub const fn typed(self) -> Option<char> {
        match self.code {
            Code::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }

    /// The spelling of keymaps, which [`Key::parse`] reads.
    #[must_use]
    pub fn written(self) -> String {
        let modifiers = [(self.ctrl, "ctrl-"), (self.alt, "alt-"), (self.shift, "shift-")];
        let held: String = modifiers.into_iter().filter_map(|(held, name)| held.then_some(name)).collect();
        match self.code {
            Code::Char(c) if c != ' ' => format!("{held}{c}"),
            Code::F(number) => format!("{held}f{number}"),
            code => {
                let name = NAMES.iter().find(|(_, of, _)| *of == code).map_or("", |(name, ..)| name);
                format!("{held}{name}")
            }
        }
    }

    /// Reads the spelling of keymaps (`q`, `ctrl-d`, `shift-left`, `f1`, `pagedown`, `space`), the one that help shows
    /// (`Ctrl-d`, `PgDn`, `←`), and those of other programs (`C-d`, `<C-d>`, `ctrl+d`).
    ///
    /// `None` for what is no key.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut key = Self::plain(Code::Esc);
        let bare = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).filter(|inside| !inside.is_empty());
        let mut rest = bare.unwrap_or(text);
        while let Some((modifier, tail)) = rest.split_once(['-', '+']).filter(|(_, tail)| !tail.is_empty()) {
            match modifier.to_ascii_lowercase().as_str() {
                "ctrl" | "c" => key.ctrl = true,
                "alt" | "a" | "meta" | "m" => key.alt = true,
                "shift" | "s" => key.shift = true,
                _ => return None,
            }
            rest = tail;
        }
        let mut chars = rest.chars();
        let named = |name: &str| {
            let known = |(written, _, shown): &&(&str, Code, &str)| {
                written.eq_ignore_ascii_case(name) || shown.eq_ignore_ascii_case(name)
            };
            NAMES.iter().find(known).map(|(_, code, _)| *code)
        };
        key.code = match (chars.next(), chars.as_str()) {
            (Some(c), "") => named(rest).unwrap_or(Code::Char(c)),
            (Some('f' | 'F'), number) if number.parse::<u8>().is_ok_and(|n| (1..=24).contains(&n)) => {
                Code::F(number.parse().unwrap_or(1))
            }
            _ => ALIASES
                .iter()
                .find(|(alias, _)| alias.eq_ignore_ascii_case(rest))
                .map(|(_, code)| *code)
                .or_else(|| named(rest))?,
        };
        Some(key.as_sent())
    }

    /// The key as terminals send it: Shift makes another character, and Ctrl with some signs is Ctrl with a digit.
    fn as_sent(mut self) -> Self {
        match self.code {
            Code::Tab if self.shift => (self.code, self.shift) = (Code::BackTab, false),
            Code::Char(c) if self.shift && c.is_alphabetic() && !self.ctrl => {
                (self.code, self.shift) = (c.to_uppercase().next().map_or(self.code, Code::Char), false);
            }
            Code::Char(c) if self.ctrl => {
                let sent = [('\\', '4'), (']', '5'), ('^', '6'), ('_', '7'), ('/', '7'), ('@', ' ')];
                self.code = Code::Char(sent.iter().find(|(sign, _)| *sign == c).map_or(c, |(_, sent)| *sent));
            }
            _ => {}
        }
        self
    }

    /// Why no terminal sends it; `None` for a key that comes.
    #[must_use]
    pub fn never(self) -> Option<&'static str> {
        let Code::Char(c) = self.code else { return None };
        match (self.ctrl, c) {
            (true, 'i') => Some("terminals send tab for it"),
            (true, 'm') => Some("terminals send enter for it"),
            (true, '[') => Some("terminals send esc for it"),
            (true, 'a'..='z' | ' ' | '4'..='7') if !self.shift => None,
            (true, c) if c.is_ascii_alphabetic() => {
                Some("terminals send the same without shift; write ctrl-a to ctrl-z")
            }
            (true, _) => Some("with ctrl, terminals send letters, space and \\ ] ^ _ alone"),
            (false, _) if self.shift => Some("write the character that shift makes"),
            (false, _) => None,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [(self.ctrl, "Ctrl-"), (self.alt, "Alt-"), (self.shift, "Shift-")] {
            if held {
                f.write_str(name)?;
            }
        }
        match self.code {
            Code::F(number) => write!(f, "F{number}"),
            Code::Char(c) if c != ' ' => write!(f, "{c}"),
            code => f.write_str(NAMES.iter().find(|(_, of, _)| *of == code).map_or("?", |(_, _, shown)| shown)),
        }
    }
}
