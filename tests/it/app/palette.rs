//! Lists that are searched, counts, themes, the mouse and the editor: what a person can say without its own key.

use seamscope::app::action::ACTIONS;
use seamscope::app::geometry::layout;
use seamscope::app::message::Effect;
use seamscope::app::pane::Pane;
use seamscope::app::picker::{Choice, Pick};
use seamscope::app::popup::Popup;
use seamscope::app::{Message, Report};
use seamscope::retrieve::params::Preset;

use super::fixture::{Person, QUESTION};

fn first(person: &Person) -> String {
    person.model.picker.item(0).map(|item| item.name.clone()).unwrap_or_default()
}

#[test]
fn every_action_is_in_the_palette_and_found_by_its_own_name() {
    let mut person = Person::asked(120, 36);
    for (_, name, ..) in ACTIONS.iter().filter(|entry| entry.1 != "commands") {
        person.keys(":");
        person.types(name);
        assert_eq!(first(&person), *name);
        person.keys("esc");
    }
}

#[test]
fn letters_search_and_enter_does_what_is_under_the_cursor() {
    let mut person = Person::asked(120, 36);
    person.keys(":");
    assert_eq!(person.model.popup, Some(Popup::Pick));
    person.types("zom");
    assert_eq!(first(&person), "zoom");
    person.keys("enter");
    assert!(person.model.zoomed && person.model.popup.is_none());
    person.keys(":");
    person.types("zoom zebra");
    assert!(person.model.picker.shown.is_empty(), "words must all be there");
    person.keys("ctrl-u");
    person.types("pre scar");
    person.keys("tab");
    assert_eq!(person.model.picker.input.value(), "preset scar", "tab completes");
    person.keys("enter");
    assert_eq!(person.model.preset, Preset::Scar);
    person.keys(":");
    person.types("nothing like this");
    person.keys("enter");
    assert_eq!(person.model.popup, Some(Popup::Pick), "nothing is chosen where nothing is");
    person.keys("esc");
    assert_eq!(person.model.popup, None);
}

#[test]
fn pasted_text_searches_too() {
    let mut person = Person::asked(120, 36);
    person.keys(":");
    person.does(Message::Paste("reload-theme\n".into()));
    assert_eq!(first(&person), "reload-theme");
    assert!(!person.model.question.typing);
}

#[test]
fn a_number_goes_to_a_row_or_a_line() {
    let mut person = Person::asked(120, 36);
    person.keys(": 5 enter");
    assert_eq!(person.model.ranking.cursor, 4);
    person.keys("2 : 3 enter");
    let text = &person.model.document().expect("open").text;
    let third = text.match_indices('\n').nth(1).map(|(at, _)| at + 1);
    assert_eq!(Some(person.model.source.cursor), third);
}

#[test]
fn counts_do_the_next_thing_so_many_times() {
    let mut person = Person::asked(120, 36);
    person.keys("g g alt-3 j");
    assert_eq!(person.model.ranking.cursor, 3);
    person.keys("; 2 k");
    assert_eq!(person.model.ranking.cursor, 1);
    person.keys("alt-4 G");
    assert_eq!(person.model.ranking.cursor, 3);
    person.keys("; 1 2 0 0 0 0 j k");
    assert_eq!(person.model.ranking.cursor, person.model.rows_in(Pane::Ranking) - 2, "past the end is the end");
    person.wants();
    person.keys("alt-5 ]");
    assert_eq!(person.asks().map(|(_, params)| params.fire.margin), Some(8));
    person.keys("alt-2 esc j");
    assert_eq!(person.model.count, None, "a count is forgotten");
    assert_eq!(person.model.focus(), Pane::Ranking, "digits of a count focus no pane");
    person.keys("2");
    assert_eq!(person.model.focus(), Pane::Source);
}

#[test]
fn themes_are_shown_while_one_is_chosen_and_taken_back() {
    let mut person = Person::asked(120, 36);
    person.model.start.themes = ["ansi", "night", "paper"].map(str::to_owned).to_vec();
    person.wants();
    let shown = |person: &mut Person| {
        person.wants().into_iter().rev().find_map(|effect| match effect {
            Effect::Theme(name) => Some(name),
            _ => None,
        })
    };
    person.keys("ctrl-t");
    assert_eq!(shown(&mut person), None, "the cursor stands on the theme that is there");
    person.keys("down");
    assert_eq!(shown(&mut person).as_deref(), Some("night"));
    person.keys("esc");
    assert_eq!(shown(&mut person).as_deref(), Some("ansi"));
    person.keys("ctrl-t");
    person.types("pap");
    person.keys("enter");
    assert_eq!((shown(&mut person).as_deref(), person.model.theme.as_str()), (Some("paper"), "paper"));
    person.keys("alt-t");
    assert_eq!(shown(&mut person).as_deref(), Some("paper"), "its file is read again");
}

#[test]
fn earlier_questions_are_searched_and_put_into_the_line() {
    let mut person = Person::asked(120, 36);
    person.keys("i ctrl-r");
    assert_eq!(person.model.picker.pick, Pick::Questions);
    assert_eq!(person.model.picker.item(0).map(|item| item.choice.clone()), Some(Choice::Question(QUESTION.into())));
    person.types("strongly");
    person.keys("enter");
    assert!(person.model.question.typing);
    assert_eq!(person.model.question.input.value(), "what must be strongly consistent?");
}

#[test]
fn a_question_that_was_chosen_is_changed_and_one_that_was_asked_is_replaced() {
    let mut person = Person::asked(120, 36);
    person.keys("i ctrl-r");
    person.types("strongly");
    person.keys("enter");
    person.types("?");
    assert_eq!(person.model.question.input.value(), "what must be strongly consistent??");
    let mut person = Person::asked(120, 36);
    let query = layout(&person.model).query.expect("a query line");
    person.clicks(query.x + 4, query.y);
    person.types("x");
    assert_eq!(person.model.question.input.value(), "x", "a click opens the line as its key does");
}

#[test]
fn the_palette_of_a_selection_shows_the_keys_of_the_main_screen_too() {
    let mut person = Person::asked(120, 36);
    person.keys("2 g g V :");
    person.types("presets");
    let keys = person.model.picker.item(0).map(|item| item.keys.clone());
    assert_eq!(keys.as_deref(), Some("P"));
}

#[test]
fn the_mouse_is_left_to_the_terminal_and_taken_back() {
    let mut person = Person::asked(120, 36);
    person.wants();
    person.keys("alt-m");
    assert!(matches!(person.wants().as_slice(), [Effect::Mouse(false)]));
    assert!(!person.model.mouse);
    person.keys("alt-m");
    assert!(matches!(person.wants().as_slice(), [Effect::Mouse(true)]));
    let said = person.model.notice.clone().map(|notice| notice.text).unwrap_or_default();
    assert!(said.contains("Shift-drag"), "{said}");
}

#[test]
fn the_editor_is_opened_where_the_cursor_is_and_the_folder_is_read_again_after_it() {
    let mut person = Person::asked(120, 36);
    person.keys("2 g g j j");
    person.wants();
    person.keys("e");
    let effects = person.wants();
    let Some(Effect::Edit { path, line }) = effects.iter().find(|effect| matches!(effect, Effect::Edit { .. })) else {
        panic!("{effects:?}");
    };
    let text = &person.model.document().expect("open").text;
    let before = text[..person.model.source.cursor].matches('\n').count();
    assert_eq!((path.as_str(), *line), ("design/order-service.md", before + 1));
    person.does(Message::Edited);
    assert!(matches!(person.wants().first(), Some(Effect::Build { .. })));
}

#[test]
fn a_list_is_clicked_and_left_by_a_click_beside_it() {
    let mut person = Person::asked(120, 36);
    person.keys(":");
    let window = layout(&person.model).popup.inner();
    person.clicks(window.x + 4, window.y + 3);
    assert_eq!(person.model.popup_list.cursor, 2, "the line of the search is no row");
    person.clicks(0, 0);
    assert_eq!(person.model.popup, None);
}

#[test]
fn what_the_edge_says_is_shown() {
    let mut person = Person::asked(120, 36);
    let notice = seamscope::app::model::Notice { text: "Copied 3 characters.".into(), bad: false };
    person.hears(Report::Said(notice.clone()));
    assert_eq!(person.model.notice, Some(notice));
}
