//! What was said at the bottom line can be read in full, however short the line is.

use seamscope::app::Report;
use seamscope::app::popup::Popup;

use super::fixture::Person;
use crate::screens::screen;

const REASON: &str = "model bge-small-en-v1.5: http://127.0.0.1:7801/Xenova/bge-small-en-v1.5/resolve/main/config.json \
                      is not there (404); the hub may have moved it, see embed.hub";

fn fails(person: &mut Person, why: &str) {
    let request = person.model.build.request;
    person.hears(Report::NoVectors { request, why: why.to_owned() });
}

#[test]
fn a_reason_that_is_too_long_for_the_line_is_read_by_one_key() {
    for (width, height) in [(120, 36), (80, 24), (40, 12)] {
        let mut person = Person::with_words(width, height);
        fails(&mut person, REASON);
        let before = screen(&person);
        let line = before.lines().last().expect("a bottom line").to_owned();
        assert!(line.contains("Words only") && line.trim_end().ends_with("! read it all"), "{before}");
        person.keys("!");
        assert_eq!(person.model.popup, Some(Popup::Messages));
        let shown: String = screen(&person).chars().filter(|c| c.is_alphanumeric()).collect();
        let wanted: String =
            "(404); the hub may have moved it, see embed.hub".chars().filter(|c| c.is_alphanumeric()).collect();
        assert!(shown.contains(&wanted), "{}", screen(&person));
        person.keys("esc");
        assert_eq!(person.model.popup, None);
    }
}

#[test]
fn what_was_said_stays_the_newest_first_and_each_once() {
    let mut person = Person::with_words(120, 36);
    person.keys("!");
    assert_eq!(person.model.popup, None, "nothing was said: that is said");
    fails(&mut person, "one");
    person.keys("j");
    fails(&mut person, "two");
    fails(&mut person, "two");
    let said: Vec<&str> = person.model.message_rows(60).into_iter().map(|row| row.text).collect();
    assert_eq!(said, ["Words only: two", "Words only: one", "Nothing was said yet."]);
    for number in 0..80 {
        fails(&mut person, &format!("reason {number}"));
    }
    let rows = person.model.message_rows(60);
    assert_eq!((rows.len(), rows[0].text), (50, "Words only: reason 79"), "the oldest are forgotten");
    person.keys("! G");
    let window = screen(&person);
    assert!(window.contains("reason 30") && !window.contains("reason 29"), "{window}");
    person.keys("k");
    assert!(!screen(&person).contains("reason 30"), "one row up is one row up");
}
