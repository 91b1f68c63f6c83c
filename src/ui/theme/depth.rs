//! Colours for terminals that do not take twenty-four bits.
//! Never touches the sixteen colours of the terminal's own palette.

use ratatui::style::{Color, Style};

/// The colours that a terminal takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// Twenty-four bits.
    #[default]
    True,
    /// The 256 of xterm.
    Indexed,
}

/// The style with the colours of a terminal of this depth: the nearest of the cube and of the greys.
pub(super) fn fitted(style: Style, depth: Depth) -> Style {
    let fit = |colour: Option<Color>| match colour {
        Some(Color::Rgb(red, green, blue)) if depth == Depth::Indexed => Some(nearest([red, green, blue])),
        colour => colour,
    };
    Style { fg: fit(style.fg), bg: fit(style.bg), ..style }
}

/// Levels of the 6 x 6 x 6 cube that begins at number 16.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

fn nearest(rgb: [u8; 3]) -> Color {
    let level = |value: u8| (0..6).min_by_key(|at| LEVELS[*at].abs_diff(value)).unwrap_or(0);
    let cube = rgb.map(level);
    // The 24 greys from number 232 on: 8, 18, ... 238.
    let mean = rgb.iter().map(|value| usize::from(*value)).sum::<usize>() / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23);
    let far = |other: [u8; 3]| -> usize { rgb.iter().zip(other).map(|(a, b)| usize::from(a.abs_diff(b)).pow(2)).sum() };
    let as_grey = [(8 + 10 * grey) as u8; 3];
    if far(as_grey) < far(cube.map(|at| LEVELS[at])) {
        Color::Indexed((232 + grey) as u8)
    } else {
        Color::Indexed((16 + 36 * cube[0] + 6 * cube[1] + cube[2]) as u8)
    }
}
