//! Hands the ONNX Runtime library to `ort`, before anything else touches `ort`.
//! Never runs another program to find it, and never lets it write on the screen.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use ort::environment::Environment;
use ort::logging::LogLevel;
use ort::session::Session;
use ort::value::Tensor;

use super::super::EmbedError;
#[cfg(feature = "load-onnx")]
use super::found::{candidates, environment as environment_in};
#[cfg(not(feature = "load-onnx"))]
use super::linked::{candidates, environment as environment_in};

/// The variable that names the library's file.
pub(super) const VARIABLE: &str = "ORT_DYLIB_PATH";
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
    /// Linked into the program.
    Inside,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Variable => VARIABLE,
            Self::Setting => "embed.runtime",
            Self::Beside => "beside the program",
            Self::System => "system",
            Self::Python => "Python",
            Self::Inside => "inside the program",
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
    let builder = environment_in(&path)?.with_logger(Arc::new(|_, _, _, _, said| tracing::warn!(said, "ONNX Runtime")));
    let environment = builder.build().map_err(|error| error.to_string())?;
    // Else it would hand over every step of every session.
    environment.set_log_level(LogLevel::Warning);
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
