//! A look at the models by name that are on this machine.
//! Never fetches or loads one.

use std::thread;

use super::{Say, Store};
use crate::app::message::Report;
use crate::retrieve::embed::Shelf;
use crate::retrieve::embed::catalog::{Purpose, models};

/// Who looks.
pub(super) struct Looker {
    pub(super) store: Store,
    pub(super) say: Say,
}

impl Looker {
    /// Looks from a thread of its own: a disk may be slow.
    pub(super) fn look(&self, hub: String) {
        let (store, say) = (self.store.clone(), self.say.clone());
        thread::spawn(move || {
            let place = Shelf { folder: store.models(), hub };
            let all = models(Purpose::Embedder);
            let here = all.iter().filter_map(|model| Some((model.name, place.kept(model)?))).collect();
            say(Report::Shelf(here));
        });
    }
}
