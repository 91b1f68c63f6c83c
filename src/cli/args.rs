//! The grammar of the command line.
//! Never runs a command.

mod lab;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

pub(super) use lab::{CalibrateArgs, EvalArgs, Shape, SweepArgs};

use super::help;
use crate::retrieve::params::Preset;

#[derive(Debug, Parser)]
#[command(
    name = "seamscope",
    bin_name = "seamscope",
    version,
    about = help::ABOUT,
    long_about = help::LONG,
    after_long_help = help::AFTER
)]
pub(super) struct Cli {
    /// Folder to explore [default: sample-docs, and where that is absent the current folder]
    #[arg(value_hint = ValueHint::DirPath)]
    pub(super) folder: Option<PathBuf>,
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    pub(super) screen: ScreenArgs,
    /// Write what happens to FILE, or to seamscope.log in the state directory
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        global = true,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = ""
    )]
    pub(super) log: Option<LogTo>,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// Where a log goes.
#[derive(Clone, Debug)]
pub(super) enum LogTo {
    /// Into the state directory.
    State,
    /// Into this file.
    File(PathBuf),
}

impl From<OsString> for LogTo {
    fn from(written: OsString) -> Self {
        if written.is_empty() { Self::State } else { Self::File(written.into()) }
    }
}

/// What the explorer takes.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Explorer")]
pub(super) struct ScreenArgs {
    /// Begin with the configuration instead of where you left
    #[arg(long)]
    pub(super) fresh: bool,
    /// Look like this: auto, ansi, ansi-light, night, paper, safe, mono, or a file of yours
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// Draw with ASCII only
    #[arg(long)]
    ascii: bool,
    /// Leave the mouse to the terminal
    #[arg(long)]
    no_mouse: bool,
}

impl ScreenArgs {
    /// The settings that these are short for.
    pub(super) fn sets(&self) -> Vec<String> {
        let theme = self.theme.as_ref().map(|name| format!("ui.theme={name}"));
        let ascii = self.ascii.then(|| "ui.ascii=true".to_owned());
        let mouse = self.no_mouse.then(|| "ui.mouse=false".to_owned());
        [theme, ascii, mouse].into_iter().flatten().collect()
    }
}

/// What every command that reads a folder or the configuration takes.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Configuration")]
pub(super) struct Common {
    /// Read settings from FILE, over the user's file, the folder's file and the environment
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) config: Option<PathBuf>,
    /// Start from a whole configuration
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(presets()))]
    pub(super) preset: Option<String>,
    /// Set one value, such as chunk.size=600; the last word on it, may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub(super) set: Vec<String>,
    /// Neither read nor write the cache
    #[arg(long, conflicts_with = "cache_dir")]
    pub(super) no_cache: bool,
    /// Keep the cache under DIR
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) cache_dir: Option<PathBuf>,
}

fn presets() -> [PossibleValue; Preset::ALL.len()] {
    Preset::ALL.map(|preset| PossibleValue::new(preset.name()).help(preset.about()))
}

impl Common {
    /// Options before the command and after it: lists are joined, the later single value counts.
    pub(super) fn over(self, earlier: &Self) -> Self {
        Self {
            config: self.config.or_else(|| earlier.config.clone()),
            preset: self.preset.or_else(|| earlier.preset.clone()),
            set: earlier.set.iter().cloned().chain(self.set).collect(),
            no_cache: self.no_cache || (earlier.no_cache && self.cache_dir.is_none()),
            cache_dir: if self.no_cache { None } else { self.cache_dir.or_else(|| earlier.cache_dir.clone()) },
        }
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Cut a file or a folder: every chunk, what its end breaks, every seam
    #[command(after_long_help = help::CHUNK)]
    Chunk(ChunkArgs),
    /// Ask a question: lists, fused ranking, fire test, budget, expansions, context
    #[command(after_long_help = help::QUERY)]
    Query(QueryArgs),
    /// Ranked lists in, verdicts out: no folder and no model
    #[command(after_long_help = help::REPLAY)]
    Replay(ReplayArgs),
    /// Build or refresh the index of a folder and count what happened
    #[command(after_long_help = help::INDEX)]
    Index(IndexArgs),
    /// Pick the margin m on a folder's own documents, with the evidence for it
    #[command(after_long_help = help::CALIBRATE)]
    Calibrate(CalibrateArgs),
    /// Compare policies on the questions of a file, with intervals and paired tests
    #[command(after_long_help = help::EVAL)]
    Eval(EvalArgs),
    /// Ask the questions of a file while one or two settings move: recall against chunks
    #[command(after_long_help = help::SWEEP)]
    Sweep(SweepArgs),
    /// List the models with a name and what of them is on this machine; fetch or remove one
    #[command(after_long_help = help::MODELS)]
    Models(ModelsArgs),
    /// Say whether ONNX Runtime is here, where, which version, and whether it answers
    #[command(after_long_help = help::DOCTOR)]
    Doctor(DoctorArgs),
    /// Show the settings, say where they lie, or write the commented defaults
    #[command(after_long_help = help::CONFIG)]
    Config(ConfigArgs),
    /// Print every key of the explorer, those of your file included
    #[cfg(feature = "tui")]
    #[command(after_long_help = help::KEYS)]
    Keys {
        /// Print a keymap file with every key
        #[arg(long)]
        toml: bool,
    },
    /// Write every chunk and seam as JSON lines
    #[command(after_long_help = help::EXPORT)]
    Export(ExportArgs),
    /// Print the completions of a shell
    #[command(after_long_help = help::COMPLETIONS)]
    Completions {
        /// Which shell
        shell: ShellName,
    },
    /// Print the manual page
    #[command(after_long_help = help::MAN)]
    Man,
}

#[derive(Args, Debug)]
pub(super) struct ChunkArgs {
    /// A file or a folder
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(super) path: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// Print the text of each chunk too
    #[arg(long)]
    pub(super) text: bool,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Args, Debug)]
pub(super) struct QueryArgs {
    /// The folder
    #[arg(value_hint = ValueHint::DirPath)]
    pub(super) folder: PathBuf,
    /// The question
    pub(super) question: String,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// Explain one chunk (`a.md#7`) or seam (`a.md#7|8`): BM25 per word, cosines, sums, what would change it
    #[arg(long, value_name = "ID")]
    pub(super) explain: Option<String>,
    /// With --json, write the question's vector too; `export --vectors` writes those of chunks and seams
    #[arg(long)]
    pub(super) vectors: bool,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Args, Debug)]
pub(super) struct ReplayArgs {
    /// A JSON file, or - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(super) file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct IndexArgs {
    /// The folder
    #[arg(value_hint = ValueHint::DirPath)]
    pub(super) folder: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Args, Debug)]
pub(super) struct ExportArgs {
    /// The folder
    #[arg(value_hint = ValueHint::DirPath)]
    pub(super) folder: PathBuf,
    /// How to write
    #[arg(long, value_enum)]
    pub(super) format: ExportFormat,
    /// Write the vectors too
    #[arg(long)]
    pub(super) vectors: bool,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ExportFormat {
    /// One JSON object a line
    Jsonl,
}

#[derive(Args, Debug)]
pub(super) struct ModelsArgs {
    #[command(subcommand)]
    pub(super) action: Option<ModelsAction>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Debug, Subcommand)]
pub(super) enum ModelsAction {
    /// Fetch a model; one that was interrupted goes on
    Pull {
        /// A name that `seamscope models` lists
        name: String,
        #[command(flatten)]
        common: Common,
    },
    /// Remove a model from this machine
    Remove {
        /// A name that `seamscope models` lists
        name: String,
        #[command(flatten)]
        common: Common,
    },
}

#[derive(Args, Debug)]
pub(super) struct DoctorArgs {
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct ConfigArgs {
    #[command(subcommand)]
    pub(super) action: ConfigAction,
}

#[derive(Debug, Subcommand)]
pub(super) enum ConfigAction {
    /// Every value with its origin
    Show {
        /// The folder whose .seamscope.toml counts
        #[arg(default_value = ".", value_hint = ValueHint::DirPath)]
        folder: PathBuf,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        common: Common,
    },
    /// Where the user's file lies
    Path,
    /// Write the commented defaults to the user's file; an existing file stays
    Init,
    /// Print the JSON schema of configuration files, for editors
    Schema,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ShellName {
    Bash,
    Zsh,
    Fish,
    #[value(name = "powershell")]
    PowerShell,
    Elvish,
    Nushell,
}
