//! The ONNX Runtime library as a part of the program, which the feature `bundled-onnx` links into it.
//! Never looks for one on the machine.

use std::env;
use std::path::Path;

use ort::environment::EnvironmentBuilder;

use super::library::{Candidate, Place};

/// An environment in the library that was linked.
#[allow(clippy::unnecessary_wraps)] // Loading one may fail, and the two are used alike.
pub(super) fn environment(_: &Path) -> Result<EnvironmentBuilder, String> {
    Ok(ort::init())
}

/// The program itself; nothing where it was built with neither feature.
pub(super) fn candidates(_: Option<&Path>) -> Vec<Candidate> {
    let program = env::current_exe().ok().filter(|_| cfg!(feature = "bundled-onnx"));
    program.into_iter().map(|path| Candidate { path, place: Place::Inside }).collect()
}
