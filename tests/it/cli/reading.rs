//! Reranking, prefixes and late chunking through the program, with the models of the measuring material. The tiny
//! cross-encoder has random weights: its scores mean nothing, and only the order that follows from them is looked at.

use serde_json::Value;

use super::{Bench, DOCS, folder_of_the_package};
use crate::embed::server::{Reply, Server};
use crate::support::shared;

fn runs(bench: &Bench) -> bool {
    let runs = bench.call(&["doctor"]).code == Some(0);
    if !runs {
        eprintln!("skipped: ONNX models need ONNX Runtime");
    }
    runs
}

fn items(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[test]
fn the_order_after_reranking_follows_from_the_scores() {
    let Some(shared) = shared("a reranker") else { return };
    let bench = Bench::with(DOCS);
    if !runs(&bench) {
        return;
    }
    let reranker = format!("--set=rerank.model={}", shared.join("models/tiny-cross-encoder").display());
    let samples = folder_of_the_package("sample-docs").display().to_string();
    let words = ["query", &samples, "Why does the order service accept stale reads?", "--json", &reranker];
    let more = ["--set=search.dense=false", "--set=rerank.n=4", "--set=fire.margin=1", "--set=chunk.size=256"];
    let story = bench.call(&[&words[..], &more].concat()).json(0);
    let rerank = &story["rerank"];
    assert!(rerank["model"].as_str().is_some_and(|id| id.starts_with("tiny-cross-encoder@")), "{rerank}");
    assert_eq!((&rerank["n"], rerank["scored"].as_u64().is_some_and(|n| n > 1 && n <= 4)), (&4.into(), true));
    let fused: Vec<&str> = items(&story["fused"]).iter().filter_map(|row| row["id"].as_str()).collect();
    let fired = items(&story["seams"]).iter().filter(|seam| seam["fired"] == true);
    let linked: Vec<&str> = fired.flat_map(|seam| [seam["left"].as_str(), seam["right"].as_str()]).flatten().collect();
    assert!(!linked.is_empty(), "a seam fires here: {}", story["seams"]);
    let pinned = |id: &str| id.contains('|') || linked.contains(&id);
    let rows = items(&rerank["order"]);
    let score = |id: &str| {
        let row = rows.iter().find(|row| row["id"] == id).expect("the same entries");
        row["score"].as_f64()
    };
    let mut ordinary: Vec<&str> = fused.iter().copied().filter(|id| !pinned(id)).collect();
    let read = ordinary.len().min(4);
    ordinary[..read].sort_by(|a, b| score(b).expect("read").total_cmp(&score(a).expect("read")));
    let mut next = ordinary.into_iter();
    let expected: Vec<&str> = fused.iter().map(|&id| if pinned(id) { id } else { next.next().expect("one") }).collect();
    let order: Vec<&str> = rows.iter().filter_map(|row| row["id"].as_str()).collect();
    assert_eq!(order, expected);
    for (row, place) in rows.iter().zip(1_i64..) {
        let id = row["id"].as_str().expect("an id");
        let before = fused.iter().position(|other| *other == id).expect("a rank").cast_signed() as i64 + 1;
        assert_eq!((row["place"].as_i64(), row["moved"].as_i64()), (Some(place), Some(before - place)), "{row}");
        assert_eq!(row["pinned"], pinned(id), "{row}");
    }
    let words = ["query", "docs", "who may refund", "--set=search.dense=false", &reranker];
    let text = bench.call(&words).text();
    assert!(text.contains("Reranking  tiny-cross-encoder@") && text.contains("pinned"), "{text}");
    let wrong = bench.ask("refund", &["--set=rerank.model=bge-reranker-bas"]).error(2);
    assert!(wrong.contains("`bge-reranker-base`") && wrong.contains("rerank.model"), "{wrong}");
    assert!(bench.ask("refund", &[]).json(0)["rerank"].is_null());
}

#[test]
fn late_chunking_reads_no_chunk_and_says_where_it_cannot_work() {
    let Some(shared) = shared("late chunking") else { return };
    let bench = Bench::with(DOCS);
    let refused = |more: &[&str]| {
        let words = ["index", "docs", "--set=embed.mode=late"];
        bench.call(&[&words[..], more].concat()).error(2)
    };
    assert!(refused(&[]).contains("builtin model"), "{}", refused(&[]));
    let server = Server::start(|_, _| Reply::new(200, r#"{"data":[{"index":0,"embedding":[1,0]}]}"#));
    let endpoint = format!("--set=embed.model=http:{}", server.url);
    assert!(refused(&[&endpoint]).contains("an endpoint gives one vector a text"), "{}", refused(&[&endpoint]));
    if !runs(&bench) {
        return;
    }
    let text = std::fs::read_to_string(shared.join("corpora/nist_sp800_63b.md")).expect("a long document");
    bench.write("long.md", &text[..text.floor_char_boundary(20_000)]);
    let model = format!("--set=embed.model=fastembed:{}", shared.join("models/all-MiniLM-L6-v2").display());
    let counts = |size: &str| {
        let size = format!("--set=chunk.size={size}");
        let words = ["index", "docs", "--json", "--set=embed.mode=late", "--set=embed.window=256", &model, &size];
        let json = bench.call(&words).json(0);
        assert!(json["model"]["id"].as_str().is_some_and(|id| id.contains("late")), "{}", json["model"]);
        (json["counts"]["embedded"].as_u64(), json["counts"]["cached"].as_u64(), json["chunks"].as_u64())
    };
    let (embedded, cached, many) = counts("256");
    assert!(embedded > Some(15) && cached == Some(0));
    let (none, kept, few) = counts("1024");
    assert!(none == Some(0) && kept == embedded && few < many, "{none:?} {kept:?} {few:?} {many:?}");
}

#[test]
fn an_endpoint_answers_questions_and_its_key_stays_secret() {
    let bench = Bench::with(DOCS);
    let server = Server::start(|request, _| {
        let body: Value = serde_json::from_slice(&request.body).expect("JSON");
        let vector = |text: &Value| {
            let text = text.as_str().unwrap_or_default().to_lowercase();
            let has = |word: &str| f64::from(u8::from(text.contains(word)));
            serde_json::json!([has("refund"), has("zebra"), has("record"), 0.1])
        };
        let data: Vec<Value> = items(&body["input"])
            .iter()
            .zip(0..)
            .map(|(text, at)| serde_json::json!({"index": at, "embedding": vector(text)}))
            .collect();
        match request.header("authorization") {
            Some("Bearer s3cret-key") => Reply::new(200, serde_json::json!({"data": data}).to_string()),
            other => Reply::new(401, format!("no such key: {other:?}")),
        }
    });
    let call = |key: &str| -> super::Answer {
        let model = format!("--set=embed.model=http:{}/v1", server.url);
        let words = [
            "query",
            "docs",
            "zebra",
            "--json",
            &model,
            "--set=embed.endpoint_model=e5-small",
            "--set=search.bm25=false",
        ];
        bench.command().args(words).env("SEAMSCOPE_API_KEY", key).output().expect("it runs").into()
    };
    let story = call("s3cret-key").json(0);
    assert_eq!(story["fused"][0]["id"], "zebra.md#0");
    let id = story["model"]["id"].as_str().expect("an id");
    assert!(id.contains(&server.url) && id.contains("e5-small") && id.contains("\"passage: \""), "{id}");
    let texts: Vec<String> =
        server.heard().iter().map(|request| String::from_utf8_lossy(&request.body).into_owned()).collect();
    assert!(texts.iter().any(|body| body.contains("passage: # Zebra")), "{texts:?}");
    assert!(texts.last().is_some_and(|body| body.contains("query: zebra")), "{texts:?}");
    let wrong = call("wr0ng-key");
    let error = wrong.error(2);
    assert!(error.contains("SEAMSCOPE_API_KEY") && !wrong.err.contains("wr0ng-key"), "{}", wrong.err);
}

#[test]
fn a_key_that_a_server_gives_back_is_never_shown() {
    const KEY: &str = r#"sk-SECRET"KEY/1234567890abcdef"#;
    let quoted = serde_json::to_string(KEY).expect("JSON");
    let masked = "wrong key sk-SECR...abcdef";
    let slashed = quoted.replace('/', r"\/").replace('-', r"\u002d");
    let bodies = [
        (200, format!(r#"{{"data": {quoted}}}"#)),
        (200, format!(r#"{{"data": [{{"index": {quoted}, "embedding": [1.0]}}]}}"#)),
        (200, format!(r#"{{"data": [], "usage": {{"prompt_tokens": {quoted}}}}}"#)),
        (401, format!(r#"{{"error": {{"message": {quoted}}}}}"#)),
        (401, format!(r#"{{"error": {slashed}}}"#)),
        (400, masked.to_owned()),
    ];
    let bench = Bench::with(DOCS);
    for (status, body) in bodies {
        let said = body.clone();
        let server = Server::start(move |_, _| Reply::new(status, said.clone()));
        let model = format!("--set=embed.model=http:{}/v1", server.url);
        let log = bench.home.path().join("log");
        let words = ["query", "docs", "zebra", &model, "--log"];
        let answer: super::Answer =
            bench.command().args(words).arg(&log).env("SEAMSCOPE_API_KEY", KEY).output().expect("it runs").into();
        let logged = std::fs::read_to_string(&log).unwrap_or_default();
        assert!(answer.code == Some(2) || answer.code == Some(3), "{}", answer.err);
        let characters: Vec<char> = KEY.chars().collect();
        for part in characters.windows(6).map(|part| part.iter().collect::<String>()) {
            assert!(!answer.err.contains(&part) && !logged.contains(&part), "{part} of {body}: {}", answer.err);
        }
    }
}

#[test]
fn headers_that_push_text_out_of_the_window_are_said() {
    let long = "# A title of quite a few words that goes on and on and on without an end in sight\n\nShort text.\n\n";
    let bench = Bench::with(&[("a.md", &long.repeat(3))]);
    let words =
        ["index", "docs", "--json", "--set=chunk.header=true", "--set=chunk.method=heading", "--set=embed.window=32"];
    let reading = bench.call(&words).json(0)["reading"].clone();
    assert!(reading["headers"]["share"].as_f64().is_some_and(|share| share > 0.3 && share < 1.0), "{reading}");
    assert_eq!(reading["window"], 32);
    let pushed = reading["headers"]["pushed_out"].as_u64().expect("a count");
    assert!(
        pushed == 0
            || items(&reading["warnings"])
                .iter()
                .any(|w| w.as_str().is_some_and(|w| w.contains("only without their header")))
    );
    assert!(pushed > 0, "{reading}");
    assert!(bench.call(&["index", "docs", "--json"]).json(0)["reading"]["headers"].is_null());
}
