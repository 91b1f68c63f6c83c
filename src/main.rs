//! Parses the call, runs it, exits with its code. Never decides anything else.

use std::process::ExitCode;

use seamscope::cli::{self, Call, Explore};
#[cfg(feature = "tui")]
use seamscope::term::{self, Arrival, TermError, Texts};

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Call::Ended(code) => code,
        Call::Explore(explore) => explorer(*explore),
    }
}

#[cfg(feature = "tui")]
fn explorer(explore: Explore) -> ExitCode {
    let Explore { folder, settings, store, fresh } = explore;
    let arrival = if fresh { Arrival::Fresh } else { Arrival::Resumed };
    let texts = Texts { trace: cli::taken::trace, chunks: cli::taken::chunks };
    match term::run(&folder, &settings, store, arrival, texts) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error @ (TermError::Theme(_) | TermError::Keys(_))) => cli::wrong_call(&error.to_string()),
        Err(error @ TermError::Terminal(_)) => cli::failed(&error.to_string()),
    }
}

#[cfg(not(feature = "tui"))]
fn explorer(explore: Explore) -> ExitCode {
    let folder = explore.folder.display();
    cli::wrong_call(&format!(
        "this build has no explorer, feature `tui`; use `seamscope chunk {folder}`, or build with the feature `tui`"
    ))
}
