//! Takes the terminal and gives it back: on leaving, on errors, on panics, around suspension.
//! Never writes anything else to it.

use std::io::{self, BufWriter, Stdout, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use ratatui::layout::Rect;

use super::signals;
use super::steady::Steady;

/// What is drawn on.
pub(super) type Screen = Terminal<Steady<BufWriter<Stdout>>>;

/// The terminal is ours: whoever ends the program gives it back.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Holds the terminal; dropping it gives it back.
pub(super) struct Guard {
    pub(super) screen: Screen,
    mouse: bool,
}

impl Guard {
    /// Takes the terminal. A panic of this thread gives it back before it is printed; one of another thread is not
    /// printed over the screen: `work` reports it.
    pub(super) fn enter(mouse: bool) -> io::Result<Self> {
        hook();
        take(mouse)?;
        let backend = Steady(CrosstermBackend::new(BufWriter::with_capacity(1 << 16, io::stdout())));
        match Terminal::new(backend) {
            Ok(screen) => Ok(Self { screen, mouse }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Gives the terminal back. Errors are left alone: it may be gone already.
    pub(super) fn leave(&mut self) {
        let _ = self.screen.show_cursor();
        give_back();
    }

    /// Gives the terminal back, stops the process until it is continued, and takes it again.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        self.leave();
        signals::stop();
        self.again()
    }

    /// Listens to the mouse, or leaves it to the terminal.
    pub(super) fn listen_to_mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        if on { execute!(io::stdout(), EnableMouseCapture) } else { execute!(io::stdout(), DisableMouseCapture) }
    }

    /// Gives the terminal to another program and takes it again.
    pub(super) fn lend<T>(&mut self, to: impl FnOnce() -> T) -> io::Result<T> {
        self.leave();
        let _lent = signals::Lent::begin();
        let got = to();
        self.again()?;
        Ok(got)
    }

    /// Takes the terminal again, whatever it holds now.
    pub(super) fn again(&mut self) -> io::Result<()> {
        take(self.mouse)?;
        // The whole screen anew. `clear` would ask the terminal for its cursor first, and the answer may never come.
        let size = self.screen.size()?;
        self.screen.resize(Rect::new(0, 0, size.width, size.height))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Draws so that a terminal that can shows the frame at once.
pub(super) fn drawn_at_once(screen: &mut Screen, draw: impl FnOnce(&mut Screen) -> io::Result<()>) -> io::Result<()> {
    queue!(screen.backend_mut().0, BeginSynchronizedUpdate)?;
    let drawn = draw(screen);
    execute!(screen.backend_mut().0, EndSynchronizedUpdate)?;
    drawn
}

fn take(mouse: bool) -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    let entered = enable_raw_mode().and_then(|()| {
        let mut out = io::stdout();
        execute!(out, EnterAlternateScreen, EnableBracketedPaste, EnableFocusChange)?;
        if mouse {
            execute!(out, EnableMouseCapture)?;
        }
        Ok(())
    });
    if entered.is_err() {
        give_back();
    }
    entered
}

/// Gives the terminal back, once.
pub(super) fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    let _ = execute!(
        out,
        EndSynchronizedUpdate,
        DisableMouseCapture,
        DisableFocusChange,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        Show
    );
    let _ = out.flush();
    let _ = disable_raw_mode();
}

fn hook() {
    let owner = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |about| {
        if thread::current().id() == owner {
            give_back();
        }
        tracing::error!(%about, "a panic");
        if !TAKEN.load(Ordering::SeqCst) {
            before(about);
        }
    }));
}
