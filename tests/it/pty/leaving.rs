//! However the program ends or pauses, the terminal is as it was.

use std::io::Read as _;
use std::time::Instant;

use portable_pty::{CommandBuilder, NativePtySystem, PtySize, PtySystem as _};

use super::LIMIT;
use super::terminal::{Home, Terminal};

/// An explorer that has read its folder.
fn opened(home: &Home) -> Terminal {
    let terminal = Terminal::start(home.explorer(), 120, 36);
    terminal.shows("2 documents");
    terminal
}

#[test]
fn quitting_gives_the_terminal_back() {
    let home = Home::new();
    let mut terminal = opened(&home);
    let during = terminal.settled();
    assert_ne!(during, terminal.before, "raw mode, alternate screen, mouse, paste");
    terminal.types("q");
    let status = terminal.ends();
    assert!(status.success(), "{status:?}");
    assert_eq!(terminal.state(), terminal.before);
}

#[test]
fn ctrl_c_leaves_too_while_a_question_is_written() {
    let home = Home::new();
    let mut terminal = opened(&home);
    terminal.types("iwhy");
    terminal.shows("why");
    terminal.types("\x03");
    assert!(terminal.ends().success());
    assert_eq!(terminal.state(), terminal.before);
}

#[test]
fn signals_end_it_as_signals_do_and_give_the_terminal_back() {
    for name in ["TERM", "INT", "HUP", "QUIT", "USR1"] {
        let home = Home::new();
        let mut terminal = opened(&home);
        terminal.signal(name);
        let status = terminal.ends();
        assert!(!status.success() && status.signal().is_some(), "{name}: {status:?}");
        assert_eq!(terminal.state(), terminal.before, "{name}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn suspended_the_terminal_is_the_shells_and_comes_back_with_the_picture() {
    let home = Home::new();
    let mut terminal = opened(&home);
    let during = terminal.settled();
    for stop in ["key", "signal"] {
        if stop == "key" {
            terminal.types("\x1a");
        } else {
            terminal.signal("TSTP");
        }
        terminal.is_stopped();
        terminal.waits("the terminal is given back", || terminal.state() == terminal.before);
        // Another program uses the terminal, which has another size when it comes back.
        terminal.resize(100, 30);
        terminal.signal("CONT");
        terminal.waits("the terminal is taken again", || terminal.state() == during);
        terminal.shows("words only");
        terminal.resize(120, 36);
        terminal.shows("? help");
    }
    terminal.types("q");
    assert!(terminal.ends().success());
    assert_eq!(terminal.state(), terminal.before);
}

/// Run by the test below in a terminal of its own; alone it does nothing.
#[test]
fn panics_on_purpose() {
    if std::env::var_os("PANIC_ON_PURPOSE").is_some() {
        drop(seamscope::term::with_terminal(|| panic!("on purpose")));
    }
}

#[test]
fn a_panic_is_printed_on_a_terminal_that_was_given_back() {
    let home = Home::new();
    let mut command = CommandBuilder::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "pty::leaving::panics_on_purpose", "--nocapture"]);
    home.at_home(&mut command);
    command.env("PANIC_ON_PURPOSE", "1");
    let mut terminal = Terminal::start(command, 120, 36);
    let status = terminal.ends();
    assert!(!status.success(), "{status:?}");
    assert_eq!(terminal.state(), terminal.before);
    let raw = String::from_utf8_lossy(&terminal.raw()).into_owned();
    let taken = raw.find("\x1b[?1049h").expect("the terminal was taken");
    let given = raw.find("\x1b[?1049l").expect("and given back");
    let said = raw.find("on purpose").expect("what panicked is printed");
    assert!(taken < given && given < said, "{raw:?}");
}

#[test]
fn a_terminal_that_goes_away_ends_the_program() {
    let home = Home::new();
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pty = NativePtySystem::default().openpty(size).expect("a terminal");
    let mut command = home.explorer();
    command.args(["--set", "ui.background=dark"]);
    let mut child = pty.slave.spawn_command(command).expect("it starts");
    drop(pty.slave);
    let mut screen = pty.master.try_clone_reader().expect("a screen");
    let mut first = [0; 1];
    screen.read_exact(&mut first).expect("it draws");
    drop(screen);
    drop(pty.master);
    let start = Instant::now();
    while child.try_wait().expect("its state").is_none() {
        if start.elapsed() > LIMIT {
            child.kill().expect("it can be killed");
            panic!("the terminal is gone and the program still runs");
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
