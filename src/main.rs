//! Parses the call, runs it, exits with its code; nothing else.

use std::process::ExitCode;

use seamscope::cli::{self, Call, Explore};

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Call::Ended(code) => code,
        Call::Explore(explore) => explorer(*explore),
    }
}

#[cfg(feature = "tui")]
fn explorer(_explore: Explore) -> ExitCode {
    cli::failed("the explorer is not there yet")
}

#[cfg(not(feature = "tui"))]
fn explorer(explore: Explore) -> ExitCode {
    let folder = explore.folder.display();
    cli::wrong_call(&format!(
        "this build has no explorer, feature `tui`; use `seamscope chunk {folder}`, or build with the feature `tui`"
    ))
}
