//! Every command, its exit codes and its errors.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::{Bench, DOCS};

#[test]
fn chunk_prints_a_table_with_every_chunk_and_seam() {
    let bench = Bench::with(DOCS);
    let answer = bench.call(&["chunk", "docs", "--set", "chunk.size=20", "--set", "seam.k=5"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let text = answer.text();
    let parts = ["3 documents", "billing.md", "notes/plan.txt", "mid-sentence", "end-of-document", "0|1"];
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains('\u{1b}'), "no colour where stdout is no terminal");
    assert!(answer.err.is_empty(), "{}", answer.err);
}

#[test]
fn chunk_prints_texts_when_they_are_asked_for() {
    let bench = Bench::with(DOCS);
    let text = bench.call(&["chunk", "docs/zebra.md", "--text"]).text();
    assert!(text.contains("Stripes differ from animal to animal."), "{text}");
    assert!(!bench.call(&["chunk", "docs/zebra.md"]).text().contains("Stripes"));
}

#[test]
fn an_overlap_that_cannot_be_had_stands_beside_the_one_asked_for_with_the_reason() {
    let text = "A short paragraph of words that stand here.\n\n".repeat(12);
    let bench = Bench::with(&[("a.txt", &text)]);
    let words = ["chunk", "docs", "--set=chunk.method=recursive", "--set=chunk.unit=chars", "--set=chunk.size=100"];
    let overlap = |size: &str| {
        let size = format!("--set=chunk.overlap={size}");
        let chunked = bench.call(&[&words[..], &[&size, "--json"]].concat()).json(0);
        (chunked["documents"][0]["overlap"].clone(), bench.call(&[&words[..], &[&size]].concat()).text())
    };
    let (short, table) = overlap("30");
    assert_eq!((&short["requested"], &short["chunks"], &short["most_chars"]), (&30.into(), &0.into(), &0.into()));
    assert!(table.contains("overlap 30 chars requested; measured on 0 of"), "{table}");
    assert!(
        short["rule"].as_str().is_some_and(|rule| rule.contains("whole pieces") && table.contains(rule)),
        "{table}"
    );
    let (enough, _) = overlap("50");
    assert!(enough["most_chars"].as_u64().is_some_and(|most| (1..=50).contains(&most)), "{enough}");
}

#[test]
fn query_prints_every_part_of_the_story() {
    let bench = Bench::with(DOCS);
    let answer = bench.call(&[
        "query",
        "docs",
        "who may refund an order on a sunday",
        "--set=search.dense=false",
        "--set=chunk.size=20",
        "--set=seam.k=5",
        "--explain=billing.md#2",
    ]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let text = answer.text();
    for part in ["Fused ranking", "Seams", "Budget", "Context", "billing.md#char=", "Why billing.md#2 is", "BM25"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn query_finds_with_the_built_in_model_and_says_which_it_is() {
    let bench = Bench::with(DOCS);
    let story = bench.call(&["query", "docs", "How long are the books kept?", "--json"]).json(0);
    assert_eq!(story["model"]["dimensions"], 384);
    assert!(story["lists"].as_array().is_some_and(|lists| lists.iter().any(|list| list["name"] == "chunk-dense")));
    assert_eq!(story["notes"], serde_json::json!([]));
}

#[test]
fn nothing_found_is_one_and_prints_the_story_all_the_same() {
    let bench = Bench::with(DOCS);
    let answer = bench.ask("xylophone", &[]);
    let story = answer.json(1);
    assert_eq!(story["fused"], serde_json::json!([]));
    assert!(answer.err.starts_with("nothing found"), "{}", answer.err);
}

#[test]
fn a_refused_answer_is_one_and_prints_the_story_all_the_same() {
    let bench = Bench::with(DOCS);
    let words = ["query", "docs", "the price of tea in orbit", "--json", "--set", "refuse.distance=0.01"];
    let answer = bench.call(&words);
    let story = answer.json(1);
    let refused = &story["refused"];
    let number = |key: &str| refused[key].as_f64().expect("a number");
    assert!(number("distance") > 0.01 && (number("by") - (number("distance") - 0.01)).abs() < 1e-12);
    assert!(story["context"].as_array().is_some_and(|context| !context.is_empty()));
    assert!(answer.err.starts_with("no answer"), "{}", answer.err);
    assert_eq!(bench.call(&["query", "docs", "refund", "--json"]).json(0)["refused"], Value::Null);
}

#[test]
fn a_folder_without_documents_is_one() {
    let bench = Bench::with(&[("empty.md", "")]);
    for words in [
        &["chunk", "docs", "--json"][..],
        &["query", "docs", "anything", "--json", "--set", "embed.model=none"],
        &["index", "docs", "--json", "--set", "embed.model=none"],
    ] {
        let answer = bench.call(words);
        let value = answer.json(1);
        assert!(!value["params"].is_null());
        assert!(answer.err.contains("no document"), "{}", answer.err);
    }
    let export = bench.call(&["export", "docs", "--format", "jsonl"]);
    assert_eq!((export.code, export.out.len()), (Some(1), 0), "{}", export.err);
}

#[test]
fn a_missing_folder_is_two_and_is_named() {
    let bench = Bench::new();
    for words in [
        &["chunk", "absent", "--json"][..],
        &["query", "absent", "anything"],
        &["index", "absent"],
        &["export", "absent", "--format", "jsonl"],
        &["config", "show", "absent"],
        &["absent"],
    ] {
        let error = bench.call(words).error(2);
        assert!(error.contains("absent"), "{error}");
    }
}

#[test]
fn a_mistyped_command_names_the_nearest() {
    let error = Bench::new().call(&["chnk"]).error(2);
    assert!(error.contains("seamscope chunk"), "{error}");
}

#[test]
fn without_a_terminal_the_explorer_names_the_commands_instead() {
    let error = Bench::with(DOCS).call(&["docs"]).error(2);
    assert!(error.contains("seamscope chunk docs") && error.contains("seamscope query docs"), "{error}");
}

#[test]
fn a_wrong_call_is_two() {
    let bench = Bench::with(DOCS);
    for words in [
        &["chunk"][..],
        &["chunk", "docs", "--nope"],
        &["query", "docs"],
        &["query", "docs", " "],
        &["completions", "tcsh"],
        &["export", "docs", "--format", "xml"],
        &["docs", "chunk", "docs"],
        &["chunk", "docs", "--no-cache", "--cache-dir", "x"],
        &["export", "docs", "--format", "jsonl", "--vectors", "--set", "embed.model=none"],
        &["chunk", "docs", "--set", "chunk.unit=model", "--set", "embed.model=none"],
        &["query", "docs", "x", "--set", "embed.model=nonsense"],
        &["query", "docs", "x", "--set", "search.dense=false", "--explain", "billing.md#99"],
        &["chunk", "docs", "--set", "chunk.overlap=2000"],
    ] {
        bench.call(words).error(2);
    }
}

#[test]
fn overlap_not_below_size_names_both_before_any_work() {
    let error = Bench::with(DOCS).call(&["chunk", "docs", "--set=chunk.size=50", "--set=chunk.overlap=60"]).error(2);
    assert!(error.contains("50") && error.contains("60"), "{error}");
}

#[test]
fn what_cannot_be_written_is_three() {
    let bench = Bench::new();
    fs::write(bench.home.path().join("config"), "a file where a folder should be").expect("a file");
    let error = bench.call(&["config", "init"]).error(3);
    assert!(error.contains("config"), "{error}");
}

#[test]
fn options_may_stand_before_the_command_and_after_it() {
    let bench = Bench::with(DOCS);
    let chunked =
        bench.call(&["--set", "chunk.size=20", "--preset", "plain", "chunk", "docs", "--json", "--set", "seam.k=9"]);
    let params = &chunked.json(0)["params"];
    assert_eq!((&params["chunk"]["size"], &params["seam"]["k"]), (&20.into(), &9.into()));
    assert_eq!(params["seam"]["enabled"], false);
}

#[test]
fn index_builds_once_and_then_finds_everything_unchanged() {
    let bench = Bench::with(DOCS);
    let first = bench.call(&["index", "docs", "--json"]).json(0);
    let texts = first["chunks"].as_u64().expect("a count") + first["seams"].as_u64().expect("a count");
    assert_eq!(first["documents"], 3);
    assert_eq!(first["counts"]["embedded"].as_u64(), Some(texts));
    let again = bench.call(&["index", "docs", "--json"]).json(0);
    assert_eq!((&again["counts"]["embedded"], &again["counts"]["unchanged"]), (&0.into(), &3.into()));
    assert!(bench.call(&["index", "docs"]).text().contains("documents unchanged"));
}

#[test]
fn no_cache_writes_nothing_and_cache_dir_writes_there() {
    let bench = Bench::with(DOCS);
    bench.call(&["query", "docs", "refund", "--json", "--no-cache"]).json(0);
    assert!(!bench.home.path().join("cache").exists());
    bench.call(&["index", "docs", "--json", "--cache-dir", "mine"]).json(0);
    assert!(!bench.home.path().join("cache").exists());
    assert!(bench.home.path().join("mine").is_dir());
}

#[test]
fn an_index_that_cannot_be_kept_is_three_and_says_so() {
    let bench = Bench::with(DOCS);
    std::fs::write(bench.home.path().join("file"), "").expect("a scratch file");
    let answer = bench.call(&["index", "docs", "--json", "--cache-dir", "file", "--set=embed.model=none"]);
    assert_eq!(answer.json(3)["cache"], Value::Null);
    assert!(answer.err.contains("--cache-dir"), "{}", answer.err);
    assert!(
        !bench.call(&["index", "docs", "--cache-dir", "file", "--set=embed.model=none"]).text().contains("kept under")
    );
    bench.call(&["query", "docs", "refund", "--json", "--cache-dir", "file", "--set=embed.model=none"]).json(0);
}

#[test]
fn export_writes_one_line_a_chunk_and_a_seam() {
    let bench = Bench::with(DOCS);
    let words = ["export", "docs", "--format", "jsonl", "--vectors", "--set=chunk.size=20", "--set=seam.k=5"];
    let answer = bench.call(&words);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let lines: Vec<Value> =
        answer.text().lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect();
    let [chunks, seams] = ["chunk", "seam"].map(|kind| lines.iter().filter(|line| line["kind"] == kind).count());
    let indexed = bench.call(&["index", "docs", "--json", "--set=chunk.size=20", "--set=seam.k=5"]).json(0);
    assert_eq!((indexed["chunks"].as_u64(), indexed["seams"].as_u64()), (Some(chunks as u64), Some(seams as u64)));
    for line in &lines {
        let vector = line["vector"].as_array().expect("a vector");
        let length: f64 = vector.iter().filter_map(Value::as_f64).map(|number| number * number).sum();
        assert!(vector.len() == 384 && (length - 1.0).abs() < 1e-3, "{length}");
        assert!(line["text"].is_string() && line["byte"].is_array());
    }
    let plain = bench.call(&["export", "docs", "--format", "jsonl"]).text();
    assert!(!plain.contains("\"vector\""));
}

#[test]
fn completions_and_the_manual_know_every_command() {
    let bench = Bench::new();
    let commands = ["chunk", "query", "replay", "index", "config", "export", "completions", "man"];
    for shell in ["bash", "zsh", "fish", "powershell", "elvish", "nushell"] {
        let answer = bench.call(&["completions", shell]);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        let text = answer.text();
        assert!(commands.iter().all(|command| text.contains(command)), "{shell}");
    }
    let manual = bench.call(&["man"]).text();
    assert!(manual.contains(".TH seamscope 1"), "{manual}");
    let missing: Vec<_> =
        commands.iter().filter(|command| !manual.contains(&format!("SEAMSCOPE {}", command.to_uppercase()))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn help_has_examples_and_exit_codes() {
    let bench = Bench::new();
    for command in [&[][..], &["chunk"], &["query"], &["replay"], &["index"], &["config"], &["export"]] {
        let long = bench.call(&[command, &["--help"]].concat());
        assert_eq!(long.code, Some(0));
        let (long, short) = (long.text(), bench.call(&[command, &["-h"]].concat()).text());
        assert!(long.contains("Example") && long.len() > short.len(), "{command:?}");
        assert!(command == ["config"] || long.contains("Exit codes"), "{command:?}");
    }
    assert!(bench.call(&["--version"]).text().contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let bench = Bench::new();
    bench.write("long.txt", &"A sentence of some length stands here. ".repeat(20_000));
    let calls: [&[&str]; 3] = [
        &["chunk", "docs", "--json", "--text", "--set=chunk.size=20"],
        &["chunk", "docs", "--set=chunk.size=20"],
        &["export", "docs", "--format", "jsonl", "--set=chunk.size=20"],
    ];
    for words in calls {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("seamscope"))
            .args(words)
            .args(["--set", "seam.enabled=false", "--no-cache"])
            .current_dir(bench.home.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut reader = BufReader::with_capacity(16, child.stdout.take().expect("a pipe"));
        assert!(!reader.fill_buf().expect("something is printed").is_empty());
        drop(reader);
        let ended = child.wait_with_output().expect("it ends");
        assert_eq!((ended.status.code(), ended.stderr.as_slice()), (Some(0), &b""[..]), "{words:?}");
    }
}

#[test]
fn the_same_call_gives_the_same_bytes() {
    let bench = Bench::with(DOCS);
    let once = |words: &[&str]| bench.call(words).out;
    for words in [
        &["chunk", "docs", "--json", "--set=chunk.size=20"][..],
        &["query", "docs", "who may refund an order", "--json", "--set=chunk.size=20", "--set=seam.k=5"],
    ] {
        let first = once(words);
        assert!(!first.is_empty() && (0..3).all(|_| once(words) == first), "{words:?}");
    }
}
