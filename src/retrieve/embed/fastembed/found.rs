//! The ONNX Runtime library where the machine has it: the places in which it is looked for, and how it is loaded.
//! Never goes beyond the one file that a person named.

use std::env;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ort::environment::EnvironmentBuilder;

use super::library::{Candidate, Place, VARIABLE};

/// An environment in the library of this file.
pub(super) fn environment(path: &Path) -> Result<EnvironmentBuilder, String> {
    if is_cut_off(path).map_err(|error| error.to_string())? {
        return Err(format!("{} is cut off: it is shorter than it says itself", path.display()));
    }
    ort::init_from(path).map_err(|error| error.to_string())
}

/// True for a library of Linux that ends before the table of its sections, which lies at its end. The system would load
/// it and end the process with a signal when it is used.
fn is_cut_off(path: &Path) -> io::Result<bool> {
    const HEADER: usize = 64;
    let mut file = fs::File::open(path)?;
    let length = file.metadata()?.len();
    let mut header = [0; HEADER];
    // 64 bits, the lower byte first.
    if length < HEADER as u64 || file.read_exact(&mut header).is_err() || !header.starts_with(b"\x7fELF\x02\x01") {
        return Ok(false);
    }
    let number = |at: usize| u64::from(u16::from_le_bytes([header[at], header[at + 1]]));
    let table = header[40..48].iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    Ok(table.saturating_add(number(58) * number(60)) > length)
}

/// Files that may be the library, in the order in which they are tried; one that a person named stands alone.
pub(super) fn candidates(named: Option<&Path>) -> Vec<Candidate> {
    let variable = env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
    if let Some(path) = variable {
        return vec![Candidate { path, place: Place::Variable }];
    }
    if let Some(path) = named {
        return vec![Candidate { path: path.to_owned(), place: Place::Setting }];
    }
    let beside = env::current_exe().ok().and_then(|exe| Some(exe.parent()?.to_owned()));
    let paths = |variable| env::var_os(variable).map(|paths| env::split_paths(&paths).collect::<Vec<_>>());
    let mut system: Vec<PathBuf> =
        ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].into_iter().filter_map(paths).flatten().collect();
    let usual = ["/usr/local/lib", "/opt/homebrew/lib", "/usr/lib", "/usr/lib64", "/opt/onnxruntime/lib"];
    system.extend(usual.map(PathBuf::from));
    system.extend(entries(Path::new("/usr/lib")).filter(|path| ends_in(path, "-linux-gnu")));
    let python: Vec<PathBuf> = pythons().iter().flat_map(|prefix| packages(prefix)).collect();
    let folders = [(Place::Beside, beside.into_iter().collect()), (Place::System, system), (Place::Python, python)];
    let mut found: Vec<Candidate> = Vec::new();
    for (place, folders) in folders {
        for path in folders.iter().flat_map(|folder| libraries(folder)) {
            if found.iter().all(|other| other.path != path) {
                found.push(Candidate { path, place });
            }
        }
    }
    found
}

/// Folders in which Python installations may live.
fn pythons() -> Vec<PathBuf> {
    let variables = ["VIRTUAL_ENV", "CONDA_PREFIX"];
    let mut prefixes: Vec<PathBuf> = variables.into_iter().filter_map(env::var_os).map(PathBuf::from).collect();
    for folder in env::var_os("PATH").iter().flat_map(env::split_paths) {
        let python =
            ["python3", "python", "python.exe"].map(|name| folder.join(name)).into_iter().find(|p| p.is_file());
        prefixes.extend(python.and_then(|_| Some(folder.parent()?.to_owned())));
        // The program may be a link into another installation.
        let real = fs::canonicalize(folder.join("python3")).ok();
        prefixes.extend(real.and_then(|python| Some(python.parent()?.parent()?.to_owned())));
    }
    if let Some(home) = env::home_dir() {
        prefixes.push(home.join(".local"));
        let versions = env::var_os("PYENV_ROOT").map_or(home.join(".pyenv"), PathBuf::from).join("versions");
        prefixes.extend(entries(&versions));
    }
    prefixes.extend(["/usr/local", "/usr"].map(PathBuf::from));
    prefixes
}

/// Where an installation's packages keep the library.
fn packages(prefix: &Path) -> Vec<PathBuf> {
    let libraries = entries(&prefix.join("lib"))
        .filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("python3")));
    let unix = libraries.flat_map(|library| ["site-packages", "dist-packages"].map(|name| library.join(name)));
    let all = unix.chain([prefix.join("Lib").join("site-packages")]);
    all.map(|packages| packages.join("onnxruntime").join("capi")).collect()
}

/// Files in a folder that are named like the library, the newest version first.
fn libraries(folder: &Path) -> Vec<PathBuf> {
    let named = |path: &PathBuf| {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
        let unix = name == "libonnxruntime.so" || name.starts_with("libonnxruntime.so.");
        let apple = name.starts_with("libonnxruntime.") && ends_in(path, ".dylib");
        unix || apple || name == "onnxruntime.dll"
    };
    let mut files: Vec<PathBuf> = entries(folder).filter(named).collect();
    files.sort_by(|a, b| b.cmp(a));
    files
}

/// What a folder holds, by name; nothing when it cannot be read.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let mut paths: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter()
}

fn ends_in(path: &Path, end: &str) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(end.as_bytes())
}

#[cfg(all(test, target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_cut_off_is_never_loaded() {
        // A program of this machine has the form of its libraries.
        let whole = fs::read(env::current_exe().expect("this program")).expect("readable");
        let place = tempfile::tempdir().expect("a folder");
        let path = place.path().join("libonnxruntime.so");
        for (length, cut_off) in [(whole.len(), false), (whole.len() - 1, true), (whole.len() / 2, true), (64, true)] {
            fs::write(&path, &whole[..length]).expect("written");
            assert_eq!(is_cut_off(&path).expect("readable"), cut_off, "{length} of {}", whole.len());
        }
        fs::write(&path, "no library").expect("written");
        assert!(!is_cut_off(&path).expect("readable"), "the system says what it is");
    }
}
