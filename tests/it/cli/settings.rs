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

#[test]
fn the_schema_names_every_key_with_kind_default_and_comment() {
    let bench = Bench::new();
    let schema = bench.call(&["config", "schema"]).json(0);
    for key in seamscope::config::KEYS {
        let path = key.name.replace('.', "/properties/");
        let described = schema.pointer(&format!("/properties/{path}")).unwrap_or_else(|| panic!("{}", key.name));
        assert!(described["type"].is_string(), "{}", key.name);
        assert!(described["description"].as_str().is_some_and(|text| !text.is_empty()), "{}", key.name);
        assert_eq!(described.get("default").is_some(), !key.optional, "{}", key.name);
    }
    assert_eq!(schema["properties"]["preset"]["default"], "seams");
    assert_eq!(schema["properties"]["chunk"]["additionalProperties"], false);
    assert_eq!(schema["properties"]["chunk"]["properties"]["size"]["default"], 1024);
}

#[cfg(feature = "tui")]
#[test]
fn keys_are_printed_from_the_live_keymap_in_table_file_and_manual() {
    let bench = Bench::new();
    let table = bench.call(&["keys"]).text();
    assert!(table.lines().any(|line| line.contains("zoom") && line.contains('z')), "{table}");
    let file = bench.home.path().join("config/seamscope/keys.toml");
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(&file, "[main]\nzoom = \"f9\"\n").expect("a file");
    for words in [&["keys"][..], &["keys", "--toml"], &["man"]] {
        let text = bench.call(words).text().to_lowercase();
        assert!(text.contains("f9"), "{words:?}");
    }
    let printed = bench.call(&["keys", "--toml"]).text();
    fs::write(&file, &printed).expect("a file");
    assert_eq!(bench.call(&["keys", "--toml"]).text(), printed, "what is printed reads back");
    fs::write(&file, "[main]\nzoom = \"f9\"\nstop = \"f9\"\n").expect("a file");
    let error = bench.call(&["keys"]).error(2);
    assert!(error.contains("keys.toml:3: `f9` of stop is also the key of zoom"), "{error}");
}

#[test]
fn a_log_is_written_where_it_is_wanted_and_never_to_the_screen() {
    let bench = Bench::with(DOCS);
    let words = ["chunk", "docs", "--json"];
    let plain = bench.call(&words);
    let file = bench.home.path().join("here.log");
    let logged = bench.call(&[&words[..], &[&format!("--log={}", file.display())]].concat());
    assert_eq!((&logged.out, &logged.err), (&plain.out, &plain.err));
    let log = fs::read_to_string(&file).expect("the log");
    assert!(log.contains(" INFO  seamscope::cli::log: begins version="), "{log}");
    let mut command = bench.command();
    let usual = command.args(["chunk", "docs", "--log"]).env("XDG_STATE_HOME", bench.home.path().join("state"));
    assert!(usual.output().expect("it runs").status.success());
    assert!(bench.home.path().join("state/seamscope/seamscope.log").is_file());
    let error = bench.call(&["chunk", "docs", "--log=docs"]).error(2);
    assert!(error.contains("cannot write the log"), "{error}");
}
