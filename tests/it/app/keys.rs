//! The keymap is a table that contradicts itself nowhere, and no key leads to a place without a way back.

use std::collections::BTreeSet;

use proptest::prelude::*;
use seamscope::app::Message;
use seamscope::app::action::ACTIONS;
use seamscope::app::geometry::Size;
use seamscope::app::key::{Code, Key};
use seamscope::app::keymap::Keymap;
use seamscope::app::message::{Click, Mouse};

use super::fixture::{Person, scar_trace, trace};

#[test]
fn no_sequence_means_two_things_or_hides_another() {
    let keymap = Keymap::default();
    let mut seen = BTreeSet::new();
    for binding in keymap.bindings() {
        assert!(!binding.keys.is_empty(), "{binding:?}");
        assert!(seen.insert((binding.context, binding.keys.clone())), "{binding:?} is there twice");
        let hidden = keymap.bindings().iter().find(|other| {
            other.context == binding.context && other.keys != binding.keys && other.keys.starts_with(&binding.keys)
        });
        assert!(hidden.is_none(), "{binding:?} hides {hidden:?}");
    }
}

#[test]
fn every_action_has_one_name_and_a_key_somewhere() {
    let keymap = Keymap::default();
    let mut names = BTreeSet::new();
    for (action, name, about, hint) in ACTIONS {
        assert!(names.insert(name), "{name} twice");
        assert!(!about.is_empty() && !hint.is_empty());
        assert!(keymap.bindings().iter().any(|binding| binding.action == *action), "{name} has no key");
    }
    for binding in keymap.bindings() {
        assert!(ACTIONS.iter().any(|(action, ..)| *action == binding.action), "{binding:?} is in no help");
    }
}

#[test]
fn no_letter_fires_while_a_question_is_written() {
    for binding in Keymap::default().bindings().iter().filter(|binding| binding.context.types()) {
        assert!(binding.keys.iter().all(|key| key.typed().is_none()), "{binding:?}");
    }
}

#[test]
fn keys_are_spelled_as_they_are_read() {
    for name in ["q", "ctrl-d", "shift-left", "shift-tab", "f1", "f12", "pagedown", "space", "-", "[", "alt-ctrl-x"] {
        assert!(Key::parse(name).is_some(), "{name}");
    }
    for name in ["", "hyper-x", "f0", "f99", "ctrl-", "qq", "<>", "C-"] {
        assert_eq!(Key::parse(name), None, "{name}");
    }
    for (written, same) in [
        ("C-d", "ctrl-d"),
        ("<C-d>", "ctrl-d"),
        ("ctrl+d", "ctrl-d"),
        ("M-x", "alt-x"),
        ("shift-a", "A"),
        ("S-Tab", "shift-tab"),
        ("Escape", "esc"),
        ("del", "delete"),
        ("F5", "f5"),
        ("ctrl-]", "ctrl-5"),
        ("ctrl-@", "ctrl-space"),
        ("ctrl-+", "ctrl-+"),
    ] {
        assert_eq!(Key::parse(written), Key::parse(same), "{written}");
        assert!(Key::parse(same).is_some(), "{same}");
    }
    assert_eq!(Key::parse("ctrl-d").map(|key| key.to_string()).as_deref(), Some("Ctrl-d"));
    assert_eq!(Key::parse("left").map(|key| key.to_string()).as_deref(), Some("←"));
}

#[test]
fn every_key_of_the_table_is_read_back_as_it_is_shown_and_is_sent_by_terminals() {
    for binding in Keymap::default().bindings() {
        for key in &binding.keys {
            assert_eq!(Key::parse(&key.to_string()), Some(*key), "{key}");
            assert_eq!(Key::parse(&key.written()), Some(*key), "{key}");
            assert_eq!(key.never(), None, "{key}");
        }
    }
}

/// Anything that a terminal may send.
fn message() -> impl Strategy<Value = Message> {
    let code = prop_oneof![
        6 => prop::sample::select("ijkhlgGzwcxrRuUPbBeEmMHL[]<>,.-=+0123456$?n :;TSv/".chars().collect::<Vec<_>>()).prop_map(Code::Char),
        1 => any::<char>().prop_map(Code::Char),
        3 => prop::sample::select(vec![
            Code::Enter, Code::Esc, Code::Tab, Code::BackTab, Code::Up, Code::Down, Code::Left, Code::Right,
            Code::Home, Code::End, Code::PageUp, Code::PageDown, Code::Backspace, Code::Delete, Code::F(1),
        ]),
    ];
    let code = prop_oneof![9 => code, 1 => prop::sample::select(vec!['t', 'w', 'r', 'p', 'n']).prop_map(Code::Char)];
    let key = (code, prop::bool::weighted(0.1), prop::bool::weighted(0.05), prop::bool::weighted(0.05))
        .prop_map(|(code, ctrl, alt, shift)| Message::Key(Key { code, ctrl, alt, shift }));
    let what = prop::sample::select(vec![Click::Press, Click::Drag, Click::Release, Click::WheelUp, Click::WheelDown]);
    let mouse = (0..210u16, 0..60u16, what).prop_map(|(x, y, what)| Message::Mouse(Mouse { x, y, what }));
    let size = (1..210u16, 1..60u16).prop_map(|(width, height)| Message::Resize(Size { width, height }));
    let looks = any::<bool>().prop_map(Message::Looks);
    prop_oneof![12 => key, 3 => mouse, 1 => size, 1 => "\\PC{0,12}".prop_map(Message::Paste), 1 => looks]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_pressed_the_screen_can_be_drawn_and_left(
        messages in prop::collection::vec(message(), 1..60),
        answers in any::<bool>(),
    ) {
        let mut person = Person::asked(120, 36);
        let theme = seamscope::ui::Theme::named("ansi", false).expect("a theme");
        for (at, message) in messages.into_iter().enumerate() {
            person.does(message);
            if answers && at % 7 == 3 {
                let trace = if at % 2 == 0 { scar_trace() } else { trace(person.model.params.fire.margin) };
                person.gets(trace);
            }
            if at % 3 > 0 {
                continue;
            }
            let Size { width, height } = person.model.size;
            let area = ratatui::layout::Rect::new(0, 0, width, height);
            let mut buffer = ratatui::buffer::Buffer::empty(area);
            seamscope::ui::draw(&person.model, &theme, area, &mut buffer);
        }
        person.keys("esc esc esc esc esc");
        prop_assert!(person.model.popup.is_none() && !person.model.question.typing && !person.model.zoomed);
        person.wants();
        person.keys("q");
        let leaves = person.wants().iter().any(|effect| matches!(effect, seamscope::app::Effect::Quit));
        prop_assert!(leaves);
    }
}
