//! What is selected by characters: keys and the mouse move its end, and every end stands between two graphemes.

use proptest::prelude::*;
use seamscope::app::geometry::layout;
use seamscope::app::keymap::Context;
use seamscope::app::message::{Click, Message, Mouse};
use seamscope::app::pane::Pane;
use seamscope::app::popup::Popup;
use seamscope::app::select::By;
use seamscope::retrieve::text::graphemes::is_boundary;
use seamscope::retrieve::trace::Corpus;

use super::fixture::{Person, document};
use super::states::cut;

/// A person in the text pane with this text open, in two chunks.
fn reading(halves: [&str; 2]) -> Person {
    let mut person = Person::ready(120, 36);
    let mut corpus = Corpus::default();
    document(&mut corpus, "a.md", &halves.map(str::to_owned));
    cut(&mut person, corpus);
    person.keys("2 g g");
    person
}

fn selected(person: &Person) -> Option<String> {
    let span = person.model.selection()?;
    Some(span.of(&person.model.document()?.text).to_owned())
}

#[test]
fn characters_and_words_are_selected_and_asked_what_holds_them() {
    let mut person = reading(["The first rule holds.\n", "The second e\u{301}ra ends.\n"]);
    person.keys("V");
    assert_eq!(selected(&person).as_deref(), Some("The first rule holds."));
    assert_eq!(person.model.context(), Context::Selecting);
    person.keys("l l");
    assert_eq!(selected(&person).as_deref(), Some("The"), "both ends are in it");
    person.keys("w w h h");
    assert_eq!(selected(&person).as_deref(), Some("The first"));
    person.keys("j");
    assert_eq!(selected(&person).as_deref(), Some("The first rule holds.\nThe secon"), "the same column one row down");
    person.keys("w $ b b");
    assert_eq!(selected(&person).as_deref(), Some("The first rule holds.\nThe second e\u{301}"), "a grapheme is one");
    person.keys("enter");
    let Some(Popup::Holds { document: 0, span }) = person.model.popup else { panic!("{:?}", person.model.popup) };
    assert_eq!(span.len(), "The first rule holds.\nThe second e\u{301}".len());
    person.keys("esc V v V");
    assert_eq!(person.model.source.selection.map(|it| it.by), Some(By::Rows), "V takes whole rows again");
    person.keys("v v");
    assert_eq!(person.model.source.selection, None);
}

#[test]
fn the_mouse_selects_characters_and_rows_beside_the_text() {
    let mut person = reading(["The first rule holds.\n", "The second ends.\n"]);
    let inner = layout(&person.model).slot(Pane::Source).expect("shown").area.inner();
    let text = inner.x + person.model.gutter(inner).width() as u16;
    let mut mouse = |x: u16, y: u16, what| person.does(Message::Mouse(Mouse { x, y: inner.y + y, what }));
    mouse(text + 4, 0, Click::Press);
    // The row of the cut lies between the two.
    mouse(text + 9, 2, Click::Drag);
    mouse(text + 9, 2, Click::Release);
    assert_eq!(selected(&person).as_deref(), Some("first rule holds.\nThe second"));
    let mut mouse = |x: u16, y: u16, what| person.does(Message::Mouse(Mouse { x, y: inner.y + y, what }));
    mouse(inner.x + 1, 0, Click::Press);
    mouse(text + 9, 2, Click::Drag);
    assert_eq!(selected(&person).as_deref(), Some("The first rule holds.\nThe second ends."));
}

proptest! {
    #[test]
    fn every_end_stands_between_graphemes_and_what_is_selected_holds_both_ends(
        text in "[a-z é\u{301}日\u{1F1E9}\u{1F1EA}\t\r\n,.]{1,120}",
        keys in prop::collection::vec(prop::sample::select(vec!["h", "l", "w", "b", "0", "$", "j", "k", "v", "V"]), 1..30),
    ) {
        let mut person = reading([&text, "end\n"]);
        person.keys("V");
        for key in keys {
            person.keys(key);
            let Some(selection) = person.model.source.selection else { person.keys("V"); continue };
            let whole = &person.model.document().expect("open").text;
            if selection.by == By::Characters {
                prop_assert!(whole.is_char_boundary(selection.head) && is_boundary(whole, selection.head), "{key}");
                let span = person.model.selection().expect("something");
                prop_assert!(span.start == selection.anchor.min(selection.head));
                prop_assert!(is_boundary(whole, span.end) || whole[span.end..].starts_with(['\r', '\n']));
            }
        }
    }
}
