//! The picture: whole screens at every designed size, panes and windows.

#[path = "screens/lists.rs"]
mod lists;
#[path = "screens/panes.rs"]
mod panes;
#[path = "screens/safe.rs"]
mod safe;
#[path = "screens/shares.rs"]
mod shares;

use insta::assert_snapshot;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use seamscope::app::geometry::{Size, layout};
use seamscope::app::pane::Pane;
use seamscope::app::{Message, Report};
use seamscope::retrieve::pipeline::build::{Counts, Step};
use seamscope::ui::{Theme, draw};

use crate::app::compare::comparing;
use crate::app::fixture::{Person, document, progress, replaced, scar_trace, trace};
use crate::app::states::{listed, mixed, steps};
use crate::app::trial::{calibrated, evaluated};

fn theme(name: &str, ascii: bool) -> Theme {
    Theme::named(name, ascii).expect("a built-in theme")
}

fn buffer(person: &Person, theme: &Theme) -> Buffer {
    let Size { width, height } = person.model.size;
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    draw(&person.model, theme, area, &mut buffer);
    buffer
}

/// The screen as text, a line a row.
pub(crate) fn screen(person: &Person) -> String {
    text(&buffer(person, &theme("ansi", false)))
}

fn text(buffer: &Buffer) -> String {
    let mut lines = Vec::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            x += unicode_width::UnicodeWidthStr::width(symbol).max(1) as u16;
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

/// The lines of one pane of the screen.
fn pane(person: &Person, pane: Pane) -> String {
    let area = layout(&person.model).slot(pane).expect("the pane is shown").area;
    let drawn = buffer(person, &theme("ansi", false));
    let mut part = Buffer::empty(Rect::new(0, 0, area.width, area.height));
    for y in 0..area.height {
        for x in 0..area.width {
            part[(x, y)] = drawn[(area.x + x, area.y + y)].clone();
        }
    }
    text(&part)
}

#[test]
fn the_answered_question_at_every_designed_size() {
    for (width, height) in [(200, 50), (120, 36), (80, 24), (40, 12)] {
        let person = Person::asked(width, height);
        assert_snapshot!(format!("answered_{width}x{height}"), screen(&person));
    }
}

#[test]
fn the_first_sight_before_and_while_the_folder_is_read() {
    let mut person = Person::arrives(120, 36);
    assert_snapshot!("arrived", screen(&person));
    steps(&mut person, vec![listed(&["design/order-service.md", "noise.bin", "note.txt"]), Step::Reading { file: 0 }]);
    steps(&mut person, vec![Step::LeftOut { file: 1, reason: "binary".into() }]);
    person.keys("1");
    assert_snapshot!("listed", pane(&person, Pane::Documents));
    let request = person.model.build.request;
    person = Person::with_words(120, 36);
    person.hears(progress(person.model.build.request, 12, 46));
    assert_snapshot!("embedding", screen(&person));
    assert_ne!(request, 0);
}

#[test]
fn documents_in_every_state_at_every_width() {
    for (width, height) in [(200, 50), (120, 36), (80, 24), (40, 12)] {
        let mut person = mixed(width, height);
        assert_snapshot!(format!("states_{width}x{height}"), pane(&person, Pane::Documents));
        if width == 80 {
            person.keys("F");
            assert_snapshot!("states_only_stale", pane(&person, Pane::Documents));
        }
    }
}

#[test]
fn every_pane_in_the_one_column_layout() {
    let mut person = Person::asked(80, 24);
    for (key, shown) in [("1", Pane::Documents), ("2", Pane::Source), ("3", Pane::Ranking), ("4", Pane::Seams)] {
        person.keys(key);
        assert_snapshot!(format!("pane_{}", shown.title().to_lowercase()), pane(&person, shown));
    }
    person.gets(scar_trace());
    for (key, shown) in [("5", Pane::Expansions), ("6", Pane::Budget)] {
        person.keys(key);
        assert_snapshot!(format!("pane_{}", shown.title().to_lowercase()), pane(&person, shown));
    }
}

#[test]
fn a_warning_leaves_the_subtitle_beside_it_whole_or_out() {
    let mut person = Person::asked(80, 24);
    let told = seamscope::retrieve::trace::Note::NoDense;
    person.gets(seamscope::retrieve::trace::Trace { notes: vec![told], ..trace(3) });
    person.keys("3");
    let shown = pane(&person, Pane::Ranking);
    let border = shown.lines().last().expect("a border");
    assert!(
        border.contains(" no vectors: only words were searched ") && border.contains(" 4 lists, RRF k 60"),
        "{border}"
    );
}

#[test]
fn the_source_shows_cut_window_and_question_words() {
    let mut person = Person::asked(120, 36);
    person.keys("4 g g 2 z");
    assert_snapshot!("source_at_the_fired_seam", screen(&person));
}

#[test]
fn a_step_in_the_middle_of_the_story() {
    let mut person = Person::asked(120, 36);
    person.keys("0 right right right");
    assert_snapshot!("step_fire_test", screen(&person));
    person.keys("right right");
    assert_snapshot!("step_fill", screen(&person));
}

#[test]
fn a_turned_margin_marks_what_moved() {
    let mut person = Person::asked(120, 36);
    person.keys("]");
    person.gets(trace(4));
    assert_snapshot!("margin_turned", screen(&person));
}

#[test]
fn the_screen_that_picks_the_margin_at_every_designed_size() {
    for (width, height) in [(200, 50), (120, 36), (80, 24), (40, 12)] {
        assert_snapshot!(format!("calibrate_{width}x{height}"), screen(&calibrated(width, height)));
    }
    let mut person = Person::ready(120, 36);
    person.keys("C");
    assert_snapshot!("calibrate_before", screen(&person));
}

#[test]
fn the_lab_at_every_designed_size() {
    for (width, height) in [(200, 50), (120, 36), (80, 24), (40, 12)] {
        assert_snapshot!(format!("lab_{width}x{height}"), screen(&evaluated(width, height)));
    }
}

#[test]
fn windows_over_the_screen() {
    let mut person = Person::asked(120, 36);
    let request = person.model.requests.ask;
    person.hears(Report::Replaced { request, replaced: vec![replaced(7, &[8], &[15])] });
    assert_snapshot!("replaced", pane(&person, Pane::Budget));
    person.keys("enter");
    assert_snapshot!("why_seam", screen(&person));
    person.keys("esc P");
    assert_snapshot!("presets", screen(&person));
    person.keys("esc E");
    person.hears(Report::Shelf(vec![("all-MiniLM-L6-v2", 90_800_000)]));
    assert_snapshot!("embedders", screen(&person));
    person.keys("esc ?");
    assert_snapshot!("help", screen(&person));
}

#[test]
fn the_screen_of_cuts_at_every_designed_size() {
    for (width, height) in [(200, 50), (120, 36), (80, 24), (40, 12)] {
        let mut person = Person::ready(width, height);
        let request = person.model.build.request;
        let sizes = person.model.corpus.chunks.iter().map(|chunk| chunk.tokens).collect();
        person.hears(Report::Sizes { request, sizes });
        person.keys("c");
        assert_snapshot!(format!("cuts_{width}x{height}"), screen(&person));
    }
}

#[test]
fn the_screen_that_compares_at_every_designed_size() {
    for (width, height) in [(200, 50), (120, 36), (80, 24), (40, 12)] {
        let mut person = comparing(width, height);
        for (key, view) in [("1 N", "cuts"), ("2", "ranking"), ("3", "context")] {
            person.keys(key);
            assert_snapshot!(format!("compare_{view}_{width}x{height}"), screen(&person));
        }
    }
    let mut person = Person::asked(120, 36);
    person.keys("v");
    assert_snapshot!("compare_with", screen(&person));
}

#[test]
fn selected_rows_evidence_and_what_holds_them() {
    let mut person = Person::asked(120, 36);
    person.keys("4 g g 2");
    let span = person.model.corpus.chunk(seamscope::retrieve::trace::ChunkId(8)).span;
    let stretch = seamscope::lab::places::Places::new(&person.model.corpus).stretch(0, span);
    let evidence = vec![seamscope::lab::questions::Evidence { document: 0, span, stretch }];
    let text = person.model.question.asked.clone().expect("asked");
    let question = seamscope::lab::questions::Question { id: "one".into(), text, kind: None, evidence };
    let request = person.model.build.request;
    person.hears(Report::Questions { request, questions: std::sync::Arc::new(vec![question]) });
    person.keys("k k V j j j");
    assert_snapshot!("selected", screen(&person));
    person.keys("enter");
    assert_snapshot!("what_holds_this", screen(&person));
}

#[test]
fn a_picture_of_the_screen_holds_its_text_and_no_markup_of_it() {
    let mut corpus = seamscope::retrieve::trace::Corpus::default();
    document(
        &mut corpus,
        "a.md",
        &[format!("# {}\n\n", safe::NASTY), "日本語 & <script>alert(1)</script>\n".to_owned()],
    );
    let mut person = Person::arrives(100, 24);
    let request = person.model.build.request;
    let corpus = std::sync::Arc::new(corpus);
    person.hears(Report::Words { request, corpus, counts: Counts::default(), notices: Vec::new() });
    let svg = seamscope::ui::svg::svg(&buffer(&person, &theme("ansi", false)));
    assert!(svg.starts_with("<svg xmlns") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && svg.contains("&amp;"), "{svg}");
    assert!(!svg.contains("<script>"));
    assert!(svg.chars().all(|c| c == '\n' || !c.is_control()));
    let opened = svg.matches("<text ").count();
    assert_eq!(opened, svg.matches("</text>").count());
    assert!(opened > 20);
}

#[test]
fn a_question_is_being_written() {
    let mut person = Person::ready(80, 24);
    person.keys("i");
    assert_snapshot!("writing_suggestion", screen(&person).lines().take(3).collect::<Vec<_>>().join("\n"));
    person.types(
        "wörter 日本語 and a question that is far longer than the line on which it is written, so that it scrolls",
    );
    let line = screen(&person).lines().nth(1).unwrap_or_default().to_owned();
    assert!(line.ends_with("so that it scrolls"), "{line}");
    let size = Rect::new(0, 0, 80, 24);
    let cursor = draw(&person.model, &theme("ansi", false), size, &mut Buffer::empty(size)).expect("a text cursor");
    assert_eq!(usize::from(cursor.0), unicode_width::UnicodeWidthStr::width(line.as_str()));
}

#[test]
fn below_the_smallest_size_one_sentence_says_so() {
    let person = Person::asked(39, 12);
    assert_snapshot!("too_small", screen(&person));
}

#[test]
fn nothing_panics_from_one_cell_to_the_largest_screen() {
    let mut person = Person::asked(120, 36);
    let theme = theme("ansi", false);
    let widths = [1, 2, 3, 5, 8, 20, 39, 40, 41, 47, 48, 52, 60, 79, 80, 103, 104, 120, 169, 170, 200, 500];
    for width in widths {
        for height in [1, 2, 3, 5, 11, 12, 13, 14, 15, 17, 18, 21, 22, 24, 29, 30, 34, 36, 38, 50, 200] {
            person.does(Message::Resize(Size { width, height }));
            for key in ["2", "4", "6", "?", "esc z", "z", "c", "t 9", "esc v", "esc"] {
                person.keys(key);
                buffer(&person, &theme);
            }
        }
    }
    // A frame of another size than the model knows, as in the middle of a resize.
    for (width, height) in [(1, 1), (30, 5), (300, 90)] {
        let area = Rect::new(0, 0, width, height);
        draw(&person.model, &theme, area, &mut Buffer::empty(area));
    }
}

#[test]
fn every_theme_draws_every_window() {
    for name in Theme::names() {
        for ascii in [false, true] {
            let theme = theme(name, ascii);
            let mut person = Person::asked(120, 36);
            for keys in ["1", "2", "esc 0 right", "? esc P esc enter", "esc i"] {
                person.keys(keys);
                buffer(&person, &theme);
            }
        }
    }
}

#[test]
fn without_colour_nothing_is_lost() {
    let person = Person::asked(120, 36);
    let drawn = buffer(&person, &theme("mono", false));
    let coloured = drawn.content.iter().find(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset);
    assert!(coloured.is_none(), "{coloured:?}");
    let ranking = pane(&person, Pane::Ranking);
    let row = |start: &str| ranking.lines().find(|line| line.contains(start)).unwrap_or_default().to_owned();
    assert!(row(" 7|8 ").contains("◆") && row(" 7|8 ").contains("fires"), "{ranking}");
    assert!(row(" 12|13 ").contains("◇") && row(" 12|13 ").contains("blocked by 12"), "{ranking}");
    assert!(row(" 20 ").contains("■") && row(" 20 ").contains("+ in"), "{ranking}");
    assert!(row(" 15 ").contains("– out"), "{ranking}");
    let source = pane(&person, Pane::Source);
    assert!(source.contains("━━ 7|8 ") && source.contains("╌╌"), "a fired cut is drawn with another line: {source}");
    let focus = drawn.content.iter().filter(|cell| cell.symbol() == "━" && cell.modifier.contains(Modifier::BOLD));
    assert!(focus.count() > 20, "the focus is a heavy frame");
}

/// What is drawn in another face than ordinary text: a letter a cell for bold, dim, italic, underline, reverse.
fn faces(buffer: &Buffer) -> String {
    let letters = [
        (Modifier::REVERSED, 'R'),
        (Modifier::UNDERLINED, 'U'),
        (Modifier::BOLD, 'B'),
        (Modifier::DIM, 'd'),
        (Modifier::ITALIC, 'i'),
    ];
    let letter = |cell: &ratatui::buffer::Cell| {
        letters.iter().find(|(face, _)| cell.modifier.contains(*face)).map_or(' ', |(_, letter)| *letter)
    };
    let rows = buffer.content.chunks(usize::from(buffer.area.width));
    rows.map(|row| row.iter().map(letter).collect::<String>().trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_picture_without_colour() {
    let mut person = Person::asked(120, 36);
    person.keys("4 g g");
    let drawn = buffer(&person, &theme("mono", false));
    assert_snapshot!("mono_120x36", format!("{}\n\n{}", text(&drawn), faces(&drawn)));
}

#[test]
fn a_theme_file_that_is_wrong_is_told_where() {
    let error = |text: &str| Theme::parse("mine", text, false).expect_err("it is wrong").to_string();
    let wrong = error("inherits = \"ansi\"\n[styles]\nborders = { fg = \"red\" }\n");
    assert_eq!(wrong, "theme mine, line 3: unknown role `borders`; did you mean `border`?");
    assert!(error("[styles]\n\ndim = { fg = \"redd\" }\n").starts_with("theme mine, line 3: dim: `redd` is no colour"));
    assert!(error("[styles]\ndim = { blink = true }\n").contains("unknown attribute `blink`"));
    assert!(error("[style]\n").contains("unknown key `style`"));
    assert!(error("inherits = \"nothing\"\n").contains("cannot inherit from `nothing`"));
    let near = error("inherits = \"nigth\"\n");
    assert!(near.contains("there is no theme `nigth`; did you mean `night`?"), "{near}");
    assert!(Theme::named("none", false).expect_err("unknown").to_string().contains("ansi"));
}
