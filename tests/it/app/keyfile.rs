//! A person's own keys: replaced, unbound, and every mistake with its line.

use seamscope::app::action::{ACTIONS, Action};
use seamscope::app::key::Key;
use seamscope::app::keymap::{Context, Found, Keymap};
use seamscope::app::pane::Pane;

use super::fixture::Person;

fn found(keymap: &Keymap, context: Context, keys: &str) -> Found {
    let keys: Vec<Key> = keys.split_whitespace().map(|name| Key::parse(name).expect("a key")).collect();
    keymap.find(context, &keys)
}

fn error(text: &str) -> String {
    Keymap::with_file(text, "keys.toml").expect_err(text).to_string()
}

#[test]
fn keys_of_a_line_replace_the_built_in_ones_and_none_unbinds() {
    let keymap = Keymap::with_file("[main]\nzoom = [\"F\", \"g z\"]\nstop = []\n", "keys.toml").expect("it is right");
    assert_eq!(found(&keymap, Context::Main, "F"), Found::Action(Action::Zoom));
    assert_eq!(found(&keymap, Context::Main, "g z"), Found::Action(Action::Zoom));
    assert_eq!(found(&keymap, Context::Main, "z"), Found::Nothing);
    assert_eq!(found(&keymap, Context::Main, "x"), Found::Nothing);
    assert_eq!(found(&keymap, Context::Main, "g g"), Found::Action(Action::Top), "other lines stay");
    assert_eq!(keymap.shown(Context::Main, Action::Zoom).as_deref(), Some("F"));
}

#[test]
fn every_action_can_be_bound_everywhere() {
    for context in Context::ALL {
        for (_, name, ..) in ACTIONS {
            let text = format!("[{}]\n{name} = \"ctrl-alt-f12\"\n", context.name());
            let right = Keymap::with_file(&text, "keys.toml");
            assert!(right.is_ok(), "{name} in {}: {right:?}", context.name());
        }
    }
}

#[test]
fn the_printed_keymap_reads_back_as_itself() {
    let mut printed: Vec<_> = Keymap::default().bindings().to_vec();
    let text = Keymap::default().to_file();
    let mut read = Keymap::with_file(&text, "keys.toml").expect("it is right").bindings().to_vec();
    let order = |binding: &seamscope::app::keymap::Binding| (binding.context, binding.action, binding.keys.clone());
    printed.sort_by_key(order);
    read.sort_by_key(order);
    assert_eq!(read, printed);
}

#[test]
fn mistakes_are_told_with_line_and_nearest_name() {
    let wrong = error("[main]\n\nzom = \"z\"\n");
    assert!(wrong.starts_with("keys.toml:3: unknown action `zom`; did you mean `zoom`?"), "{wrong}");
    let wrong = error("[mian]\n");
    assert!(wrong.starts_with("keys.toml:1: unknown table `mian`; did you mean [main]?"), "{wrong}");
    let wrong = error("[main]\nzoom = [\"z\",\n \"ctrl_z\"]\n");
    assert!(wrong.starts_with("keys.toml:3: `ctrl_z` is no key"), "{wrong}");
    assert!(error("[main]\nzoom = 3\n").starts_with("keys.toml:2: keys are a text"));
    assert!(error("[main]\nzoom = \"\"\n").contains("an empty text is no key"));
    assert!(error("[main\n").starts_with("keys.toml:1: "));
    assert!(error("main = 1\n").contains("must be a table"));
}

#[test]
fn keys_that_mean_two_things_are_told() {
    let wrong = error("[main]\nzoom = \"x\"\n");
    assert_eq!(
        wrong,
        "keys.toml:2: `x` of zoom is also the key of stop in main; give stop other keys, or none: stop = []"
    );
    let wrong = error("[main]\nreload = \"F\"\nzoom = \"F\"\n");
    assert!(wrong.starts_with("keys.toml:3: `F` of zoom is also the key of reload"), "{wrong}");
    let wrong = error("[main]\nzoom = \"g\"\n");
    assert!(wrong.contains("`g` of zoom and `g g` of top in main begin alike"), "{wrong}");
    let wrong = error("[main]\nzoom = \"x y\"\n");
    assert!(wrong.contains("`x y` of zoom and `x` of stop in main begin alike"), "{wrong}");
    let moved = Keymap::with_file("[main]\nzoom = \"x\"\nstop = \"z\"\n", "keys.toml").expect("they change places");
    assert_eq!(found(&moved, Context::Main, "z"), Found::Action(Action::Stop));
}

#[test]
fn letters_stay_text_and_every_place_keeps_a_way_out() {
    for context in Context::ALL.into_iter().filter(|context| context.types()) {
        let wrong = error(&format!("[{}]\nzoom = \"z\"\n", context.name()));
        assert!(wrong.starts_with("keys.toml:2: `z` is text in"), "{wrong}");
    }
    assert!(error("[main]\nquit = []\n").contains("no key is left for quit in main"));
    for (context, action) in [("query", "ask"), ("search", "find"), ("line", "accept"), ("list", "open")] {
        assert!(error(&format!("[{context}]\n{action} = []\n")).contains("no key is left for"), "{context}");
    }
    for context in ["main", "query", "search", "line", "list", "window"] {
        assert!(error(&format!("[{context}]\nclose = []\n")).contains("no key is left for close"), "{context}");
    }
}

#[test]
fn what_the_help_prints_can_be_written_and_what_no_terminal_sends_is_told() {
    let text = "[main]\nzoom = [\"F5\", \"gx\", \"Ctrl-w+\"]\ntaller = []\n";
    let keymap = Keymap::with_file(text, "keys.toml").expect("right");
    for keys in ["f5", "g x", "ctrl-w +"] {
        assert_eq!(found(&keymap, Context::Main, keys), Found::Action(Action::Zoom), "{keys}");
    }
    for (key, why) in [
        ("ctrl-i", "terminals send tab"),
        ("ctrl-m", "terminals send enter"),
        ("ctrl-[", "terminals send esc"),
        ("ctrl-shift-a", "the same without shift"),
        ("Ctrl-A", "the same without shift"),
        ("ctrl-1", "letters, space"),
        ("shift-1", "the character that shift makes"),
    ] {
        let wrong = error(&format!("[main]\nzoom = {key:?}\n"));
        assert!(wrong.contains("never comes") && wrong.contains(why), "{wrong}");
    }
}

#[test]
fn help_and_footer_follow_the_keymap() {
    let mut person = Person::asked(120, 36);
    person.model.keymap = Keymap::with_file("[main]\nzoom = \"F\"\nhelp = \"f5\"\n", "keys.toml").expect("right");
    person.keys("f5");
    let theme = seamscope::ui::Theme::named("ansi", true).expect("a theme");
    let area = ratatui::layout::Rect::new(0, 0, 120, 36);
    let mut buffer = ratatui::buffer::Buffer::empty(area);
    person.keys("G");
    seamscope::ui::draw(&person.model, &theme, area, &mut buffer);
    person.keys("esc F");
    assert!(person.model.zoomed);
    assert_eq!(person.model.focus(), Pane::Ranking);
    seamscope::ui::draw(&person.model, &theme, area, &mut buffer);
    let text: String = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    assert!(text.contains("F5 help"), "the footer names the key of the file: {text}");
}
