//! A theme: one style a role and the glyphs that carry meaning. Built in from `themes/*.toml`.
//! Never decides what a role applies to; the panes do.

mod glyphs;
mod parse;
mod role;

use ratatui::style::Style;
use ratatui::text::Span;

pub use glyphs::Glyphs;
pub use parse::ThemeError;
pub use role::Role;

/// The themes that are built in: name and text.
const BUILT_IN: &[(&str, &str)] =
    &[("ansi", include_str!("../../themes/ansi.toml")), ("mono", include_str!("../../themes/mono.toml"))];

/// How everything looks.
#[derive(Clone, Debug)]
pub struct Theme {
    /// Its name.
    pub name: String,
    /// The glyphs.
    pub glyphs: Glyphs,
    styles: Vec<Style>,
}

impl Theme {
    /// The built-in theme with this name, drawn with ASCII only where `ascii` says so.
    ///
    /// # Errors
    /// When there is no such theme; the error names those that there are.
    pub fn named(name: &str, ascii: bool) -> Result<Self, ThemeError> {
        let Some((_, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) else {
            let known: Vec<_> = BUILT_IN.iter().map(|(known, _)| *known).collect();
            return Err(ThemeError(format!("ui.theme: there is no theme `{name}`; use one of {}", known.join(", "))));
        };
        Self::parse(name, text, ascii)
    }

    /// The names of all built-in themes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// Reads a theme from the text of a file like those in `themes/`.
    ///
    /// # Errors
    /// An unknown role, colour or attribute, with the line.
    pub fn parse(name: &str, text: &str, ascii: bool) -> Result<Self, ThemeError> {
        let styles = parse::styles(name, text)?;
        let glyphs = if ascii { Glyphs::ASCII } else { Glyphs::UNICODE };
        Ok(Self { name: name.to_owned(), glyphs, styles })
    }

    /// The style of a role.
    #[must_use]
    pub fn style(&self, role: Role) -> Style {
        self.styles.get(role as usize).copied().unwrap_or_default()
    }

    /// Text of ours in the style of a role.
    pub(super) fn span<'a>(&self, text: impl Into<std::borrow::Cow<'a, str>>, role: Role) -> Span<'a> {
        Span::styled(text, self.style(role))
    }

    /// The upright line of frames.
    pub(super) fn frame_edge(&self) -> &'static str {
        self.glyphs.frame.vertical_left
    }
}
