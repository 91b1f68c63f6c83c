//! What is wrong with a configuration: what, where, what to do.
//! Never guesses a value in place of a wrong one.

use std::path::PathBuf;

use super::Origin;

/// A configuration that cannot be used. Each message is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// A key that does not exist.
    #[error("unknown key `{key}`, {origin}; the nearest key is `{nearest}`")]
    Unknown {
        /// The key as it was written.
        key: String,
        /// Where.
        origin: Origin,
        /// The key that was probably meant.
        nearest: &'static str,
    },
    /// A value of the wrong kind.
    #[error("`{key}` cannot be {value}, {origin}; it takes {allowed}")]
    Value {
        /// The key.
        key: String,
        /// The value as it was written.
        value: String,
        /// Where.
        origin: Origin,
        /// What it may be.
        allowed: String,
    },
    /// A table where a value belongs, or the other way round.
    #[error("`{key}` is a table, {origin}; write its keys under [{key}], such as {example}")]
    Table {
        /// The table.
        key: String,
        /// Where.
        origin: Origin,
        /// One of its keys.
        example: &'static str,
    },
    /// A file that is no TOML.
    #[error("{what}, {origin}; correct the TOML there")]
    Syntax {
        /// What the parser says.
        what: String,
        /// Where.
        origin: Origin,
    },
    /// A `--set` without `=`.
    #[error("`{text}` sets nothing, --set; write --set KEY=VALUE, such as --set chunk.size=600")]
    Set {
        /// As it was written.
        text: String,
    },
    /// A file that cannot be read.
    #[error("cannot read the configuration: {what}, {}; check the path and its permissions", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        what: String,
    },
    /// Values that do not go together.
    #[error("{key}: {what} ({origins})")]
    Check {
        /// The key to change.
        key: String,
        /// What is wrong and what to do.
        what: String,
        /// Where the values come from.
        origins: String,
    },
}
