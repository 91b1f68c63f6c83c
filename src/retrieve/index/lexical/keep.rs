//! A word index as named parts of bytes, for the store, and back.
//! Never touches a disk.

use std::io::Write;
use std::path::Path;

use tantivy::Directory;
use tantivy::Index;
use tantivy::directory::{RamDirectory, TerminatingWrite};

use super::{Lexical, LexicalError};

const LENGTHS: &str = "lengths";
const META: &str = "meta.json";

impl Lexical {
    /// Everything that [`Lexical::from_parts`] needs, by name; nothing for a collection without rows.
    ///
    /// # Errors
    /// When tantivy does not give its bytes back.
    pub fn parts(&self) -> Result<Vec<(String, Vec<u8>)>, LexicalError> {
        let Some(inner) = &self.inner else { return Ok(Vec::new()) };
        let index = Index::open(inner.directory.clone())?;
        let files = index.load_metas()?.list_segment_files();
        let mut names: Vec<_> = files.iter().filter_map(|path| path.to_str().map(str::to_owned)).collect();
        names.push(META.to_owned());
        names.sort_unstable();
        let mut parts = vec![(LENGTHS.to_owned(), inner.lengths.iter().flat_map(|n| n.to_le_bytes()).collect())];
        for name in names {
            if inner.directory.exists(Path::new(&name)).map_err(failed)? {
                let bytes = inner.directory.open_read(Path::new(&name)).map_err(failed)?.read_bytes()?;
                parts.push((name, bytes.as_slice().to_vec()));
            }
        }
        Ok(parts)
    }

    /// The collection that [`Lexical::parts`] came from.
    ///
    /// # Errors
    /// When a part is missing or is not what it should be.
    pub fn from_parts(parts: Vec<(String, Vec<u8>)>) -> Result<Self, LexicalError> {
        if parts.is_empty() {
            return Ok(Self::default());
        }
        let directory = RamDirectory::create();
        let mut lengths = Vec::new();
        for (name, bytes) in parts {
            if name == LENGTHS {
                lengths = bytes.as_chunks().0.iter().map(|n| u32::from_le_bytes(*n)).collect();
            } else if name == META {
                directory.atomic_write(Path::new(META), &bytes)?;
            } else {
                let mut file = directory.open_write(Path::new(&name)).map_err(failed)?;
                file.write_all(&bytes)?;
                file.terminate()?;
            }
        }
        let index = Index::open(directory.clone())?;
        Self::over(directory, &index, lengths)
    }
}

fn failed(error: impl std::fmt::Display) -> LexicalError {
    LexicalError(error.to_string())
}
