//! Vectors of texts that a model has read before, on disk, whatever document or chunk they came from.
//! Never holds its file open: another instance waits at most for one batch.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use redb::{Database, DatabaseError, ReadableDatabase, TableDefinition, TableError};

use super::Key;

/// Key of (model, text) to the vector's numbers as little-endian bytes, with eight bytes of their hash before them.
const VECTORS: TableDefinition<'_, Key, &[u8]> = TableDefinition::new("vectors");
const CHECK: usize = 8;
/// How often, and how long each time, is waited for another instance.
const PATIENCE: (u32, Duration) = (40, Duration::from_millis(50));
const MEMORY: usize = 64 << 20;

/// Why vectors could not be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// Another instance kept it busy for two seconds.
    #[error("{} is in use by another instance", .0.display())]
    Busy(PathBuf),
    /// It is no vector cache, or a damaged one.
    #[error("{} is damaged ({})", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// It cannot be read or written: a full disk, no permission.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, String),
}

/// The cache in one file, which need not be there yet.
#[derive(Clone, Debug)]
pub struct VectorCache {
    path: PathBuf,
}

/// The key of a text read by a model.
#[must_use]
pub fn vector_key(model: &str, text: &str) -> Key {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(model.len() as u64).to_le_bytes()).update(model.as_bytes()).update(text.as_bytes());
    hasher.finalize().into()
}

impl VectorCache {
    pub(super) const fn at(path: PathBuf) -> Self {
        Self { path }
    }

    /// The vectors under these keys, `None` where there is none of `dimensions` numbers.
    ///
    /// # Errors
    /// See [`CacheError`].
    pub fn get(&self, keys: &[Key], dimensions: usize) -> Result<Vec<Option<Vec<f32>>>, CacheError> {
        if keys.is_empty() || !self.path.exists() {
            return Ok(vec![None; keys.len()]);
        }
        self.guarded(|| self.read(keys, dimensions))
    }

    fn read(&self, keys: &[Key], dimensions: usize) -> Result<Vec<Option<Vec<f32>>>, CacheError> {
        let database = self.open()?;
        let read = || -> Result<Vec<Option<Vec<f32>>>, redb::Error> {
            let transaction = database.begin_read()?;
            let table = match transaction.open_table(VECTORS) {
                Err(TableError::TableDoesNotExist(_)) => return Ok(vec![None; keys.len()]),
                table => table?,
            };
            let vector = |key| Ok(table.get(key)?.and_then(|bytes| decode(bytes.value(), dimensions)));
            keys.iter().map(vector).collect()
        };
        read().map_err(|error| self.failed(error))
    }

    /// Keeps vectors under their keys, all or none of them.
    ///
    /// # Errors
    /// See [`CacheError`].
    pub fn put<'a>(&self, vectors: impl IntoIterator<Item = (Key, &'a [f32])>) -> Result<(), CacheError> {
        self.guarded(|| self.write(vectors))
    }

    fn write<'a>(&self, vectors: impl IntoIterator<Item = (Key, &'a [f32])>) -> Result<(), CacheError> {
        let database = self.open()?;
        let write = || -> Result<(), redb::Error> {
            let mut transaction = database.begin_write()?;
            // After a kill the file is usable at once, whatever its size.
            transaction.set_quick_repair(true);
            {
                let mut table = transaction.open_table(VECTORS)?;
                for (key, vector) in vectors {
                    table.insert(key, encode(vector).as_slice())?;
                }
            }
            transaction.commit()?;
            Ok(())
        };
        write().map_err(|error| self.failed(error))
    }

    fn open(&self) -> Result<Database, CacheError> {
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| CacheError::Io(folder.to_owned(), error.to_string()))?;
        }
        for _ in 0..PATIENCE.0 {
            match Database::builder().set_cache_size(MEMORY).create(&self.path) {
                Ok(database) => return Ok(database),
                Err(DatabaseError::DatabaseAlreadyOpen) => thread::sleep(PATIENCE.1),
                Err(error) => return Err(self.failed(error.into())),
            }
        }
        Err(CacheError::Busy(self.path.clone()))
    }

    /// Some damage makes the library panic instead of reporting it.
    fn guarded<T>(&self, work: impl FnOnce() -> Result<T, CacheError>) -> Result<T, CacheError> {
        let damaged = |_| Err(CacheError::Damaged(self.path.clone(), "it cannot be read".into()));
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(damaged)
    }

    fn failed(&self, error: redb::Error) -> CacheError {
        match error {
            redb::Error::DatabaseAlreadyOpen | redb::Error::LockProtocolMismatch => CacheError::Busy(self.path.clone()),
            redb::Error::Io(error) if is_damage(&error) => CacheError::Damaged(self.path.clone(), error.to_string()),
            redb::Error::Io(error) => CacheError::Io(self.path.clone(), error.to_string()),
            redb::Error::PreviousIo => CacheError::Io(self.path.clone(), "it could not be written before".into()),
            error => CacheError::Damaged(self.path.clone(), error.to_string()),
        }
    }
}

/// What redb reports of a file that is none of its own, or cut short.
fn is_damage(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof)
}

fn encode(vector: &[f32]) -> Vec<u8> {
    let mut bytes = vec![0; CHECK];
    bytes.extend(vector.iter().flat_map(|number| number.to_le_bytes()));
    let check = blake3::hash(&bytes[CHECK..]);
    bytes[..CHECK].copy_from_slice(&check.as_bytes()[..CHECK]);
    bytes
}

fn decode(bytes: &[u8], dimensions: usize) -> Option<Vec<f32>> {
    let (check, numbers) = bytes.split_at_checked(CHECK)?;
    let sound = numbers.len() == dimensions * 4 && blake3::hash(numbers).as_bytes()[..CHECK] == *check;
    sound.then(|| numbers.as_chunks().0.iter().map(|number| f32::from_le_bytes(*number)).collect())
}

/// Moves a file that cannot be used out of the way, in the place of one moved before.
pub(super) fn move_aside(path: &Path) -> std::io::Result<PathBuf> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".damaged");
    let aside = path.with_file_name(name);
    std::fs::rename(path, &aside)?;
    Ok(aside)
}
