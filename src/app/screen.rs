//! Which screen the body shows: the panes, or one table that needs all of it.
//! Never says what is on a screen.

/// A screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Screen {
    /// The panes: text, ranking, seams, budget.
    #[default]
    Explore,
    /// All cuts of the folder.
    Cuts,
    /// Two configurations beside each other.
    Compare,
    /// Samples that pick the margin.
    Calibrate,
    /// Policies on the questions at hand.
    Lab,
}
