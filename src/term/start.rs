//! What the explorer starts with: settings, keys, and what the command line has decided.
//! Never reads what is remembered.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use super::TermError;
use super::look::Looks;
use super::place::{beside, called};
use crate::app::keymap::{Keymap, KeymapError};
use crate::app::model::Start;
use crate::config::{FileRole, Origin, Settings};

/// The start on a folder, or on one file.
pub(super) fn start(folder: &Path, settings: &Settings, looks: &Looks) -> Result<Start, TermError> {
    Ok(Start {
        folder: called(folder),
        params: settings.params.clone(),
        preset: settings.preset.0,
        theme: looks.first.clone(),
        themes: looks.names(),
        mouse: settings.ui.mouse,
        beside: beside(folder),
        keymap: keymap()?,
        settings: settings.values.clone(),
        preset_origin: settings.preset.1.to_string(),
    })
}

/// The keys that the command line decides: what is remembered does not change them.
pub(super) fn fixed(settings: &Settings) -> BTreeSet<&str> {
    let flag = |origin: &Origin| match origin {
        Origin::Set | Origin::PresetFlag | Origin::File { role: FileRole::Flag, .. } => true,
        Origin::Preset(_, by) => **by == Origin::PresetFlag,
        Origin::Default | Origin::File { .. } | Origin::Environment(_) => false,
    };
    let keys = settings.values.iter().filter(|setting| flag(&setting.origin)).map(|setting| setting.key.name);
    keys.chain(flag(&settings.preset.1).then_some("preset")).collect()
}

/// The built-in keys under those of the person's file.
fn keymap() -> Result<Keymap, TermError> {
    let Some(path) = crate::config::keys_file() else { return Ok(Keymap::default()) };
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(Keymap::with_file(&text, &path.to_string_lossy())?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Keymap::default()),
        Err(error) => {
            let what = format!("cannot read the keys: {error}; check the file and its permissions");
            Err(KeymapError { place: path.to_string_lossy().into_owned(), line: 1, what }.into())
        }
    }
}
