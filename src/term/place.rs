//! Where the folder lies: what the screen calls it, and where new files may stand.
//! Never reads what is in it.

use std::path::Path;

/// The folder as the screen calls it.
pub(super) fn called(folder: &Path) -> String {
    let shown = folder.to_string_lossy().trim_end_matches('/').to_owned();
    if matches!(shown.as_str(), "" | "." | "..") {
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        return real.file_name().map_or(shown, |name| name.to_string_lossy().into_owned());
    }
    shown
}

/// What must stand before the name of a new file so that it does not land in the folder: nothing, or its parent.
pub(super) fn beside(folder: &Path) -> String {
    let (here, folder) = (std::env::current_dir(), folder.canonicalize());
    match (here, folder) {
        (Ok(here), Ok(folder)) if here.starts_with(&folder) => {
            folder.parent().map_or(String::new(), |parent| format!("{}/", parent.display()))
        }
        _ => String::new(),
    }
}
