//! The words of the lab's commands: `calibrate`, `eval`, `sweep`, and how they print.
//! Never checks a value; the commands do.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::Common;
use crate::cli::help;

/// How a command of the lab prints.
#[derive(Args, Clone, Copy, Debug)]
#[group(multiple = false)]
pub(in crate::cli) struct ShapeArgs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
    /// Print a Markdown table
    #[arg(long)]
    markdown: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Shape {
    Table,
    Json,
    Csv,
    Markdown,
}

impl ShapeArgs {
    pub(in crate::cli) fn shape(self) -> Shape {
        match self {
            Self { json: true, .. } => Shape::Json,
            Self { csv: true, .. } => Shape::Csv,
            Self { markdown: true, .. } => Shape::Markdown,
            _ => Shape::Table,
        }
    }
}

#[derive(Args, Debug)]
pub(in crate::cli) struct CalibrateArgs {
    /// The folder
    #[arg(value_hint = ValueHint::DirPath)]
    pub(in crate::cli) folder: PathBuf,
    /// Use the questions of FILE instead of clozes
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(in crate::cli) questions: Option<PathBuf>,
    #[arg(help = help::LLM)]
    #[arg(long, value_name = "URL", conflicts_with = "questions", requires = "llm_model")]
    pub(in crate::cli) llm: Option<String>,
    /// The model that the endpoint shall use
    #[arg(long, value_name = "NAME", requires = "llm")]
    pub(in crate::cli) llm_model: Option<String>,
    /// Sample at most N whole sentences and N split passages
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(in crate::cli) samples: usize,
    /// Seed of the samples and of the clozes
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    /// Share of a passage's content words that a cloze leaves out, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    pub(in crate::cli) strength: f64,
    /// Try every margin up to M in full
    #[arg(long, value_name = "M", default_value_t = 20)]
    pub(in crate::cli) margins: u32,
    #[command(flatten)]
    pub(in crate::cli) shape: ShapeArgs,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct EvalArgs {
    /// The folder
    #[arg(value_hint = ValueHint::DirPath)]
    pub(in crate::cli) folder: PathBuf,
    /// Questions: JSON lines, Chroma's `questions_df.csv`, or a folder with queries.jsonl and qrels/test.tsv
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(in crate::cli) questions: PathBuf,
    /// Policies to compare: plain, window, parent, scar, seams, seams+scar; rerank; configured; and overlap, sliding,
    /// sliding-sparse and late, which build a second index [default: the first six]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(in crate::cli) policies: Vec<String>,
    /// A bar that every policy must clear, or exit code 1: recall>=0.9, seams:boundary.complete>=0.8; may be repeated
    #[arg(long, value_name = "BAR")]
    pub(in crate::cli) require: Vec<String>,
    /// Ask every question with the first cut at N places (chunk.start); intervals then draw whole questions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) phases: usize,
    /// Resamples of every bootstrap
    #[arg(long, value_name = "B", default_value_t = 10_000)]
    pub(in crate::cli) resamples: usize,
    /// Seed of every bootstrap
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    #[command(flatten)]
    pub(in crate::cli) shape: ShapeArgs,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct SweepArgs {
    /// The folder
    #[arg(value_hint = ValueHint::DirPath)]
    pub(in crate::cli) folder: PathBuf,
    /// Questions, as for `eval`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(in crate::cli) questions: PathBuf,
    /// A setting and its values: fire.margin=0..10, seam.k=100,150,200; may be given twice
    #[arg(long, value_name = "AXIS", required = true)]
    pub(in crate::cli) over: Vec<String>,
    /// Policies to ask under, as for `eval` [default: configured]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(in crate::cli) policies: Vec<String>,
    /// Keep finished points in FILE and take over those that are there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) keep: Option<PathBuf>,
    /// Draw recall against chunks into FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) svg: Option<PathBuf>,
    /// Resamples of every bootstrap
    #[arg(long, value_name = "B", default_value_t = 2_000)]
    pub(in crate::cli) resamples: usize,
    /// Seed of every bootstrap
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    #[command(flatten)]
    pub(in crate::cli) shape: ShapeArgs,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
}
