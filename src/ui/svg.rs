//! A drawn screen as a picture: one text a row, every cell in its place.
//! Never draws a screen itself and never lets a text of a file become markup.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// Width and height of a cell, in pixels of the picture.
const CELL: (f32, f32) = (8.4, 18.0);

/// Colours of the sixteen names, and of what has none, on a dark ground.
const GROUND: &str = "#16181d";
const TEXT: &str = "#d7dae0";

/// A buffer as SVG.
#[must_use]
pub fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (f32::from(buffer.area.width), f32::from(buffer.area.height));
    let (width, height) = (columns * CELL.0, rows * CELL.1);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\">"
    );
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"{GROUND}\"/>");
    for y in 0..buffer.area.height {
        let row: Vec<&Cell> = (0..buffer.area.width).map(|x| &buffer[(buffer.area.x + x, buffer.area.y + y)]).collect();
        line(&row, y, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

/// How a cell looks.
#[derive(Clone, PartialEq)]
struct Look {
    front: String,
    back: Option<String>,
    weight: &'static str,
    slant: &'static str,
    line: &'static str,
}

impl Look {
    fn of(cell: &Cell) -> Self {
        let has = |modifier| cell.modifier.contains(modifier);
        let (mut front, mut back) = (colour(cell.fg), colour(cell.bg));
        if has(Modifier::REVERSED) {
            (front, back) = (Some(back.unwrap_or_else(|| GROUND.into())), Some(front.unwrap_or_else(|| TEXT.into())));
        }
        let front = front.unwrap_or_else(|| TEXT.into());
        let front = if has(Modifier::DIM) { "#7f848e".into() } else { front };
        Self {
            front,
            back,
            weight: if has(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" },
            slant: if has(Modifier::ITALIC) { " font-style=\"italic\"" } else { "" },
            line: match (has(Modifier::UNDERLINED), has(Modifier::CROSSED_OUT)) {
                (true, _) => " text-decoration=\"underline\"",
                (false, true) => " text-decoration=\"line-through\"",
                (false, false) => "",
            },
        }
    }
}

/// One row: grounds first, then runs of cells that look alike, each stretched to its columns.
fn line(row: &[&Cell], y: u16, out: &mut String) {
    let top = f32::from(y) * CELL.1;
    let mut x = 0;
    let mut runs: Vec<(usize, usize, Look, String)> = Vec::new();
    while x < row.len() {
        let cell = row[x];
        let wide = unicode_width::UnicodeWidthStr::width(cell.symbol()).max(1);
        let look = Look::of(cell);
        match runs.last_mut() {
            // A wide grapheme is a run of its own, so that no font can move what follows it.
            Some((from, columns, last, text))
                if *last == look
                    && wide == 1
                    && *from + *columns == x
                    && text.is_ascii() == cell.symbol().is_ascii() =>
            {
                *columns += 1;
                text.push_str(cell.symbol());
            }
            _ => runs.push((x, wide, look, cell.symbol().to_owned())),
        }
        x += wide;
    }
    for (from, columns, look, _) in &runs {
        if let Some(back) = &look.back {
            let (left, width) = (*from as f32 * CELL.0, *columns as f32 * CELL.0);
            let _ = writeln!(
                out,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{}\" fill=\"{back}\"/>",
                CELL.1
            );
        }
    }
    for (from, columns, look, text) in &runs {
        let shown = text.trim_end();
        if shown.is_empty() {
            continue;
        }
        let columns = columns - (text.len() - shown.len()).min(columns - 1);
        let (left, width) = (*from as f32 * CELL.0, columns as f32 * CELL.0);
        let Look { front, weight, slant, line, .. } = look;
        let base = top + 13.5;
        let _ = write!(
            out,
            "<text x=\"{left:.1}\" y=\"{base:.1}\" textLength=\"{width:.1}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" fill=\"{front}\"{weight}{slant}{line}>"
        );
        escape(shown, out);
        out.push_str("</text>\n");
    }
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}

/// A colour in hexadecimal; `None` for the terminal's own.
fn colour(colour: Color) -> Option<String> {
    let named = match colour {
        Color::Reset => return None,
        Color::Black => "#16181d",
        Color::Red => "#e06c75",
        Color::Green => "#98c379",
        Color::Yellow => "#e5c07b",
        Color::Blue => "#61afef",
        Color::Magenta => "#c678dd",
        Color::Cyan => "#56b6c2",
        Color::Gray => "#abb2bf",
        Color::DarkGray => "#7f848e",
        Color::LightRed => "#ff7b86",
        Color::LightGreen => "#b5e890",
        Color::LightYellow => "#ffd68a",
        Color::LightBlue => "#8cc8ff",
        Color::LightMagenta => "#e0a3f0",
        Color::LightCyan => "#7fdbe6",
        Color::White => "#ffffff",
        Color::Rgb(red, green, blue) => return Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Color::Indexed(number) => return Some(indexed(number)),
    };
    Some(named.to_owned())
}

/// Colours 16 to 255 of terminals: a cube of 6 x 6 x 6 and 24 greys; the first sixteen by name.
fn indexed(number: u8) -> String {
    const NAMED: [Color; 16] = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    match number {
        0..16 => colour(NAMED[usize::from(number)]).unwrap_or_default(),
        16..232 => {
            let at = number - 16;
            let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
            let (red, green, blue) = (level(at / 36), level(at / 6 % 6), level(at % 6));
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        232..=255 => {
            let grey = 8 + 10 * (number - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}
