//! Ways in and back: the line that holds what was asked, and the key that leaves.

use seamscope::app::message::Effect;
use seamscope::app::screen::Screen;

use super::fixture::{Person, QUESTION};

#[test]
fn what_was_asked_is_replaced_by_the_first_letter_and_edited_by_any_other_key() {
    let value = |person: &Person| person.model.question.input.value().to_owned();
    let mut person = Person::asked(120, 36);
    person.keys("i w h y");
    assert_eq!(value(&person), "why");
    let mut person = Person::asked(120, 36);
    person.keys("i left backspace x");
    assert_eq!(value(&person).len(), QUESTION.len(), "moved into, it is edited");
    let mut person = Person::asked(120, 36);
    person.keys("i backspace");
    assert_eq!(value(&person), "");
    let mut person = Person::asked(120, 36);
    person.does(seamscope::app::Message::Paste("pasted".into()));
    assert_eq!(value(&person), "pasted");
    person.keys("esc");
    assert_eq!(value(&person), QUESTION, "left, the line shows what was asked");
}

#[test]
fn q_goes_back_from_a_screen_and_leaves_from_the_first_one() {
    for (key, screen) in [("c", Screen::Cuts), ("v", Screen::Compare), ("C", Screen::Calibrate), ("T", Screen::Lab)] {
        let mut person = Person::asked(120, 36);
        person.keys(key);
        if person.model.popup.is_some() {
            person.keys("esc");
        }
        assert_eq!(person.model.screen, screen);
        person.wants();
        person.keys("q");
        assert_eq!(person.model.screen, Screen::Explore, "{key}");
        assert!(!person.wants().iter().any(|it| matches!(it, Effect::Quit)));
        person.keys("q");
        assert!(person.wants().iter().any(|it| matches!(it, Effect::Quit)));
    }
}
