//! Windows over the screen: help, the arithmetic behind a row, presets, embedders.
//! Never computes what they show.

use crate::retrieve::span::Span;
use crate::retrieve::trace::Entry;

/// A window over the screen. The first line that is visible, or the row under the cursor, is in the model's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Popup {
    /// All keys.
    Help,
    /// The arithmetic behind something.
    Why(Subject),
    /// Which chunks and seams hold some rows of a text.
    Holds {
        /// The document.
        document: usize,
        /// The rows, in bytes.
        span: Span,
    },
    /// The presets.
    Presets,
    /// The embedders.
    Models,
    /// What may be compared with.
    Other,
    /// A list that is searched.
    Pick,
    /// Every setting with its origin.
    Settings,
    /// What was said, in full.
    Messages,
}

impl Popup {
    /// True where rows are chosen with a cursor; false for a text that scrolls.
    #[must_use]
    pub const fn listed(self) -> bool {
        matches!(self, Self::Presets | Self::Models | Self::Other | Self::Pick | Self::Settings)
    }

    /// Lines over the rows: the heading, the line of a search.
    #[must_use]
    pub const fn head(self) -> usize {
        match self {
            Self::Pick | Self::Settings => 1,
            Self::Help
            | Self::Why(_)
            | Self::Holds { .. }
            | Self::Messages
            | Self::Presets
            | Self::Models
            | Self::Other => 0,
        }
    }
}

/// What arithmetic is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// An entry of the fused ranking: its sum, and its fire test where it is a seam.
    Entry(Entry),
    /// An expansion, by its place in the trace.
    Expansion(usize),
    /// A budget step, by its place in the trace.
    Step(usize),
}
