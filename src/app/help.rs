//! The help over the screen: its pages, and what is looked for in it.
//! Never holds a line of it; the keymap and the drawing do.

/// A page of the help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// Every key, those of the present place first.
    #[default]
    Keys,
    /// The signs on the screen.
    Signs,
    /// The words and numbers on the screen.
    Words,
}

impl Page {
    /// All pages, in their order.
    pub const ALL: [Self; 3] = [Self::Keys, Self::Signs, Self::Words];

    /// Its name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Keys => "Keys",
            Self::Signs => "Signs",
            Self::Words => "Words",
        }
    }

    /// The page after it, around the end.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Keys => Self::Signs,
            Self::Signs => Self::Words,
            Self::Words => Self::Keys,
        }
    }
}

/// The help.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// The page that is shown.
    pub page: Page,
    /// Only lines of all pages that hold these words; empty = the whole page.
    pub words: String,
}
