//! What several tests need: where the measuring material lies.
#![allow(dead_code)]

use std::path::PathBuf;

/// The folder of measuring material named by `SEAMSCOPE_SHARED`, or `None` after saying aloud that `what` is skipped.
pub(crate) fn shared(what: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("SEAMSCOPE_SHARED").map(PathBuf::from).filter(|folder| folder.is_dir());
    if folder.is_none() {
        eprintln!("skipped: {what} needs SEAMSCOPE_SHARED to name the folder of measuring material");
    }
    folder
}
