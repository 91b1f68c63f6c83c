//! The panes of the main screen: names, numbers, order.
//! Never says where a pane lies; `geometry` does.

/// A pane of the main screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pane {
    /// The folder: documents and what was skipped.
    Documents,
    /// The text with its chunks, cuts and seams.
    Source,
    /// The fused ranking.
    Ranking,
    /// The fire tests.
    Seams,
    /// The neighbours that were looked at.
    Expansions,
    /// The steps that fill the context.
    Budget,
}

impl Pane {
    /// All panes in the order of their numbers, which is the order of the story.
    pub const ALL: [Self; 6] =
        [Self::Documents, Self::Source, Self::Ranking, Self::Seams, Self::Expansions, Self::Budget];

    /// Its number on the screen, from 1.
    #[must_use]
    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// The pane with this number.
    #[must_use]
    pub fn numbered(number: usize) -> Option<Self> {
        Self::ALL.get(number.checked_sub(1)?).copied()
    }

    /// Its name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Documents => "Documents",
            Self::Source => "Source",
            Self::Ranking => "Ranking",
            Self::Seams => "Seams",
            Self::Expansions => "Expansions",
            Self::Budget => "Budget",
        }
    }

    /// Its name in four letters, for narrow screens.
    #[must_use]
    pub const fn short(self) -> &'static str {
        match self {
            Self::Documents => "Docs",
            Self::Source => "Text",
            Self::Ranking => "Rank",
            Self::Seams => "Seam",
            Self::Expansions => "Exp",
            Self::Budget => "Bdgt",
        }
    }
}
