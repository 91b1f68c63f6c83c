//! What is remembered between two runs, borders, settings and the mouse that drags.

use std::collections::BTreeSet;

use proptest::prelude::*;
use seamscope::app::geometry::{Size, layout};
use seamscope::app::knobs::Knob;
use seamscope::app::memory::{MOST, Memory, Taste};
use seamscope::app::message::{Click, Message, Mouse};
use seamscope::app::pane::Pane;
use seamscope::app::popup::Popup;
use seamscope::app::settings;
use seamscope::retrieve::params::{Policy, Preset};

use super::fixture::{Person, QUESTION};

/// What is written of one run and read in the next.
fn kept(person: &Person) -> Memory {
    let text = serde_json::to_string(&Memory::of(&person.model, "/docs")).expect("it can be written");
    serde_json::from_str(&text).expect("it can be read")
}

#[test]
fn questions_knobs_and_the_place_come_back() {
    let mut person = Person::asked(120, 36);
    person.keys("] a 2 g g ] c ] c");
    let (place, memory) = (person.model.source.cursor, kept(&person));
    assert_eq!(memory.questions, [QUESTION]);
    let mut next = Person::arrives(120, 36);
    memory.restore(&mut next.model, &BTreeSet::new());
    let said = next.model.notice.clone().map(|notice| notice.text).unwrap_or_default();
    assert!(said.contains("fire.margin 4") && said.contains("--fresh"), "{said}");
    assert_eq!((next.model.params.fire.margin, next.model.params.expand.policy), (4, Policy::Window));
    assert_eq!(next.model.start.params.fire.margin, 3, "reset goes to the configuration");
    let request = next.model.build.request;
    let corpus = std::sync::Arc::new(super::fixture::corpus());
    let (counts, notices) = Default::default();
    next.hears(seamscope::app::Report::Words { request, corpus, counts, notices });
    assert_eq!((next.model.focus(), next.model.source.cursor), (Pane::Source, place));
    next.keys("i up");
    assert_eq!(next.model.question.input.value(), QUESTION);
    next.keys("esc R");
    assert_eq!(next.model.params.fire.margin, 3);
}

#[test]
fn a_changed_configuration_and_the_command_line_are_stronger_than_memory() {
    let mut person = Person::asked(120, 36);
    person.keys("]");
    let memory = kept(&person);
    let mut next = Person::arrives(120, 36);
    memory.clone().restore(&mut next.model, &BTreeSet::from(["fire.margin"]));
    assert_eq!(next.model.params.fire.margin, 3, "the command line decides it");
    let mut next = Person::arrives(120, 36);
    next.model.start.params.fire.margin = 7;
    next.model.params.fire.margin = 7;
    memory.restore(&mut next.model, &BTreeSet::new());
    assert_eq!(next.model.params.fire.margin, 7, "the configuration was changed since");
}

#[test]
fn a_preset_comes_back_with_its_name() {
    let mut person = Person::asked(120, 36);
    person.keys("P j enter");
    let mut next = Person::arrives(120, 36);
    kept(&person).restore(&mut next.model, &BTreeSet::new());
    assert_eq!((next.model.preset, &next.model.params), (Preset::Scar, &Preset::Scar.params()));
}

/// What is written of the looks of one run and read in the next.
fn tasted(person: &Person, known: &Taste) -> Taste {
    let text = serde_json::to_string(&Taste::of(&person.model, known)).expect("it can be written");
    serde_json::from_str(&text).expect("it can be read")
}

/// A person whose configuration names a theme.
fn configured(theme: &str) -> Person {
    let mut person = Person::asked(120, 36);
    for name in [&mut person.model.start.theme, &mut person.model.theme, &mut person.model.theme_shown] {
        theme.clone_into(name);
    }
    person.model.start.themes = ["auto", "mono", "safe"].map(str::to_owned).to_vec();
    person
}

#[test]
fn borders_and_the_chosen_theme_come_back_in_every_folder() {
    let mut person = configured("auto");
    person.keys("2 ctrl-w > ctrl-w > ctrl-w + ctrl-t");
    person.types("safe");
    person.keys("enter");
    let before = layout(&person.model);
    let taste = tasted(&person, &Taste::default());
    let mut next = configured("auto");
    assert_ne!(layout(&next.model).dividers, before.dividers);
    taste.clone().restore(&mut next.model, &BTreeSet::new());
    assert_eq!(layout(&next.model).dividers, before.dividers);
    assert_eq!([&next.model.theme, &next.model.theme_shown], ["safe", "safe"]);
    assert_eq!(tasted(&next, &taste), taste, "what was not touched stays known");
    next.keys("ctrl-w = ctrl-t");
    next.types("auto");
    next.keys("enter");
    assert_eq!(tasted(&next, &taste), Taste::default(), "what was put back is forgotten");
}

#[test]
fn a_theme_that_the_configuration_or_the_command_line_names_now_is_stronger_than_the_chosen_one() {
    let taste = Taste { theme: Some(["auto", "safe"].map(str::to_owned)), ..Taste::default() };
    let restored = |mut person: Person, fixed: &BTreeSet<&str>| {
        taste.clone().restore(&mut person.model, fixed);
        person
    };
    let named = restored(configured("auto"), &BTreeSet::from(["ui.theme"]));
    assert_eq!(named.model.theme, "auto");
    let colourless = restored(configured("mono"), &BTreeSet::new());
    assert_eq!(colourless.model.theme, "mono", "NO_COLOR");
    assert_eq!(tasted(&colourless, &taste), taste, "and it is not forgotten there");
    let mut person = configured("auto");
    person.model.start.themes.retain(|name| name != "safe");
    assert_eq!(restored(person, &BTreeSet::new()).model.theme, "auto", "its file is gone");
}

#[test]
fn borders_that_someone_wrote_by_hand_break_nothing() {
    for share in ["0", "1000", "4294967295"] {
        let text = format!(r#"{{"borders": [{{"shape": "middle", "split": "left", "share": {share}}}]}}"#);
        let taste: Taste = serde_json::from_str(&text).expect("it can be read");
        let mut person = Person::asked(120, 36);
        taste.restore(&mut person.model, &BTreeSet::new());
        assert!(layout(&person.model).slots.iter().all(|slot| slot.area.width >= 20), "{share}");
    }
}

#[test]
fn two_runs_at_once_lose_no_question() {
    let with = |questions: &[&str]| Memory {
        questions: questions.iter().map(|text| (*text).to_owned()).collect(),
        ..Memory::default()
    };
    assert_eq!(with(&["b", "a"]).joined(&with(&["c", "a"])).questions, ["b", "a", "c"]);
    let many: Vec<String> = (0..MOST + 9).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(with(&["x"]).joined(&with(&many)).questions.len(), MOST);
}

#[test]
fn a_memory_that_fits_nothing_any_more_changes_nothing() {
    let text = r#"{"questions": [], "turned": [{"key": "chunk.gone", "from": "1", "to": "2"},
        {"key": "fire.margin", "from": "3", "to": "\"many\""}], "document": "gone.md", "byte": 99999, "pane": 77,
        "preset": ["seams", "gone"]}"#;
    let memory: Memory = serde_json::from_str(text).expect("it can be read");
    let mut person = Person::arrives(120, 36);
    let before = person.model.params.clone();
    memory.restore(&mut person.model, &BTreeSet::new());
    assert_eq!(person.model.params, before);
    let request = person.model.build.request;
    let corpus = std::sync::Arc::new(super::fixture::corpus());
    let (counts, notices) = Default::default();
    person.hears(seamscope::app::Report::Words { request, corpus, counts, notices });
    assert!(person.model.document().is_some());
}

#[test]
fn settings_show_what_was_changed_and_turn_knobs() {
    let mut person = Person::asked(120, 36);
    person.keys("] S");
    let row = |person: &Person, name: &str| {
        settings::rows(&person.model).into_iter().enumerate().find(|(_, row)| row.name == name).expect("a row")
    };
    let (at, margin) = row(&person, "fire.margin");
    assert_eq!(
        (margin.value.as_str(), margin.turned, margin.origin.as_str()),
        ("4", true, "changed here (3: default)")
    );
    assert!(!row(&person, "chunk.size").1.turned);
    assert_eq!(settings::rows(&person.model).len(), settings::count());
    person.model.popup_list.cursor = at;
    person.keys("=");
    assert_eq!(row(&person, "fire.margin").1.value, "5");
    person.keys("enter");
    assert_eq!((person.model.popup, person.model.knob), (None, Knob::Margin));
    person.keys("S G =");
    assert_eq!(person.model.popup, Some(Popup::Settings));
    assert!(person.model.notice.is_some(), "what is no knob says where it is changed");
}

#[test]
fn any_setting_is_changed_from_the_palette() {
    let mut person = Person::asked(120, 36);
    person.wants();
    person.keys(":");
    person.types("set fusion.k");
    person.keys("enter");
    assert_eq!(person.model.picker.input.value(), "set fusion.k=", "a key alone goes on with its value");
    person.types("30");
    person.keys("enter");
    assert_eq!(person.asks().map(|(_, params)| params.fusion.k), Some(30));
    for (typed, told) in
        [("set fusion.k=many", "whole number"), ("set fusion.l=3", "fusion.k"), ("set chunk.overlap=9999", "overlap")]
    {
        person.keys(":");
        person.types(typed);
        person.keys("enter");
        let said = person.model.notice.clone().map(|notice| notice.text).unwrap_or_default();
        assert!(said.contains(told), "{typed}: {said}");
    }
}

fn mouse(person: &mut Person, x: u16, y: u16, what: Click) {
    person.does(Message::Mouse(Mouse { x, y, what }));
}

#[test]
fn borders_are_dragged_and_put_back() {
    let mut person = Person::asked(120, 36);
    let before = layout(&person.model).slot(Pane::Source).expect("shown").area;
    let (x, y) = (before.x + before.width - 1, before.y + 5);
    mouse(&mut person, x, y, Click::Press);
    mouse(&mut person, x + 9, y, Click::Drag);
    let wider = layout(&person.model).slot(Pane::Source).expect("shown").area;
    assert_eq!(wider.width, before.width + 8, "the border follows the mouse");
    mouse(&mut person, x + 9, y, Click::Release);
    mouse(&mut person, x, y, Click::Drag);
    assert_eq!(layout(&person.model).slot(Pane::Source).expect("shown").area, wider, "the button is up");
    person.keys("2 ctrl-w <");
    assert_eq!(layout(&person.model).slot(Pane::Source).expect("shown").area.width, wider.width - 1);
    person.keys("ctrl-w +");
    assert_eq!(layout(&person.model).slot(Pane::Source).expect("shown").area.height, before.height + 1);
    person.keys("ctrl-w =");
    assert_eq!(layout(&person.model).slot(Pane::Source).expect("shown").area, before);
}

#[test]
fn a_knob_is_dragged() {
    let mut person = Person::asked(120, 36);
    let knob = layout(&person.model).knobs[0].area;
    mouse(&mut person, knob.x, knob.y, Click::Press);
    mouse(&mut person, knob.x + 6, knob.y, Click::Drag);
    assert_eq!(person.model.params.fire.margin, 6);
    mouse(&mut person, knob.x + 2, knob.y + 3, Click::Drag);
    assert_eq!(person.model.params.fire.margin, 4);
    mouse(&mut person, knob.x, knob.y, Click::Release);
    assert_eq!(person.model.drag, None);
}

proptest! {
    #[test]
    fn wherever_borders_are_dragged_panes_tile_the_screen(
        drags in prop::collection::vec((0..200u16, 0..50u16, 0..260u16, 0..80u16), 1..8),
        width in 40..220u16,
        height in 12..60u16,
    ) {
        let mut person = Person::asked(200, 50);
        for (x, y, to_x, to_y) in drags {
            mouse(&mut person, x, y, Click::Press);
            mouse(&mut person, to_x, to_y, Click::Drag);
            mouse(&mut person, to_x, to_y, Click::Release);
            person.keys("esc");
        }
        person.does(Message::Resize(Size { width, height }));
        let screen = layout(&person.model);
        let cells: usize = screen.slots.iter().map(|slot| usize::from(slot.area.width) * usize::from(slot.area.height)).sum();
        let lines = u16::from(screen.header.is_some()) + u16::from(screen.bar.is_some()) + 2;
        prop_assert_eq!(cells, usize::from(width) * usize::from(height - lines));
        for slot in &screen.slots {
            prop_assert!(slot.area.width >= 20 && slot.area.height >= 4, "{:?}", slot.area);
        }
    }
}
