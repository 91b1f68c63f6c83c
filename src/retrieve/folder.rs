//! Which files of a folder are read, which are not and why, and how bytes become canonical text.
//! Never looks into a text for structure.

mod decode;
mod walk;

pub use decode::{Canonical, decode};
pub use walk::{FileEntry, Listing, scan};

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::retrieve::trace::Skipped;

/// Why a folder cannot be opened at all. A single bad file is never an error but a row of [`Listing::skipped`].
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Nothing is there.
    #[error("{}: no such file or folder; name one that exists", shown(path))]
    Missing {
        /// What was asked for.
        path: PathBuf,
    },
    /// It is there but cannot be read.
    #[error("{}: cannot be read ({}); check its permissions", shown(path), because(source))]
    Unreadable {
        /// What was asked for.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Reads and decodes one listed file. `root` is [`Listing::root`].
///
/// The file may have changed since it was listed: a link, a pipe or a device that took its place is not opened.
///
/// # Errors
/// The row that says why the file is left out.
pub fn read(root: &Path, entry: &FileEntry) -> Result<Canonical, Skipped> {
    bytes_of(&root.join(&entry.path), entry.bytes)
        .and_then(decode)
        .map_err(|reason| Skipped { path: entry.path.clone(), reason })
}

fn bytes_of(path: &Path, expected: u64) -> Result<Vec<u8>, String> {
    let kind = fs::symlink_metadata(path).map_err(|error| unreadable(&error))?.file_type();
    if kind.is_symlink() {
        return Err(LINK.into());
    }
    if !kind.is_file() {
        return Err(NOT_REGULAR.into());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or(0).saturating_add(1));
    let read = fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.map_err(|error| unreadable(&error))?;
    Ok(bytes)
}

/// A path as it was named; the empty one would be invisible.
fn shown(path: &Path) -> String {
    if path.as_os_str().is_empty() { "\"\"".into() } else { path.display().to_string() }
}

const LINK: &str = "link";
const NOT_REGULAR: &str = "not a regular file";

fn unreadable(error: &std::io::Error) -> String {
    format!("unreadable: {}", because(error))
}

/// The system's reason in words that do not depend on the platform, where it is one of the usual two.
fn because(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "it is no longer there".into(),
        ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}
