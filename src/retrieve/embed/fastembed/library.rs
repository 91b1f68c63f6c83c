//! Finds the ONNX Runtime library on this machine and hands it to `ort`, before anything else touches `ort`.
//! Never runs another program to find it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::super::EmbedError;

/// The variable that names the library's file.
const VARIABLE: &str = "ORT_DYLIB_PATH";
/// The oldest version that `ort` was built for.
const OLDEST: &str = "1.24";

/// Loads the library once a process; later calls do nothing, calls after a failure try again.
pub(super) fn load() -> Result<(), EmbedError> {
    static LOADED: Mutex<bool> = Mutex::new(false);
    let mut loaded = LOADED.lock().map_err(|_| EmbedError("ONNX Runtime failed while it was loaded".into()))?;
    if *loaded {
        return Ok(());
    }
    let named = env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
    let candidates = match &named {
        Some(path) => vec![path.clone()],
        None => candidates(),
    };
    let mut why = None;
    for path in candidates {
        match attempt(&path) {
            Ok(()) => {
                *loaded = true;
                return Ok(());
            }
            Err(error) => why = why.or(Some(error)),
        }
    }
    let get = format!("install version {OLDEST} or later (`pip install onnxruntime`) or name its file in {VARIABLE}");
    Err(EmbedError(match why {
        Some(why) => format!("embed.model: the ONNX Runtime library does not load: {why}; {get}"),
        None => format!("embed.model: the ONNX Runtime library was not found; {get}"),
    }))
}

fn attempt(path: &Path) -> Result<(), String> {
    if !path.is_file() {
        return Err(format!("{} is no file", path.display()));
    }
    // A relative path would be looked for beside the program first.
    let path = fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()))?;
    ort::init_from(&path).map(drop).map_err(|error| error.to_string())
}

/// Files that may be the library, the likeliest first.
fn candidates() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    folders.extend(env::current_exe().ok().and_then(|exe| Some(exe.parent()?.to_owned())));
    folders.extend(pythons().iter().flat_map(|prefix| packages(prefix)));
    let paths = |variable| env::var_os(variable).map(|paths| env::split_paths(&paths).collect::<Vec<_>>());
    folders.extend(["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].into_iter().filter_map(paths).flatten());
    let system = ["/usr/local/lib", "/opt/homebrew/lib", "/usr/lib", "/usr/lib64", "/opt/onnxruntime/lib"];
    folders.extend(system.map(PathBuf::from));
    folders.extend(entries(Path::new("/usr/lib")).filter(|path| ends_in(path, "-linux-gnu")));
    folders.iter().flat_map(|folder| libraries(folder)).collect()
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
