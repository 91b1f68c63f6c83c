//! The thread that writes files: every one that is wanted, in order.
//! Never replaces a file that the person did not name a second time.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

use super::Say;
use crate::app::message::Report;
use crate::app::model::Notice;
use crate::app::prompt::Purpose;

/// A file to write.
pub(super) struct Job {
    pub(super) purpose: Purpose,
    /// As the person wrote it.
    pub(super) path: String,
    pub(super) text: String,
    /// The person said that it may be replaced.
    pub(super) replace: bool,
}

/// Serves until nobody wants anything any more.
pub(super) fn serve(jobs: &Receiver<Job>, root: &Path, say: &Say) {
    for Job { purpose, path, text, replace } in jobs {
        let place = place(root, purpose, &path);
        let report = match write(&place, &text, replace) {
            Ok(()) => Report::Written { path, bytes: text.len() },
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Report::FileIsThere { purpose, path },
            Err(error) => Report::Said(Notice { text: format!("{path} cannot be written: {error}"), bad: true }),
        };
        if !say(report) {
            return;
        }
    }
}

/// Settings go into the folder that is open, everything else into the one in which seamscope was started.
fn place(root: &Path, purpose: Purpose, path: &str) -> PathBuf {
    let path = match (path.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(path),
    };
    if purpose != Purpose::Settings || path.is_absolute() {
        return path;
    }
    let folder = if root.is_dir() { root } else { root.parent().unwrap_or(root) };
    folder.join(path)
}

/// With the permissions of any new file, not those of a secret.
#[cfg(unix)]
fn ordinary<'a, 'b>(builder: &'a mut tempfile::Builder<'b, 'static>) -> &'a mut tempfile::Builder<'b, 'static> {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(0o666))
}

/// Other systems have no such secret.
#[cfg(not(unix))]
fn ordinary<'a, 'b>(builder: &'a mut tempfile::Builder<'b, 'static>) -> &'a mut tempfile::Builder<'b, 'static> {
    builder
}

/// Writes beside the place and moves it there, so that a reader never sees half of it.
fn write(place: &Path, text: &str, replace: bool) -> std::io::Result<()> {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = ordinary(tempfile::Builder::new().prefix(".seamscope-")).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    let kept = if replace { file.persist(place) } else { file.persist_noclobber(place) };
    kept.map(drop).map_err(|error| error.error)
}
