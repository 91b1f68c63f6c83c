//! The model of the last build, for every thread that embeds.
//! Never holds two.

use std::sync::{Arc, Mutex, PoisonError};

use super::Setup;
use crate::retrieve::embed::{self, Embedder};
use crate::retrieve::params::EmbedParams;
use crate::retrieve::pipeline::build::{BuildError, Watch};

/// The model that was loaded last, so that another chunk size does not load it again. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Loaded(Arc<Mutex<Option<Kept>>>);

struct Kept {
    params: EmbedParams,
    model: Option<Arc<dyn Embedder>>,
}

impl Loaded {
    /// The model of these settings, loaded where another one or none is there.
    pub(super) fn model(
        &self,
        params: &EmbedParams,
        setup: &Setup,
        watch: &Watch,
    ) -> Result<Option<Arc<dyn Embedder>>, BuildError> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_ref().filter(|kept| kept.params == *params) {
            return Ok(kept.model.clone());
        }
        let model = embed::load(params, setup.store.models().as_deref(), &watch.onlooker());
        let model = model.map_err(|error| if watch.stopped() { BuildError::Cancelled } else { error.into() })?;
        *kept = Some(Kept { params: params.clone(), model: model.clone() });
        Ok(model)
    }

    /// The model, if it is there already.
    pub(super) fn there(&self) -> Option<Arc<dyn Embedder>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).as_ref()?.model.clone()
    }
}
