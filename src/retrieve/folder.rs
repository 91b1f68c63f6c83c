//! Which files of a folder are read, which are not and why, and how bytes become canonical text.
//! Never looks into a text for structure.

mod decode;
mod walk;

pub use decode::{Canonical, decode};
pub use walk::{FileEntry, Listing, read, scan};

use std::path::PathBuf;

/// Why a folder cannot be opened at all. A single bad file is never an error but a row of [`Listing::skipped`].
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Nothing is there.
    #[error("{}: no such file or folder; name one that exists", path.display())]
    Missing {
        /// What was asked for.
        path: PathBuf,
    },
    /// It is there but cannot be read.
    #[error("{}: cannot be read ({source}); check its permissions", path.display())]
    Unreadable {
        /// What was asked for.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}
