//! The program in a real terminal: bytes through a parser, the terminal's state before and after.
//!
//! Nothing here is decided by a pause: every step waits for a condition, with a limit that only a broken program meets.

#[cfg(target_os = "linux")]
#[path = "pty/desktop.rs"]
mod desktop;
#[path = "pty/hostile.rs"]
mod hostile;
#[path = "pty/leaving.rs"]
mod leaving;
#[path = "pty/manners.rs"]
mod manners;
#[cfg(unix)]
#[path = "pty/stopping.rs"]
mod stopping;
#[path = "pty/terminal.rs"]
mod terminal;

use std::time::Duration;

/// Longest wait for something that happens at once on an idle machine.
const LIMIT: Duration = Duration::from_mins(1);
