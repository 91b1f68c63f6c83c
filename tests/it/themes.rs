//! Themes: every file draws everything, inherits as it says, is readable, and keeps meanings apart.

use std::collections::BTreeMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use seamscope::ui::theme::{Depth, Look, Role, Shelf};
use seamscope::ui::{Theme, draw};

use crate::app::fixture::{Person, scar_trace};

/// Roles that draw lines and bars, not text: WCAG 1.4.11 asks 3 : 1 of those.
const GRAPHIC: &[Role] = &[
    Role::Border,
    Role::BorderFocus,
    Role::BandEven,
    Role::BandOdd,
    Role::BandIncluded,
    Role::BandExpanded,
    Role::Window,
    Role::Progress,
];

/// Relative luminance as WCAG 2.2 defines it.
fn luminance(colour: Color) -> f64 {
    let Color::Rgb(red, green, blue) = colour else { panic!("{colour} has no known luminance") };
    let linear = [red, green, blue].map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn true_colour() -> impl Iterator<Item = Theme> {
    let themes = Theme::names().map(|name| Theme::named(name, false).expect("built in"));
    themes.filter(|theme| matches!(theme.style(Role::Text).bg, Some(Color::Rgb(..))))
}

#[test]
fn text_of_the_true_colour_themes_has_the_contrast_of_wcag_aa() {
    let mut themes = 0;
    for theme in true_colour() {
        themes += 1;
        let text = theme.style(Role::Text);
        let (ink, ground) = (text.fg.expect("a colour"), text.bg.expect("a colour"));
        // What text may stand on: the ground, a seam window, the row under an idle cursor.
        let under = [Some(ground), theme.style(Role::WindowText).bg, theme.style(Role::CursorIdle).bg];
        for (role, name) in Role::ALL {
            let style = theme.style(*role);
            let fg = style.fg.unwrap_or(ink);
            let graphic = GRAPHIC.contains(role);
            let grounds: Vec<Color> = match style.bg {
                Some(own) => vec![own],
                None if graphic => vec![ground],
                None => under.iter().flatten().copied().collect(),
            };
            for bg in grounds {
                let (least, has) = (if graphic { 3.0 } else { 4.5 }, contrast(fg, bg));
                assert!(has >= least, "{} {name}: {has:.2} of {fg} on {bg}", theme.name);
            }
        }
    }
    assert_eq!(themes, 3);
}

/// Rows of a matrix and a column.
fn times(matrix: [[f64; 3]; 3], column: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(column).map(|(a, b)| a * b).sum())
}

/// From linear RGB to the answers of the long, middle and short cones, and back (Viénot, Brettel and Mollon, 1999).
const TO_CONES: [[f64; 3]; 3] =
    [[17.8824, 43.5161, 4.119_35], [3.455_65, 27.1554, 3.867_14], [0.029_956_6, 0.184_309, 1.467_09]];
const FROM_CONES: [[f64; 3]; 3] = [
    [0.080_944_4, -0.130_504, 0.116_721],
    [-0.010_248_5, 0.054_019_4, -0.113_615],
    [-0.000_365_294, -0.004_121_63, 0.693_513],
];

/// A colour as a reader sees it who lacks the cones for red or for green.
fn without(cone: &str, colour: Color) -> [f64; 3] {
    let Color::Rgb(red, green, blue) = colour else { panic!("{colour}") };
    let [long, middle, short] = times(TO_CONES, [red, green, blue].map(|value| (f64::from(value) / 255.0).powf(2.2)));
    let seen = match cone {
        "red" => [2.023_44 * middle - 2.525_81 * short, middle, short],
        _ => [long, 0.494_207 * long + 1.248_27 * short, short],
    };
    times(FROM_CONES, seen).map(|value| value.clamp(0.0, 1.0).powf(1.0 / 2.2))
}

#[test]
fn the_safe_theme_keeps_verdicts_apart_without_red_or_green_cones() {
    let theme = Theme::named("safe", false).expect("built in");
    let roles = [Role::Included, Role::Expanded, Role::Fired, Role::Bad, Role::Out];
    for cone in ["red", "green"] {
        for (at, a) in roles.iter().enumerate() {
            for b in &roles[at + 1..] {
                let (x, y) = (theme.style(*a).fg.expect("a colour"), theme.style(*b).fg.expect("a colour"));
                let apart: f64 = without(cone, x).iter().zip(without(cone, y)).map(|(x, y)| (x - y).powi(2)).sum();
                assert!(apart.sqrt() > 0.12, "without {cone}: {a:?} and {b:?} are {:.3} apart", apart.sqrt());
            }
        }
    }
}

#[test]
fn every_theme_draws_every_pane_and_window() {
    for name in Theme::names() {
        for ascii in [false, true] {
            let theme = Theme::named(name, ascii).expect("built in");
            for (width, height) in [(200, 50), (120, 36), (80, 24), (40, 12)] {
                let mut person = Person::asked(width, height);
                person.gets(scar_trace());
                let area = Rect::new(0, 0, width, height);
                let keys = [
                    "1",
                    "2",
                    "3",
                    "4",
                    "5",
                    "6",
                    "z",
                    "enter",
                    "esc ?",
                    "esc P",
                    "esc c",
                    "esc :",
                    "esc ctrl-t",
                    "esc i",
                ];
                for keys in keys {
                    person.keys(keys);
                    let mut buffer = Buffer::empty(area);
                    draw(&person.model, &theme, area, &mut buffer);
                    let drawn = buffer.content.iter().filter(|cell| cell.symbol() != " ").count();
                    assert!(drawn > 40, "{name} after {keys} at {width}x{height}");
                }
            }
        }
    }
}

#[test]
fn without_colour_chunk_cut_seam_fired_and_included_are_told_apart() {
    let theme = Theme::named("mono", false).expect("built in");
    for (role, name) in Role::ALL {
        let style = theme.style(*role);
        assert!(style.fg.is_none() && style.bg.is_none(), "{name} has a colour");
    }
    // Each is a glyph of its own, or the same glyph in another face.
    let g = &theme.glyphs;
    let faces = [
        ("chunk", g.chunk_out, Role::Out),
        ("included", g.chunk, Role::Included),
        ("cut", g.cut, Role::Cut),
        ("cut that breaks something", g.broken, Role::CutBroken),
        ("seam", g.seam, Role::Blocked),
        ("fired", g.fired, Role::Fired),
        ("fired cut", g.cut_fired, Role::Fired),
        ("taken", g.plus, Role::Included),
        ("not taken", g.minus, Role::Out),
    ];
    for (at, (a, glyph, role)) in faces.iter().enumerate() {
        for (b, other, theirs) in &faces[at + 1..] {
            let same = glyph == other && theme.style(*role) == theme.style(*theirs);
            assert!(!same, "{a} and {b} look alike");
        }
    }
    assert!(theme.style(Role::Cursor).add_modifier.contains(Modifier::REVERSED));
}

#[test]
fn a_theme_of_a_person_inherits_changes_a_palette_and_may_stand_before_a_built_in_one() {
    let own = |files: &[(&str, &str)]| {
        Shelf::with(
            files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect::<BTreeMap<_, _>>(),
        )
    };
    let look = Look::default();
    let shelf = own(&[
        ("dusk", "inherits = \"night\"\n[palette]\nteal = \"#123456\"\n"),
        ("mine", "inherits = \"dusk\"\n[styles]\nkey = { fg = \"red\" }\n"),
        ("ansi", "inherits = \"ansi\"\n[styles]\nname = { fg = \"red\" }\n"),
    ]);
    let mine = shelf.theme("mine", look).expect("right");
    assert_eq!(mine.style(Role::Name).fg, Some(Color::Rgb(0x12, 0x34, 0x56)), "the nearer palette counts");
    assert_eq!(mine.style(Role::Key).fg, Some(Color::Red));
    assert_eq!(mine.style(Role::Good), Theme::named("night", false).expect("built in").style(Role::Good));
    assert_eq!(shelf.theme("ansi", look).expect("right").style(Role::Name).fg, Some(Color::Red));
    assert_eq!(shelf.names().iter().filter(|name| *name == "ansi").count(), 1);
    assert!(shelf.names().contains(&"dusk".to_owned()));
    let around = own(&[("a", "inherits = \"b\"\n"), ("b", "inherits = \"a\"\n")]);
    let wrong = around.theme("a", look).expect_err("no end").to_string();
    assert!(wrong.contains("cannot inherit from `a`: b, a, b inherit from one another without end"), "{wrong}");
    let wrong = own(&[("a", "\n[palette]\nink = \"blu\"\n")]).theme("a", look).expect_err("wrong").to_string();
    assert_eq!(wrong, "theme a, line 3: ink: `blu` is no colour");
}

#[test]
fn a_terminal_without_twenty_four_bits_gets_the_nearest_of_its_256_colours() {
    let look = Look { depth: Depth::Indexed, ..Look::default() };
    for name in Theme::names() {
        let theme = Shelf::default().theme(name, look).expect("built in");
        for (role, key) in Role::ALL {
            let style = theme.style(*role);
            let wide = [style.fg, style.bg].into_iter().flatten().find(|colour| matches!(colour, Color::Rgb(..)));
            assert_eq!(wide, None, "{name} {key}");
        }
    }
    let shelf = Shelf::with(BTreeMap::from([(
        "a".to_owned(),
        "[styles]\nkey = { fg = \"#ff0000\", bg = \"#808080\" }\n".to_owned(),
    )]));
    let key = shelf.theme("a", look).expect("right").style(Role::Key);
    assert_eq!((key.fg, key.bg), (Some(Color::Indexed(196)), Some(Color::Indexed(244))));
}
