//! The same engine without a screen: commands, tables, JSON, exit codes.
//! Never computes a result of its own.

mod args;
mod calibrate;
mod chunk;
mod config;
mod doctor;
mod eval;
mod export;
mod help;
mod index;
mod json;
#[cfg(feature = "tui")]
mod keys;
mod lab;
mod log;
mod models;
mod open;
mod output;
mod progress;
mod query;
mod replay;
mod shell;
mod story;
mod sweep;
mod table;
pub mod taken;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command, Common, LogTo, ScreenArgs};
use output::{Failure, Outcome};

use crate::config::Settings;
use crate::retrieve::index::store::Store;

/// What a call asks for.
#[derive(Debug)]
pub enum Call {
    /// A command ran; this is the exit code.
    Ended(ExitCode),
    /// The explorer is to be opened.
    Explore(Box<Explore>),
}

/// A folder to explore, and how.
#[derive(Debug)]
pub struct Explore {
    /// A folder that is there.
    pub folder: PathBuf,
    /// The settings for it.
    pub settings: Settings,
    /// Where its index is kept.
    pub store: Store,
    /// Begin with the configuration instead of where the person left.
    pub fresh: bool,
}

/// Parses the words of a call and runs its command; the explorer is left to the caller.
pub fn run(words: impl IntoIterator<Item = OsString>) -> Call {
    match Cli::try_parse_from(words) {
        Ok(Cli { folder: Some(folder), command: Some(_), .. }) => {
            let folder = folder.display();
            let why = format!("`{folder}` stands before a command, the call; write the folder after the command");
            Call::Ended(output::error(2, &why))
        }
        Ok(Cli { command: Some(command), common, log, .. }) => Call::Ended(output::finish(|out| {
            log.map_or(Ok(()), log::begin)?;
            dispatch(command, &common, out)
        })),
        Ok(Cli { folder, common, screen, log, command: None }) => match explore(folder, &common, &screen, log) {
            Ok(explore) => Call::Explore(Box::new(explore)),
            Err(failure) => Call::Ended(output::finish(|_| Err(failure))),
        },
        Err(error) => Call::Ended(usage(&error)),
    }
}

/// Prints `error: ...` and gives the exit code of something that failed while running.
#[must_use]
pub fn failed(why: &str) -> ExitCode {
    output::error(3, why)
}

/// Prints `error: ...` and gives the exit code of a wrong call.
#[must_use]
pub fn wrong_call(why: &str) -> ExitCode {
    output::error(2, why)
}

fn dispatch(command: Command, earlier: &Common, out: &mut dyn Write) -> Result<Outcome, Failure> {
    match command {
        Command::Chunk(args) => chunk::run(args, earlier, out),
        Command::Query(args) => query::run(args, earlier, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Index(args) => index::run(args, earlier, out),
        Command::Export(args) => export::run(args, earlier, out),
        Command::Calibrate(args) => calibrate::run(args, earlier, out),
        Command::Eval(args) => eval::run(args, earlier, out),
        Command::Sweep(args) => sweep::run(&args, earlier, out),
        Command::Models(args) => models::run(args, earlier, out),
        Command::Doctor(args) => doctor::run(args, earlier, out),
        Command::Config(args) => config::run(args.action, earlier, out),
        #[cfg(feature = "tui")]
        Command::Keys { toml } => keys::run(toml, out),
        Command::Completions { shell } => shell::completions(shell, out),
        Command::Man => shell::man(out),
    }
}

fn explore(
    folder: Option<PathBuf>,
    common: &Common,
    screen: &ScreenArgs,
    log: Option<LogTo>,
) -> Result<Explore, Failure> {
    let folder = folder.unwrap_or_else(|| {
        let samples = PathBuf::from("sample-docs");
        if samples.is_dir() { samples } else { PathBuf::from(".") }
    });
    if !folder.exists() {
        return Err(match nearest_command(&folder.to_string_lossy()) {
            Some(command) => Failure::call(format!(
                "no such folder: {}; name one that exists, or did you mean the command `seamscope {command}`?",
                folder.display()
            )),
            None => open::missing(&folder),
        });
    }
    if !io::stdout().is_terminal() {
        let folder = folder.display();
        return Err(Failure::call(format!(
            "the explorer needs a terminal and stdout is none; use `seamscope chunk {folder}` or `seamscope query {folder} QUESTION`"
        )));
    }
    log.map_or(Ok(()), log::begin)?;
    let common = Common { set: [screen.sets(), common.set.clone()].concat(), ..common.clone() };
    let settings = open::settings(&common, Some(&folder))?;
    let store = open::store(&settings);
    Ok(Explore { folder, settings, store, fresh: screen.fresh })
}

/// The command that a mistyped word probably means.
fn nearest_command(word: &str) -> Option<String> {
    use clap::CommandFactory;
    let likeness = |name: &str| strsim::jaro_winkler(word, name);
    let cli = Cli::command();
    let names = cli.get_subcommands().map(|command| command.get_name().to_owned());
    names.max_by(|a, b| likeness(a).total_cmp(&likeness(b))).filter(|name| likeness(name) > 0.8)
}

/// Help and version go to stdout; what is wrong with a call goes to stderr, safe to print.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                output::error(3, &format!("cannot write the output ({error}), stdout; check where it goes"))
            }
            _ => ExitCode::SUCCESS,
        };
    }
    for line in error.render().to_string().lines() {
        output::say(line);
    }
    ExitCode::from(2)
}
