//! A key that no message shows, however a server gives it back.
//! Never printed and never written down.

use std::env;
use std::fmt;

/// The variable that holds the key of an endpoint.
pub(super) const VARIABLE: &str = "SEAMSCOPE_API_KEY";

/// Characters of the key that may stand in a message side by side: what is masked in the middle shows more at its ends.
const SHOWN: usize = 5;

/// A key.
#[derive(Clone)]
pub struct Key(String);

impl Key {
    /// Keeps it; `None` where it is empty.
    #[must_use]
    pub fn new(key: &str) -> Option<Self> {
        let key = key.trim();
        (!key.is_empty()).then(|| Self(key.to_owned()))
    }

    /// The key in the variable `SEAMSCOPE_API_KEY`, if there is one.
    #[must_use]
    pub fn of_environment() -> Option<Self> {
        env::var(VARIABLE).ok().and_then(|key| Self::new(&key))
    }

    /// The header that carries it.
    #[must_use]
    pub fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// The same text without the key and without longer parts of it: servers give it back escaped or half masked.
    #[must_use]
    pub fn hidden_in(&self, text: &str) -> String {
        let key: Vec<char> = self.0.chars().collect();
        let text: Vec<char> = text.chars().collect();
        let least = (SHOWN + 1).min(key.len());
        let mut hidden = String::with_capacity(text.len());
        let mut at = 0;
        while at < text.len() {
            let length = common(&key, &text[at..]);
            if length >= least {
                hidden.push_str("(the key)");
                at += length;
            } else {
                hidden.push(text[at]);
                at += 1;
            }
        }
        hidden
    }
}

/// How many characters the text begins with that stand side by side in the key.
fn common(key: &[char], text: &[char]) -> usize {
    let from = |start: usize| key[start..].iter().zip(text).take_while(|(a, b)| a == b).count();
    (0..key.len()).map(from).max().unwrap_or(0)
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_hidden_whole_escaped_and_half_masked() {
        let key = Key::new(" sk-SECRETKEY-1234567890abcdef\n").expect("a key");
        for said in [
            "invalid api key Bearer sk-SECRETKEY-1234567890abcdef",
            r"sk\u002dSECRETKEY\u002d1234567890abcdef",
            "sk-SEC...abcdef is wrong",
            "sk-SECRETKEY-1234567890abcdefsk-SECRETKEY-1234567890abcdef",
        ] {
            let hidden = key.hidden_in(said);
            let shown = |part: &[char]| hidden.contains(&part.iter().collect::<String>());
            let secret: Vec<char> = "sk-SECRETKEY-1234567890abcdef".chars().collect();
            assert!(!secret.windows(SHOWN + 1).any(shown), "{hidden}");
        }
        assert_eq!(key.hidden_in("model not found, key"), "model not found, key");
        let short = Key::new("abc").expect("a key");
        assert_eq!(short.hidden_in("no abc, no ab"), "no (the key), no ab");
        assert!(Key::new(" \n").is_none());
        assert_eq!(format!("{key:?}"), "Key");
    }
}
