//! Choosing an embedder, fetching one, and the order before and after a reranker.

use seamscope::app::message::{Effect, Report};
use seamscope::app::popup::Popup;
use seamscope::app::story::Reranked as After;
use seamscope::retrieve::params::Params;
use seamscope::retrieve::pipeline::build::Progress;
use seamscope::retrieve::rerank::pinned;
use seamscope::retrieve::trace::{ChunkId, Entry, Reranked, Scored, Trace};

use super::fixture::{Person, trace};

fn built(person: &mut Person) -> Option<Params> {
    let build = |effect| if let Effect::Build { params, .. } = effect { Some(*params) } else { None };
    person.wants().into_iter().find_map(build)
}

#[test]
fn the_list_says_what_is_on_this_machine() {
    let mut person = Person::ready(120, 36);
    person.keys("E");
    assert!(person.wants().iter().any(|effect| matches!(effect, Effect::Shelf { .. })));
    let here = |person: &Person, name: &str| {
        let offer = person.model.offers().into_iter().find(|offer| offer.name == name);
        offer.expect("an offer").here
    };
    assert_eq!(here(&person, "bge-m3"), "", "not looked yet");
    person.hears(Report::Shelf(vec![("bge-m3", 2_288_000_001)]));
    assert_eq!((&*here(&person, "bge-m3"), &*here(&person, "bge-small-en-v1.5")), ("2289 MB", "to fetch"));
    assert_eq!(here(&person, "builtin"), "");
}

#[test]
fn a_question_that_a_reranker_reads_for_can_be_stopped() {
    let mut person = Person::ready(120, 36);
    person.model.requests.asking = true;
    person.keys("x");
    assert!(person.wants().iter().any(|effect| matches!(effect, Effect::StopAsk)));
    let request = person.model.requests.ask;
    person.hears(Report::AskFailed { request, what: "stopped while the reranker read".into() });
    person.keys("x");
    assert!(person.wants().iter().all(|effect| !matches!(effect, Effect::StopAsk)), "nothing runs any more");
}

#[test]
fn an_embedder_is_chosen_from_the_list_and_built_with() {
    let mut person = Person::ready(120, 36);
    person.model.params.embed.window = Some(64);
    person.wants();
    person.keys("E");
    assert_eq!((person.model.popup, person.model.popup_list.cursor), (Some(Popup::Models), 0), "builtin is the first");
    person.keys("j j enter");
    let params = built(&mut person).expect("another model means another build");
    assert!(params.embed.model.starts_with("fastembed:all-MiniLM"), "{}", params.embed.model);
    assert_eq!(params.embed.window, None, "the window of the one before is not its own");
    person.keys("E enter");
    assert!(built(&mut person).is_none(), "the present one again is no change");
    person.keys("u");
    assert_eq!(built(&mut person).map(|params| params.embed.model).as_deref(), Some("builtin"));
}

#[test]
fn a_directory_or_an_endpoint_stays_in_the_list() {
    let mut person = Person::ready(80, 24);
    person.model.params.embed.model = "http:http://127.0.0.1:8080/v1".into();
    person.keys("E");
    assert_eq!(person.model.popup_list.cursor, 0);
    person.keys("j enter E");
    assert_eq!(person.model.params.embed.model, "builtin");
}

#[test]
fn a_model_that_is_fetched_is_told_in_megabytes() {
    let mut person = Person::with_words(120, 36);
    let request = person.model.build.request;
    let progress = Progress { bytes: 12_300_000, bytes_total: 90_400_000, ..Progress::default() };
    person.hears(Report::Progress { request, progress, rate: None, left: None });
    let screen = crate::screens::screen(&person);
    assert!(screen.contains("fetching") && screen.contains("12.3 of 90.4 MB"), "{screen}");
}

/// The trace of the fixture after a reranker that likes chunks the better the later they stand.
fn reranked() -> Trace {
    let mut trace = trace(3);
    let score = |chunk: ChunkId| Some(f64::from(chunk.0));
    let order = pinned(&trace.ranking, &trace.verdicts, score, 150);
    let scores = order.iter().filter_map(|entry| match entry {
        Entry::Chunk(chunk) => Some(Scored { chunk: *chunk, score: f64::from(chunk.0), windows: 1 }),
        Entry::Seam(_) => None,
    });
    trace.rerank = Some(Reranked { model: "later".into(), scores: scores.collect(), order: order.clone() });
    trace
}

#[test]
fn the_ranking_shows_where_a_reranker_puts_each_entry_and_what_is_pinned() {
    let mut person = Person::asked(120, 36);
    let trace = reranked();
    person.gets(trace.clone());
    let answer = person.model.answer.as_ref().expect("an answer");
    let order = &trace.rerank.as_ref().expect("reranked").order;
    for (fused, rank) in trace.ranking.iter().zip(1_usize..) {
        let place = order.iter().position(|entry| *entry == fused.entry).expect("the same entries") + 1;
        let After { place: after, rose, pinned } = answer.reranked(fused.entry).expect("it is told");
        assert_eq!((after, rose), (place, rank.cast_signed() - place.cast_signed()));
        assert!(!pinned || rose == 0, "what is pinned stays");
        assert!(pinned || matches!(fused.entry, Entry::Chunk(_)), "seams are pinned");
    }
    let screen = crate::screens::screen(&person);
    assert!(
        screen.contains("after") && screen.contains("pin") && screen.contains("▲") && screen.contains("▼"),
        "{screen}"
    );
    // Why a chunk that it read stands where it does.
    let moved = trace.ranking.iter().position(|fused| {
        let answer = person.model.answer.as_ref().expect("an answer");
        answer.reranked(fused.entry).is_some_and(|after| after.rose != 0)
    });
    let at = moved.expect("it moves some");
    person.keys("3 g g");
    person.keys(&"j ".repeat(at));
    person.keys("enter");
    let why = crate::screens::screen(&person);
    let Entry::Chunk(chunk) = trace.ranking[at].entry else { panic!("only chunks move") };
    assert!(why.contains("Reranker") && why.contains(&format!("score {}.0000", chunk.0)), "{why}");
    assert!(why.contains(&format!("place {} before", at + 1)) && why.contains("chunks read by later"), "{why}");
    person.keys("esc shift-left shift-left shift-left shift-left shift-left");
    let answer = person.model.answer.as_ref().expect("an answer");
    assert!(answer.reranked(order[0]).is_none(), "not told before the fire tests");
}
