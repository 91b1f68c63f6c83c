//! A file of records under keys, written whole and put in place by renaming, every byte of it under a checksum.
//! Never changes a file that is there.
//!
//! Layout: magic; the records one after the other; the table (key, offset, length, hash of each record, in order); the
//! trailer (stamp, offset of the table, number of records, hash of table and trailer). Numbers are little-endian.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// 32 bytes that name a record: a hash of what it was made from.
pub type Key = [u8; 32];

const MAGIC: &[u8; 16] = b"seamscope keep 1";
/// What the name of a file begins with that is being written.
pub(super) const NEW: &str = ".new-";
const ROW: usize = 32 + 8 + 8 + 32;
const TRAILER: usize = 32 + 8 + 8 + 32;
/// Above this many bytes a hash is taken by all cores.
const LARGE: usize = 1 << 20;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// It is not there, or it was made from something else: nothing is wrong.
    #[error("not there")]
    Absent,
    /// It is not what was written.
    #[error("{} is damaged", .0.display())]
    Damaged(PathBuf),
    /// It cannot be read.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
}

/// An open file of records; reading is safe from several threads.
#[derive(Debug)]
pub struct Records {
    path: PathBuf,
    file: File,
    rows: HashMap<Key, Row>,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    offset: u64,
    length: usize,
    hash: [u8; 32],
}

impl Records {
    /// Opens a file whose stamp is `stamp`.
    ///
    /// # Errors
    /// [`RecordsError::Absent`] where there is none or its stamp is another one.
    pub fn open(path: &Path, stamp: &Key) -> Result<Self, RecordsError> {
        let io = |error| RecordsError::Io(path.to_owned(), error);
        let damaged = || RecordsError::Damaged(path.to_owned());
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(RecordsError::Absent),
            Err(error) => return Err(io(error)),
        };
        let size = file.metadata().map_err(io)?.len();
        let least = (MAGIC.len() + TRAILER) as u64;
        if size < least {
            return Err(damaged());
        }
        let mut magic = [0; MAGIC.len()];
        read_at(&file, 0, &mut magic).map_err(io)?;
        let mut trailer = [0; TRAILER];
        read_at(&file, size - TRAILER as u64, &mut trailer).map_err(io)?;
        let (head, hash) = trailer.split_at(TRAILER - 32);
        let offset = number(&head[32..40]);
        let count = number(&head[40..48]);
        let rows = size - TRAILER as u64;
        let length = offset.checked_add(count.saturating_mul(ROW as u64));
        if &magic != MAGIC || length != Some(rows) || offset < MAGIC.len() as u64 {
            return Err(damaged());
        }
        let mut table = vec![0; usize::try_from(rows - offset).map_err(|_| damaged())?];
        read_at(&file, offset, &mut table).map_err(io)?;
        if blake3::Hasher::new().update(&table).update(head).finalize().as_bytes() != hash {
            return Err(damaged());
        }
        if &head[..32] != stamp {
            return Err(RecordsError::Absent);
        }
        let rows = table.as_chunks::<ROW>().0.iter().map(row).collect();
        Ok(Self { path: path.to_owned(), file, rows })
    }

    /// Where it lies.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True without records.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Length of a record in bytes, if it is there.
    #[must_use]
    pub fn length(&self, key: &Key) -> Option<usize> {
        self.rows.get(key).map(|row| row.length)
    }

    /// One record.
    ///
    /// # Errors
    /// [`RecordsError::Absent`] where there is none under this key.
    pub fn read(&self, key: &Key) -> Result<Vec<u8>, RecordsError> {
        let mut bytes = vec![0; self.length(key).ok_or(RecordsError::Absent)?];
        self.read_into(key, &mut bytes)?;
        Ok(bytes)
    }

    /// One record into a place of its length.
    ///
    /// # Errors
    /// [`RecordsError::Absent`] where there is none of this length under this key.
    pub fn read_into(&self, key: &Key, place: &mut [u8]) -> Result<(), RecordsError> {
        let row = self.rows.get(key).filter(|row| row.length == place.len()).ok_or(RecordsError::Absent)?;
        read_at(&self.file, row.offset, place).map_err(|error| RecordsError::Io(self.path.clone(), error))?;
        if hash(place) == row.hash { Ok(()) } else { Err(RecordsError::Damaged(self.path.clone())) }
    }
}

/// Writes a file of records whole, in the order given, and puts it in the place of what was there.
///
/// # Errors
/// When it cannot be written; what was there before is then unchanged.
pub(super) fn write<R: AsRef<[u8]>>(
    path: &Path,
    stamp: &Key,
    records: impl IntoIterator<Item = io::Result<(Key, R)>>,
) -> io::Result<()> {
    let mut writer = Writer::begin(path)?;
    for record in records {
        let (key, bytes) = record?;
        writer.put(&key, bytes.as_ref())?;
    }
    writer.end(path, stamp)
}

/// A file of records that is being written, beside the place that it will have. A kill at any moment leaves the old
/// file or the new one; dropped before its end it leaves nothing.
///
/// Nothing is forced to the disk: what is lost with the power is noticed by its hash and made again.
#[derive(Debug)]
pub(super) struct Writer {
    file: BufWriter<NamedTempFile>,
    table: Vec<u8>,
    offset: u64,
    count: u64,
}

impl Writer {
    pub(super) fn begin(path: &Path) -> io::Result<Self> {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = BufWriter::with_capacity(1 << 16, NamedTempFile::with_prefix_in(NEW, folder)?);
        file.write_all(MAGIC)?;
        Ok(Self { file, table: Vec::new(), offset: MAGIC.len() as u64, count: 0 })
    }

    pub(super) fn put(&mut self, key: &Key, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.table.extend_from_slice(key);
        self.table.extend_from_slice(&self.offset.to_le_bytes());
        self.table.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.table.extend_from_slice(&hash(bytes));
        self.offset += bytes.len() as u64;
        self.count += 1;
        Ok(())
    }

    /// Puts the file in the place of what is at `path`.
    pub(super) fn end(mut self, path: &Path, stamp: &Key) -> io::Result<()> {
        let mut head = stamp.to_vec();
        head.extend_from_slice(&self.offset.to_le_bytes());
        head.extend_from_slice(&self.count.to_le_bytes());
        let hash = blake3::Hasher::new().update(&self.table).update(&head).finalize();
        self.file.write_all(&self.table)?;
        self.file.write_all(&head)?;
        self.file.write_all(hash.as_bytes())?;
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

fn row(bytes: &[u8; ROW]) -> (Key, Row) {
    let (mut key, mut hash) = ([0; 32], [0; 32]);
    key.copy_from_slice(&bytes[..32]);
    hash.copy_from_slice(&bytes[48..]);
    let length = usize::try_from(number(&bytes[40..48])).unwrap_or(usize::MAX);
    (key, Row { offset: number(&bytes[32..40]), length, hash })
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn hash(bytes: &[u8]) -> [u8; 32] {
    if bytes.len() < LARGE {
        return blake3::hash(bytes).into();
    }
    blake3::Hasher::new().update_rayon(bytes).finalize().into()
}

#[cfg(unix)]
fn read_at(file: &File, offset: u64, place: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, place, offset)
}

#[cfg(windows)]
fn read_at(file: &File, mut offset: u64, mut place: &mut [u8]) -> io::Result<()> {
    while !place.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, place, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                offset += read as u64;
                place = &mut place[read..];
            }
        }
    }
    Ok(())
}
