//! The list of a model's files with the length and hashes that they had when they came.
//! Never fetches anything.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// One file as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sum {
    /// Its name on the hub, with `/`.
    pub(super) name: String,
    pub(super) bytes: u64,
    /// In hex; what `sha256sum` prints.
    pub(super) sha256: String,
    /// In hex; quicker to check each time.
    pub(super) blake3: String,
    /// The hub named this very SHA-256 before the file came.
    pub(super) confirmed: bool,
}

/// All files of one model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sums {
    pub(super) files: Vec<Sum>,
    /// Names of optional files that the hub does not have.
    #[serde(default)]
    pub(super) absent: Vec<String>,
}

impl Sums {
    pub(super) fn path(folder: &Path) -> PathBuf {
        folder.join("files.json")
    }

    /// `None` where there is no list, or one that cannot be read: then no file beside it counts.
    pub(super) fn read(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(Self::path(folder)).ok()?).ok()
    }

    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&serde_json::to_vec_pretty(self).map_err(io::Error::other)?)?;
        file.persist(Self::path(folder)).map_err(|error| error.error)?;
        Ok(())
    }

    pub(super) fn of(&self, name: &str) -> Option<&Sum> {
        self.files.iter().find(|sum| sum.name == name)
    }

    pub(super) fn put(&mut self, sum: Sum) {
        self.files.retain(|other| other.name != sum.name);
        self.files.push(sum);
    }
}

impl Sum {
    /// True when the file is there with the content that it came with.
    pub(super) fn holds(&self, folder: &Path) -> bool {
        let hash = || -> io::Result<String> {
            let file = File::open(folder.join(&self.name))?;
            if file.metadata()?.len() != self.bytes {
                return Ok(String::new());
            }
            let mut hasher = blake3::Hasher::new();
            hasher.update_reader(file)?;
            Ok(hasher.finalize().to_hex().to_string())
        };
        hash().is_ok_and(|hash| hash == self.blake3)
    }
}
