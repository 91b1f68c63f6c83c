//! The screen that compares: what is asked for, what differs, and how one moves through it.

use std::sync::Arc;

use proptest::prelude::*;
use seamscope::app::compare::{Choice, Edges, State, Twin, Twins, View};
use seamscope::app::message::Effect;
use seamscope::app::screen::Screen;
use seamscope::app::{Report, popup::Popup};
use seamscope::retrieve::params::{EmbedMode, Preset};
use seamscope::retrieve::trace::{ChunkId, Corpus, Entry};

use super::fixture::{self, Person, trace};

/// The folder of the example with two chunks of its first document joined: chunk 1 and 2 are one chunk.
pub(crate) fn joined() -> Corpus {
    let corpus = fixture::corpus();
    let mut other = Corpus { skipped: corpus.skipped.clone(), ..Corpus::default() };
    for (number, document) in corpus.documents.iter().enumerate() {
        let ids = corpus.chunk_ranges[number].clone();
        let mut pieces: Vec<String> = ids.map(|id| corpus.chunk_text(ChunkId(id)).to_owned()).collect();
        if number == 0 {
            let second = pieces.remove(2);
            pieces[1].push_str(&second);
        }
        fixture::document(&mut other, &document.path, &pieces);
    }
    other
}

/// The request that was sent for the other configuration since the last look.
fn request(person: &mut Person) -> Option<(u64, Option<String>)> {
    person.wants().into_iter().rev().find_map(|effect| match effect {
        Effect::Compare { request, question, .. } => Some((request, question)),
        _ => None,
    })
}

#[test]
fn a_vector_a_chunk_and_late_ones_stand_side_by_side() {
    for (mode, name) in [(EmbedMode::Late, "vectors late"), (EmbedMode::Chunk, "vectors per chunk")] {
        let mut person = Person::asked(120, 36);
        let before = person.model.params.clone();
        person.keys("v");
        let at = Choice::all().iter().position(|choice| *choice == Choice::Vectors(mode)).expect("a choice");
        person.keys(&"j ".repeat(at));
        person.keys("enter");
        let other = person.model.compare.other.as_ref().expect("it was chosen");
        assert_eq!((other.params.embed.mode, other.name.as_str()), (mode, name));
        let mut same = other.params.clone();
        same.embed.mode = before.embed.mode;
        assert_eq!(same, before, "all else is as now");
        person.keys("2");
        let said = crate::screens::screen(&person);
        assert!(!said.contains("only here"), "nothing is said of an answer that is not there: {said}");
        let differ = mode != before.embed.mode;
        assert_eq!(said.contains("vectors per chunk") && said.contains("late   "), differ, "{said}");
    }
}

/// A person who compares the answered example with the preset `plain`, which cuts one cut less.
pub(crate) fn comparing(width: u16, height: u16) -> Person {
    let mut person = Person::asked(width, height);
    person.wants();
    person.keys("v");
    let at = Choice::all().iter().position(|choice| *choice == Choice::Preset(Preset::Plain)).expect("a choice");
    for _ in 0..at {
        person.keys("j");
    }
    person.keys("enter");
    let (request, _) = request(&mut person).expect("it is wanted");
    let mut answer = trace(4);
    answer.verdicts.clear();
    answer.ranking.retain(|fused| matches!(fused.entry, Entry::Chunk(_)));
    for fused in &mut answer.ranking {
        if let Entry::Chunk(id) = &mut fused.entry {
            id.0 -= u32::from(id.0 > 1);
        }
    }
    for id in &mut answer.budget.chunks {
        id.0 -= u32::from(id.0 > 1);
    }
    let trace = Some(Arc::new(answer));
    person.hears(Report::Compared { request, corpus: Arc::new(joined()), trace, complete: true });
    person
}

#[test]
fn the_other_configuration_is_chosen_first_and_asked_for_once() {
    let mut person = Person::asked(120, 36);
    person.wants();
    person.keys("v");
    assert_eq!((person.model.screen, person.model.popup), (Screen::Compare, Some(Popup::Other)));
    assert_eq!(request(&mut person), None, "nothing is chosen yet");
    person.keys("esc o j j enter");
    let (sent, question) = request(&mut person).expect("it is wanted");
    assert_eq!(question, person.model.question.asked);
    person.keys("j k tab");
    assert_eq!(request(&mut person), None, "it is on the way");
    person.hears(Report::Compared { request: sent + 1, corpus: Arc::default(), trace: None, complete: true });
    assert_eq!(
        person.model.compare.other.as_ref().map(|other| other.state.clone()),
        Some(State::Waiting),
        "not that one"
    );
    person.hears(Report::CompareFailed { request: sent, what: "it failed".into() });
    assert_eq!(
        person.model.compare.other.as_ref().map(|other| other.state.clone()),
        Some(State::Failed("it failed".into()))
    );
}

#[test]
fn another_question_and_another_state_of_the_folder_are_compared_too() {
    let mut person = comparing(120, 36);
    person.keys("i ctrl-u");
    person.types("something else?");
    person.keys("enter");
    assert_eq!(person.model.screen, Screen::Compare, "whoever compares goes on comparing");
    assert_eq!(request(&mut person).and_then(|(_, question)| question).as_deref(), Some("something else?"));
    person.keys("r");
    assert!(request(&mut person).is_some());
    person.keys("]");
    assert_eq!(request(&mut person), None, "a knob of this side changes nothing of the other one");
}

#[test]
fn cuts_of_both_and_of_one_are_one_row_of_both_columns() {
    let person = comparing(120, 36);
    let edges = &person.model.compare.difference.edges;
    assert_eq!(edges.counts, [1, 0, 21]);
    let alone = edges.documents[0].edges.iter().find(|edge| !edge.shared()).expect("one is alone");
    assert_eq!(alone.left, [Some(ChunkId(1)), None]);
    assert_eq!(alone.byte, person.model.corpus.chunk(ChunkId(2)).span.start);
}

#[test]
fn the_next_difference_is_found_through_the_documents() {
    let mut person = comparing(120, 36);
    person.keys("d");
    assert_ne!(person.model.source.document, 0);
    person.keys("N");
    let cut = person.model.corpus.chunk(ChunkId(2)).span.start;
    assert_eq!((person.model.source.document, person.model.compare.cursor), (0, cut));
    person.keys("n");
    assert!(person.model.notice.is_some(), "there is no other one, and that is said");
    person.keys("enter");
    assert_eq!((person.model.screen, person.model.source.cursor), (Screen::Explore, cut));
}

#[test]
fn entries_are_the_same_by_their_place_and_not_by_their_number() {
    let person = comparing(120, 36);
    let other = person.model.compare.other.as_ref().expect("chosen");
    let there = other.trace.as_ref().expect("answered");
    let here = &person.model.answer.as_ref().expect("answered").trace;
    let twins = Twins::of((&person.model.corpus, here), (&other.corpus, there));
    assert_eq!(twins, person.model.compare.difference.twins);
    for (fused, twin) in here.ranking.iter().zip(&twins.here) {
        match (fused.entry, *twin) {
            (Entry::Seam(_), twin) => assert_eq!(twin, Twin::None, "plain has no seams"),
            (Entry::Chunk(id), Twin::Same(rank)) => {
                let Entry::Chunk(twin) = there.ranking[rank - 1].entry else { panic!("a chunk's twin is a chunk") };
                assert_eq!(other.corpus.chunk_text(twin), person.model.corpus.chunk_text(id));
            }
            (Entry::Chunk(_), twin) => panic!("{twin:?}"),
        }
    }
}

#[test]
fn contexts_say_what_only_one_of_them_holds_and_whether_the_evidence_is_complete() {
    let mut person = comparing(120, 36);
    let span = person.model.corpus.chunk(ChunkId(8)).span;
    let document = person.model.corpus.chunk(ChunkId(8)).document;
    let stretch = seamscope::lab::places::Places::new(&person.model.corpus).stretch(document, span);
    let evidence = vec![seamscope::lab::questions::Evidence { document, span, stretch }];
    let text = person.model.question.asked.clone().expect("asked");
    let question = seamscope::lab::questions::Question { id: "one".into(), text, kind: None, evidence };
    let request = person.model.build.request;
    person.hears(Report::Questions { request, questions: Arc::new(vec![question]) });
    let [here, there] = &person.model.compare.difference.context;
    let complete =
        |side: &seamscope::app::compare::ContextSide| side.evidence.map(|found| (found.complete, found.held));
    assert_eq!(complete(here), Some((1, span.len())), "the seam brought it");
    assert_eq!(complete(there), Some((0, 0)), "without the seam it is lost");
    let alone =
        |side: &seamscope::app::compare::ContextSide| side.taken.iter().filter(|taken| taken.shared == 0).count();
    assert_eq!((alone(here), alone(there)), (1, 1));
}

#[test]
fn both_sides_are_exchanged_and_the_present_one_is_pinned() {
    let mut person = comparing(120, 36);
    let (was, other) = (person.model.params.clone(), Preset::Plain.params());
    person.keys("s");
    assert_eq!(person.model.params, other);
    assert_eq!(person.model.compare.other.as_ref().map(|other| other.params.clone()), Some(was.clone()));
    person.keys("s p ]");
    assert_eq!(person.model.compare.other.as_ref().map(|other| other.params.clone()), Some(was));
    assert_eq!(person.model.params.fire.margin, 4);
}

#[test]
fn views_are_reached_by_number_and_by_tab() {
    let mut person = comparing(80, 24);
    for (key, view) in [("2", View::Ranking), ("3", View::Context), ("1", View::Cuts), ("tab", View::Ranking)] {
        person.keys(key);
        assert_eq!(person.model.compare.view, view);
    }
    person.keys("v");
    assert_eq!(person.model.screen, Screen::Explore);
}

#[test]
fn a_document_that_changed_in_between_has_no_counterpart() {
    let here = fixture::corpus();
    let mut there = fixture::corpus();
    Arc::make_mut(&mut there.documents[0]).text.push('!');
    let edges = Edges::of(&here, &there);
    assert_eq!(edges.documents[0].other, None);
    assert_eq!(edges.documents[0].counts[1..], [0, 0], "places in another text mean nothing here");
    assert_eq!(edges.documents[1].counts[..2], [0, 0]);
}

/// A folder of one document cut at these bytes.
fn cut_at(text: &str, cuts: &[usize]) -> Corpus {
    let mut corpus = Corpus::default();
    let mut pieces = Vec::new();
    let mut from = 0;
    for cut in cuts.iter().copied().chain([text.len()]) {
        pieces.push(text[from..cut].to_owned());
        from = cut;
    }
    fixture::document(&mut corpus, "a.md", &pieces);
    corpus
}

proptest! {
    #[test]
    fn every_cut_of_either_side_is_one_row_and_names_its_own_chunk(
        text in "[a-z .\n]{2,80}",
        here in prop::collection::btree_set(1..80usize, 0..8),
        there in prop::collection::btree_set(1..80usize, 0..8),
    ) {
        let inside = |cuts: &std::collections::BTreeSet<usize>| -> Vec<usize> {
            cuts.iter().copied().filter(|cut| *cut < text.len()).collect()
        };
        let (a, b) = (inside(&here), inside(&there));
        let corpora = [cut_at(&text, &a), cut_at(&text, &b)];
        let edges = Edges::of(&corpora[0], &corpora[1]);
        let document = &edges.documents[0];
        let union: std::collections::BTreeSet<usize> = a.iter().chain(&b).copied().collect();
        prop_assert_eq!(&document.bytes, &union.into_iter().collect::<Vec<_>>());
        let [only_a, only_b, both] = document.counts;
        prop_assert_eq!((only_a + both, only_b + both), (a.len(), b.len()));
        for edge in &document.edges {
            for (corpus, left) in corpora.iter().zip(edge.left) {
                let Some(left) = left else { continue };
                prop_assert_eq!(corpus.chunk(ChunkId(left.0 + 1)).span.start, edge.byte);
                prop_assert_eq!(corpus.chunk(left).span.end, edge.byte);
            }
        }
    }
}

#[test]
fn views_and_rows_are_clicked() {
    for (width, height) in [(120, 36), (80, 24), (40, 12)] {
        let mut person = comparing(width, height);
        for (view, area) in person.model.compare_frames().views().into_iter().rev() {
            if area.x + area.width >= width {
                continue;
            }
            person.clicks(area.x + 1, area.y);
            assert_eq!(person.model.compare.view, view, "{width}x{height}");
            let line = crate::screens::screen(&person).lines().nth(usize::from(area.y)).unwrap_or_default().to_owned();
            let drawn: String = line.chars().skip(usize::from(area.x)).take(usize::from(area.width)).collect();
            assert_eq!(drawn, view.label(), "it is drawn where it is clicked");
        }
    }
    let mut person = comparing(120, 36);
    person.keys("2");
    let here = person.model.compare_frames().here;
    person.clicks(here.x + 2, here.y + 3);
    assert_eq!((person.model.compare.list.cursor, person.model.screen), (2, Screen::Compare));
    person.clicks(here.x + 2, here.y + 3);
    assert_eq!(person.model.screen, Screen::Explore, "a second click goes there");
}
