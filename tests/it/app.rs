//! The model: keys in, state out. No threads, no clock, no terminal.

#[path = "app/compare.rs"]
pub(crate) mod compare;
#[path = "app/cuts.rs"]
mod cuts;
#[path = "app/finding.rs"]
mod finding;
#[path = "app/fixture.rs"]
pub(crate) mod fixture;
#[path = "app/keyfile.rs"]
mod keyfile;
#[path = "app/keys.rs"]
mod keys;
#[path = "app/memory.rs"]
mod memory;
#[path = "app/messages.rs"]
mod messages;
#[path = "app/models.rs"]
mod models;
#[path = "app/palette.rs"]
mod palette;
#[path = "app/select.rs"]
mod select;
#[path = "app/sheet.rs"]
mod sheet;
#[path = "app/states.rs"]
pub(crate) mod states;
#[path = "app/take.rs"]
mod take;
#[path = "app/trial.rs"]
pub(crate) mod trial;
#[path = "app/ways.rs"]
mod ways;

use seamscope::app::Report;
use seamscope::app::message::{Click, Effect};
use seamscope::app::model::Phase;
use seamscope::app::pane::Pane;
use seamscope::app::popup::{Popup, Subject};
use seamscope::app::story::{Fate, Stage};
use seamscope::retrieve::params::Preset;
use seamscope::retrieve::pipeline::build::Counts;
use seamscope::retrieve::trace::{ChunkId, Entry, SeamId};

use fixture::{Person, QUESTION, trace};

#[test]
fn the_folder_is_wanted_at_once_and_the_screen_does_not_wait_for_it() {
    let mut person = Person::arrives(120, 36);
    assert!(matches!(person.wants().as_slice(), [Effect::Build { .. }]));
    person.keys("i");
    person.types("anything?");
    person.keys("enter");
    assert_eq!(person.asks(), None, "nothing can be asked of a folder that is not cut");
    assert!(person.model.requests.asking, "but it will be");
}

#[test]
fn a_question_written_before_the_folder_was_cut_is_asked_when_it_is_and_again_with_vectors() {
    let mut person = Person::arrives(120, 36);
    person.keys("i");
    person.types("stale reads");
    person.keys("enter");
    person.wants();
    let request = person.model.build.request;
    let corpus = std::sync::Arc::new(fixture::corpus());
    person.hears(Report::Words { request, corpus, counts: Counts::default(), notices: Vec::new() });
    assert_eq!(person.asks().map(|(question, _)| question).as_deref(), Some("stale reads"));
    assert_eq!(person.model.build.phase, Phase::Embedding);
    let model = seamscope::retrieve::embed::ModelInfo { id: "builtin".into(), dimensions: 384, window: 128 };
    let (breaks, windows) = Default::default();
    person.hears(Report::Vectors { request, model, breaks, windows, counts: Counts::default(), notices: Vec::new() });
    assert!(person.asks().is_some(), "the dense lists are there now");
}

#[test]
fn enter_takes_the_suggestion_and_letters_are_letters_while_writing() {
    let mut person = Person::ready(120, 36);
    person.keys("i enter");
    assert_eq!(person.asks().map(|(question, _)| question).as_deref(), Some(QUESTION));
    person.keys("i ctrl-u");
    person.types("q?[]bB+1");
    assert!(person.wants().iter().all(|effect| !matches!(effect, Effect::Quit | Effect::Ask { .. })));
    assert_eq!(person.model.question.input.value(), "q?[]bB+1");
    person.keys("esc");
    assert!(!person.model.question.typing);
    assert_eq!(person.model.question.input.value(), QUESTION, "the line shows what was asked");
}

#[test]
fn an_answer_that_came_too_late_is_dropped() {
    let mut person = Person::ready(120, 36);
    person.keys("i enter");
    let (old, build) = (person.model.requests.ask, person.model.corpus_build);
    person.keys("]");
    let late = std::sync::Arc::new(trace(3));
    person.hears(Report::Answer { request: old, build, trace: late.clone() });
    assert!(person.model.answer.is_none());
    let request = person.model.requests.ask;
    person.hears(Report::Answer { request, build: build + 1000, trace: late });
    assert!(person.model.answer.is_none(), "ids of another build mean other chunks");
    person.gets(trace(4));
    assert_eq!(person.model.answer.as_ref().map(|answer| answer.trace.verdicts[0].margin), Some(4));
}

#[test]
fn the_margin_is_turned_in_place_and_what_moved_is_marked_and_taken_back() {
    let mut person = Person::asked(120, 36);
    person.wants();
    person.keys("]");
    let (question, params) = person.asks().expect("the same question with another margin");
    assert_eq!((question.as_str(), params.fire.margin), (QUESTION, 4));
    person.gets(trace(4));
    let moved = person.model.moved.clone().expect("something moved");
    assert_eq!(moved.cause, "m 3 → 4");
    assert_eq!(moved.ceased.iter().copied().collect::<Vec<_>>(), [SeamId(7)]);
    assert_eq!(moved.went, [ChunkId(8)]);
    assert_eq!(moved.came.iter().copied().collect::<Vec<_>>(), [ChunkId(15)]);
    person.keys("u");
    assert_eq!(person.asks().map(|(_, params)| params.fire.margin), Some(3));
    person.keys("U");
    assert_eq!(person.asks().map(|(_, params)| params.fire.margin), Some(4));
    person.keys("R");
    assert_eq!(person.asks().map(|(_, params)| params.fire.margin), Some(3));
}

#[test]
fn a_knob_of_the_cut_wants_another_build_and_keeps_the_question_and_the_place() {
    let mut person = Person::asked(120, 36);
    person.wants();
    while person.model.knob != seamscope::app::knobs::Knob::Size {
        person.keys(">");
    }
    let cursor = person.model.source.cursor;
    person.keys("-");
    let effects = person.wants();
    let size = effects.iter().find_map(|effect| match effect {
        Effect::Build { params, .. } => Some(params.chunk.size),
        _ => None,
    });
    assert_eq!(size, Some(768));
    let request = person.model.build.request;
    let corpus = std::sync::Arc::new(fixture::corpus());
    person.hears(Report::Words { request, corpus, counts: Counts::default(), notices: Vec::new() });
    assert_eq!(person.asks().map(|(question, _)| question).as_deref(), Some(QUESTION));
    assert_eq!(person.model.source.cursor, cursor);
}

#[test]
fn settings_that_cannot_be_used_are_refused_with_the_reason() {
    let mut person = Person::ready(120, 36);
    while person.model.knob != seamscope::app::knobs::Knob::Overlap {
        person.keys(">");
    }
    for _ in 0..20 {
        person.keys("=");
    }
    assert!(person.model.params.check().is_ok());
    while person.model.knob != seamscope::app::knobs::Knob::Size {
        person.keys("<");
    }
    for _ in 0..30 {
        person.keys("-");
    }
    assert!(person.model.params.check().is_ok());
    let said = person.model.notice.clone().map(|notice| notice.text).unwrap_or_default();
    assert!(said.contains("overlap"), "{said}");
}

#[test]
fn the_story_goes_forward_and_back_through_every_stage() {
    use Stage::{Context, Drop, Fill, Fire, Fused, Lists};
    let mut person = Person::asked(120, 36);
    person.keys("0");
    let answer = |person: &Person| person.model.answer.clone().expect("answered");
    assert_eq!(answer(&person).stage(), Stage::Lists);
    let mut stages = vec![answer(&person).stage()];
    while !answer(&person).complete() {
        person.keys("right");
        stages.push(answer(&person).stage());
    }
    let mut expected = vec![Lists, Fused, Fire(0), Fire(1), Drop];
    expected.extend((0..6).map(Fill));
    expected.push(Context);
    assert_eq!(stages, expected);
    person.keys("H");
    assert_eq!(answer(&person).stage(), Fill(0));
    person.keys("h");
    assert_eq!(answer(&person).stage(), Drop);
    person.keys("H");
    assert_eq!(answer(&person).stage(), Fire(0));
    person.keys("L L");
    assert_eq!(answer(&person).stage(), Fill(0));
    person.keys("esc");
    assert!(answer(&person).complete(), "Esc goes back to the end of the story");
}

#[test]
fn each_step_shows_only_what_is_told_so_far() {
    let mut person = Person::asked(120, 36);
    person.keys("0 right right");
    let answer = person.model.answer.clone().expect("answered");
    assert!(matches!(answer.fate(Entry::Seam(SeamId(7))), Fate::Fired(_)));
    assert_eq!(answer.fate(Entry::Seam(SeamId(12))), Fate::Open);
    assert_eq!(answer.fate(Entry::Chunk(ChunkId(7))), Fate::Open);
    assert_eq!(answer.context(), []);
    assert_eq!(person.model.source.target, Some(Entry::Seam(SeamId(7))), "the text follows");
    person.keys("L L right");
    let answer = person.model.answer.clone().expect("answered");
    assert_eq!(answer.context(), [7, 8, 12].map(ChunkId));
    assert_eq!(answer.used(), 3);
    person.keys("$");
    let answer = person.model.answer.clone().expect("answered");
    assert_eq!(answer.context(), [7, 8, 12, 3, 20].map(ChunkId));
    assert_eq!(answer.fate(Entry::Chunk(ChunkId(15))), Fate::Out);
    assert!(matches!(answer.fate(Entry::Chunk(ChunkId(8))), Fate::In(place) if place.by == Entry::Seam(SeamId(7))));
}

#[test]
fn a_row_leads_the_text_to_what_it_is_about_and_enter_opens_its_arithmetic() {
    let mut person = Person::asked(120, 36);
    assert_eq!(person.model.focus(), Pane::Ranking);
    person.keys("j");
    assert_eq!(person.model.source.target, Some(Entry::Chunk(ChunkId(12))));
    let start = person.model.corpus.chunk(ChunkId(12)).span.start;
    assert_eq!(person.model.source.cursor, start);
    person.wants();
    person.keys("enter");
    assert_eq!(person.model.popup, Some(Popup::Why(Subject::Entry(Entry::Chunk(ChunkId(12))))));
    assert!(matches!(person.wants().as_slice(), [Effect::Explain { .. }]));
    person.keys("esc 6 enter");
    assert!(matches!(person.model.popup, Some(Popup::Why(Subject::Step(_)))));
}

#[test]
fn cuts_broken_cuts_and_hits_are_a_key_away_in_the_text() {
    let mut person = Person::asked(120, 36);
    person.keys("2 g g");
    let chunk = |person: &Person| person.model.chunk_here().map(|id| id.0);
    assert_eq!(chunk(&person), Some(0));
    person.keys("] c ] c");
    assert_eq!(chunk(&person), Some(2));
    person.keys("] w");
    assert_eq!(chunk(&person), Some(4), "the cut at the end of chunk 3 is mid-sentence");
    person.keys("] w ] w");
    assert_eq!(chunk(&person), Some(8));
    person.keys("] w");
    assert!(person.model.notice.is_some(), "there is no further one, and that is said");
    person.keys("[ c");
    assert_eq!(chunk(&person), Some(7));
    person.keys("] h ] h");
    assert_eq!(chunk(&person), Some(12));
    person.keys("[ h");
    assert_eq!(chunk(&person), Some(8));
}

#[test]
fn escape_goes_up_one_level_at_a_time() {
    let mut person = Person::asked(120, 36);
    person.keys("0 z ? esc");
    assert_eq!(person.model.popup, None);
    assert!(person.model.zoomed);
    person.keys("esc");
    assert!(!person.model.zoomed);
    assert!(!person.model.answer.as_ref().is_some_and(seamscope::app::story::Answer::complete));
    person.keys("esc");
    assert!(person.model.answer.as_ref().is_some_and(seamscope::app::story::Answer::complete));
}

#[test]
fn panes_are_reached_by_number_and_by_tab_around_the_end() {
    let mut person = Person::ready(80, 24);
    for (key, pane) in ["1", "2", "3", "4", "5", "6"].into_iter().zip(Pane::ALL) {
        person.keys(key);
        assert_eq!(person.model.focus(), pane);
    }
    person.keys("tab");
    assert_eq!(person.model.focus(), Pane::Documents);
    person.keys("shift-tab");
    assert_eq!(person.model.focus(), Pane::Budget);
}

#[test]
fn a_preset_is_a_whole_configuration() {
    let mut person = Person::ready(120, 36);
    person.wants();
    person.keys("P j enter");
    assert_eq!(person.model.preset, Preset::Scar);
    assert_eq!(person.model.params, Preset::Scar.params());
    assert!(person.wants().iter().any(|effect| matches!(effect, Effect::Build { .. })));
}

#[test]
fn work_can_be_stopped_and_taken_up_again() {
    let mut person = Person::with_words(120, 36);
    person.wants();
    person.keys("x");
    assert!(matches!(person.wants().as_slice(), [Effect::Stop]));
    let request = person.model.build.request;
    person.hears(Report::NoVectors { request, why: "vectors stopped, r goes on".into() });
    assert!(matches!(person.model.build.phase, Phase::WordsOnly(_)));
    person.keys("r");
    assert!(matches!(person.wants().as_slice(), [Effect::Build { .. }]));
}

#[test]
fn pasted_text_goes_into_the_line_as_one_line() {
    let mut person = Person::ready(120, 36);
    person.does(seamscope::app::Message::Paste("one\ntwo\tthree\n".into()));
    assert!(person.model.question.typing);
    assert_eq!(person.model.question.input.value(), "one two three");
    person.keys("ctrl-a right");
    person.does(seamscope::app::Message::Paste("\u{e9}\n".repeat(1 << 20)));
    let value = person.model.question.input.value();
    assert!(value.starts_with("o\u{e9} \u{e9} ") && value.ends_with("\u{e9}ne two three"), "at the cursor");
    assert_eq!(value.chars().count(), (2 << 20) - 1 + 13);
    person.keys("ctrl-k");
    assert!(person.model.question.input.value().ends_with(" \u{e9}"), "the cursor is after what was pasted");
}

#[test]
fn earlier_and_suggested_questions_are_walked_through() {
    let mut person = Person::asked(120, 36);
    person.keys("i up");
    assert_eq!(person.model.question.input.value(), QUESTION);
    person.keys("up up");
    assert_eq!(person.model.question.input.value(), "what must be strongly consistent?");
    person.keys("down down down");
    assert_eq!(person.model.question.input.value(), "");
    assert_eq!(
        person.model.question.suggestion(),
        Some("what must be strongly consistent?"),
        "the other one was asked"
    );
}

#[test]
fn the_mouse_means_what_lies_under_it() {
    let mut person = Person::asked(120, 36);
    let screen = seamscope::app::geometry::layout(&person.model);
    let ranking = screen.slot(Pane::Ranking).expect("shown").area;
    person.clicks(ranking.x + 5, ranking.y + 4);
    assert_eq!(person.model.ranking.cursor, 2, "border and heading are no rows");
    assert_eq!(person.model.source.target, Some(Entry::Seam(SeamId(12))));
    person.clicks(ranking.x + 5, ranking.y + 4);
    assert!(matches!(person.model.popup, Some(Popup::Why(_))), "a second click opens");
    person.clicks(0, 0);
    assert_eq!(person.model.popup, None, "a click beside the window closes it");
    person.wants();
    let knob = screen.knobs[0].area;
    person.wheels(knob.x, knob.y, Click::WheelUp);
    assert_eq!(person.asks().map(|(_, params)| params.fire.margin), Some(4));
    let tab = screen.slots.iter().flat_map(|slot| &slot.tabs).find(|tab| tab.pane == Pane::Documents).expect("a tab");
    person.clicks(tab.area.x, tab.area.y);
    assert_eq!(person.model.focus(), Pane::Documents);
    let source = screen.slot(Pane::Source).expect("shown").area;
    let before = person.model.source.top;
    person.wheels(source.x + 10, source.y + 5, Click::WheelDown);
    assert_ne!(person.model.source.top, before);
    assert_eq!(person.model.focus(), Pane::Documents, "the wheel takes no focus");
}

#[test]
fn folders_and_skipped_rows_open_and_close() {
    let mut person = Person::ready(80, 24);
    person.keys("1 g g");
    let rows = person.model.tree.len();
    person.keys("enter");
    assert_eq!(person.model.tree.len(), rows - 1, "the design document is hidden");
    person.keys("enter G enter");
    assert_eq!(person.model.tree.len(), rows + 2, "two skipped rows are shown");
    person.keys("g g j enter");
    assert_eq!((person.model.focus(), person.model.source.document), (Pane::Source, 0));
}

#[test]
fn colours_are_wanted_once_for_what_is_visible() {
    let mut person = Person::with_words(120, 36);
    let wanted: Vec<_> = person.wants().into_iter().filter(|effect| matches!(effect, Effect::Paint { .. })).collect();
    let [Effect::Paint { request, document, span, .. }] = wanted.as_slice() else { panic!("{wanted:?}") };
    person.keys("j j j");
    assert!(person.wants().is_empty(), "they are on the way");
    person.hears(Report::Painted { request: *request, document: *document, span: *span, strokes: Vec::new() });
    person.keys("j j j");
    assert!(person.wants().is_empty(), "they are there");
}

#[test]
fn words_are_looked_for_in_the_text_around_its_end() {
    let mut person = Person::ready(80, 24);
    person.keys("2 /");
    person.types("MATERIAL");
    person.keys("enter");
    assert!(person.model.notice.as_ref().is_some_and(|notice| notice.text.contains("MATERIAL")), "a capital is exact");
    person.keys("/");
    person.types("material");
    person.keys("enter");
    let first = person.model.source.cursor;
    person.keys("n");
    assert!(person.model.source.cursor > first);
    person.keys("N");
    assert_eq!(person.model.source.cursor, first);
    person.keys("N");
    assert!(person.model.source.cursor > first, "around the end");
    person.keys("/ q esc");
    assert!(!person.model.search.typing && person.model.search.pattern == "material");
}

#[test]
fn what_is_looked_for_is_found_in_any_case_and_script() {
    use seamscope::app::search::places;
    let found = |text: &str, pattern: &str| -> Vec<String> {
        places(text, pattern).map(|span| span.of(text).to_owned()).collect()
    };
    assert_eq!(found("Ähre ähre ÄHRE", "ähre"), ["Ähre", "ähre", "ÄHRE"]);
    assert_eq!(found("Ähre ähre ÄHRE", "Ähre"), ["Ähre"]);
    assert_eq!(found("aaaa", "aa"), ["aa", "aa"]);
    assert_eq!(found("日本語の日本", "日本"), ["日本", "日本"]);
    assert_eq!(found("abc", ""), Vec::<String>::new());
    assert_eq!(found("İi", "i"), ["i"], "a letter whose small form is longer is no match");
}
