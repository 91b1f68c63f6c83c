//! Gives the engine a version that no one can forget to raise: a hash of its sources. What is kept on disk is stamped
//! with it and made again by another version.
//! Never reads anything but `src/retrieve`, and never fetches.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hash;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::{fs, io};

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    sources(Path::new("src/retrieve"), &mut files)?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        // The path in parts, and text without carriage returns: the same on every system and in every checkout.
        for part in &file {
            part.to_string_lossy().hash(&mut hasher);
        }
        fs::read_to_string(&file)?.replace('\r', "").hash(&mut hasher);
    }
    println!("cargo::rerun-if-changed=src/retrieve");
    println!("cargo::rustc-env=SEAMSCOPE_ENGINE={:016x}", hasher.finish());
    Ok(())
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
