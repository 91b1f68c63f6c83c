//! Every pane at three sizes with the styles of its cells: what colour says must not change unseen.

use insta::assert_snapshot;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use seamscope::app::geometry::layout;
use seamscope::app::pane::Pane;

use super::{buffer, theme};
use crate::app::fixture::{Person, scar_trace};

/// The style of a cell in words; empty for ordinary text.
fn words(style: Style) -> String {
    let mut words = Vec::new();
    if let Some(colour) = style.fg.filter(|colour| *colour != Color::Reset) {
        words.push(format!("{colour}").to_lowercase());
    }
    if let Some(colour) = style.bg.filter(|colour| *colour != Color::Reset) {
        words.push(format!("on {colour}").to_lowercase());
    }
    let names = [
        (Modifier::BOLD, "bold"),
        (Modifier::ITALIC, "italic"),
        (Modifier::UNDERLINED, "underlined"),
        (Modifier::REVERSED, "reversed"),
    ];
    words.extend(names.iter().filter(|(is, _)| style.add_modifier.contains(*is)).map(|(_, name)| (*name).to_owned()));
    words.join(" ")
}

/// Each row of a part of the screen as runs of cells that look alike: `text` for ordinary ones, `[style|text]` for others.
fn runs(buffer: &Buffer, area: Rect) -> String {
    let mut lines = Vec::new();
    for y in area.y..area.bottom() {
        let mut runs: Vec<(String, String)> = Vec::new();
        let mut x = area.x;
        while x < area.right() {
            let cell = &buffer[(x, y)];
            let style =
                if cell.symbol() == " " && cell.bg == Color::Reset { String::new() } else { words(cell.style()) };
            match runs.last_mut() {
                Some((last, text)) if *last == style => text.push_str(cell.symbol()),
                // A blank has no colour of its own: it goes on with what stands before it.
                Some((_, text)) if cell.symbol() == " " && cell.bg == Color::Reset => text.push(' '),
                _ => runs.push((style, cell.symbol().to_owned())),
            }
            x += unicode_width::UnicodeWidthStr::width(cell.symbol()).max(1) as u16;
        }
        let written = runs.iter().map(|(style, text)| {
            let (text, rest) = text.split_at(text.trim_end().len());
            if style.is_empty() || text.is_empty() {
                format!("{text}{rest}")
            } else {
                format!("[{style}|{text}]{rest}")
            }
        });
        lines.push(written.collect::<String>().trim_end().to_owned());
    }
    lines.join("\n")
}

#[test]
fn every_pane_at_three_sizes_with_its_styles() {
    for (width, height) in [(200, 50), (120, 36), (80, 24)] {
        let mut person = Person::asked(width, height);
        person.gets(scar_trace());
        for (key, shown) in [("1", Pane::Documents), ("2", Pane::Source), ("3", Pane::Ranking), ("4", Pane::Seams)]
            .into_iter()
            .chain([("5", Pane::Expansions), ("6", Pane::Budget)])
        {
            person.keys(key);
            let area = layout(&person.model).slot(shown).expect("the pane is shown").area.inner();
            let area = Rect::new(area.x, area.y, area.width, area.height);
            let drawn = runs(&buffer(&person, &theme("ansi", false)), area);
            assert_snapshot!(format!("styled_{}_{width}x{height}", shown.title().to_lowercase()), drawn);
        }
    }
}
