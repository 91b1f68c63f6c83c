//! Text into the clipboard: the system's own first, the terminal's (OSC 52) where there is none.
//! Never makes the screen wait: a display server that does not answer is waited for on a thread of its own.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// Most bytes of text that are sent through the terminal: 99,992 letters in base64. More than 100,000 are dropped
/// silently by several terminals, and a clipboard that silently keeps its old text is worse than a refusal.
pub(super) const LARGEST: usize = 74_994;

/// Longest wait at the end for the system's clipboard: a clipboard manager that is there takes a text within it.
const FAREWELL: Duration = Duration::from_millis(500);

/// How a text fared at the system's clipboard.
pub(super) enum Fate {
    /// It is there; so many characters.
    Copied(usize),
    /// There is no such clipboard; the text, for the terminal's.
    Refused(String),
}

/// The clipboard. On X11 and Wayland a text is served by the process that copied it, so the thread keeps it until the
/// end.
pub(super) struct Clipboard {
    wishes: Sender<String>,
    fates: Receiver<Fate>,
    wanted: usize,
    /// Said once, when the thread ends: the text that the clipboard holds and that goes with the program.
    going: Receiver<Option<String>>,
}

impl Clipboard {
    pub(super) fn new() -> Self {
        let (wishes, wanted) = mpsc::channel::<String>();
        let (say, fates) = mpsc::channel();
        let (say_last, last) = mpsc::channel();
        thread::spawn(move || {
            let mut native: Option<(arboard::Clipboard, String)> = None;
            for text in wanted {
                let copied = native
                    .take()
                    .map_or_else(arboard::Clipboard::new, |(board, _)| Ok(board))
                    .and_then(|mut board| board.set_text(text.as_str()).map(|()| board));
                let fate = match copied {
                    Ok(board) => {
                        let fate = Fate::Copied(text.chars().count());
                        native = Some((board, text));
                        fate
                    }
                    Err(_) => Fate::Refused(text),
                };
                if say.send(fate).is_err() {
                    return;
                }
            }
            let going = native.as_mut().and_then(|(board, text)| going(board, text));
            // A clipboard manager is handed the text when this goes.
            drop(native);
            // Nobody waits for it any more where the program ended first.
            drop(say_last.send(going));
        });
        Self { wishes, fates, wanted: 0, going: last }
    }

    /// Wants a text to be copied.
    pub(super) fn want(&mut self, text: String) {
        self.wanted += usize::from(self.wishes.send(text).is_ok());
    }

    /// True while it is not known how a text fared.
    pub(super) fn busy(&self) -> bool {
        self.wanted > 0
    }

    /// How the next text fared, once it is known.
    pub(super) fn fate(&mut self) -> Option<Fate> {
        let fate = self.fates.try_recv().ok()?;
        self.wanted -= 1;
        Some(fate)
    }

    /// Leaves. What was copied last and would go with the program is returned, for the terminal, which stays.
    pub(super) fn leave(self) -> Option<String> {
        drop(self.wishes);
        self.going.recv_timeout(FAREWELL).ok()?
    }
}

/// The text, if the clipboard still holds it and forgets it when the program ends. What another program copied since
/// is left alone.
fn going(board: &mut arboard::Clipboard, text: &str) -> Option<String> {
    let served = cfg!(all(unix, not(target_os = "macos")));
    (served && board.get_text().is_ok_and(|held| held == text)).then(|| text.to_owned())
}

/// True inside of tmux.
pub(super) fn in_tmux() -> bool {
    std::env::var_os("TMUX").is_some_and(|value| !value.is_empty())
}

/// Hands a text to the terminal, and says how that went: the sentence, and whether it is bad news.
pub(super) fn through_terminal(text: &str, out: &mut impl Write, tmux: bool) -> io::Result<(String, bool)> {
    if text.len() > LARGEST {
        let text = format!(
            "Not copied: no system clipboard, and {} bytes are more than a terminal takes ({LARGEST}).",
            text.len()
        );
        return Ok((text, true));
    }
    out.write_all(sequence(text, tmux).as_bytes())?;
    out.flush()?;
    Ok((format!("Handed {} characters to the terminal's clipboard (OSC 52).", text.chars().count()), false))
}

/// The sequence that sets a terminal's clipboard. tmux takes the plain one where `set-clipboard` is on and passes the
/// wrapped one through where `allow-passthrough` is on; it gets both.
fn sequence(text: &str, tmux: bool) -> String {
    let plain = format!("\x1b]52;c;{}\x07", base64(text.as_bytes()));
    if tmux { format!("{plain}\x1bPtmux;{}\x1b\\", plain.replace('\x1b', "\x1b\x1b")) } else { plain }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let byte = |at: usize| u32::from(part.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            out.push(if place > part.len() { '=' } else { char::from(letter) });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, base64, sequence, through_terminal};

    #[test]
    fn base64_is_that_of_rfc_4648() {
        for (text, coded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")] {
            assert_eq!(base64(text.as_bytes()), coded);
        }
        assert_eq!(base64("ä…\u{1b}".as_bytes()), "w6TigKYb");
    }

    #[test]
    fn no_byte_of_the_text_reaches_the_terminal_as_it_is() {
        let nasty = "\u{7}\u{1b}\\ \u{1b}]0;title\u{7}";
        assert_eq!(sequence(nasty, false).matches('\u{1b}').count(), 1);
        let wrapped = sequence("x", true);
        assert_eq!(wrapped, "\u{1b}]52;c;eA==\u{7}\u{1b}Ptmux;\u{1b}\u{1b}]52;c;eA==\u{7}\u{1b}\\");
    }

    #[test]
    fn what_is_too_long_is_refused_and_nothing_is_sent() {
        let mut out = Vec::new();
        let (_, bad) = through_terminal(&"x".repeat(LARGEST), &mut out, false).expect("written");
        assert!(!bad && out.len() < 100_000 + 10);
        out.clear();
        let (said, bad) = through_terminal(&"x".repeat(LARGEST + 1), &mut out, false).expect("nothing to write");
        assert!(bad && said.contains("74995") && out.is_empty());
    }
}
