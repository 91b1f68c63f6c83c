//! Finds the ONNX Runtime library on this machine and hands it to `ort`, before anything else touches `ort`.
//! Never runs another program to find it.

use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use ort::environment::Environment;
use ort::session::Session;
use ort::value::Tensor;

use super::super::EmbedError;

/// The variable that names the library's file.
const VARIABLE: &str = "ORT_DYLIB_PATH";
/// The oldest version that `ort` was built for.
const OLDEST: &str = "1.24";

/// Where a library was looked for, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The variable `ORT_DYLIB_PATH`.
    Variable,
    /// The setting `embed.runtime`.
    Setting,
    /// The folder of the program.
    Beside,
    /// Where the system keeps libraries.
    System,
    /// The package `onnxruntime` of an installed Python.
    Python,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Variable => VARIABLE,
            Self::Setting => "embed.runtime",
            Self::Beside => "beside the program",
            Self::System => "system",
            Self::Python => "Python",
        })
    }
}

/// A file that may be the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The file.
    pub path: PathBuf,
    /// Where it was found.
    pub place: Place,
}

/// The library that this process uses.
#[derive(Clone, Debug)]
pub struct Runtime {
    /// The file, links followed.
    pub file: Candidate,
    /// Its version, as far as its name or its own words tell.
    pub version: String,
    /// What it says of its build.
    pub build: String,
    environment: Environment,
}

/// What a search for the library comes to.
#[derive(Clone, Debug)]
pub struct Found {
    /// Every file that may be the library, in the order in which they are tried.
    pub candidates: Vec<Candidate>,
    /// The one that loads, or a sentence on what to do.
    pub loaded: Result<Runtime, EmbedError>,
}

static LOADED: Mutex<Option<Runtime>> = Mutex::new(None);

/// Searches as `load` does and tells of it. `named` is the setting `embed.runtime`.
#[must_use]
pub fn look(named: Option<&Path>) -> Found {
    Found { candidates: candidates(named), loaded: load(named) }
}

/// Loads the library once a process; later calls do nothing, calls after a failure try again.
pub(super) fn load(named: Option<&Path>) -> Result<Runtime, EmbedError> {
    let mut loaded = LOADED.lock().map_err(|_| EmbedError("ONNX Runtime failed while it was loaded".into()))?;
    if let Some(runtime) = &*loaded {
        return Ok(runtime.clone());
    }
    let mut why = None;
    for candidate in candidates(named) {
        match attempt(candidate) {
            Ok(runtime) => return Ok(loaded.insert(runtime).clone()),
            Err(error) => why = why.or(Some(error)),
        }
    }
    let get = format!(
        "install version {OLDEST} or later (`pip install onnxruntime`) or name its file in {VARIABLE} or embed.runtime"
    );
    Err(EmbedError(match why {
        Some(why) => format!("the ONNX Runtime library does not load: {why}; {get}"),
        None => format!("the ONNX Runtime library was not found; {get}"),
    }))
}

fn attempt(Candidate { path, place }: Candidate) -> Result<Runtime, String> {
    if !path.is_file() {
        return Err(format!("{} ({place}) is no file", path.display()));
    }
    // A relative path would be looked for beside the program first.
    let path = fs::canonicalize(path).map_err(|error| error.to_string())?;
    let builder = ort::init_from(&path).map_err(|error| error.to_string())?;
    let environment = builder.build().map_err(|error| error.to_string())?;
    let build = ort::info().to_owned();
    Ok(Runtime { version: version(&path, &build), file: Candidate { path, place }, build, environment })
}

/// The version from the end of the file's name, else from the branch that it was built from.
fn version(path: &Path, build: &str) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let digits = |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && text.contains('.');
    let of_name = name.split_once(".so.").map(|(_, version)| version.to_owned());
    let of_name = of_name.or_else(|| Some(name.strip_prefix("libonnxruntime.")?.strip_suffix(".dylib")?.to_owned()));
    let of_build =
        build.split("git-branch=rel-").nth(1).and_then(|rest| rest.split([',', ' ']).next()).map(str::to_owned);
    let known = of_name.filter(|text| digits(text)).or(of_build.filter(|text| digits(text)));
    known.unwrap_or_else(|| format!("{OLDEST} or later"))
}

/// The one environment of this process, in which every session runs.
pub(super) fn environment() -> Result<Environment, String> {
    let loaded = LOADED.lock().map_err(|_| "ONNX Runtime failed while it was loaded".to_owned())?;
    loaded.as_ref().map(|runtime| runtime.environment.clone()).ok_or_else(|| "ONNX Runtime is not loaded".to_owned())
}

/// A whole ONNX model: y = -x for one number, operator set 13.
const NEGATE: [u8; 58] = [
    8, 8, 58, 50, 10, 11, 10, 1, 120, 18, 1, 121, 34, 3, 78, 101, 103, 18, 1, 103, 90, 15, 10, 1, 120, 18, 10, 10, 8,
    8, 1, 18, 4, 10, 2, 8, 1, 98, 15, 10, 1, 121, 18, 10, 10, 8, 8, 1, 18, 4, 10, 2, 8, 1, 66, 2, 16, 13,
];

/// Asks the library to compute something, and checks the answer.
///
/// # Errors
/// What it says when it cannot, or what it computed when that is wrong.
pub fn answers(runtime: &Runtime) -> Result<(), EmbedError> {
    let run = || -> ort::Result<Vec<f32>> {
        let mut session = Session::builder(&runtime.environment)?.commit_from_memory(&NEGATE)?;
        let outputs = session.run(ort::inputs!["x" => Tensor::from_array(([1_usize], vec![2.0_f32]))?])?;
        let (_, numbers) = outputs["y"].try_extract_tensor::<f32>()?;
        Ok(numbers.to_vec())
    };
    match run() {
        Ok(numbers) if numbers == [-2.0] => Ok(()),
        Ok(numbers) => Err(EmbedError(format!("it computes {numbers:?} for -2"))),
        Err(error) => Err(EmbedError(error.to_string())),
    }
}

/// Files that may be the library, in the order in which they are tried; one that a person named stands alone.
fn candidates(named: Option<&Path>) -> Vec<Candidate> {
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
