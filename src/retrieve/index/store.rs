//! What is kept on disk: vectors by model and text, and the index of each folder, stamped.
//! A kill at any moment leaves the old or the new state; never half of one.

use std::path::{Path, PathBuf};

/// Where indexes and vectors are kept, if anywhere. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Store {
    folder: Option<PathBuf>,
}

impl Store {
    /// Nothing is read and nothing is written (`--no-cache`).
    #[must_use]
    pub const fn off() -> Self {
        Self { folder: None }
    }

    /// Under this folder, which is created when something is first written (`--cache-dir`).
    #[must_use]
    pub const fn at(folder: PathBuf) -> Self {
        Self { folder: Some(folder) }
    }

    /// Under the user's XDG cache directory; off where there is no home.
    #[must_use]
    pub fn of_user() -> Self {
        use etcetera::BaseStrategy;
        Self { folder: etcetera::choose_base_strategy().ok().map(|base| base.cache_dir().join("seamscope")) }
    }

    /// The folder, if anything is kept.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}
