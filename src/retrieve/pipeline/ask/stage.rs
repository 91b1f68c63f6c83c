//! Which stage a change of parameters touches first.
//! Never runs a stage.

use crate::retrieve::params::{BudgetUnit, Params};

/// The stages of a question, in order; each needs those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// The question's vector.
    Question,
    /// Rows by cosine and by words.
    Search,
    /// Lists of the layout and their fusion.
    Fuse,
    /// The fire test.
    Fire,
    /// The reranker's order.
    Rerank,
    /// Budget and expansions.
    Fill,
    /// Refusal.
    Refuse,
    /// Passages.
    Context,
}

/// The first stage whose inputs differ; `None` when all outputs stand.
///
/// What built the index (folder, chunks, seam windows, model) is not asked for here: it is the index's own, and
/// another one is another session.
pub(super) fn first_touched(old: &Params, new: &Params) -> Option<Stage> {
    let changed = [
        (Stage::Search, old.search != new.search || old.seam.enabled != new.seam.enabled),
        (Stage::Fuse, old.fusion != new.fusion),
        (Stage::Fire, old.fire.margin != new.fire.margin),
        (Stage::Rerank, old.rerank != new.rerank),
        (Stage::Fill, old.fire != new.fire || old.budget != new.budget || old.expand != new.expand),
        // A budget of tokens counts the passages as they are laid out.
        (Stage::Fill, old.context != new.context && new.budget.unit == BudgetUnit::Tokens),
        (Stage::Refuse, old.refuse != new.refuse),
        (Stage::Context, old.context != new.context),
    ];
    changed.into_iter().find_map(|(stage, touched)| touched.then_some(stage))
}
