//! Token states of documents on disk, one file each, within a limit of bytes.
//! Never reads what is in them.

use std::fs;
use std::path::{Path, PathBuf};

use super::records::{self, Records, RecordsError};
use super::{Kept, Key};

impl Kept {
    /// The states that were kept under this key, if they are there and whole.
    #[must_use]
    pub fn states(&self, key: &Key) -> Option<Vec<u8>> {
        let path = path(self.states.as_ref()?, key);
        let records = Records::open(&path, key).map_err(|error| self.note_records(&error)).ok()?;
        match records.read(key) {
            Err(RecordsError::Absent) => None,
            read => read.map_err(|error| self.note_records(&error)).ok(),
        }
    }

    /// Keeps the states of a document that is called `name`; all of them together take at most `limit` bytes, the
    /// oldest make room for new ones. What is not kept is said aloud.
    pub fn keep_states(&self, key: &Key, bytes: &[u8], name: &str, limit: u64) {
        let Some(folder) = &self.states else {
            self.note(
                "nothing is kept on disk: another chunk size reads every document again (embed.mode late)".into(),
            );
            return;
        };
        let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
        let size = bytes.len() as u64;
        if size > limit {
            self.note(format!(
                "token states of {name} take {} MB and embed.states_mb is {}: they are not kept, another chunk size \
                 reads it again",
                megabytes(size),
                megabytes(limit)
            ));
            return;
        }
        let removed = make_room(folder, limit - size);
        if removed > 0 {
            self.note(format!(
                "token states of {removed} documents were removed to stay within embed.states_mb = {}",
                megabytes(limit)
            ));
        }
        let path = path(folder, key);
        if let Err(error) = records::write(&path, key, [Ok((*key, bytes))]) {
            self.give_up(&format!("{}: {error}", path.display()));
        }
    }
}

fn path(folder: &Path, key: &Key) -> PathBuf {
    folder.join(blake3::Hash::from_bytes(*key).to_hex().as_str())
}

/// Removes the oldest files until the rest takes at most `most` bytes; gives the number of those removed.
fn make_room(folder: &Path, most: u64) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let file = |entry: fs::DirEntry| {
        let meta = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        Some((meta.modified().ok()?, entry.path(), meta.len()))
    };
    let mut files: Vec<_> = entries.filter_map(file).collect();
    files.sort_unstable();
    let mut total: u64 = files.iter().map(|(_, _, size)| size).sum();
    let mut removed = 0;
    for (_, path, size) in files {
        if total <= most {
            break;
        }
        if fs::remove_file(path).is_ok() {
            total -= size;
            removed += 1;
        }
    }
    removed
}
