//! Signals as flags that the loop asks for, and the end of a process whose loop no longer asks.
//! Never acts inside a signal handler.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::guard;

/// What a signal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// Nothing.
    Nothing,
    /// Leave; with which signal.
    Leave(i32),
    /// Give the terminal back and stop.
    Suspend,
    /// The process was continued.
    Resumed,
}

/// The flags.
pub(super) struct Signals {
    leave: Arc<AtomicUsize>,
    suspend: Arc<AtomicUsize>,
    resumed: Arc<AtomicUsize>,
}

/// Another program has the terminal: Ctrl-C is meant for that, Ctrl-Z for both.
static LENT: AtomicBool = AtomicBool::new(false);

/// The time in which another program has the terminal.
pub(super) struct Lent(());

impl Lent {
    pub(super) fn begin() -> Self {
        LENT.store(true, Ordering::SeqCst);
        Self(())
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        LENT.store(false, Ordering::SeqCst);
    }
}

/// How long whoever asked us to leave is kept waiting. A terminal that is gone can hold the loop in a read that never
/// returns; then the process ends from here.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(1);

#[cfg(unix)]
impl Signals {
    /// Listens from now on.
    pub(super) fn listen() -> io::Result<Self> {
        use signal_hook::consts::{SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2};
        let [leave, suspend, resumed] = std::array::from_fn(|_| Arc::new(AtomicUsize::new(0)));
        signal_hook::flag::register_usize(SIGCONT, resumed.clone(), 1)?;
        let mut asked = signal_hook::iterator::Signals::new([
            SIGINT, SIGTERM,
            SIGHUP, // Nobody sends these on purpose, but they end a process that has not asked for them.
            SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGTSTP,
        ])?;
        let (heard, stops) = (leave.clone(), suspend.clone());
        thread::Builder::new().name("signals".into()).spawn(move || {
            for signal in asked.forever() {
                let lent = LENT.load(Ordering::SeqCst);
                match signal {
                    // The whole job stops, so that the shell gets its terminal back.
                    SIGTSTP if lent => {
                        stop();
                        continue;
                    }
                    SIGTSTP => {
                        stops.store(1, Ordering::SeqCst);
                        continue;
                    }
                    // What is typed at the other program is not for us.
                    SIGINT | SIGQUIT if lent => continue,
                    _ => {}
                }
                heard.store(signal.cast_unsigned() as usize, Ordering::SeqCst);
                thread::sleep(PATIENCE);
                guard::give_back();
                die_of(signal);
            }
        })?;
        Ok(Self { leave, suspend, resumed })
    }
}

#[cfg(not(unix))]
impl Signals {
    /// There are none here; Ctrl-C is a key.
    pub(super) fn listen() -> io::Result<Self> {
        let [leave, suspend, resumed] = std::array::from_fn(|_| Arc::new(AtomicUsize::new(0)));
        Ok(Self { leave, suspend, resumed })
    }
}

impl Signals {
    /// What was heard since the last time.
    pub(super) fn heard(&self) -> Heard {
        let leave = self.leave.swap(0, Ordering::SeqCst);
        if leave != 0 {
            return Heard::Leave(i32::try_from(leave).unwrap_or_default());
        }
        if self.suspend.swap(0, Ordering::SeqCst) != 0 {
            return Heard::Suspend;
        }
        if self.resumed.swap(0, Ordering::SeqCst) != 0 {
            return Heard::Resumed;
        }
        Heard::Nothing
    }
}

/// Stops the process until it is continued.
#[cfg(unix)]
pub(super) fn stop() {
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

/// There is no job control here.
#[cfg(not(unix))]
pub(super) fn stop() {}

/// Ends the process as the signal would have, so that whoever waits for it sees why.
#[cfg(unix)]
pub(super) fn die_of(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

/// Signals end the process by themselves here.
#[cfg(not(unix))]
pub(super) fn die_of(_signal: i32) {}
