//! Where memory is kept: a small file for each folder and one for all under the XDG state directory.
//! Never stands in the way: what cannot be read is forgotten, what cannot be written is left.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::Model;
use crate::app::memory::{Memory, Taste};

/// The memory of one folder, and of all.
pub(super) struct Kept {
    file: Option<PathBuf>,
    folder: String,
    /// The newest question that is written.
    newest: Option<String>,
    /// The file for all folders.
    common: Option<PathBuf>,
    /// What it held when this run began.
    known: Taste,
}

impl Kept {
    /// Of a folder, or of one file.
    pub(super) fn of(folder: &Path) -> Self {
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let name = blake3::hash(real.as_os_str().as_encoded_bytes()).to_hex();
        let state = crate::config::state_folder();
        let file = state.as_ref().map(|state| state.join("folders").join(format!("{}.json", &name[..32])));
        let common = state.map(|state| state.join("explorer.json"));
        let known = read(common.as_deref());
        Self { file, folder: real.to_string_lossy().into_owned(), newest: None, common, known }
    }

    /// What is remembered; nothing where there is no file or none that can be read.
    pub(super) fn load(&self) -> Memory {
        read(self.file.as_deref())
    }

    /// What is remembered for every folder.
    pub(super) fn taste(&self) -> Taste {
        self.known.clone()
    }

    /// Writes where a question is new, so that no question is lost however the program ends.
    pub(super) fn note(&mut self, model: &Model) {
        if self.newest.as_ref() != model.question.past.first() {
            self.newest = model.question.past.first().cloned();
            self.save_folder(model);
        }
    }

    /// Writes what is to be remembered. What is the same as when the run began is left to other runs.
    pub(super) fn save(&self, model: &Model) {
        self.save_folder(model);
        let taste = Taste::of(model, &self.known);
        if taste != self.known {
            written(self.common.as_deref(), &taste);
        }
    }

    /// With the questions of another run that ended meanwhile.
    fn save_folder(&self, model: &Model) {
        let memory = Memory::of(model, &self.folder).joined(&self.load());
        written(self.file.as_deref(), &memory);
    }
}

fn read<T: Default + DeserializeOwned>(file: Option<&Path>) -> T {
    let text = file.and_then(|file| std::fs::read(file).ok()).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Writes where there is a place to write to; a failure is noted in the log.
fn written(file: Option<&Path>, memory: &impl Serialize) {
    let Some(file) = file else { return };
    if let Err(error) = write(file, memory) {
        tracing::warn!(%error, file = %file.display(), "cannot keep what is remembered");
    }
}

/// Writes beside the old file and takes its place, readable by its owner alone.
fn write(file: &Path, memory: &impl Serialize) -> std::io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut fresh = tempfile::NamedTempFile::new_in(folder)?;
    fresh.write_all(&serde_json::to_vec_pretty(memory)?)?;
    fresh.persist(file)?;
    Ok(())
}
