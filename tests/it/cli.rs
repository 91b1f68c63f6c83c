//! The command line: commands, JSON shapes, exit codes, errors, pipes.

#[path = "cli/commands.rs"]
mod commands;
#[path = "cli/hostile.rs"]
mod hostile;
#[path = "cli/lab.rs"]
mod lab;
#[path = "cli/models.rs"]
mod models;
#[path = "cli/offsets.rs"]
mod offsets;
#[path = "cli/reading.rs"]
mod reading;
#[path = "cli/recompute.rs"]
mod recompute;
#[path = "cli/replay.rs"]
mod replay;
#[path = "cli/settings.rs"]
mod settings;
#[path = "cli/shape.rs"]
mod shape;
#[path = "cli/sweep.rs"]
mod sweep;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

/// A folder, a home of its own, and calls of the program in it.
struct Bench {
    home: tempfile::TempDir,
}

/// What one call answered.
struct Answer {
    code: Option<i32>,
    out: Vec<u8>,
    err: String,
}

impl Answer {
    fn text(&self) -> String {
        String::from_utf8(self.out.clone()).expect("the output is UTF-8")
    }

    /// The one JSON object of stdout, after the exit code was checked.
    fn json(&self, code: i32) -> Value {
        assert_eq!(self.code, Some(code), "{}", self.err);
        let value: Value = serde_json::from_slice(&self.out).expect("one JSON object and nothing else");
        assert!(value.is_object());
        value
    }

    /// The first line of stderr, after the exit code was checked and nothing was printed.
    fn error(&self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}{}", self.err, self.text());
        assert!(self.out.is_empty(), "{}", self.text());
        let first = self.err.lines().next().unwrap_or_default().to_owned();
        assert!(first.starts_with("error: "), "{first}");
        first
    }
}

impl From<Output> for Answer {
    fn from(output: Output) -> Self {
        let err = String::from_utf8(output.stderr).expect("errors are UTF-8");
        Self { code: output.status.code(), out: output.stdout, err }
    }
}

impl Bench {
    fn new() -> Self {
        Self { home: tempfile::tempdir().expect("a scratch folder") }
    }

    /// With files under `docs`.
    fn with(files: &[(&str, &str)]) -> Self {
        let bench = Self::new();
        for (name, text) in files {
            bench.write(name, text);
        }
        bench
    }

    fn docs(&self) -> PathBuf {
        self.home.path().join("docs")
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.docs().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a scratch folder");
        fs::write(path, text).expect("a scratch file");
    }

    /// A call with its own configuration and cache, and nothing of the caller's settings.
    fn command(&self) -> assert_cmd::Command {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("seamscope"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("SEAMSCOPE_") {
                command.env_remove(name);
            }
        }
        command
            .current_dir(self.home.path())
            .env("HOME", self.home.path())
            .env("XDG_CONFIG_HOME", self.home.path().join("config"))
            .env("XDG_CACHE_HOME", self.home.path().join("cache"));
        command
    }

    fn call(&self, words: &[&str]) -> Answer {
        self.command().args(words).output().expect("the program runs").into()
    }

    /// The folder `docs`, cut into small chunks, asked by words alone: no model is loaded.
    fn ask(&self, question: &str, more: &[&str]) -> Answer {
        let words = ["query", "docs", question, "--json", "--set", "search.dense=false", "--set", "chunk.size=20"];
        self.call(&[&words[..], &["--set", "seam.k=5"], more].concat())
    }
}

/// Three short documents with something to find across a cut.
const DOCS: &[(&str, &str)] = &[
    (
        "billing.md",
        "# Billing\n\nEvery order gets a record. Records are kept for ten years and never changed.\n\n## Refunds\n\nA \
         refund is a record of its own. Only the billing team may refund an order, except on a Sunday, when the \
         duty manager may do so as well.\n",
    ),
    ("notes/plan.txt", "The plan for spring. We move the billing records to the new region. Nobody else is told.\n"),
    ("zebra.md", "# Zebra\n\nStripes differ from animal to animal.\n"),
];

fn folder_of_the_package(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}
