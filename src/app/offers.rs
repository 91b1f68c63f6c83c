//! The embedders that may be chosen: what each is called, gives and reads.
//! Never fetches or loads one, and never looks at a disk.

use super::model::Model;
use crate::retrieve::embed::ONNX;
use crate::retrieve::embed::catalog::{Purpose, models};
use crate::retrieve::params::Params;

/// One embedder to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What stands in `embed.model`.
    pub setting: String,
    /// What it is called in a list.
    pub name: String,
    /// What of it is on this machine; empty where that is not known yet or there is nothing to know.
    pub here: String,
    /// Its figures on one line.
    pub facts: String,
}

/// All that may be chosen: the present one where it is a directory or an endpoint, then builtin, none, and every model
/// by name.
fn offers(present: &str, shelf: Option<&[(&'static str, u64)]>) -> Vec<Offer> {
    let offer = |setting: &str, name: &str, facts: &str| Offer {
        setting: setting.to_owned(),
        name: name.to_owned(),
        here: String::new(),
        facts: facts.to_owned(),
    };
    let mut offers = vec![offer("builtin", "builtin", "in the program"), offer("none", "none", "words only")];
    offers.extend(models(Purpose::Embedder).into_iter().map(|model| {
        let pooling = model.pooling().unwrap_or_default();
        let licence = model.licence.unwrap_or("licence not stated");
        Offer {
            setting: format!("{ONNX}{}", model.name),
            name: model.name.to_owned(),
            here: shelf.map(|shelf| here(shelf, model.name)).unwrap_or_default(),
            facts: format!("{}d, window {}, {pooling}, {licence}", model.dimensions, model.window),
        }
    }));
    if offers.iter().all(|offer| !offer.setting.eq_ignore_ascii_case(present)) {
        offers.insert(0, offer(present, present, "as it is set now"));
    }
    offers
}

/// The size of a model that is here. That of another one is known when it is fetched.
fn here(shelf: &[(&'static str, u64)], name: &str) -> String {
    let bytes = shelf.iter().find(|(other, _)| *other == name).map(|(_, bytes)| bytes.div_ceil(1_000_000));
    bytes.map_or_else(|| "to fetch".to_owned(), |megabytes| format!("{megabytes} MB"))
}

/// The place of the present one.
#[must_use]
pub fn place(offers: &[Offer], present: &str) -> usize {
    offers.iter().position(|offer| offer.setting.eq_ignore_ascii_case(present)).unwrap_or(0)
}

impl Model {
    /// All that may be chosen now.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        offers(&self.params.embed.model, self.shelf.as_deref())
    }

    /// Puts the cursor of the list on the present embedder.
    pub(super) fn go_to_present_embedder(&mut self) {
        let offers = self.offers();
        self.popup_list.to(place(&offers, &self.params.embed.model), offers.len());
    }

    /// The settings with the embedder under the cursor. A window that was set for another one would not be its own.
    pub(super) fn with_chosen_embedder(&self) -> Params {
        let mut params = self.params.clone();
        let offers = self.offers();
        if let Some(offer) = offers.get(self.popup_list.cursor).filter(|offer| offer.setting != params.embed.model) {
            (params.embed.model, params.embed.window) = (offer.setting.clone(), None);
        }
        params
    }
}
