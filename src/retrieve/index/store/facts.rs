//! What the system says of a file, and whether that is enough to know that it is the file that was read before.
//! Never opens a file.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::Key;

/// The coarsest clock of a file system in use: two changes within it may leave the same time.
const GRAIN: Duration = Duration::from_secs(2);

/// Size and times of a file; any change of its bytes changes one of them, or falls within `GRAIN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    bytes: u64,
    /// When its bytes were changed: a program may set this as it likes.
    modified: Option<SystemTime>,
    /// When its entry was changed, in seconds and nanoseconds: no program sets this. 0 where the system has none.
    changed: (i64, i64),
    /// Which file it is. 0 where the system does not say.
    number: u64,
}

impl Facts {
    /// The facts of a file; `None` when they cannot be had.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let meta = fs::symlink_metadata(path).ok()?;
        let (changed, number) = more(&meta);
        Some(Self { bytes: meta.len(), modified: meta.modified().ok(), changed, number })
    }

    /// True when the file rested before `moment`: a change after that moment changes the facts.
    #[must_use]
    pub fn rested_before(&self, moment: SystemTime) -> bool {
        let before = |time: SystemTime| time.checked_add(GRAIN).is_some_and(|time| time < moment);
        let (seconds, nanos) = self.changed;
        let changed = u64::try_from(seconds).ok().zip(u32::try_from(nanos).ok());
        let changed = changed.map(|(seconds, nanos)| SystemTime::UNIX_EPOCH + Duration::new(seconds, nanos));
        self.modified.is_some_and(before) && changed.is_none_or(before)
    }
}

#[cfg(unix)]
fn more(meta: &fs::Metadata) -> ((i64, i64), u64) {
    use std::os::unix::fs::MetadataExt;
    ((meta.ctime(), meta.ctime_nsec()), meta.ino())
}

#[cfg(not(unix))]
fn more(_: &fs::Metadata) -> ((i64, i64), u64) {
    ((0, 0), 0)
}

/// A file as it was when it was last read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Taken before it was read.
    pub facts: Facts,
    /// True when the same facts later mean the same bytes.
    pub settled: bool,
    /// The hash of its canonical text, or why there is none.
    pub outcome: Result<Key, String>,
}
