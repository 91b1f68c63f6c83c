//! Settings from defaults, files, environment and flags, merged once, each value with its origin.
//! Never runs anything.
//!
//! From the weakest to the strongest: built-in defaults, the user's file, the folder's `.seamscope.toml`, the
//! environment, and the command line (`--preset`, then `--config`, then `--set`). A layer may name a preset: it
//! replaces everything below it that a preset decides ([`Key::of_preset`]) and lies under the layer's own values.

mod error;
mod file;
mod keys;
mod merge;
mod origin;
mod schema;
mod value;
mod values;
mod written;

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};

use crate::retrieve::params::{Params, Preset};

pub use error::ConfigError;
pub use keys::{KEYS, Key, Kind};
pub use origin::{FileRole, Origin};
pub use schema::{schema, silent};
pub use values::values;
pub use written::{file as file_of, with};

/// The commented defaults: config.toml of the package.
pub const COMMENTED: &str = include_str!("../config.toml");

/// The name of a folder's own configuration file.
pub const PROJECT_FILE: &str = ".seamscope.toml";

/// What is said of the terminal's background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Background {
    /// Nothing: the terminal is asked.
    #[default]
    Auto,
    /// It is dark.
    Dark,
    /// It is light.
    Light,
}

/// How the explorer looks and listens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UiParams {
    /// Name of a theme; `auto` is `dark` or `light`, by the background.
    pub theme: String,
    /// The terminal's background.
    pub background: Background,
    /// The theme of `auto` on a dark background.
    pub dark: String,
    /// The theme of `auto` on a light background.
    pub light: String,
    /// Listen to the mouse.
    pub mouse: bool,
    /// Draw with ASCII only.
    pub ascii: bool,
    /// The editor: `auto` is $VISUAL, then $EDITOR; else a command, with or without `{file}` and `{line}`.
    pub editor: String,
}

impl Default for UiParams {
    fn default() -> Self {
        Self {
            theme: "auto".into(),
            background: Background::Auto,
            dark: "ansi".into(),
            light: "ansi-light".into(),
            mouse: true,
            ascii: false,
            editor: "auto".into(),
        }
    }
}

/// Where indexes and vectors are kept: `--no-cache` and `--cache-dir`, which no file can set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Cache {
    /// Under the user's XDG cache directory.
    #[default]
    User,
    /// Under this folder.
    At(PathBuf),
    /// Nowhere.
    Off,
}

/// One effective value and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Which key.
    pub key: &'static Key,
    /// Its value; `None` = an optional key that is off.
    pub value: Option<toml::Value>,
    /// Its origin.
    pub origin: Origin,
}

impl Setting {
    /// The value on one line as it would stand in a file; `none` where it is off.
    #[must_use]
    pub fn shown(&self) -> String {
        self.value.as_ref().map_or_else(|| "none".to_owned(), value::shown)
    }
}

/// The effective configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The engine's part.
    pub params: Params,
    /// The explorer's part.
    pub ui: UiParams,
    /// Where indexes and vectors are kept.
    pub cache: Cache,
    /// The preset under the values, and where it was named.
    pub preset: (Preset, Origin),
    /// Every key of [`KEYS`], in that order.
    pub values: Vec<Setting>,
}

/// What a configuration is merged from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The user's file; it may be absent.
    pub user: Option<PathBuf>,
    /// The folder's file; it may be absent.
    pub project: Option<PathBuf>,
    /// Names and values; names that do not begin with `SEAMSCOPE_` are ignored.
    pub environment: Vec<(String, String)>,
    /// `--preset`.
    pub preset: Option<String>,
    /// `--config`; it must exist.
    pub file: Option<PathBuf>,
    /// Each `--set KEY=VALUE`, the later one stronger.
    pub sets: Vec<String>,
    /// `--no-cache`, `--cache-dir`.
    pub cache: Cache,
}

impl Sources {
    /// The files and the environment of this process, without flags. `folder` is the opened folder, or the file
    /// whose folder counts; `None` = no folder is opened.
    #[must_use]
    pub fn here(folder: Option<&Path>) -> Self {
        let environment = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.to_string_lossy().into_owned())))
            .filter(|(name, _)| name.starts_with("SEAMSCOPE_"))
            .collect();
        let project = folder.map(|folder| {
            let folder = if folder.is_dir() { folder } else { folder.parent().unwrap_or(folder) };
            folder.join(PROJECT_FILE)
        });
        Self { user: user_file(), project, environment, ..Self::default() }
    }
}

/// The folder of the user's configuration: config.toml, keys.toml and themes/; `None` without a home directory.
#[must_use]
pub fn user_folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.config_dir().join("seamscope"))
}

/// Where the user's file lies or would lie; `None` without a home directory.
#[must_use]
pub fn user_file() -> Option<PathBuf> {
    Some(user_folder()?.join("config.toml"))
}

/// Where the user's keys lie or would lie; `None` without a home directory.
#[must_use]
pub fn keys_file() -> Option<PathBuf> {
    Some(user_folder()?.join("keys.toml"))
}

/// The folder of what the program remembers of a person; `None` without a home directory.
#[must_use]
pub fn state_folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join("seamscope"))
}

/// Merges all sources, once.
///
/// # Errors
/// The first unknown key, wrong value, unreadable file, or values that do not go together.
pub fn load(sources: &Sources) -> Result<Settings, ConfigError> {
    merge::merge(sources)
}
