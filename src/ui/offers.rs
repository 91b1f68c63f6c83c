//! The list of embedders to choose from.
//! Never chooses one.

use ratatui::text::Line;

use super::clean;
use super::theme::{Role, Theme};
use crate::app::Model;
use crate::app::offers::{Offer, place};

/// Columns of a name: the longest of the catalog.
const NAME: usize = 41;

/// Columns of what is on this machine: `1300 MB`, `to fetch`.
const HERE: usize = 9;

/// Columns of dimensions, window and pooling, for which a name gives way.
const FACTS: usize = 24;

/// Columns that a name keeps in the narrowest window: it tells most models apart.
const LEAST: usize = 20;

/// One line an embedder.
pub(super) fn lines<'a>(model: &Model, theme: &'a Theme, width: u16) -> Vec<Line<'a>> {
    let present = &model.params.embed.model;
    let offers = model.offers();
    let here = place(&offers, present);
    let width = usize::from(width);
    let name = NAME.min(width.saturating_sub(4 + HERE + FACTS)).max(LEAST);
    let line = |(at, offer): (usize, Offer)| {
        let mark = if at == here { theme.glyphs.cursor } else { " " };
        let facts = clean::fit(&offer.facts, width.saturating_sub(name + 4 + HERE), theme.glyphs.more);
        Line::from(vec![
            theme.span(format!(" {mark} "), Role::Key),
            theme.span(clean::pad(&clean::fit_path(&offer.name, name, theme.glyphs.more), name, ""), Role::Strong),
            theme.span(format!("{:>HERE$}", offer.here), Role::Text),
            theme.span(format!(" {facts}"), Role::Text),
        ])
    };
    offers.into_iter().enumerate().map(line).collect()
}
