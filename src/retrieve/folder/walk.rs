//! The walk over a folder: every file and folder in it becomes a file to read or a row with a reason.
//! Never opens a file.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ignore::{DirEntry, WalkBuilder};

use super::{FolderError, LINK, NOT_REGULAR, unreadable};
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

/// What a folder holds. Both lists are in path order: bytewise over the relative path with `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The folder as it was named; for a single file the folder that holds it.
    pub root: PathBuf,
    /// Files to read.
    pub files: Vec<FileEntry>,
    /// Files and folders left out.
    pub skipped: Vec<Skipped>,
}

/// Lists a folder, or a single file.
///
/// `.gitignore` counts outside a repository too; above the root it counts only up to the top of the repository that
/// holds the root. A hidden or ignored folder is one row. Links are rows (`link`) and never followed: what they
/// point to inside the root is listed under its own path. A root that is itself a link is followed, because it
/// was named; for a file that was named, the rules for hidden and ignored files do not apply.
///
/// # Errors
/// When the root is not there or cannot be read.
pub fn scan(root: &Path, params: &FolderParams) -> Result<Listing, FolderError> {
    let failed = |error| root_error(root, error);
    let meta = fs::metadata(root).map_err(failed)?;
    let mut rows = Rows { limit: params.max_bytes, files: Vec::new(), skipped: Vec::new() };
    let root = if meta.is_dir() {
        fs::read_dir(root).map_err(failed)?;
        // The walker takes a lone `-` for standard input.
        let root = if root == Path::new("-") { Path::new("./-") } else { root };
        walk(root, &mut rows);
        root.to_owned()
    } else {
        // A link that was named is resolved here, once: `read` opens no link.
        let linked = fs::symlink_metadata(root).is_ok_and(|meta| meta.is_symlink());
        let file = if linked { root.canonicalize().map_err(failed)? } else { root.to_owned() };
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        rows.add_file(Path::new(file.file_name().unwrap_or_default()), Ok(meta));
        folder.to_owned()
    };
    let Rows { mut files, mut skipped, .. } = rows;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    skipped.sort_by(|a, b| (&a.path, &a.reason).cmp(&(&b.path, &b.reason)));
    Ok(Listing { root, files, skipped })
}

fn root_error(root: &Path, source: Error) -> FolderError {
    let path = root.to_owned();
    match source.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => FolderError::Missing { path },
        _ => FolderError::Unreadable { path, source },
    }
}

/// Walks a folder. The walker is silent about what it leaves out, so every folder that it enters is also listed
/// plainly, and what the walker never names is hidden or ignored.
fn walk(root: &Path, rows: &mut Rows) {
    let mut unseen: BTreeMap<PathBuf, bool> = BTreeMap::new();
    for entry in walker(root).build() {
        match entry {
            Ok(entry) => {
                let Ok(path) = entry.path().strip_prefix(root) else { continue };
                unseen.remove(path);
                if entry.file_type().is_some_and(|kind| kind.is_dir()) || entry.depth() == 0 {
                    if path.to_str().is_none() {
                        rows.skip(path, true, "name is not UTF-8".into());
                    } else {
                        list(root, path, &mut unseen);
                    }
                } else {
                    add(&entry, path, rows);
                }
            }
            Err(error) => {
                let Some(path) = path_of(&error).and_then(|path| path.strip_prefix(root).ok()) else { continue };
                let folder = unseen.remove(path).unwrap_or(true);
                let reason = error.io_error().map_or_else(|| format!("unreadable: {error}"), unreadable);
                rows.skip(path, folder, reason);
            }
        }
    }
    for (path, folder) in unseen {
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        rows.skip(&path, folder, if hidden { "hidden" } else { "ignored" }.into());
    }
}

fn walker(root: &Path) -> WalkBuilder {
    let in_repository =
        root.canonicalize().is_ok_and(|root| root.ancestors().any(|folder| folder.join(".git").exists()));
    let mut builder = WalkBuilder::new(root);
    // What counts is the folder (and its repository), never the habits of the person who happens to look at it.
    builder.ignore(false).git_global(false).git_exclude(false).parents(in_repository).require_git(in_repository);
    builder.filter_entry(|entry| !is_below_odd_name(entry));
    builder
}

/// True when a folder above this entry has a name that is not UTF-8: that folder is the row.
fn is_below_odd_name(entry: &DirEntry) -> bool {
    entry.depth() > 1 && entry.path().parent().and_then(Path::file_name).is_some_and(|name| name.to_str().is_none())
}

/// Adds the children of one folder; what cannot be listed the walker reports.
fn list(root: &Path, folder: &Path, unseen: &mut BTreeMap<PathBuf, bool>) {
    let Ok(children) = fs::read_dir(root.join(folder)) else { return };
    unseen.extend(children.flatten().map(|child| {
        let is_folder = child.file_type().is_ok_and(|kind| kind.is_dir());
        (folder.join(child.file_name()), is_folder)
    }));
}

fn add(entry: &DirEntry, path: &Path, rows: &mut Rows) {
    if entry.path_is_symlink() {
        rows.skip(path, false, LINK.into());
    } else {
        rows.add_file(path, entry.metadata().map_err(|error| error.into_io_error().unwrap_or(ErrorKind::Other.into())));
    }
}

/// The path that a walker's error is about.
fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        _ => None,
    }
}

struct Rows {
    limit: u64,
    files: Vec<FileEntry>,
    skipped: Vec<Skipped>,
}

impl Rows {
    fn skip(&mut self, path: &Path, folder: bool, reason: String) {
        let mut path = slashed(path);
        if folder {
            path.push('/');
        }
        self.skipped.push(Skipped { path, reason });
    }

    fn add_file(&mut self, path: &Path, meta: Result<fs::Metadata, Error>) {
        let reason = match meta {
            Err(error) => unreadable(&error),
            Ok(meta) if !meta.is_file() => NOT_REGULAR.into(),
            Ok(_) if path.to_str().is_none() => "name is not UTF-8".into(),
            Ok(meta) if meta.len() == 0 => "empty".into(),
            Ok(meta) if meta.len() > self.limit => {
                format!("too large: {} bytes, the limit is {}", meta.len(), self.limit)
            }
            Ok(meta) => {
                let entry = FileEntry { path: slashed(path), bytes: meta.len(), modified: meta.modified().ok() };
                return self.files.push(entry);
            }
        };
        self.skip(path, false, reason);
    }
}

/// A relative path with `/` between its parts; what is not UTF-8 becomes U+FFFD.
fn slashed(path: &Path) -> String {
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}
