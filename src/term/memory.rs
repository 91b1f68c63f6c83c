//! Where the memory of a folder is kept: one small file under the XDG state directory.
//! Never stands in the way: what cannot be read is forgotten, what cannot be written is left.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::app::Model;
use crate::app::memory::Memory;

/// The memory of one folder.
pub(super) struct Kept {
    file: Option<PathBuf>,
    folder: String,
    /// The newest question that is written.
    newest: Option<String>,
}

impl Kept {
    /// Of a folder, or of one file.
    pub(super) fn of(folder: &Path) -> Self {
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let name = blake3::hash(real.as_os_str().as_encoded_bytes()).to_hex();
        let file =
            crate::config::state_folder().map(|state| state.join("folders").join(format!("{}.json", &name[..32])));
        Self { file, folder: real.to_string_lossy().into_owned(), newest: None }
    }

    /// What is remembered; nothing where there is no file or none that can be read.
    pub(super) fn load(&self) -> Memory {
        let text = self.file.as_ref().and_then(|file| std::fs::read(file).ok()).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Writes where a question is new, so that no question is lost however the program ends.
    pub(super) fn note(&mut self, model: &Model) {
        if self.newest.as_ref() != model.question.past.first() {
            self.newest = model.question.past.first().cloned();
            self.save(model);
        }
    }

    /// Writes what is to be remembered, with the questions of another run that ended meanwhile.
    pub(super) fn save(&self, model: &Model) {
        let Some(file) = &self.file else { return };
        let memory = Memory::of(model, &self.folder).joined(&self.load());
        if let Err(error) = write(file, &memory) {
            tracing::warn!(%error, file = %file.display(), "cannot keep the memory of the folder");
        }
    }
}

/// Writes beside the old file and takes its place, readable by its owner alone.
fn write(file: &Path, memory: &Memory) -> std::io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut fresh = tempfile::NamedTempFile::new_in(folder)?;
    fresh.write_all(&serde_json::to_vec_pretty(memory)?)?;
    fresh.persist(file)?;
    Ok(())
}
