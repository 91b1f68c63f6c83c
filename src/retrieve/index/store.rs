//! What is kept on disk: vectors by model and text, and the index of each folder, stamped.
//! A kill at any moment leaves the old or the new state; never half of one.
//!
//! Everything here can be made again from the folder: what is damaged, of another stamp or cannot be written costs
//! time and a notice, never a result and never the run.
//!
//! `vectors.redb` is the cache of vectors. `folders/<hash of the folder's path>/` holds files of [`Records`]: `files`
//! (what was seen of each file), `documents`, and for each set of settings `cuts-`, `words-` and `vectors-`. Each is
//! put in place whole and says by stamps and hashes what it was made from, so no two of them need agree. `states/` has
//! one file of token states for each document that a model read for late chunking, `models/` the models by name,
//! `lab/` answers of the lab (`lab::eval::Ledger`).

mod cache;
mod facts;
mod records;
mod states;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

pub use cache::{CacheError, VectorCache, vector_key};
pub use facts::{Facts, Seen};
pub use records::{Key, Records, RecordsError};
use serde::Serialize;
use serde::de::DeserializeOwned;
pub use states::StatesWriter;

/// How many sets of settings are kept of one folder.
const SETS: usize = 4;
/// What an interrupted write leaves is removed after this long.
const LEFT_OVER: Duration = Duration::from_hours(1);

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

    /// Where models by name are kept: beside what is kept of folders, and with nothing kept where it would be. Models
    /// are no part of what `--no-cache` leaves alone: they are what was asked for, not what came of it.
    #[must_use]
    pub fn models(&self) -> Option<PathBuf> {
        let folder = self.folder.clone().or_else(|| Self::of_user().folder);
        folder.map(|folder| folder.join("models"))
    }

    /// What is kept of one indexed folder (or file).
    #[must_use]
    pub fn kept(&self, root: &Path) -> Kept {
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let name = blake3::hash(root.as_os_str().as_encoded_bytes()).to_hex();
        let folder = self.folder.as_ref().map(|folder| folder.join("folders").join(&name[..32]));
        let cache = self.folder.as_ref().map(|folder| VectorCache::at(folder.join("vectors.redb")));
        let states = self.folder.as_ref().map(|folder| folder.join("states"));
        Kept { folder, cache, states, gave_up: AtomicBool::new(false), notices: Mutex::default() }
    }
}

/// What is kept of one folder, during one build: troubles become notices, and after the first write that fails nothing
/// more is written.
#[derive(Debug)]
pub struct Kept {
    folder: Option<PathBuf>,
    cache: Option<VectorCache>,
    states: Option<PathBuf>,
    gave_up: AtomicBool,
    notices: Mutex<Vec<String>>,
}

impl Kept {
    /// True when something may be kept.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.folder.is_some()
    }

    /// A moment before which every file that is read from now on was last changed, or else changes its facts: the
    /// file system's own time now. `None` when nothing can be written.
    #[must_use]
    pub fn moment(&self) -> Option<SystemTime> {
        let folder = self.folder.as_ref()?;
        fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder)?.metadata()?.modified()).ok()
    }

    /// The records of this name, if they are there, whole, and of this stamp.
    #[must_use]
    pub fn records(&self, name: &str, stamp: &Key) -> Option<Records> {
        let path = self.folder.as_ref()?.join(name);
        Records::open(&path, stamp).map_err(|error| self.note_records(&error)).ok()
    }

    /// One record, if it is there and whole.
    #[must_use]
    pub fn read(&self, records: &Records, key: &Key) -> Option<Vec<u8>> {
        records.read(key).map_err(|error| self.note_records(&error)).ok()
    }

    /// One record into a place of its length; false when it is not there or not whole.
    #[must_use]
    pub fn read_into(&self, records: &Records, key: &Key, place: &mut [u8]) -> bool {
        records.read_into(key, place).map_err(|error| self.note_records(&error)).is_ok()
    }

    /// One record as the value that was encoded, if it is there and whole.
    #[must_use]
    pub fn value<T: DeserializeOwned>(&self, records: &Records, key: &Key) -> Option<T> {
        let bytes = self.read(records, key)?;
        let damaged = |_| self.note_records(&RecordsError::Damaged(records.path().to_owned()));
        rmp_serde::from_slice(&bytes).map_err(damaged).ok()
    }

    /// Puts records in the place of those of this name.
    pub fn write<R: AsRef<[u8]>>(
        &self,
        name: &str,
        stamp: &Key,
        records: impl IntoIterator<Item = io::Result<(Key, R)>>,
    ) {
        let Some(folder) = self.folder.as_ref().filter(|_| !self.gave_up()) else { return };
        let path = folder.join(name);
        match records::write(&path, stamp, records) {
            Ok(()) => tidy(&path),
            Err(error) => self.give_up(&format!("{}: {error}", path.display())),
        }
    }

    /// Cached vectors of `dimensions` numbers; `None` for each that is not there.
    #[must_use]
    pub fn vectors(&self, keys: &[Key], dimensions: usize) -> Vec<Option<Vec<f32>>> {
        let Some(cache) = &self.cache else { return vec![None; keys.len()] };
        cache.get(keys, dimensions).unwrap_or_else(|error| {
            self.note_cache(&error);
            vec![None; keys.len()]
        })
    }

    /// Caches vectors.
    pub fn keep_vectors<'a>(&self, vectors: impl IntoIterator<Item = (Key, &'a [f32])> + Clone) {
        let Some(cache) = self.cache.as_ref().filter(|_| !self.gave_up()) else { return };
        let kept = cache.put(vectors.clone()).or_else(|error| {
            self.note_cache(&error);
            // Where a damaged one was moved aside a new one begins.
            if matches!(error, CacheError::Damaged(..)) { cache.put(vectors) } else { Ok(()) }
        });
        if let Err(error) = kept {
            self.note_cache(&error);
        }
    }

    /// What a person should know, in the order in which it happened.
    #[must_use]
    pub fn notices(&self) -> Vec<String> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// True when something could not be written, so that nothing more is.
    #[must_use]
    pub fn gave_up(&self) -> bool {
        self.gave_up.load(Ordering::Relaxed)
    }

    fn note(&self, notice: String) {
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        if !notices.contains(&notice) {
            notices.push(notice);
        }
    }

    fn give_up(&self, what: &str) {
        self.gave_up.store(true, Ordering::Relaxed);
        self.note(format!("nothing more is kept on disk, the work goes on without: {what}"));
    }

    fn note_records(&self, error: &RecordsError) {
        match error {
            RecordsError::Absent => {}
            RecordsError::Damaged(path) => self.set_aside(path, &error.to_string()),
            RecordsError::Io(..) => self.note(format!("what was kept cannot be read and is made again: {error}")),
        }
    }

    fn note_cache(&self, error: &CacheError) {
        match error {
            CacheError::Busy(_) => self.note(format!("vectors are neither taken from the cache nor kept: {error}")),
            CacheError::Damaged(path, _) => self.set_aside(path, &error.to_string()),
            CacheError::Io(..) => self.give_up(&error.to_string()),
        }
    }

    fn set_aside(&self, path: &Path, what: &str) {
        match cache::move_aside(path) {
            Ok(aside) => self.note(format!("{what}: moved to {} and made again", aside.display())),
            // Moved by another thread or instance already.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => self.give_up(&format!("{what} and cannot be moved aside: {error}")),
        }
    }
}

/// A value as bytes for a record.
///
/// # Errors
/// When the value cannot be written down, which no value of ours does.
pub fn encode<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    rmp_serde::to_vec(value).map_err(io::Error::other)
}

/// Removes what interrupted writes left long ago, and all but the newest sets of what was just written.
fn tidy(written: &Path) {
    let Some((folder, name)) = written.parent().zip(written.file_name().and_then(|name| name.to_str())) else { return };
    let Ok(now) = fs::metadata(written).and_then(|meta| meta.modified()) else { return };
    let kind = name.split_inclusive('-').next().filter(|kind| kind.ends_with('-'));
    let mut sets = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(time) = entry.metadata().and_then(|meta| meta.modified()) else { continue };
        let Some(other) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if other.starts_with(records::NEW) && now.duration_since(time).is_ok_and(|age| age > LEFT_OVER) {
            // It may be gone already.
            let _ = fs::remove_file(&path);
        } else if path != written && kind.is_some_and(|kind| other.starts_with(kind)) {
            sets.push((time, path));
        }
    }
    sets.sort_unstable();
    for (_, path) in sets.iter().rev().skip(SETS - 1) {
        let _ = fs::remove_file(path);
    }
}
