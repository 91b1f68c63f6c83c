//! How a command ends: exit codes, errors, and output into a pipe that may close.
//! Never decides what is printed.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use crate::retrieve::text::visible;

/// How a command that ran to its end is to be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Exit code 0.
    Done,
    /// Exit code 1: nothing found, refused; one sentence for stderr.
    Nothing(String),
    /// Exit code 130: Ctrl-C stopped it, and what was there by then is printed; one sentence for stderr.
    Stopped(String),
}

/// Why a command did not run to its end.
#[derive(Debug)]
pub(super) enum Failure {
    /// Exit code 2: the call or the configuration is wrong.
    Call(String),
    /// Exit code 3: something failed while running.
    Run(String),
    /// Exit code 130: Ctrl-C stopped it before there was anything to print; one sentence for stderr.
    Stopped(String),
    /// Writing the output failed; a closed pipe is no error.
    Output(io::Error),
}

impl Failure {
    pub(super) fn call(what: impl fmt::Display) -> Self {
        Self::Call(what.to_string())
    }

    pub(super) fn run(what: impl fmt::Display) -> Self {
        Self::Run(what.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// What shells call a process that Ctrl-C ended.
pub(super) const STOPPED: u8 = 130;

/// Runs a command with a buffered stdout, says on stderr what a person must know, and gives the exit code.
pub(super) fn finish(command: impl FnOnce(&mut dyn Write) -> Result<Outcome, Failure>) -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let result = command(&mut out).and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Nothing(why)) => {
            say(&why);
            ExitCode::from(1)
        }
        Ok(Outcome::Stopped(why)) => {
            say(&why);
            ExitCode::from(STOPPED)
        }
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            // What could not be written is dropped instead of written once more.
            drop(out.into_parts());
            ExitCode::SUCCESS
        }
        Err(failure) => {
            // What was written before stays first.
            drop(out.flush());
            let (code, why) = match failure {
                Failure::Call(why) => (2, why),
                Failure::Run(why) => (3, why),
                Failure::Stopped(why) => {
                    say(&why);
                    return ExitCode::from(STOPPED);
                }
                Failure::Output(error) => {
                    (3, format!("cannot write the output ({error}), stdout; check where it goes"))
                }
            };
            error(code, &why)
        }
    }
}

/// `error: ...` on one line of stderr, and the exit code.
pub(super) fn error(code: u8, why: &str) -> ExitCode {
    say(&format!("error: {why}"));
    ExitCode::from(code)
}

/// One safe line on stderr; a closed stderr is nobody's loss.
pub(super) fn say(line: &str) {
    drop(writeln!(io::stderr().lock(), "{}", visible::line(line)));
}
