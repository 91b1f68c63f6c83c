//! All integration tests, linked once.

#[cfg(feature = "tui")]
#[path = "it/app.rs"]
mod app;
#[path = "it/architecture.rs"]
mod architecture;
#[path = "it/chunkers.rs"]
mod chunkers;
#[path = "it/cli.rs"]
mod cli;
#[path = "it/config.rs"]
mod config;
#[path = "it/cuts.rs"]
mod cuts;
#[path = "it/embed.rs"]
mod embed;
#[path = "it/folder.rs"]
mod folder;
#[path = "it/index.rs"]
mod index;
#[path = "it/lab.rs"]
mod lab;
#[path = "it/langchain.rs"]
mod langchain;
#[path = "it/pipeline.rs"]
mod pipeline;
#[cfg(feature = "tui")]
#[path = "it/pty.rs"]
mod pty;
#[path = "it/reference.rs"]
mod reference;
#[path = "it/samples.rs"]
mod samples;
#[cfg(feature = "tui")]
#[path = "it/screens.rs"]
mod screens;
#[path = "it/seams.rs"]
mod seams;
#[path = "it/stages.rs"]
mod stages;
#[path = "it/support.rs"]
mod support;
#[path = "it/text.rs"]
mod text;
#[cfg(feature = "tui")]
#[path = "it/themes.rs"]
mod themes;
#[path = "it/tokens.rs"]
mod tokens;
#[cfg(feature = "tui")]
#[path = "it/work.rs"]
mod work;
