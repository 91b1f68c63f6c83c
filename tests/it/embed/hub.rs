//! Fetching models from a hub that is good, slow, cut off, wrong, elsewhere or not there. The hub is a local server: what
//! the real one does beside this is not tested.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use seamscope::retrieve::embed::catalog::{self, Named, Purpose};
use seamscope::retrieve::embed::{Onlooker, Shelf};
use sha2::{Digest, Sha256};

use super::server::{Reply, Request, Server};

const GRAPH: &str = "model.onnx";

fn model() -> Named {
    catalog::named("all-MiniLM-L6-v2", Purpose::Embedder).expect("a model")
}

/// A folder for models, and a hub's address.
struct Place {
    folder: tempfile::TempDir,
    hub: String,
}

impl Place {
    fn new(hub: &str) -> Self {
        Self { folder: tempfile::tempdir().expect("a folder"), hub: hub.to_owned() }
    }

    fn shelf(&self) -> Shelf {
        Shelf { folder: Some(self.folder.path().to_owned()), hub: self.hub.clone() }
    }

    fn ready(&self) -> Result<PathBuf, String> {
        self.shelf().ready(&model(), &Onlooker::silent()).map_err(|error| error.to_string())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join("all-MiniLM-L6-v2").join(name)
    }

    fn graph(&self) -> Vec<u8> {
        fs::read(self.file(GRAPH)).expect("the graph")
    }
}

/// The graph of the pretended model: 300 kB that tell where they are.
fn graph() -> Vec<u8> {
    (0..300_000_u32).map(|n| (n / 7 % 251) as u8).collect()
}

fn is_graph(request: &Request) -> bool {
    request.path == "/Qdrant/all-MiniLM-L6-v2-onnx/resolve/main/model.onnx"
}

fn hash(bytes: &[u8]) -> String {
    blake3::Hash::from_bytes(Sha256::digest(bytes).into()).to_hex().to_string()
}

/// Small files for all paths but the graph, which `answer` gives.
fn hub(answer: impl Fn(&Request, usize) -> Reply + Send + Sync + 'static) -> Server {
    let asked = std::sync::atomic::AtomicUsize::new(0);
    Server::start(move |request, _| {
        if is_graph(request) {
            return answer(request, asked.fetch_add(1, Ordering::Relaxed));
        }
        match request.path.rsplit('/').next() {
            Some("special_tokens_map.json") => Reply::new(404, "no"),
            _ if request.path.contains("/resolve/main/") => Reply::new(200, format!("{:?}", request.path)),
            _ => Reply::new(404, "no"),
        }
    })
}

/// A whole answer, or the part that is asked for.
fn sent(request: &Request, body: &[u8], tag: &str) -> Reply {
    match request.from() {
        Some(from) => Reply::new(206, &body[from..])
            .with("Content-Range", format!("bytes {from}-{}/{}", body.len() - 1, body.len()))
            .with("ETag", tag),
        None => Reply::new(200, body).with("ETag", tag),
    }
}

#[test]
fn every_model_of_the_crate_has_a_name_of_its_own() {
    let models = catalog::models(Purpose::Embedder);
    let mut names: Vec<String> = models.iter().map(|model| model.name.to_lowercase()).collect();
    names.dedup();
    assert_eq!(names.len(), 46, "as many as the crate lists, in order and each once");
    assert_eq!(catalog::models(Purpose::Reranker).len(), 4);
    assert!(models.iter().all(|model| model.dimensions > 0 && model.window >= 77 && !model.graph.is_empty()));
    assert!(models.iter().any(Named::quantized) && models.iter().any(|model| model.pooling() == Some("cls")));
}

#[test]
fn a_wrong_name_is_told_the_nearest_one() {
    let error = catalog::named("bge-smal-en-v1.5", Purpose::Embedder).expect_err("no such name").to_string();
    assert!(error.contains("`bge-small-en-v1.5`") && error.contains("seamscope models"), "{error}");
    assert_eq!(catalog::named("BAAI/bge-m3", Purpose::Embedder).expect("by its repository").name, "bge-m3");
    assert_eq!(catalog::named("BGE-M3", Purpose::Embedder).expect("in any case").name, "bge-m3");
}

#[test]
fn what_came_is_whole_and_is_not_asked_for_again() {
    let server = hub(|request, _| sent(request, &graph(), "\"a\""));
    let place = Place::new(&server.url);
    assert_eq!(place.shelf().kept(&model()), None);
    place.ready().expect("fetched");
    assert_eq!(place.graph(), graph());
    let kept = place.shelf().kept(&model()).expect("it is there");
    assert!(kept > 300_000);
    let asked = server.heard().len();
    assert_eq!(asked, 5, "{:?}", server.heard());
    place.ready().expect("still there");
    assert_eq!(server.heard().len(), asked, "a warm cache needs no network");
    assert!(place.shelf().remove(&model()).expect("removed"));
    assert!(!place.shelf().remove(&model()).expect("nothing to remove") && place.shelf().kept(&model()).is_none());
}

#[test]
fn a_redirect_is_followed_and_the_hash_that_it_names_is_checked() {
    for target in ["/elsewhere/blob", "HERE/elsewhere/blob"] {
        let server = Server::start(move |request, _| {
            let here = format!("http://{}", request.header("host").unwrap_or_default());
            match request.path.as_str() {
                "/elsewhere/blob" => sent(request, &graph(), "\"of the store\""),
                path if path.ends_with("model.onnx") => Reply::new(302, "")
                    .with("Location", target.replace("HERE", &here))
                    .with("X-Linked-ETag", format!("\"{}\"", hash(&graph()))),
                path => Reply::new(200, format!("{path:?}")),
            }
        });
        let place = Place::new(&server.url);
        place.ready().expect("fetched");
        assert_eq!(place.graph(), graph());
        let list = fs::read_to_string(place.file("files.json")).expect("the list of files");
        assert!(list.contains(&hash(&graph())) && list.contains("\"confirmed\": true"), "{list}");
    }
}

#[test]
fn wrong_bytes_are_moved_aside_and_never_used() {
    let right = Arc::new(AtomicBool::new(false));
    let answers_right = Arc::clone(&right);
    let server = hub(move |_, _| {
        let body = if answers_right.load(Ordering::Relaxed) { graph() } else { b"<html>sign in here</html>".to_vec() };
        Reply::new(200, body).with("X-Linked-ETag", format!("\"{}\"", hash(&graph())))
    });
    let place = Place::new(&server.url);
    let error = place.ready().expect_err("refused");
    assert!(error.contains("SHA-256") && error.contains(".damaged"), "{error}");
    assert!(!place.file(GRAPH).exists() && place.shelf().kept(&model()).is_none());
    right.store(true, Ordering::Relaxed);
    place.ready().expect("fetched anew");
    assert_eq!(place.graph(), graph());
}

#[test]
fn a_transfer_that_broke_off_goes_on_from_there() {
    let server = hub(|request, asked| {
        let reply = sent(request, &graph(), "\"a\"");
        if asked == 0 { Reply { cut: Some(120_000), ..reply } } else { reply }
    });
    let place = Place::new(&server.url);
    place.ready().expect("fetched in two parts");
    assert_eq!(place.graph(), graph());
    let parts: Vec<_> = server.heard().iter().filter(|request| is_graph(request)).map(Request::from).collect();
    assert!(matches!(parts.as_slice(), [None, Some(1..=120_000)]), "{parts:?}");
}

#[test]
fn another_version_or_a_hub_without_parts_begins_again() {
    for parts in [true, false] {
        let server = hub(move |request, asked| match asked {
            0 => Reply { cut: Some(120_000), ..Reply::new(200, vec![9; 250_000]).with("ETag", "\"old\"") },
            _ if parts => sent(request, &graph(), "\"new\""),
            _ => Reply::new(200, graph()).with("ETag", "\"new\""),
        });
        let place = Place::new(&server.url);
        place.ready().expect("fetched");
        assert_eq!(place.graph(), graph(), "nothing of the old version is in it");
    }
}

#[test]
fn a_hub_that_is_busy_costs_nothing_that_is_there() {
    let busy = Arc::new(AtomicBool::new(true));
    let still = Arc::clone(&busy);
    let server = hub(move |request, asked| match asked {
        0 => Reply { cut: Some(120_000), ..sent(request, &graph(), "\"a\"") },
        _ if still.load(Ordering::Relaxed) => Reply::new(503, "later"),
        _ => sent(request, &graph(), "\"a\""),
    });
    let place = Place::new(&server.url);
    let error = place.ready().expect_err("busy for too long");
    assert!(error.contains("503"), "{error}");
    let part = fs::metadata(place.file("model.onnx.part")).expect("what came").len();
    assert!(part > 0);
    busy.store(false, Ordering::Relaxed);
    place.ready().expect("the rest");
    assert_eq!(place.graph(), graph());
    let heard = server.heard();
    let whole = heard.iter().filter(|request| is_graph(request) && request.from().is_none()).count();
    assert_eq!(whole, 1, "never again from the first byte");
    assert_eq!(heard.iter().rfind(|request| is_graph(request)).and_then(Request::from), Some(part as usize));
}

#[test]
fn an_optional_file_is_asked_for_until_the_hub_has_answered() {
    let works = Arc::new(AtomicBool::new(false));
    let now = Arc::clone(&works);
    let server = Server::start(move |request, _| match request.path.rsplit('/').next() {
        Some("tokenizer.json") if !now.load(Ordering::Relaxed) => Reply::new(403, "no"),
        _ if is_graph(request) => Reply::new(200, graph()),
        _ => Reply::new(200, "{}"),
    });
    let place = Place::new(&server.url);
    place.ready().expect_err("one file does not come");
    works.store(true, Ordering::Relaxed);
    place.ready().expect("fetched");
    assert!(place.file("special_tokens_map.json").exists(), "an interruption loses nothing");
    fs::remove_file(place.file("special_tokens_map.json")).expect("there");
    place.ready().expect("fetched again");
    assert!(place.file("special_tokens_map.json").exists());
}

#[test]
fn a_page_or_what_is_no_json_is_no_file_of_a_model() {
    let page = hub(|_, _| Reply::new(200, "<html>sign in</html>").with("Content-Type", "text/html; charset=utf-8"));
    let error = Place::new(&page.url).ready().expect_err("a page");
    assert!(error.contains("a page for people") && error.contains("model.onnx"), "{error}");
    let server = Server::start(|_, _| Reply::new(200, "sign in"));
    let place = Place::new(&server.url);
    let error = place.ready().expect_err("no JSON");
    assert!(error.contains("no JSON") && error.contains("json"), "{error}");
    assert!(place.shelf().kept(&model()).is_none());
}

#[test]
fn what_always_breaks_off_is_an_error_that_says_how_far_it_came() {
    let server = hub(|request, _| Reply { cut: Some(0), ..sent(request, &graph(), "\"a\"") });
    let error = Place::new(&server.url).ready().expect_err("it never comes");
    assert!(error.contains("broke off after 0 bytes of 300000"), "{error}");
}

#[test]
fn a_file_that_is_not_there_a_fault_and_a_locked_door_say_so() {
    for (status, part) in [(404, "404"), (403, "account"), (503, "fault")] {
        let server = hub(move |_, _| Reply::new(status, "no"));
        let error = Place::new(&server.url).ready().expect_err("refused");
        assert!(error.contains(part) && error.contains("model.onnx") && !error.contains('\n'), "{error}");
    }
}

#[test]
fn without_a_network_the_error_says_what_to_do() {
    // The port of a listener that is gone.
    let closed = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
    let error = Place::new(&format!("http://{closed}")).ready().expect_err("nobody listens");
    assert!(error.contains("cannot be reached") && error.contains("embed.hub"), "{error}");
}

#[test]
fn a_stop_is_noticed_between_bytes_and_in_silence_and_the_next_try_goes_on() {
    let stop = Arc::new(AtomicBool::new(false));
    let pulled = Arc::clone(&stop);
    let server = hub(move |request, asked| {
        let reply = sent(request, &graph(), "\"a\"");
        match asked {
            // Half comes, then nothing.
            0 => Reply { cut: Some(150_000), hangs: true, ..reply },
            1 => {
                pulled.store(true, Ordering::Relaxed);
                Reply { cut: Some(0), hangs: true, ..reply }
            }
            _ => reply,
        }
    });
    let place = Place::new(&server.url);
    let seen = Arc::clone(&stop);
    let first = Onlooker::new(
        move |transfer| {
            if transfer.file == GRAPH {
                seen.store(true, Ordering::Relaxed);
            }
        },
        Arc::clone(&stop),
    );
    for (onlooker, what) in [(first, "while bytes come"), (Onlooker::new(|_| {}, Arc::clone(&stop)), "in silence")] {
        stop.store(false, Ordering::Relaxed);
        let error = place.shelf().ready(&model(), &onlooker).expect_err(what).to_string();
        assert!(error.contains("stopped"), "{what}: {error}");
    }
    let part = fs::metadata(place.file("model.onnx.part")).expect("what came before the stop").len();
    assert!(part > 0 && !place.file(GRAPH).exists());
    place.ready().expect("the rest");
    assert_eq!(place.graph(), graph());
    let parts: Vec<_> = server.heard().iter().filter(|request| is_graph(request)).map(Request::from).collect();
    assert_eq!(parts, [None, Some(part as usize), Some(part as usize)]);
}

#[test]
fn a_damaged_file_is_moved_aside_and_fetched_again() {
    let server = hub(|request, _| sent(request, &graph(), "\"a\""));
    let place = Place::new(&server.url);
    place.ready().expect("fetched");
    let mut bytes = graph();
    bytes[77_777] ^= 1;
    fs::write(place.file(GRAPH), &bytes).expect("damaged");
    place.ready().expect("fetched again");
    assert_eq!(place.graph(), graph());
    assert_eq!(fs::read(place.file("model.onnx.damaged")).expect("kept for a look"), bytes);
    fs::write(place.file(GRAPH), &bytes).expect("damaged once more");
    let offline = Shelf { hub: "http://127.0.0.1:1".into(), ..place.shelf() };
    let error = offline.ready(&model(), &Onlooker::silent()).expect_err("it cannot be had").to_string();
    assert!(error.contains("model.onnx.damaged") && error.contains("cannot be reached"), "{error}");
}

#[test]
fn two_instances_do_not_write_the_same_file() {
    let server = hub(|request, _| sent(request, &graph(), "\"a\""));
    let place = Place::new(&server.url);
    fs::create_dir_all(place.file("")).expect("a folder");
    let part = fs::File::create(place.file("config.json.part")).expect("a part");
    part.lock().expect("the other instance holds it");
    let error = place.ready().expect_err("it must wait");
    assert!(error.contains("another instance"), "{error}");
}
