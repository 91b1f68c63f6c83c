//! Token states of documents on disk, one file each, within a limit of bytes.
//! Never reads what is in them.

use std::fs;
use std::path::{Path, PathBuf};

use super::records::{Records, Writer};
use super::{Kept, Key, tidy};

impl Kept {
    /// The states that were kept under this key, if they are there.
    #[must_use]
    pub fn states(&self, key: &Key) -> Option<Records> {
        let path = path(self.states.as_ref()?, key);
        Records::open(&path, key).map_err(|error| self.note_records(&error)).ok()
    }

    /// A place for the states of a document that is called `name`, about `size` bytes of them; all of them together
    /// take at most `limit` bytes, the oldest make room for new ones. `None` where they are not kept, which is said
    /// aloud.
    #[must_use]
    pub fn keep_states(&self, key: &Key, name: &str, size: u64, limit: u64) -> Option<StatesWriter<'_>> {
        let Some(folder) = self.states.as_ref().filter(|_| !self.gave_up()) else {
            self.note(
                "nothing is kept on disk: another chunk size reads every document again (embed.mode late)".into(),
            );
            return None;
        };
        let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
        if size > limit {
            self.note(format!(
                "token states of {name} take {} MB and embed.states_mb is {}: they are not kept, another chunk size \
                 reads it again",
                megabytes(size),
                megabytes(limit)
            ));
            return None;
        }
        let removed = make_room(folder, limit - size);
        if removed > 0 {
            self.note(format!(
                "token states of {removed} documents were removed to stay within embed.states_mb = {}",
                megabytes(limit)
            ));
        }
        let path = path(folder, key);
        match Writer::begin(&path) {
            Ok(writer) => Some(StatesWriter { kept: self, path, key: *key, writer: Some(writer) }),
            Err(error) => {
                self.give_up(&format!("{}: {error}", path.display()));
                None
            }
        }
    }
}

/// States that are being written. After a failure, which becomes a notice, nothing more is.
pub struct StatesWriter<'a> {
    kept: &'a Kept,
    path: PathBuf,
    key: Key,
    writer: Option<Writer>,
}

impl StatesWriter<'_> {
    /// Adds one record.
    pub fn put(&mut self, key: &Key, bytes: &[u8]) {
        let put = self.writer.as_mut().map(|writer| writer.put(key, bytes));
        if let Some(Err(error)) = put {
            self.writer = None;
            self.kept.give_up(&format!("{}: {error}", self.path.display()));
        }
    }

    /// Puts the file in place.
    pub fn end(self) {
        match self.writer.map(|writer| writer.end(&self.path, &self.key)) {
            Some(Ok(())) => tidy(&self.path),
            Some(Err(error)) => self.kept.give_up(&format!("{}: {error}", self.path.display())),
            None => {}
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
