//! A model behind an HTTP endpoint: batches, order, checks, retries, and a key that is never shown.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use proptest::prelude::*;
use seamscope::retrieve::embed::{Embedder, Endpoint, Patience, Stop, embed_text};
use serde_json::{Value, json};

use super::server::{Reply, Request, Server};

const QUICK: Patience = Patience { tries: 3, pause: Duration::from_millis(1), most: Duration::from_millis(2) };

fn inputs(request: &Request) -> Vec<String> {
    let body: Value = serde_json::from_slice(&request.body).expect("JSON");
    let texts = body["input"].as_array().expect("texts");
    texts.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}

/// Letters of a text, three kinds of them: not of length 1.
fn vector(text: &str) -> Value {
    let count = |wanted: &str| text.chars().filter(|c| wanted.contains(*c)).count() as f64;
    json!([count("aeiou") + 1.0, count("nrst"), count(" ")])
}

/// A good server, last vector first.
fn good(request: &Request) -> Reply {
    let texts = inputs(request);
    let items = texts.iter().enumerate().map(|(at, text)| json!({"index": at, "embedding": vector(text)}));
    let data: Vec<Value> = items.rev().collect();
    Reply::new(200, json!({"data": data, "usage": {"prompt_tokens": texts.len()}}).to_string())
}

fn open(server: &Server) -> Result<Endpoint, String> {
    Endpoint::open(&server.url, Some("small"), Some(64), QUICK, &Stop::never()).map_err(|error| error.to_string())
}

#[test]
fn an_answer_that_is_cut_off_is_asked_for_again_and_a_page_is_named() {
    let server = Server::start(|request, before| match before {
        1 => Reply { cut: Some(20), ..good(request) },
        _ => good(request),
    });
    let model = open(&server).expect("a model");
    assert_eq!(model.embed(&["order"]).map(|vectors| vectors.len()), Ok(1));
    assert_eq!(server.heard().len(), 3);
    let server = Server::start(|_, _| Reply::new(200, "<html>sign in</html>").with("Content-Type", "text/html"));
    let said = open(&server).err().expect("no model");
    assert!(said.contains("a page for people"), "{said}");
    let far = |request: &Request, _| {
        let data: Vec<Value> =
            inputs(request).iter().map(|text| json!({"index": 7, "embedding": vector(text)})).collect();
        Reply::new(200, json!({"data": data}).to_string())
    };
    let said = open(&Server::start(far)).err().expect("no model");
    assert!(said.contains("text 7 of 1"), "{said}");
}

#[test]
fn vectors_come_in_order_in_batches_and_with_length_one() {
    let server = Server::start(|request, _| good(request));
    let model = open(&server).expect("a model");
    assert_eq!((model.info().dimensions, model.info().window), (3, 64));
    let texts: Vec<String> = (0..70).map(|n| format!("order {n} is {}", "taken ".repeat(n % 5))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let vectors = model.embed(&texts).expect("vectors");
    for (text, vector) in texts.iter().zip(&vectors) {
        let norm: f32 = vector.iter().map(|number| number * number).sum();
        assert!((norm - 1.0).abs() < 1e-6);
        assert!(model.embed(&[text]).expect("one")[0] == *vector, "{text}");
    }
    let heard = server.heard();
    let sizes: Vec<usize> = heard[1..4].iter().map(|request| inputs(request).len()).collect();
    assert_eq!(sizes, [32, 32, 6], "after the first vector");
    assert!(model.estimates_tokens() && heard.iter().all(|request| request.path == "/v1/embeddings"));
    let body: Value = serde_json::from_slice(&heard[0].body).expect("JSON");
    assert_eq!(body["model"], "small");
    assert!(model.embed(&["  "]).is_err());
    assert_eq!(embed_text(&model, &"order ".repeat(200)).expect("a vector").windows, 7, "nothing is cut off");
}

#[test]
fn the_identity_holds_address_model_and_window() {
    let server = Server::start(|request, _| good(request));
    let one = open(&server).expect("a model");
    assert!(one.info().id.contains(&server.url) && one.info().id.contains("small") && one.info().id.contains("64"));
    let other = Endpoint::open(&server.url, None, Some(64), QUICK, &Stop::never()).expect("a model");
    assert_ne!(one.info().id, other.info().id);
}

/// A good server that says a model's name, and whose vectors are turned by it.
fn called(name: &'static str) -> impl Fn(&Request) -> Reply {
    move |request| {
        let sign = if name == "other" { -1.0 } else { 1.0 };
        let items = inputs(request).iter().map(|_| json!({"embedding": [sign, 2.0 * sign]})).collect::<Vec<_>>();
        let name = if name.is_empty() { Value::Null } else { json!(name) };
        Reply::new(200, json!({"data": items, "model": name}).to_string())
    }
}

#[test]
fn another_model_behind_the_same_address_is_another_model() {
    let unnamed = Server::start(|request, _| called("")(request));
    let id = || open(&unnamed).expect("a model").info().id.clone();
    assert_eq!(id(), id(), "the same one has the same identity");
    let named = Server::start(|request, _| called("small")(request));
    let renamed = Server::start(|request, _| called("large")(request));
    let turned = Server::start(|request, _| called("other")(request));
    let ids: Vec<String> = [&named, &renamed, &turned]
        .map(|server| open(server).expect("a model").info().id.replace(&server.url, "here"))
        .into();
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0].contains("small"), "{ids:?}");
    let signs = |id: &str| id.split(' ').find(|word| word.len() == 5 && word.ends_with(',')).map(str::to_owned);
    assert_eq!(signs(&ids[0]), signs(&ids[1]), "the vectors are the same");
    assert_ne!(signs(&ids[0]), signs(&ids[2]), "without a name the vector tells");
    let swapped = Server::start(|request, before| called(if before == 0 { "small" } else { "large" })(request));
    let error = open(&swapped).expect("a model").embed(&["two"]).expect_err("swapped meanwhile").to_string();
    assert!(error.contains("`small`") && error.contains("`large`") && error.contains("again"), "{error}");
}

#[test]
fn a_server_that_hangs_is_left_as_soon_as_that_is_wished() {
    let wished = Arc::new(AtomicBool::new(false));
    let (first, hangs) = (Arc::clone(&wished), Arc::new(AtomicBool::new(false)));
    let silent = Arc::clone(&hangs);
    let server = Server::start(move |request, _| {
        let reply = good(request);
        if silent.load(Ordering::Relaxed) {
            first.store(true, Ordering::Relaxed);
            return Reply { cut: Some(0), hangs: true, ..reply };
        }
        reply
    });
    let model = open(&server).expect("a model");
    hangs.store(true, Ordering::Relaxed);
    let stoppable = model.until(&Stop::from(Arc::clone(&wished))).expect("it may take long");
    let error = stoppable.embed(&["one"]).expect_err("stopped").to_string();
    assert!(error.contains("stopped"), "{error}");
    let opened = Endpoint::open(&server.url, None, None, Patience::default(), &Stop::from(wished));
    assert!(opened.err().expect("stopped").to_string().contains("stopped"));
    hangs.store(false, Ordering::Relaxed);
    assert!(model.embed(&["one"]).is_ok(), "the model itself was not told to stop");
}

#[test]
fn a_server_that_is_busy_or_fails_is_tried_again_and_not_for_ever() {
    for status in [429, 503] {
        let server = Server::start(move |request, before| {
            if before < 2 { Reply::new(status, "later").with("Retry-After", "0") } else { good(request) }
        });
        assert!(open(&server).is_ok(), "{status}");
        assert_eq!(server.heard().len(), 3);
    }
    let server = Server::start(|_, _| Reply::new(500, "out of memory\nat line 3"));
    let error = open(&server).err().expect("refused");
    assert!(error.contains("500: out of memory at line 3") && error.contains("3 times"), "{error}");
    assert_eq!(server.heard().len(), 3);
}

#[test]
fn what_cannot_pass_is_not_tried_again_and_says_what_to_do() {
    for (status, part) in
        [(401, "SEAMSCOPE_API_KEY"), (404, "embed.endpoint_model"), (413, "embed.window"), (302, "redirects")]
    {
        let server = Server::start(move |_, _| Reply::new(status, "no").with("Location", "http://127.0.0.1:1/"));
        let error = open(&server).err().expect("refused");
        assert!(error.contains(part) && error.contains(&server.url), "{error}");
        assert_eq!(server.heard().len(), 1, "{status}");
    }
}

#[test]
fn an_answer_that_is_none_is_refused() {
    let item = |vector: Value| json!({"index": 0, "embedding": vector});
    for (answer, part) in [
        (json!("hello"), "none of /v1/embeddings"),
        (json!({"data": []}), "0 vectors for 1 texts"),
        (json!({"data": [item(json!([0.0, 0.0]))]}), "length 0"),
        (json!({"data": [item(json!([]))]}), "0 numbers"),
        (json!({"data": [item(json!([1.0]))], "usage": {"prompt_tokens": 900}}), "lower embed.window"),
    ] {
        let server = Server::start(move |_, _| Reply::new(200, answer.to_string()));
        let error = open(&server).err().expect("refused");
        assert!(error.contains(part), "{error}");
    }
    let server = Server::start(|request, before| {
        let numbers = if before == 0 { json!([1.0, 0.0]) } else { json!([1.0, 0.0, 0.0]) };
        let items = inputs(request).iter().map(|_| json!({"embedding": numbers})).collect::<Vec<_>>();
        Reply::new(200, json!({"data": items}).to_string())
    });
    let error = open(&server).expect("a model").embed(&["two"]).expect_err("another length").to_string();
    assert!(error.contains("3 numbers where 2 were expected"), "{error}");
}

#[test]
fn an_address_is_completed_or_refused() {
    let server = Server::start(|request, _| good(request));
    for end in ["", "/", "/v1", "/v1/", "/v1/embeddings"] {
        assert!(Endpoint::open(&format!("{}{end}", server.url), None, None, QUICK, &Stop::never()).is_ok(), "{end}");
    }
    assert!(server.heard().iter().all(|request| request.path == "/v1/embeddings"));
    for address in
        ["localhost:8080", "ftp://a/b", "http://", "http://name:secret@host/v1", "http://host/v1?api_key=secret"]
    {
        let error = Endpoint::open(address, None, None, QUICK, &Stop::never()).err().expect("refused").to_string();
        assert!(!error.contains("secret"), "{error}");
    }
    let closed = Endpoint::open("http://127.0.0.1:1", None, None, QUICK, &Stop::never())
        .err()
        .expect("nobody listens")
        .to_string();
    assert!(closed.contains("cannot be reached"), "{closed}");
}

proptest! {
    #[test]
    fn estimated_tokens_rise_and_end_in_the_text(text in "\\PC{0,60}|[a-z0-9 .,東é🙂]{0,80}") {
        let server = Server::start(|request, _| good(request));
        let model = open(&server).expect("a model");
        let ends = model.token_ends(&text);
        prop_assert!(ends.is_sorted());
        prop_assert!(ends.iter().all(|end| *end > 0 && *end <= text.len()));
        let words = text.split_whitespace().count();
        prop_assert!(ends.len() >= words, "each word has a token");
    }
}
