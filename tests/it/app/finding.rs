//! Finding things without knowing their keys: rows by number, chunks by name, commands by ordinary words, the help.

use proptest::prelude::*;
use seamscope::app::help::Page;
use seamscope::app::keymap::Context;
use seamscope::app::named::Named;
use seamscope::app::pane::Pane;
use seamscope::app::picker::Choice;
use seamscope::app::popup::Popup;
use seamscope::app::{action::Action, knobs::Knob};
use seamscope::retrieve::params::Params;
use seamscope::retrieve::trace::{ChunkId, Entry, SeamId};

use super::fixture::{Person, corpus};
use crate::screens::screen;

#[test]
fn a_list_is_looked_through_by_number_and_document_around_its_end() {
    let mut person = Person::asked(120, 36);
    let at = |person: &Person| person.model.ranking.cursor + 1;
    person.keys("3 g g /");
    assert!(screen(&person).contains("a number (12, 7|8), a part of a path, or both"));
    person.types("7");
    person.keys("enter");
    assert_eq!(at(&person), 4, "chunk 7 stands at rank 4");
    person.keys("n");
    assert_eq!(at(&person), 1, "then, around the end, seam 7|8");
    person.keys("N");
    assert_eq!(at(&person), 4);
    person.keys("/");
    person.types("12|13");
    person.keys("enter");
    assert_eq!((at(&person), person.model.source.target), (3, Some(Entry::Seam(SeamId(12)))), "the text follows");
    person.keys("/");
    person.types("note 7");
    person.keys("enter");
    assert!(at(&person) == 3 && person.model.notice.is_some(), "no such row, and it says so");
    person.keys("6 g g /");
    person.types("order#20");
    person.keys("enter");
    assert_eq!((person.model.focus(), person.model.budget.cursor), (Pane::Budget, 5));
    assert!(person.model.search.pattern.is_empty(), "nothing is marked in the text for it");
    person.keys("2 /");
    person.types("region");
    person.keys("enter");
    assert_eq!(person.model.search.pattern, "region", "in the text words are found");
}

#[test]
fn the_palette_goes_to_a_chunk_by_what_a_person_calls_it() {
    for (written, entry) in [
        ("go to chunk 12", Entry::Chunk(ChunkId(12))),
        ("goto 12", Entry::Chunk(ChunkId(12))),
        ("order 7|8", Entry::Seam(SeamId(7))),
        ("seam 7|8", Entry::Seam(SeamId(7))),
        ("chunk note.txt#1", Entry::Chunk(ChunkId(23))),
    ] {
        let mut person = Person::asked(120, 36);
        person.keys("2 :");
        person.types(written);
        assert_eq!(
            person.model.picker.item(0).map(|item| item.choice.clone()),
            Some(Choice::Entry(entry)),
            "{written}"
        );
        person.keys("enter");
        assert_eq!((person.model.focus(), person.model.source.target), (Pane::Source, Some(entry)), "{written}");
    }
    let mut person = Person::asked(120, 36);
    person.keys("3 :");
    person.types("goto");
    person.keys("enter");
    assert_eq!(person.model.picker.input.value(), "go to chunk ", "the line goes on");
    person.types("20");
    person.keys("enter");
    assert_eq!((person.model.focus(), person.model.ranking.cursor), (Pane::Ranking, 5), "the list has a row for it");
    person.keys(":");
    person.types("1");
    let names: Vec<_> = (0..3).filter_map(|row| person.model.picker.item(row)).map(|item| item.name.clone()).collect();
    assert_eq!(names, ["1", "chunk design/order-service.md#1", "chunk note.txt#1"], "rows and chunks, each by name");
}

#[test]
fn commands_are_found_by_ordinary_words_and_shown_with_the_keys_of_this_place() {
    let mut person = Person::asked(120, 36);
    for (words, action) in [
        ("why", Action::Open),
        ("why not", Action::Open),
        ("undo", Action::Undo),
        ("refresh", Action::Reload),
        ("maximise", Action::Zoom),
        ("colours", Action::Themes),
        ("exit", Action::Quit),
        ("worst", Action::Cuts),
        ("save settings", Action::WriteSettings),
    ] {
        person.keys(":");
        person.types(words);
        let rows = (0..person.model.picker.shown.len()).filter_map(|row| person.model.picker.item(row));
        let found: Vec<_> = rows.map(|item| item.choice.clone()).collect();
        assert!(found.iter().take(3).any(|choice| *choice == Choice::Do(action)), "{words}: {found:?}");
        person.keys("esc");
    }
    for (pane, keys) in [("3", "[  M"), ("2", "[[  M")] {
        person.keys(&format!("{pane} :"));
        person.types("margin-down");
        assert_eq!(person.model.picker.item(0).map(|item| item.keys.as_str()), Some(keys));
        person.keys("esc");
    }
}

#[test]
fn the_help_has_pages_begins_with_this_place_and_is_searched() {
    let mut person = Person::asked(80, 24);
    for (keys, heading) in [("2", Context::Source), ("3", Context::Main), ("esc c", Context::Cuts)] {
        person.keys(&format!("{keys} ?"));
        let shown = screen(&person);
        let row = shown.lines().nth(1).unwrap_or_default();
        assert!(row.contains(heading.title()), "{heading:?}\n{shown}");
        person.keys("esc");
    }
    person.keys("esc 3 ?");
    for page in [Page::Signs, Page::Words, Page::Keys, Page::Signs] {
        person.keys("tab");
        assert_eq!(person.model.help.page, page);
        assert!(screen(&person).contains(&format!("[{}]", page.title())), "{}", screen(&person));
    }
    person.keys("/");
    person.types("slack");
    let shown = screen(&person);
    assert!(shown.contains("places to spare") && !shown.contains("write a question"), "{shown}");
    person.keys("enter");
    assert_eq!((person.model.popup, person.model.help.words.as_str()), (Some(Popup::Help), "slack"));
    person.keys("/ ctrl-u");
    person.types("no such word anywhere");
    assert!(screen(&person).contains("Nothing here holds that."));
    person.keys("esc esc ?");
    assert!(person.model.help.words.is_empty() && screen(&person).contains("[Signs]"), "the page is kept");
}

#[test]
fn the_help_cuts_no_line_and_explains_every_short_name() {
    for (width, height) in [(120, 36), (80, 24), (40, 12)] {
        let mut person = Person::asked(width, height);
        let mut all = String::new();
        person.keys("?");
        for _ in Page::ALL {
            for _ in 0..60 {
                all.push_str(&screen(&person));
                person.keys("pagedown");
            }
            person.keys("tab");
        }
        let names =
            ["cd  cb", "sd  sb", "slack", "1−cos", "weight", "in place of", "blocked by 7", "S ", "limit", "slot"];
        for name in names {
            assert!(all.contains(name), "{name} at {width}x{height}");
        }
    }
}

#[test]
fn a_knob_is_named_as_the_bar_and_the_configuration_name_it() {
    let mut person = Person::asked(120, 36);
    person.keys("t");
    assert!(screen(&person).contains("m (fire.margin) ="), "{}", screen(&person));
}

proptest! {
    #[test]
    fn turns_are_counted_as_a_person_turns(to in 0_u32..60, budget in 1_u64..40) {
        use seamscope::app::knobs::Turn;
        let params = Params::default();
        for (knob, to) in [(Knob::Margin, f64::from(to)), (Knob::Budget, budget as f64), (Knob::RrfK, f64::from(to))] {
            let turns = knob.turns(&params, to).expect("it is in reach");
            let from: f64 = knob.value(&params).parse().expect("a number");
            let turn = if to > from { Turn::Up } else { Turn::Down };
            let after = |count: usize| {
                let turned = (0..count).fold(params.clone(), |params, _| knob.turned(&params, turn));
                knob.value(&turned).parse::<f64>().expect("a number")
            };
            let there = |value: f64| if to > from { value >= to } else { value <= to };
            prop_assert!(there(after(turns)) && (turns == 0 || !there(after(turns - 1))), "{knob:?} {to} {turns}");
        }
        prop_assert_eq!(Knob::Budget.turns(&params, 0.0), None, "no turn empties the budget");
    }

    #[test]
    fn every_chunk_and_seam_is_found_by_its_own_name(at in any::<prop::sample::Index>()) {
        let corpus = corpus();
        let chunk = corpus.chunk(ChunkId(at.index(corpus.chunks.len()) as u32)).clone();
        let path = &corpus.documents[chunk.document as usize].path;
        let found = Named::parse(&format!("{path}#{}", chunk.index)).among(&corpus, 9);
        let own = |entry: &Entry| matches!(entry, Entry::Chunk(id) if corpus.chunk(*id) == &chunk);
        prop_assert!(found.len() == 1 && own(&found[0]), "{found:?}");
        let id = SeamId(at.index(corpus.seams.len()) as u32);
        let seam = corpus.seam(id);
        let index = |id: ChunkId| corpus.chunk(id).index;
        let path = &corpus.documents[seam.document as usize].path;
        let name = format!("go to seam {path} {}|{}", index(seam.left), index(seam.right));
        prop_assert_eq!(Named::place(&name).map(|named| named.among(&corpus, 9)), Some(vec![Entry::Seam(id)]));
    }
}
