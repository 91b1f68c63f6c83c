//! The program in a real terminal.

use std::io::Read as _;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, NativePtySystem, PtySize, PtySystem as _};

/// Longest wait for something that happens at once on an idle machine.
const LIMIT: Duration = Duration::from_mins(1);

#[test]
fn a_terminal_that_goes_away_ends_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.md"), "# Title\n\nOne sentence.\n").expect("a file");
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pty = NativePtySystem::default().openpty(size).expect("a terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_seamscope"));
    command.args(["--no-cache", "--set", "embed.model=none"]);
    command.arg(folder.path());
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
        std::thread::sleep(Duration::from_millis(20));
    }
}
