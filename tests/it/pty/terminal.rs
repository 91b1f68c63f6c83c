//! A terminal for tests: a pseudo-terminal whose output goes through a parser, and a person at its keyboard.

use std::io::{Read as _, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, NativePtySystem, PtySize, PtySystem as _, SlavePty};

use super::LIMIT;

/// What the terminal answers when it is asked for its background: white.
pub(super) const WHITE: &str = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\";

/// What the terminal says it is: it knows colours.
const TERMINAL: &str = "\x1b[?62;22c";

/// What the terminal answers to what.
type Answers = &'static [(&'static str, &'static str)];

/// A terminal that answers at once.
const PROMPT: Answers = &[("\x1b]11;?", WHITE), ("\x1b[c", TERMINAL)];

/// Everything that came out of the program.
struct Seen {
    parser: vt100::Parser,
    raw: Vec<u8>,
}

/// What a program must leave as it found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Line discipline: echo, canonical mode, signals.
    termios: String,
    alternate: bool,
    cursor_hidden: bool,
    paste: bool,
    mouse: String,
    focus: bool,
    synchronized: bool,
}

/// A folder with documents and a home of its own.
pub(super) struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    pub(super) fn new() -> Self {
        let home = Self { folder: tempfile::tempdir().expect("a folder") };
        let text = "# Refunds\n\nOnly the billing team may refund an order. On a Sunday the duty manager may do so.\n\n\
                    ## Limits\n\nNo refund is above one hundred. What is above it goes to the board.\n";
        home.write("docs/refunds.md", text);
        home.write("docs/other.md", "# Zebra\n\nStripes differ from animal to animal.\n");
        home
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// The explorer on the documents, with settings of its own and none of the caller's.
    pub(super) fn explorer(&self) -> CommandBuilder {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_seamscope"));
        command.args(["--no-cache", "--set", "embed.model=none", "--set", "chunk.size=12", "--set", "seam.k=4"]);
        command.arg(self.path("docs"));
        self.at_home(&mut command);
        command
    }

    pub(super) fn at_home(&self, command: &mut CommandBuilder) {
        command.env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("TERM", "xterm-256color");
        command.env("HOME", self.folder.path());
        for (name, folder) in [("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache"), ("XDG_STATE_HOME", "state")]
        {
            command.env(name, self.path(folder));
        }
        command.cwd(self.folder.path());
    }
}

/// The terminal and the program in it.
pub(super) struct Terminal {
    seen: Arc<Mutex<Seen>>,
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    master: Box<dyn MasterPty + Send>,
    /// Kept so that the terminal outlives the program.
    _slave: Box<dyn SlavePty + Send>,
    child: Box<dyn Child + Send + Sync>,
    /// The state before the program began.
    pub(super) before: State,
}

impl Terminal {
    pub(super) fn start(command: CommandBuilder, columns: u16, rows: u16) -> Self {
        Self::answering(command, columns, rows, PROMPT)
    }

    /// A terminal at the far end of a slow line: what it answers is typed by the test.
    pub(super) fn slow(command: CommandBuilder, columns: u16, rows: u16) -> Self {
        Self::answering(command, columns, rows, &[])
    }

    fn answering(command: CommandBuilder, columns: u16, rows: u16, known: Answers) -> Self {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pty = NativePtySystem::default().openpty(size).expect("a terminal");
        let parser = vt100::Parser::new(cells(rows), cells(columns), 0);
        let seen = Arc::new(Mutex::new(Seen { parser, raw: Vec::new() }));
        let writer = Arc::new(Mutex::new(pty.master.take_writer().expect("a keyboard")));
        let before = state(&*pty.master, &seen.lock().unwrap_or_else(PoisonError::into_inner));
        let mut reader = pty.master.try_clone_reader().expect("a screen");
        let child = pty.slave.spawn_command(command).expect("it starts");
        let (theirs, answers) = (seen.clone(), writer.clone());
        std::thread::spawn(move || {
            let mut bytes = [0; 1 << 14];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                let asked: Vec<&str> = {
                    let mut seen = theirs.lock().unwrap_or_else(PoisonError::into_inner);
                    let from = seen.raw.len().saturating_sub(8);
                    seen.parser.process(&bytes[..count]);
                    seen.raw.extend_from_slice(&bytes[..count]);
                    let new = String::from_utf8_lossy(&seen.raw[from..]).into_owned();
                    known.iter().filter(|(question, _)| new.contains(question)).map(|(_, answer)| *answer).collect()
                };
                let mut keyboard = answers.lock().unwrap_or_else(PoisonError::into_inner);
                for answer in asked {
                    drop(keyboard.write_all(answer.as_bytes()));
                }
            }
        });
        Self { seen, writer, master: pty.master, _slave: pty.slave, child, before }
    }

    /// Types bytes.
    pub(super) fn types(&self, bytes: &str) {
        let mut keyboard = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        keyboard.write_all(bytes.as_bytes()).expect("the program reads");
        keyboard.flush().expect("the program reads");
    }

    pub(super) fn resize(&self, columns: u16, rows: u16) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.parser.screen_mut().set_size(cells(rows), cells(columns));
        self.master.resize(size).expect("it can be resized");
    }

    /// The screen as text.
    pub(super) fn screen(&self) -> String {
        self.look(vt100::Screen::contents)
    }

    /// Looks at the screen.
    pub(super) fn look<T>(&self, at: impl FnOnce(&vt100::Screen) -> T) -> T {
        at(self.seen.lock().unwrap_or_else(PoisonError::into_inner).parser.screen())
    }

    /// Every byte that the program wrote.
    pub(super) fn raw(&self) -> Vec<u8> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).raw.clone()
    }

    /// The state of the terminal now.
    pub(super) fn state(&self) -> State {
        state(&*self.master, &self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The state between two frames: within one the terminal holds its picture back.
    pub(super) fn settled(&self) -> State {
        let start = Instant::now();
        loop {
            let state = self.state();
            if !state.synchronized {
                return state;
            }
            assert!(start.elapsed() < LIMIT, "a frame has no end:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until the screen shows `text`.
    pub(super) fn shows(&self, text: &str) {
        self.waits(&format!("the screen shows {text:?}"), || self.screen().contains(text));
    }

    /// Waits until something is so.
    pub(super) fn waits(&self, what: &str, so: impl Fn() -> bool) {
        let start = Instant::now();
        while !so() {
            assert!(start.elapsed() < LIMIT, "waited in vain until {what}:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// True while the program runs, a stopped one too.
    pub(super) fn runs(&mut self) -> bool {
        self.child.try_wait().expect("its state").is_none()
    }

    /// Waits until the program has ended and everything that it wrote was seen.
    pub(super) fn ends(&mut self) -> ExitStatus {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("its state") {
                break status;
            }
            if start.elapsed() > LIMIT {
                drop(self.child.kill());
                panic!("the program still runs:\n{}", self.screen());
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        // What it wrote last is still on its way through the terminal: a mark after it says when all is here.
        let mark = b"\x1b[7;7H";
        let from = self.raw().len();
        if let Some(name) = self.master.tty_name()
            && let Ok(mut device) = std::fs::OpenOptions::new().write(true).open(name)
        {
            drop(device.write_all(mark));
            let came = || self.raw().get(from..).is_some_and(|new| new.windows(mark.len()).any(|part| part == mark));
            self.waits("its last words came", came);
        }
        status
    }

    /// Goes up level by level and leaves. An escape that is followed at once by a key would be Alt with that key: on a
    /// slow machine it takes several attempts.
    pub(super) fn leaves(&mut self, key: &str) -> ExitStatus {
        let start = Instant::now();
        while self.runs() && start.elapsed() < LIMIT {
            for _ in 0..6 {
                self.types("\x1b");
                std::thread::sleep(Duration::from_millis(20));
            }
            self.types(key);
            std::thread::sleep(Duration::from_millis(100));
        }
        self.ends()
    }

    /// Sends a signal by its name.
    pub(super) fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("a process").to_string();
        let sent = std::process::Command::new("kill").args([&format!("-{name}"), &id]).status().expect("kill runs");
        assert!(sent.success());
    }

    /// Waits until the process is stopped.
    #[cfg(target_os = "linux")]
    pub(super) fn is_stopped(&self) {
        let file = format!("/proc/{}/stat", self.child.process_id().expect("a process"));
        let stopped = || {
            let text = std::fs::read_to_string(Path::new(&file)).unwrap_or_default();
            text.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
        };
        self.waits("the process is stopped", stopped);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        drop(self.child.kill());
    }
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("at least one cell")
}

fn state(master: &dyn MasterPty, seen: &Seen) -> State {
    let screen = seen.parser.screen();
    State {
        termios: format!("{:?}", master.get_termios()),
        alternate: screen.alternate_screen(),
        cursor_hidden: screen.hide_cursor(),
        paste: screen.bracketed_paste(),
        mouse: format!("{:?}", screen.mouse_protocol_mode()),
        focus: is_set(&seen.raw, "1004"),
        synchronized: is_set(&seen.raw, "2026"),
    }
}

/// True when a private mode was set last, not reset.
fn is_set(raw: &[u8], mode: &str) -> bool {
    let last = |end: &str| {
        let wanted = format!("\x1b[?{mode}{end}");
        raw.windows(wanted.len()).rposition(|part| part == wanted.as_bytes())
    };
    last("h") > last("l")
}
