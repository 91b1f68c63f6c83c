//! An answer of the terminal that comes after it was waited for: over a slow line its letters arrive as keys, and each
//! would mean something. Never takes a key where no answer is outstanding.

use terminal_colorsaurus::Color;

use crate::app::key::{Code, Key};

/// How an answer about the background begins, after the escape and its bracket.
const HEAD: &str = "11;";

/// Most letters of one.
const LONGEST: usize = 40;

/// What waits for it.
#[derive(Debug, Default)]
pub(super) enum Late {
    /// The terminal has answered, or was asked nothing.
    #[default]
    Settled,
    /// It was asked and has not answered yet.
    Awaited,
    /// It is answering; what it said until now.
    Heard(String),
}

/// What a key was.
#[derive(Debug, PartialEq)]
pub(super) enum Taken {
    /// A key.
    No,
    /// A letter of the answer.
    Letter,
    /// The end of the answer: how light the background is, from 0 to 1, where it said so.
    End(Option<f32>),
}

impl Late {
    /// Looks at a key before anything else does.
    pub(super) fn takes(&mut self, key: Key) -> Taken {
        let alt = |c| Key { alt: true, ..Key::char(c) };
        match self {
            Self::Awaited if key == alt(']') => {
                *self = Self::Heard(String::new());
                Taken::Letter
            }
            Self::Settled | Self::Awaited => Taken::No,
            // The bell, or a string terminator: whole, or its escape alone.
            Self::Heard(said) if key == Key::ctrl('g') || key == alt('\\') || key.code == Code::Esc => {
                let light = said.strip_prefix(HEAD).and_then(lightness);
                *self = Self::Settled;
                Taken::End(light)
            }
            Self::Heard(said) => {
                let letter = key.typed().filter(|letter| {
                    HEAD.get(said.len()..).and_then(|rest| rest.chars().next()).is_none_or(|wanted| wanted == *letter)
                });
                let Some(letter) = letter.filter(|_| said.len() < LONGEST) else {
                    *self = Self::Awaited;
                    return Taken::No;
                };
                said.push(letter);
                Taken::Letter
            }
        }
    }
}

/// The lightness of `rgb:ffff/ffff/ffff`, with two or four digits a part.
fn lightness(colour: &str) -> Option<f32> {
    let mut parts = colour.strip_prefix("rgb:")?.split('/').map(|part| {
        let number = u16::from_str_radix(part, 16).ok()?;
        Some(if part.len() <= 2 { number * 0x101 } else { number })
    });
    let colour = Color::rgb(parts.next()??, parts.next()??, parts.next()??);
    parts.next().is_none().then(|| colour.perceived_lightness())
}

#[cfg(test)]
mod tests {
    use super::{Late, Taken};
    use crate::app::key::{Code, Key};

    fn alt(c: char) -> Key {
        Key { alt: true, ..Key::char(c) }
    }

    fn hears(late: &mut Late, keys: impl IntoIterator<Item = Key>) -> Vec<Taken> {
        keys.into_iter().map(|key| late.takes(key)).collect()
    }

    fn answer(text: &str) -> Vec<Key> {
        std::iter::once(alt(']')).chain(text.chars().map(Key::char)).collect()
    }

    #[test]
    fn no_letter_of_a_late_answer_is_a_key() {
        for (colour, light) in [("rgb:ffff/ffff/ffff", true), ("rgb:1e/1e/2e", false)] {
            for end in [Key::ctrl('g'), alt('\\')] {
                let mut late = Late::Awaited;
                let taken = hears(&mut late, answer(&format!("11;{colour}")).into_iter().chain([end]));
                let (last, letters) = taken.split_last().expect("keys");
                assert!(letters.iter().all(|taken| *taken == Taken::Letter));
                assert!(matches!(last, Taken::End(Some(how)) if (*how > 0.5) == light), "{colour}: {last:?}");
                assert_eq!(late.takes(Key::char('q')), Taken::No);
            }
        }
        let mut late = Late::Awaited;
        let taken = hears(&mut late, answer("11;what").into_iter().chain([Key::plain(Code::Esc)]));
        assert_eq!(taken.last(), Some(&Taken::End(None)), "an answer that says nothing");
    }

    #[test]
    fn keys_stay_keys() {
        let mut settled = Late::Settled;
        assert!(hears(&mut settled, answer("11;rgb:")).iter().all(|taken| *taken == Taken::No), "nothing was asked");
        let mut late = Late::Awaited;
        assert_eq!(hears(&mut late, [Key::char('q'), alt(']'), Key::char('q')]), [Taken::No, Taken::Letter, Taken::No]);
        let long = format!("11;{}", "a".repeat(100));
        let taken = hears(&mut late, answer(&long));
        assert!(taken.iter().filter(|taken| **taken == Taken::Letter).count() < 50, "an answer without an end ends");
    }
}
