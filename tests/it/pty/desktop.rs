//! The clipboard of a desktop: an X server without a screen, and another program that reads what was copied.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use super::terminal::{Home, Terminal};

/// A display server of the test's own.
struct Desktop {
    server: Child,
    display: String,
}

impl Desktop {
    /// `None`, said aloud, where there is none to be had.
    fn begins() -> Option<Self> {
        let there =
            |name: &str| Command::new(name).arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if there("Xvfb").is_err() || there("xclip").is_err() {
            eprintln!("skipped: no Xvfb and xclip on this machine");
            return None;
        }
        // The server writes the number of the display that it found free.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "64x64x24"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut number = String::new();
        let out = server.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut number).expect("a number");
        Some(Self { server, display: format!(":{}", number.trim()) })
    }

    fn xclip(&self, way: &str) -> Command {
        let mut command = Command::new("xclip");
        command.args(["-selection", "clipboard", way]).env("DISPLAY", &self.display).stderr(Stdio::null());
        command
    }

    /// What another program pastes.
    fn pastes(&self) -> String {
        String::from_utf8_lossy(&self.xclip("-o").output().expect("xclip runs").stdout).into_owned()
    }

    /// Another program copies.
    fn copies(&self, text: &str) {
        let mut command = self.xclip("-i").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("xclip runs");
        command.stdin.take().expect("its input").write_all(text.as_bytes()).expect("it reads");
        // It goes on in the background and serves the text.
        assert!(command.wait().expect("it ends").success());
    }

    fn explorer(&self, home: &Home) -> Terminal {
        let mut command = home.explorer();
        command.env("DISPLAY", &self.display);
        let terminal = Terminal::start(command, 120, 36);
        terminal.shows("2 documents");
        terminal.types("2yc");
        terminal.shows("Copied");
        terminal
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

/// How often the terminal was handed a text.
fn handed(terminal: &Terminal) -> usize {
    terminal.raw().windows(7).filter(|part| part == b"\x1b]52;c;").count()
}

#[test]
fn what_was_copied_is_the_desktops_and_the_terminals_when_the_program_leaves() {
    let Some(desktop) = Desktop::begins() else { return };
    let home = Home::new();
    let mut terminal = desktop.explorer(&home);
    assert!(desktop.pastes().contains(".md"), "{:?}", desktop.pastes());
    assert_eq!(handed(&terminal), 0, "the desktop took it");
    assert!(terminal.leaves("q").success());
    assert_eq!(handed(&terminal), 1, "the desktop forgets it now, and the terminal keeps it");
    assert_eq!(terminal.state(), terminal.before);
}

#[test]
fn what_another_program_copied_since_is_left_alone() {
    let Some(desktop) = Desktop::begins() else { return };
    let home = Home::new();
    let mut terminal = desktop.explorer(&home);
    desktop.copies("something newer");
    assert!(terminal.leaves("q").success());
    assert_eq!(handed(&terminal), 0);
    assert_eq!(desktop.pastes(), "something newer");
}
