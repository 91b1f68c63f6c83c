//! `seamscope config` and settings through the program itself.

use std::fs;

use super::{Bench, DOCS};

#[test]
fn show_names_each_value_with_its_origin() {
    let bench = Bench::with(DOCS);
    fs::write(bench.docs().join(".seamscope.toml"), "[chunk]\nsize = 77\n").expect("a file");
    let words = ["config", "show", "docs", "--set", "fire.margin=9"];
    let text: String = bench
        .command()
        .args(words)
        .env("SEAMSCOPE_SEAM_K", "40")
        .env("SEAMSCOPE_SHARED", "/somewhere")
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .expect("the program runs");
    let line = |key: &str| text.lines().find(|line| line.trim_start().starts_with(key)).unwrap_or_default().to_owned();
    assert!(line("chunk.size").contains("77") && line("chunk.size").contains("docs/.seamscope.toml:2"), "{text}");
    assert!(line("seam.k").contains("40") && line("seam.k").contains("SEAMSCOPE_SEAM_K"), "{text}");
    assert!(line("fire.margin").contains('9') && line("fire.margin").contains("--set"), "{text}");
    assert!(line("budget.limit").contains("default"), "{text}");
    let json = bench.call(&["config", "show", "docs", "--json", "--preset", "scar"]).json(0);
    assert_eq!(json["params"]["chunk"]["method"], "recursive");
    assert_eq!(json["preset"]["value"], "scar");
    let values = json["values"].as_array().expect("values");
    assert!(values.iter().all(|value| value["origin"].is_string() && value["key"].is_string()));
}

#[test]
fn the_project_file_counts_for_a_folder_and_for_a_file_in_it() {
    let bench = Bench::with(DOCS);
    fs::write(bench.docs().join(".seamscope.toml"), "preset = \"blind\"\n").expect("a file");
    for path in ["docs", "docs/zebra.md"] {
        assert_eq!(bench.call(&["chunk", path, "--json"]).json(0)["params"]["chunk"]["method"], "chars", "{path}");
    }
}

#[test]
fn init_writes_the_commented_defaults_once() {
    let bench = Bench::with(DOCS);
    let path = bench.call(&["config", "path"]).text();
    assert_eq!(path.trim(), bench.home.path().join("config/seamscope/config.toml").to_string_lossy());
    assert_eq!(bench.call(&["config", "init"]).code, Some(0));
    assert_eq!(fs::read_to_string(path.trim()).expect("the file"), seamscope::config::COMMENTED);
    fs::write(path.trim(), "[chunk]\nsize = 33\n").expect("an edit");
    let error = bench.call(&["config", "init"]).error(2);
    assert!(error.contains("config.toml"), "{error}");
    assert_eq!(bench.call(&["chunk", "docs", "--json"]).json(0)["params"]["chunk"]["size"], 33, "it stays and counts");
}

#[test]
fn a_wrong_configuration_is_two_and_one_line() {
    let bench = Bench::with(DOCS);
    fs::write(bench.docs().join(".seamscope.toml"), "[chunk]\nsise = 3\n").expect("a file");
    let answer = bench.call(&["chunk", "docs", "--json"]);
    let error = answer.error(2);
    for part in ["chunk.sise", ".seamscope.toml:2", "chunk.size"] {
        assert!(error.contains(part), "{error}");
    }
    assert_eq!(answer.err.lines().count(), 1);
    let answer: super::Answer =
        bench.command().args(["config", "show"]).env("SEAMSCOPE_FIRE_MARGN", "1").output().expect("it runs").into();
    assert!(answer.error(2).contains("fire.margin"));
}
