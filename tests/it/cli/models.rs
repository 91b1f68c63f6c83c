//! `seamscope models` and `seamscope doctor`, and a model by name in a query, from a local server.

use std::fs;

use super::{Bench, DOCS};
use crate::embed::server::{Reply, Server};
use crate::support::shared;

/// A hub that has the files of the folder of measuring material under every repository.
fn hub(what: &str) -> Option<Server> {
    let folder = shared(what)?.join("models/all-MiniLM-L6-v2");
    Some(Server::start(move |request, _| {
        let name = request.path.split("/resolve/main/").nth(1).unwrap_or_default();
        let bytes = fs::read(folder.join(name.trim_start_matches("onnx/")));
        bytes.map_or_else(|_| Reply::new(404, "no"), |bytes| Reply::new(200, bytes))
    }))
}

fn is_without_runtime(bench: &Bench) -> bool {
    let without = bench.call(&["doctor"]).code != Some(0);
    if without {
        eprintln!("skipped: a model by name needs ONNX Runtime");
    }
    without
}

#[test]
fn the_list_names_every_model_and_what_is_here() {
    let bench = Bench::new();
    let list = bench.call(&["models", "--json"]).json(0);
    let models = list["models"].as_array().expect("models");
    assert_eq!(models.len(), 1 + 46 + 4);
    let one = |name: &str| models.iter().find(|model| model["name"] == name).expect(name);
    assert_eq!(one("builtin")["cached"], true);
    let small = one("bge-small-en-v1.5");
    assert_eq!((&small["dimensions"], &small["window"], &small["pooling"]), (&384.into(), &512.into(), &"cls".into()));
    assert_eq!((&small["setting"], &small["cached"]), (&"fastembed:bge-small-en-v1.5".into(), &false.into()));
    assert!(small["licence"] == "MIT" && small["bytes"].is_null() && small["quantized"] == false);
    assert_eq!(one("bge-reranker-base")["purpose"], "reranker");
    let table = bench.call(&["models"]).text();
    assert!(table.contains("multilingual-e5-large") && table.contains("jina-reranker-v1-turbo-en"), "{table}");
}

#[test]
fn a_wrong_name_is_two_and_an_absent_model_one() {
    let bench = Bench::new();
    for words in [&["models", "pull", "bge-smal-en-v1.5"][..], &["models", "remove", "bge-smal-en-v1.5"]] {
        assert!(bench.call(words).error(2).contains("`bge-small-en-v1.5`"));
    }
    let wrong = ["query", "docs", "x", "--set=embed.model=fastembed:bge-smal-en-v1.5"];
    assert!(Bench::with(DOCS).call(&wrong).error(2).contains("`bge-small-en-v1.5`"));
    let absent = bench.call(&["models", "remove", "bge-m3"]);
    assert!(absent.code == Some(1) && absent.err.contains("not on this machine"), "{}", absent.err);
    let offline = bench.call(&["models", "pull", "bge-m3", "--set=embed.hub=http://127.0.0.1:1"]);
    assert!(offline.error(3).contains("cannot be reached"), "{}", offline.err);
}

#[test]
fn a_model_by_name_is_fetched_once_and_then_works_offline() {
    let Some(server) = hub("a model by name") else { return };
    let bench = Bench::with(DOCS);
    if is_without_runtime(&bench) {
        return;
    }
    let hub = format!("--set=embed.hub={}", server.url);
    let query = |hub: &str| {
        let words = ["query", "docs", "who may refund?", "--json", "--set=embed.model=fastembed:all-minilm-l6-v2", hub];
        bench.call(&words).json(0)
    };
    let first = query(&hub);
    assert_eq!((&first["model"]["window"], &first["model"]["dimensions"]), (&256.into(), &384.into()));
    assert!(first["model"]["id"].as_str().is_some_and(|id| id.starts_with("all-MiniLM-L6-v2@")), "{}", first["model"]);
    let asked = server.heard().len();
    let offline = query("--set=embed.hub=http://127.0.0.1:1");
    assert_eq!(offline["fused"], first["fused"]);
    assert_eq!(server.heard().len(), asked);
    let list = bench.call(&["models", "--json"]).json(0);
    let cached = |name: &str| {
        let models = list["models"].as_array().expect("models");
        models.iter().find(|model| model["name"] == name).expect(name)["bytes"].as_u64()
    };
    assert!(cached("all-MiniLM-L6-v2").is_some_and(|bytes| bytes > 90_000_000) && cached("bge-m3").is_none());
    let pulled = bench.call(&["models", "pull", "fastembed:all-MiniLM-L6-v2", "--set=embed.hub=http://127.0.0.1:1"]);
    assert!(pulled.code == Some(0) && pulled.text().contains("is there"), "{}", pulled.err);
    assert_eq!(bench.call(&["models", "remove", "all-MiniLM-L6-v2"]).code, Some(0));
}

/// A call that may write no file of more than this many kilobytes: what a full disk does, for whoever is not root.
#[cfg(unix)]
fn in_little_room(bench: &Bench, kilobytes: u64, words: &[&str]) -> super::Answer {
    let program = assert_cmd::cargo::cargo_bin!("seamscope");
    // Shells count in blocks of 512 or 1,024 bytes.
    let script = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$0\" \"$@\"");
    let mut shell = assert_cmd::Command::from(std::process::Command::new("sh"));
    for (name, value) in bench.command().get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell.current_dir(bench.home.path()).args(["-c", &script]).arg(program).args(words);
    shell.output().expect("the program runs").into()
}

#[cfg(unix)]
#[test]
fn a_model_that_finds_no_room_is_not_trusted_and_goes_on_later() {
    let Some(server) = hub("a model by name on a full disk") else { return };
    let bench = Bench::new();
    let hub = format!("--set=embed.hub={}", server.url);
    let pull = ["models", "pull", "all-MiniLM-L6-v2", &hub];
    let error = in_little_room(&bench, 8_000, &pull).error(3);
    assert!(error.contains("model.onnx: ") && error.contains("arge"), "{error}");
    let list = bench.call(&["models", "--json"]).json(0);
    assert!(list["models"].as_array().expect("models").iter().all(|model| model["bytes"].is_null()));
    let before = server.heard().len();
    assert_eq!(bench.call(&pull).code, Some(0));
    let ranges: Vec<_> = server.heard()[before..].iter().filter_map(crate::embed::server::Request::from).collect();
    assert!(ranges.iter().any(|from| *from > 1_000_000), "what was there is not fetched again: {ranges:?}");
}

#[cfg(unix)]
#[test]
fn a_cache_that_finds_no_room_costs_a_notice_and_no_result() {
    let text = "A sentence of the harbour book says little about boats.\n\n".repeat(40);
    let bench = Bench::with(&[("harbour.md", &text)]);
    let words = ["query", "docs", "boats", "--json", "--set=chunk.size=20"];
    let cramped = in_little_room(&bench, 40, &words).json(0);
    let free = bench.call(&words).json(0);
    assert_eq!(cramped["context"], free["context"]);
    assert!(
        cramped["index"]["notices"].to_string().contains("nothing more is kept"),
        "{}",
        cramped["index"]["notices"]
    );
    assert!(!free["index"]["notices"].to_string().contains("nothing more is kept"), "{}", free["index"]["notices"]);
}

#[test]
fn what_does_not_load_is_moved_aside() {
    let Some(folder) = shared("a model that does not load") else { return };
    let bench = Bench::with(DOCS);
    if is_without_runtime(&bench) {
        return;
    }
    let folder = folder.join("models/all-MiniLM-L6-v2");
    let server = Server::start(move |request, _| match request.path.rsplit('/').next().unwrap_or_default() {
        "model.onnx" => Reply::new(200, "<html>sign in here</html>"),
        name => fs::read(folder.join(name)).map_or_else(|_| Reply::new(404, "no"), |bytes| Reply::new(200, bytes)),
    });
    let hub = format!("--set=embed.hub={}", server.url);
    let words = ["query", "docs", "who may refund?", "--set=embed.model=fastembed:all-MiniLM-L6-v2", &hub];
    let error = bench.call(&words).error(3);
    assert!(error.contains("model.onnx.damaged") && error.contains("fetched again"), "{error}");
    assert_eq!(error.lines().count(), 1, "the library writes nothing beside it: {error}");
    let kept = bench.home.path().join("cache/seamscope/models/all-MiniLM-L6-v2");
    assert!(!kept.join("model.onnx").exists() && kept.join("model.onnx.damaged").exists());
}

#[test]
fn a_setting_that_cannot_be_is_no_fault_of_the_files() {
    let Some(server) = hub("a model and a wrong setting") else { return };
    let bench = Bench::with(DOCS);
    if is_without_runtime(&bench) {
        return;
    }
    let hub = format!("--set=embed.hub={}", server.url);
    let words = ["query", "docs", "who may refund?", "--set=embed.model=fastembed:all-MiniLM-L6-v2", &hub];
    let ask = |more: &str| bench.call(&[&words[..], &[more]].concat());
    assert_eq!(ask("--no-cache").code, Some(0));
    for window in ["--set=embed.window=5000", "--set=embed.window=10"] {
        let error = ask(window).error(3);
        assert!(error.contains("embed.window") && !error.contains("moved aside"), "{error}");
    }
    let asked = server.heard().len();
    assert_eq!(ask("--no-cache").code, Some(0));
    assert_eq!(server.heard().len(), asked, "nothing was thrown away");
}

#[test]
fn onnx_runtime_says_nothing_of_its_own() {
    let Some(folder) = shared("what ONNX Runtime writes") else { return };
    let bench = Bench::with(&[("a.md", &"the clerk may refund an order ".repeat(200))]);
    if is_without_runtime(&bench) {
        return;
    }
    // It promises a window that its graph does not have.
    let place = bench.home.path().join("model");
    fs::create_dir(&place).expect("a folder");
    for entry in fs::read_dir(folder.join("models/all-MiniLM-L6-v2")).expect("the model").flatten() {
        let bytes = fs::read(entry.path()).expect("readable");
        let name = entry.file_name();
        let bytes = match name.to_str() {
            Some("config.json") => String::from_utf8(bytes).expect("text").replace("512", "9000").into_bytes(),
            Some("tokenizer_config.json") => {
                let mut config: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
                config["model_max_length"] = 9000.into();
                config.to_string().into_bytes()
            }
            _ => bytes,
        };
        fs::write(place.join(name), bytes).expect("a copy");
    }
    let model = format!("--set=embed.model=fastembed:{}", place.display());
    let answer = bench.call(&["query", "docs", "who may refund?", &model, "--set=chunk.size=2000"]);
    assert_eq!(answer.code, Some(3), "{}", answer.err);
    assert!(answer.err.starts_with("error:") && !answer.err.contains('\u{1b}'), "{}", answer.err);
}

#[test]
fn the_doctor_says_what_is_found_and_whether_it_answers() {
    let bench = Bench::new();
    let answer = bench.call(&["doctor", "--json"]);
    let json = answer.json(answer.code.unwrap_or(-1));
    let runtime = &json["onnx_runtime"];
    if answer.code == Some(0) {
        assert!(runtime["answers"] == true && runtime["loaded"]["path"].is_string() && runtime["error"].is_null());
        assert!(runtime["loaded"]["version"].as_str().is_some_and(|version| version.starts_with("1.")), "{runtime}");
    } else {
        assert!(answer.code == Some(1) && runtime["loaded"].is_null(), "{runtime}");
    }
    let without: super::Answer =
        bench.command().args(["doctor"]).env("ORT_DYLIB_PATH", "/nonexistent/lib.so").output().expect("it runs").into();
    assert_eq!(without.code, Some(1));
    let text = without.text();
    assert!(text.contains("/nonexistent/lib.so") && text.contains("pip install onnxruntime"), "{text}");
    let mut command = bench.command();
    let setting = "--set=embed.runtime=/nonexistent/other.so";
    let named: super::Answer =
        command.args(["doctor", setting]).env_remove("ORT_DYLIB_PATH").output().expect("it runs").into();
    assert!(named.code == Some(1) && named.text().contains("embed.runtime"), "{}", named.text());
}
