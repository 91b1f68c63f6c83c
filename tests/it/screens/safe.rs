//! What must never reach a terminal, whatever is read, asked or set, at any size.

use proptest::prelude::*;
use seamscope::app::geometry::{Size, layout};
use seamscope::app::pane::Pane;
use seamscope::app::{Message, Report};
use seamscope::retrieve::pipeline::build::Counts;
use seamscope::ui::Theme;

use super::{buffer, screen, text, theme};
use crate::app::fixture::{Person, document, scar_trace};

#[test]
fn in_ascii_mode_all_but_the_documents_is_ascii() {
    let theme = theme("ansi", true);
    for (width, height) in [(200, 50), (120, 36), (80, 24), (40, 12)] {
        let mut person = Person::asked(width, height);
        for keys in [
            "1",
            "2",
            "3",
            "4",
            "5",
            "6",
            "z",
            "]",
            "?",
            "esc P",
            "esc :",
            "esc S",
            "esc ctrl-t",
            "esc 3 enter",
            "esc c s",
            "t",
            "esc 0 right right",
            "i",
        ] {
            person.keys(keys);
            let shown = text(&buffer(&person, &theme));
            let foreign = shown.lines().find(|line| !line.is_ascii());
            assert_eq!(foreign, None, "after {keys} at {width}x{height}");
        }
        person.keys("esc esc");
        person.gets(scar_trace());
        assert!(text(&buffer(&person, &theme)).is_ascii());
    }
}

/// Texts that try to steer a terminal, wherever text may come from.
pub(super) const NASTY: &str =
    "\u{1b}[31mred\u{1b}]52;c;aGk=\u{7}\u{9b}2J\u{202e}txt.exe\u{2066}\u{0}\u{8}\u{7f}[bold]{}%s<b>";

#[test]
fn no_control_character_reaches_the_screen_from_anywhere() {
    let mut corpus = seamscope::retrieve::trace::Corpus::default();
    document(
        &mut corpus,
        &format!("dir{NASTY}/{NASTY}.md"),
        &[format!("# {NASTY}\n\n"), format!("{NASTY}\tand more\n")],
    );
    corpus.chunks[0].section = vec![NASTY.into()];
    corpus.skipped.push(seamscope::retrieve::trace::Skipped { path: NASTY.into(), reason: NASTY.into() });
    let mut person = Person::arrives(120, 36);
    person.model.start.folder = NASTY.into();
    let request = person.model.build.request;
    let corpus = std::sync::Arc::new(corpus);
    person.hears(Report::Words { request, corpus, counts: Counts::default(), notices: vec![NASTY.into()] });
    person.hears(Report::Suggestions(vec![NASTY.into()]));
    person.hears(Report::NoVectors { request, why: NASTY.into() });
    for keys in ["1 G enter", "2", "3", "i", "enter"] {
        person.keys(keys);
        let request = person.model.requests.ask;
        person.hears(Report::AskFailed { request, what: NASTY.into() });
        for name in Theme::names() {
            let drawn = buffer(&person, &theme(name, false));
            for cell in &drawn.content {
                let steers = cell.symbol().chars().find(|c| seamscope::retrieve::text::visible::glyph(*c).is_some());
                assert_eq!(steers, None, "after {keys}");
            }
        }
    }
    person.keys("2");
    let shown = screen(&person);
    assert!(shown.contains("␛[31mred") && shown.contains("<U+202E>txt.exe"), "shown as what it is:\n{shown}");
    assert!(shown.contains("[bold]{}%s<b>"), "markup is text:\n{shown}");
}

#[test]
fn a_wide_grapheme_at_the_edge_breaks_no_column() {
    let mut corpus = seamscope::retrieve::trace::Corpus::default();
    let line = "日本語テキスト👨‍👩‍👧🇩🇪é\u{301} ".repeat(40);
    document(&mut corpus, "a.md", &[format!("{line}\n"), line.clone()]);
    for width in 40..100 {
        let mut person = Person::arrives(width, 24);
        let request = person.model.build.request;
        let corpus = std::sync::Arc::new(corpus.clone());
        person.hears(Report::Words { request, corpus, counts: Counts::default(), notices: Vec::new() });
        let area = layout(&person.model).slot(Pane::Source).expect("shown").area;
        let drawn = buffer(&person, &theme("ansi", false));
        for y in area.y + 1..area.y + area.height - 1 {
            let edge = drawn[(area.x + area.width - 1, y)].symbol();
            assert!(["┃", "█"].contains(&edge), "the frame stands at {width} columns: {edge}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_size_can_be_drawn(
        sizes in prop::collection::vec((1..=500u16, 1..=200u16), 1..4),
        keys in prop::sample::select(vec!["1", "2", "3", "4", "5", "6", "z", "enter", "?", "P", "c", ":", "S", "ctrl-t", "i", "/"]),
    ) {
        let mut person = Person::asked(120, 36);
        person.keys(keys);
        for (width, height) in sizes {
            person.does(Message::Resize(Size { width, height }));
            person.keys("down");
            for name in ["ansi", "mono"] {
                buffer(&person, &theme(name, name == "mono"));
            }
        }
    }

    #[test]
    fn any_text_can_be_looked_at(pieces in prop::collection::vec("\\PC{0,200}", 2..4), width in 1..130u16, height in 1..40u16) {
        let mut corpus = seamscope::retrieve::trace::Corpus::default();
        let pieces: Vec<String> = pieces.into_iter().map(|piece| format!("{piece}.")).collect();
        document(&mut corpus, "any.txt", &pieces);
        let mut person = Person::arrives(width, height);
        let request = person.model.build.request;
        let corpus = std::sync::Arc::new(corpus);
        person.hears(Report::Words { request, corpus, counts: Counts::default(), notices: Vec::new() });
        for keys in ["G", "k k", "g g", "j", "] c", "ctrl-d"] {
            person.keys(keys);
            buffer(&person, &theme("ansi", false));
        }
    }
}
