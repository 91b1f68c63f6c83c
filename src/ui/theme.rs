//! A theme: one style a role and the glyphs that carry meaning, from `themes/*.toml` or a person's own files.
//! Never decides what a role applies to; the panes do.

mod depth;
mod glyphs;
mod parse;
mod role;

use std::collections::BTreeMap;

use ratatui::style::Style;
use ratatui::text::Span;

pub use depth::Depth;
pub use glyphs::Glyphs;
pub use parse::ThemeError;
pub use role::Role;

/// The themes that are built in: name and text.
const BUILT_IN: &[(&str, &str)] = &[
    ("ansi", include_str!("../../themes/ansi.toml")),
    ("ansi-light", include_str!("../../themes/ansi-light.toml")),
    ("night", include_str!("../../themes/night.toml")),
    ("paper", include_str!("../../themes/paper.toml")),
    ("safe", include_str!("../../themes/safe.toml")),
    ("mono", include_str!("../../themes/mono.toml")),
];

fn built_in(name: &str) -> Option<&'static str> {
    BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// What a terminal can draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// ASCII only.
    pub ascii: bool,
    /// How many colours.
    pub depth: Depth,
}

/// All themes: those that are built in and a person's own, which stand before them.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    own: BTreeMap<String, String>,
}

impl Shelf {
    /// With a person's own themes: name and text.
    #[must_use]
    pub fn with(own: BTreeMap<String, String>) -> Self {
        Self { own }
    }

    /// The names of all themes, the built-in ones first.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let own = self.own.keys().filter(|name| built_in(name).is_none()).cloned();
        Theme::names().map(str::to_owned).chain(own).collect()
    }

    /// The theme with this name.
    ///
    /// # Errors
    /// No such theme, or a file with an unknown key, role, colour or attribute; the error names theme, key and line.
    pub fn theme(&self, name: &str, look: Look) -> Result<Theme, ThemeError> {
        let Some(text) = self.own.get(name).map(String::as_str).or_else(|| built_in(name)) else {
            let known = self.names().join(", ");
            let unknown = self.unknown(name);
            return Err(ThemeError(format!("ui.theme: {unknown} There are auto, {known}")));
        };
        // A file with the name of a built-in theme may inherit from that.
        let parent = |of: &str, ancestor: &str| {
            let own = self.own.get(ancestor).filter(|_| of != ancestor).map(String::as_str);
            own.or_else(|| built_in(ancestor)).ok_or_else(|| self.unknown(ancestor))
        };
        let styles = parse::styles(name, text, parent)?;
        let styles = styles.into_iter().map(|style| depth::fitted(style, look.depth)).collect();
        let glyphs = if look.ascii { Glyphs::ASCII } else { Glyphs::UNICODE };
        Ok(Theme { name: name.to_owned(), glyphs, styles })
    }

    /// That there is no such theme, with the nearest one.
    fn unknown(&self, name: &str) -> String {
        let near = |known: &String| strsim::jaro_winkler(known, name);
        let near = self.names().into_iter().max_by(|a, b| near(a).total_cmp(&near(b))).unwrap_or_default();
        format!("there is no theme `{name}`; did you mean `{near}`?")
    }
}

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
        Shelf::default().theme(name, Look { ascii, ..Look::default() })
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
        let shelf = Shelf::with(BTreeMap::from([(name.to_owned(), text.to_owned())]));
        shelf.theme(name, Look { ascii, ..Look::default() })
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
