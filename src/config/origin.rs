//! Where a value comes from.
//! Never decides which value wins.

use std::fmt;
use std::path::PathBuf;

use crate::retrieve::params::Preset;

/// Where a value comes from, from the weakest to the strongest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Built in.
    Default,
    /// A line of a configuration file.
    File {
        /// Which of the files.
        role: FileRole,
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// An environment variable.
    Environment(String),
    /// `--preset`.
    PresetFlag,
    /// `--set`.
    Set,
    /// A preset, and where it was named.
    Preset(Preset, Box<Origin>),
}

/// The three places of a configuration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRole {
    /// The person's own, under the XDG configuration directory.
    User,
    /// `.seamscope.toml` of the opened folder.
    Project,
    /// Named by `--config`.
    Flag,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { role, path, line } => {
                let role = match role {
                    FileRole::User => "user file",
                    FileRole::Project => "project file",
                    FileRole::Flag => "--config",
                };
                write!(f, "{role} {}:{line}", path.display())
            }
            Self::Environment(variable) => write!(f, "environment {variable}"),
            Self::PresetFlag => f.write_str("--preset"),
            Self::Set => f.write_str("--set"),
            Self::Preset(preset, by) => write!(f, "preset {}, {by}", preset.name()),
        }
    }
}
