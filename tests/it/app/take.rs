//! Taking things away, writing values and settings, a story that plays, rows that are selected, files that change.

use std::sync::Arc;

use proptest::prelude::*;
use seamscope::app::carry::carried;
use seamscope::app::export::Export;
use seamscope::app::message::{Effect, Message};
use seamscope::app::popup::{Popup, Subject};
use seamscope::app::prompt::Purpose;
use seamscope::app::select::{chunks_over, seams_over};
use seamscope::app::story::{Answer, Stage};
use seamscope::app::{Report, knobs::Knob};
use seamscope::config::{Sources, load};
use seamscope::retrieve::pipeline::build::Counts;
use seamscope::retrieve::trace::{ChunkId, Entry, SeamId};

use super::compare::joined;
use super::fixture::{self, Person, QUESTION, trace};

fn copied(person: &mut Person) -> Option<String> {
    person.wants().into_iter().find_map(|effect| if let Effect::Copy(text) = effect { Some(text) } else { None })
}

#[test]
fn a_passage_its_citation_and_the_context_are_copied_as_they_stand_in_the_text() {
    let mut person = Person::asked(120, 36);
    person.keys("j y p");
    let text = person.model.corpus.chunk_text(ChunkId(12)).to_owned();
    assert_eq!(copied(&mut person), Some(text));
    person.keys("y c");
    let citation = copied(&mut person).expect("a citation");
    assert!(
        citation.starts_with("design/order-service.md#char=") && citation.ends_with(" (Order service)"),
        "{citation}"
    );
    person.keys("y x");
    let prompt = copied(&mut person).expect("a prompt");
    for id in [7, 8, 12, 3, 20] {
        assert!(prompt.contains(person.model.corpus.chunk_text(ChunkId(id)).trim_end()), "chunk {id}: {prompt}");
    }
    assert!(prompt.ends_with(&format!("Question: {QUESTION}\n")));
    person.keys("0 y x");
    assert!(!copied(&mut person).expect("a prompt").contains("[1]"), "nothing is in the context yet at the first step");
}

#[test]
fn the_arithmetic_of_the_row_or_of_the_open_window_is_copied() {
    let mut person = Person::asked(120, 36);
    person.keys("y a");
    let wanted = Effect::CopyArithmetic(Subject::Entry(Entry::Seam(SeamId(7))));
    assert!(person.wants().iter().any(|effect| format!("{effect:?}") == format!("{wanted:?}")));
    person.keys("j enter");
    person.wants();
    person.keys("y");
    let wanted = Effect::CopyArithmetic(Subject::Entry(Entry::Chunk(ChunkId(12))));
    assert!(person.wants().iter().any(|effect| format!("{effect:?}") == format!("{wanted:?}")));
    let theme = seamscope::ui::Theme::named("ansi", false).expect("a theme");
    let text = seamscope::ui::arithmetic_text(&person.model, &theme, Subject::Entry(Entry::Seam(SeamId(7))));
    assert!(text.contains("1 + 3 = 4 ≤ 4: holds") && text.contains("1 / (60 + 1)"), "{text}");
}

/// The last wish to write a file: what, name, whether it may replace one.
fn export(person: &mut Person) -> Option<(Export, String, bool)> {
    person.wants().into_iter().rev().find_map(|effect| match effect {
        Effect::Export { what, path, replace } => Some((what, path, replace)),
        _ => None,
    })
}

#[test]
fn a_file_is_replaced_only_when_its_name_is_given_twice() {
    let mut person = Person::asked(120, 36);
    person.keys("X t enter");
    assert_eq!(export(&mut person), Some((Export::Trace, "trace.json".into(), false)));
    person.hears(Report::FileIsThere { purpose: Purpose::Export(Export::Trace), path: "trace.json".into() });
    assert!(person.model.prompt.is_some(), "it asks again");
    person.keys("enter");
    assert_eq!(export(&mut person), Some((Export::Trace, "trace.json".into(), true)));
    person.hears(Report::FileIsThere { purpose: Purpose::Export(Export::Trace), path: "trace.json".into() });
    person.types("5");
    person.keys("enter");
    assert_eq!(export(&mut person), Some((Export::Trace, "trace.json5".into(), false)), "another name is another file");
    person.hears(Report::Written { path: "trace.json5".into(), bytes: 12 });
    assert!(person.model.notice.as_ref().is_some_and(|notice| notice.text.contains("trace.json5") && !notice.bad));
    for (keys, what) in
        [("X c", Export::CutsCsv), ("X j", Export::CutsJson), ("X l", Export::Chunks), ("X s", Export::Screen)]
    {
        person.keys(keys);
        person.keys("enter");
        assert_eq!(export(&mut person).map(|(what, ..)| what), Some(what));
    }
    let mut person = Person::ready(120, 36);
    person.keys("X t");
    assert!(person.model.prompt.is_none() && person.model.notice.is_some(), "there is no trace yet");
}

#[test]
fn the_settings_that_are_written_are_the_settings_that_are_read() {
    let mut person = Person::asked(120, 36);
    person.keys("] b a w");
    assert_eq!(person.model.prompt.as_ref().map(|prompt| prompt.input.value()), Some(".seamscope.toml"));
    person.wants();
    person.keys("enter");
    let text = person.wants().into_iter().find_map(|effect| match effect {
        Effect::Write { purpose: Purpose::Settings, text, replace: false, .. } => Some(text),
        _ => None,
    });
    let text = text.expect("settings are written");
    let file = tempfile::NamedTempFile::with_suffix(".toml").expect("a file");
    std::fs::write(file.path(), &text).expect("written");
    let sources = Sources { file: Some(file.path().to_owned()), ..Sources::default() };
    let settings = load(&sources).expect("they can be read");
    assert_eq!(settings.params, person.model.params, "{text}");
    assert_eq!(text.lines().count(), 4, "nothing but what was changed: {text}");
}

#[test]
fn a_value_is_written_and_a_wrong_one_is_refused_with_what_it_takes() {
    let mut person = Person::asked(120, 36);
    person.wants();
    person.keys("t ctrl-u");
    person.types("11");
    person.keys("enter");
    assert_eq!(person.asks().map(|(_, params)| params.fire.margin), Some(11));
    person.keys("t ctrl-u");
    person.types("-2");
    person.keys("enter");
    let said = person.model.notice.clone().expect("it is told");
    assert!(said.bad && said.text.contains("fire.margin") && said.text.contains("whole number"), "{}", said.text);
    assert_eq!(person.model.params.fire.margin, 11);
    for knob in Knob::ALL {
        person.model.knob = knob;
        person.keys("t enter");
        assert_eq!(person.model.params.fire.margin, 11, "{knob:?}: its own value changes nothing");
        assert!(person.model.notice.is_none(), "{knob:?}: {:?}", person.model.notice);
    }
}

#[test]
fn a_story_plays_to_its_end_and_any_key_stops_it() {
    let mut person = Person::asked(120, 36);
    person.keys("space");
    assert!(person.model.playing);
    let step = |person: &Person| person.model.answer.as_ref().map(Answer::step);
    assert_eq!(step(&person), Some(0));
    person.does(Message::Tick);
    assert_eq!(step(&person), Some(1));
    person.keys("space");
    assert!(!person.model.playing);
    person.does(Message::Tick);
    assert_eq!(step(&person), Some(1), "it stands");
    person.keys("space");
    for _ in 0..20 {
        person.does(Message::Tick);
    }
    let answer = person.model.answer.as_ref().expect("answered");
    assert_eq!((answer.stage(), person.model.playing), (Stage::Context, false));
}

#[test]
fn selected_rows_are_asked_which_chunks_and_seams_hold_them() {
    let mut person = Person::asked(120, 36);
    person.keys("2 g g ] c ] c V j j j j j enter");
    let Some(Popup::Holds { document, span }) = person.model.popup else { panic!("{:?}", person.model.popup) };
    assert_eq!(person.model.source.selection, None);
    let chunks = chunks_over(&person.model.corpus, document, span);
    assert_eq!(chunks.iter().map(|held| held.of.0).collect::<Vec<_>>(), [2, 3]);
    let bytes: usize = chunks.iter().map(|held| held.bytes).sum();
    assert_eq!(bytes, span.len(), "chunks without overlap divide the rows");
    let seams = seams_over(&person.model.corpus, document, span);
    assert!(seams.iter().any(|held| held.of == SeamId(2) && held.bytes > 0));
    person.keys("esc V esc");
    assert_eq!(person.model.source.selection, None, "Esc leaves the selection first");
}

#[test]
fn files_that_change_are_read_again_unless_that_is_switched_off() {
    let mut person = Person::asked(120, 36);
    person.wants();
    let builds = |person: &mut Person| person.wants().iter().filter(|it| matches!(it, Effect::Build { .. })).count();
    person.hears(Report::FolderChanged);
    assert_eq!(builds(&mut person), 1);
    person.keys("W");
    person.hears(Report::FolderChanged);
    assert_eq!(builds(&mut person), 0);
    person.keys("W");
    assert_eq!(builds(&mut person), 1, "what changed in between is read now");
}

#[test]
fn whoever_looks_away_finds_the_story_where_it_was_and_the_folder_as_it_is() {
    let mut person = Person::asked(120, 36);
    person.keys("0 space");
    person.does(Message::Looks(false));
    let step = |person: &Person| person.model.answer.as_ref().map(seamscope::app::story::Answer::step);
    let before = step(&person);
    person.does(Message::Tick);
    assert_eq!(step(&person), before, "a story that nobody looks at waits");
    person.does(Message::Looks(true));
    person.does(Message::Tick);
    assert_ne!(step(&person), before);
    person.wants();
    let builds = |person: &mut Person| {
        person.does(Message::Looks(false));
        person.does(Message::Looks(true));
        person.does(Message::Looks(true));
        person.wants().iter().filter(|it| matches!(it, Effect::Build { .. })).count()
    };
    assert_eq!(builds(&mut person), 0, "changes are noticed as they happen");
    person.hears(Report::NotWatched("too many folders".into()));
    assert_eq!(builds(&mut person), 1, "they are looked for when the person is back");
    person.keys("W");
    person.wants();
    assert_eq!(builds(&mut person), 0, "and not where that is switched off");
}

#[test]
fn the_place_is_kept_when_text_is_written_above_it() {
    let mut person = Person::asked(120, 36);
    person.keys("2 g g ] c ] c ] c");
    let (cursor, rank) = (person.model.source.cursor, person.model.ranking.cursor);
    let text = person.model.document().expect("open").text.clone();
    person.hears(Report::FolderChanged);
    let request = person.model.build.request;
    let old = fixture::corpus();
    let mut pieces: Vec<String> =
        old.chunk_ranges[0].clone().map(|id| old.chunk_text(ChunkId(id)).to_owned()).collect();
    pieces[0].insert_str(0, "A new line above.\n\n");
    let mut corpus = seamscope::retrieve::trace::Corpus::default();
    fixture::document(&mut corpus, "design/order-service.md", &pieces);
    person.hears(Report::Words { request, corpus: Arc::new(corpus), counts: Counts::default(), notices: Vec::new() });
    assert_eq!(person.model.source.cursor, cursor + 19);
    let new = &person.model.document().expect("open").text;
    assert_eq!(new[cursor + 19..], text[cursor..]);
    person.gets(trace(3));
    assert_eq!(person.model.source.cursor, cursor + 19, "the answer does not lead away");
    assert_eq!(person.model.ranking.cursor, rank);
}

#[test]
fn a_knob_that_cuts_anew_marks_what_it_moved() {
    let mut person = Person::asked(120, 36);
    while person.model.knob != Knob::Size {
        person.keys(">");
    }
    person.keys("-");
    let request = person.model.build.request;
    let corpus = Arc::new(joined());
    person.hears(Report::Words { request, corpus, counts: Counts::default(), notices: Vec::new() });
    let mut answer = trace(4);
    for fused in &mut answer.ranking {
        match &mut fused.entry {
            Entry::Chunk(id) => id.0 -= u32::from(id.0 > 1),
            Entry::Seam(id) => id.0 -= u32::from(id.0 > 1),
        }
    }
    for verdict in &mut answer.verdicts {
        verdict.seam.0 -= 1;
    }
    for id in &mut answer.budget.chunks {
        id.0 -= u32::from(id.0 > 1);
    }
    person.gets(answer);
    assert_eq!(person.model.moved, None, "the lists are not complete yet");
    person.hears(Report::NoVectors { request, why: "none".into() });
    let moved = person.model.moved.clone().expect("it is marked");
    assert_eq!(moved.cause, "size 1024 → 768");
    assert_eq!(moved.ceased.iter().copied().collect::<Vec<_>>(), [SeamId(6)], "by the cut, not by the number");
    assert_eq!(moved.went, [ChunkId(7)]);
    assert!(moved.ranks.is_empty() && moved.new.is_empty(), "the same chunks stand where they stood: {moved:?}");
}

#[test]
fn what_a_seam_put_out_of_the_context_is_told_once_its_step_is() {
    let mut person = Person::asked(120, 36);
    let request = person.model.requests.ask;
    person.hears(Report::Replaced { request: request + 1, replaced: vec![fixture::replaced(7, &[8], &[16])] });
    let out = |person: &Person| {
        let replaced = person.model.answer.as_ref().map(|it| it.replaced().flat_map(|one| one.went.clone()).collect());
        replaced.unwrap_or(vec![ChunkId(0)])
    };
    assert_eq!(out(&person), [], "that was another question");
    person.hears(Report::Replaced { request, replaced: vec![fixture::replaced(7, &[8], &[15])] });
    assert_eq!(out(&person), [ChunkId(15)]);
    person.keys("0");
    assert_eq!(out(&person), [], "nothing is told of it at the first step");
}

#[test]
fn documents_are_filtered_by_words_of_their_paths() {
    let mut person = Person::ready(80, 24);
    person.keys("1");
    let all = person.model.tree.len();
    person.keys("f");
    person.types("note");
    assert_eq!(person.model.tree.len(), 1);
    person.keys("enter");
    assert_eq!(person.model.tree_words, "note");
    person.keys("f ctrl-u enter");
    assert_eq!(person.model.tree.len(), all);
    person.keys("f");
    person.types("note");
    person.keys("enter esc");
    assert_eq!(person.model.tree.len(), all, "one level up is all documents");
}

proptest! {
    #[test]
    fn an_edit_moves_what_lies_after_it_and_nothing_else(
        before in "[a-z é\n]{0,40}", gone in "[A-Z]{1,10}", came in "[0-9]{0,10}", after in "[a-z é\n]{0,40}",
        at in any::<prop::sample::Index>(),
    ) {
        let (old, new) = (format!("{before}{gone}{after}"), format!("{before}{came}{after}"));
        let byte = old.floor_char_boundary(at.index(old.len()));
        let place = carried(&old, &new, byte);
        prop_assert!(new.is_char_boundary(place));
        if byte <= before.len() {
            prop_assert_eq!(place, byte);
        } else if byte >= before.len() + gone.len() {
            prop_assert_eq!(&new[place..], &old[byte..]);
        } else {
            prop_assert_eq!(place, before.len());
        }
    }
}
