//! Nothing that a folder, a question or a configuration holds steers the terminal, and no series of keys traps a person.

use super::terminal::{Home, Terminal};

/// What would change a title, ring, clear the screen, or set the clipboard.
const NASTY: &str = "\u{1b}]0;pwned\u{7}\u{1b}[2J\u{9b}31m\u{1b}]52;c;aGk=\u{7}\u{1b}c";

#[cfg(unix)]
#[test]
fn no_escape_sequence_of_a_folder_reaches_the_terminal() {
    let home = Home::new();
    home.write(&format!("docs/{}.md", NASTY.replace('/', "")), &format!("# {NASTY}\n\nText {NASTY} here.\n"));
    home.write(
        "docs/questions.jsonl",
        &format!("{}\n", serde_json::json!({"id": "q", "question": format!("what {NASTY}?")})),
    );
    home.write("config/seamscope/themes/x.toml", "inherits = \"night\"\n");
    let mut command = home.explorer();
    command.args(["--set", &format!("ui.editor={NASTY}")]);
    let mut terminal = Terminal::start(command, 120, 36);
    terminal.shows("? help");
    terminal.shows("documents");
    for keys in
        ["1gg", "j", "j", "j", "\r", "2", "i", "\r", "3", "\r", "\x1b", "S", "G", "\x1b", "e", ":", "set embed.model="]
    {
        terminal.types(keys);
    }
    terminal.types(&format!("\x1b[200~{NASTY}\x1b[201~"));
    terminal.types("\r");
    terminal.shows("? help");
    let raw = terminal.raw();
    let text = String::from_utf8_lossy(&raw);
    for wrong in ["\x1b]0;", "\x1b]52", "\x07", "\x1bc", "\u{9b}"] {
        // The question for the background is the one operating system command that is ours.
        assert!(!text.replace("\x1b]11;?\x07", "").contains(wrong), "{wrong:?} was written");
    }
    assert!(terminal.leaves("q").success());
    assert_eq!(terminal.state(), terminal.before);
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

#[test]
fn random_keys_mouse_and_sizes_leave_a_way_back() {
    for seed in [1, 7] {
        let home = Home::new();
        let mut terminal = Terminal::start(home.explorer(), 120, 36);
        terminal.shows("2 documents");
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ seed);
        // No q, Ctrl-C, Ctrl-Z: they leave, as other tests show; no e: there is no editor to come back from.
        let keys: Vec<char> =
            "ihjklHLgGzwcxrRuUPbBeEmM[]<>,.-=+0123456$?nN:;TS/\r\t\x1b\x12\x14\x17\x04\x15 ".chars().collect();
        for _ in 0..400 {
            match dice.roll(12) {
                0 => terminal.resize(1 + dice.roll(220) as u16, 1 + dice.roll(60) as u16),
                1 => {
                    let (button, x, y) = ([0, 32, 64, 65][dice.roll(4)], 1 + dice.roll(120), 1 + dice.roll(36));
                    terminal.types(&format!("\x1b[<{button};{x};{y}M\x1b[<0;{x};{y}m"));
                }
                2 => terminal.types("\x1b[200~some\nwords\x1b[201~"),
                3 => terminal
                    .types(["\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "\x1b[Z"][dice.roll(7)]),
                _ => terminal.types(&keys[dice.roll(keys.len())].to_string()),
            }
        }
        assert!(terminal.runs(), "seed {seed}:\n{}", terminal.screen());
        terminal.resize(120, 36);
        let status = terminal.leaves("q");
        assert!(status.success(), "seed {seed}: {status:?}");
        assert_eq!(terminal.state(), terminal.before);
    }
}
