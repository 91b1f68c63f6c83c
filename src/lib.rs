//! seamscope: see where a chunker cuts a text, what each cut breaks, and how one question turns into a context.
//!
//! The map: `retrieve` (a folder and a question in, a trace out), `config` (each value with its origin), `app`
//! (what the person is doing), `work` (the only threads), `ui` (the picture), `term` and `cli` (the edges).
//! The rule: data flows one way and effects never leave the edge; docs/architecture.md says who may use whom.

#[cfg(feature = "tui")]
pub mod app;
pub mod cli;
pub mod config;
pub mod lab;
pub mod retrieve;
#[cfg(feature = "tui")]
pub mod term;
#[cfg(feature = "tui")]
pub mod ui;
#[cfg(feature = "tui")]
pub mod work;
