//! The models of the last build, for every thread that embeds or reranks.
//! Never holds two of a kind.

use std::sync::{Arc, Mutex, PoisonError};

use super::Setup;
use crate::retrieve::embed::{self, Embedder, Onlooker, Reranker};
use crate::retrieve::params::{EmbedParams, Params};
use crate::retrieve::pipeline::build::{BuildError, Watch};

/// The models that were loaded last, so that another chunk size does not load them again. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Loaded {
    embedder: Arc<Mutex<Option<Kept>>>,
    /// By the name in the settings.
    reranker: Arc<Mutex<Option<(String, Reranker)>>>,
}

struct Kept {
    params: EmbedParams,
    model: Option<Arc<dyn Embedder>>,
}

impl Loaded {
    /// The model of these settings, loaded where another one or none is there. An endpoint is asked who it is each time.
    pub(super) fn model(
        &self,
        params: &EmbedParams,
        setup: &Setup,
        onlooker: &Onlooker,
    ) -> Result<Option<Arc<dyn Embedder>>, BuildError> {
        let mut kept = self.embedder.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_ref().filter(|kept| kept.params == *params && !embed::is_endpoint(params)) {
            return Ok(kept.model.clone());
        }
        let model = embed::load(params, setup.store.models().as_deref(), onlooker);
        let model = model.map_err(|error| if onlooker.stopped() { BuildError::Cancelled } else { error.into() })?;
        *kept = Some(Kept { params: params.clone(), model: model.clone() });
        Ok(model)
    }

    /// The reranker that these settings name, if they name one; loaded where another one or none is there.
    pub(super) fn reranker(&self, params: &Params, setup: &Setup, watch: &Watch) -> Result<Option<Reranker>, String> {
        let Some(name) = &params.rerank.model else { return Ok(None) };
        let mut kept = self.reranker.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, reranker)) = kept.as_ref().filter(|(loaded, _)| loaded == name) {
            return Ok(Some(reranker.clone()));
        }
        let models = setup.store.models();
        let loaded = Reranker::load(params, models.as_deref(), &watch.onlooker()).map_err(|error| error.to_string())?;
        *kept = loaded.clone().map(|reranker| (name.clone(), reranker));
        Ok(loaded)
    }

    /// The model, if it is there already; waits while one is loaded.
    pub(super) fn there(&self) -> Option<Arc<dyn Embedder>> {
        self.embedder.lock().unwrap_or_else(PoisonError::into_inner).as_ref()?.model.clone()
    }
}
