//! What several commands begin with: settings, cache, model, index, progress.
//! Never asks a question.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::args::Common;
use super::output::{Failure, Outcome};
use super::progress;
use super::table::{Table, counted};
use crate::config::{self, Cache, Settings, Sources};
use crate::retrieve::embed::catalog::{self, Purpose};
use crate::retrieve::embed::{self, Embedder, Reranker};
use crate::retrieve::index::store::Store;
use crate::retrieve::params::{Params, Policy, Unit};
use crate::retrieve::pipeline::build::BuildError;
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::{Corpus, Skipped};

/// The settings for `folder` under the options of the call.
pub(super) fn settings(common: &Common, folder: Option<&Path>) -> Result<Settings, Failure> {
    let cache = match &common.cache_dir {
        _ if common.no_cache => Cache::Off,
        Some(folder) => Cache::At(folder.clone()),
        None => Cache::User,
    };
    let sources = Sources {
        preset: common.preset.clone(),
        file: common.config.clone(),
        sets: common.set.clone(),
        cache,
        ..Sources::here(folder)
    };
    // Else the first file that is looked for in it, its configuration, would be blamed.
    if let Some(folder) = folder.filter(|folder| folder.is_dir()) {
        let unreadable = |error| format!("{}: cannot be read ({error}); check its permissions", folder.display());
        std::fs::read_dir(folder).map_err(|error| Failure::call(unreadable(error)))?;
    }
    config::load(&sources).map_err(Failure::call)
}

pub(super) fn store(settings: &Settings) -> Store {
    match &settings.cache {
        Cache::User => Store::of_user(),
        Cache::At(folder) => Store::at(folder.clone()),
        Cache::Off => Store::off(),
    }
}

/// The model, where a question needs one: to search by cosine, to expand by it, to refuse by it, or to count by it.
pub(super) fn model_for_question(settings: &Settings) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    let params = &settings.params;
    let scar = params.expand.policy == Policy::Scar;
    let by_cosine = params.search.dense || scar || params.refuse.distance.is_some() || params.fire.floor.is_some();
    if by_cosine { load(settings) } else { model_for_cutting(settings) }
}

/// The model, where cutting needs one: to count its tokens.
pub(super) fn model_for_cutting(settings: &Settings) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    let params = &settings.params;
    if params.chunk.unit != Unit::Model && params.seam_unit() != Unit::Model {
        return Ok(None);
    }
    match load(settings)? {
        Some(model) => Ok(Some(model)),
        None => Err(Failure::call(
            "the unit `model` needs a model and embed.model is none, chunk.unit or seam.unit; choose another unit or a model",
        )),
    }
}

pub(super) fn load(settings: &Settings) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    let model = embed::load(&settings.params.embed, store(settings).models().as_deref(), &progress::onlooker());
    progress::clear();
    // A model by name is there or can be fetched; that it could not is no fault of the call.
    model.map_err(|error| {
        if progress::interrupted().load(Ordering::Relaxed) {
            return build_failure(BuildError::Cancelled);
        }
        if embed::by_name(&settings.params.embed).is_some() { Failure::run(error) } else { Failure::call(error) }
    })
}

/// The reranker that the settings name, if they name one.
pub(super) fn reranker(settings: &Settings) -> Result<Option<Reranker>, Failure> {
    let reranker = Reranker::load(&settings.params, store(settings).models().as_deref(), &progress::onlooker());
    progress::clear();
    let by_name = |name: &String| catalog::named(name, Purpose::Reranker).is_ok();
    let named = settings.params.rerank.model.as_ref().is_some_and(by_name);
    reranker.map_err(|error| if named { Failure::run(error) } else { Failure::call(error) })
}

/// Bytes for people: `90.4 MB`.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}

/// The counter of chunks' `tokens` and of seams. Without the model that it needs it counts nothing: an index that was
/// counted by a model is never built without one.
pub(super) fn counter(params: &Params, model: Option<&Arc<dyn Embedder>>) -> Counter {
    Counter::of(params.seam_unit(), params.chunk.compat).unwrap_or_else(|| {
        let model = model.cloned();
        Counter::Model(Arc::new(move |text: &str| model.as_ref().map_or_else(Vec::new, |model| model.token_ends(text))))
    })
}

pub(super) fn missing(path: &Path) -> Failure {
    Failure::call(format!("no such file or folder: {}; name one that exists", path.display()))
}

pub(super) fn build_failure(error: BuildError) -> Failure {
    match error {
        BuildError::Folder(_) | BuildError::Params(_) => Failure::call(error),
        BuildError::Cancelled => {
            Failure::Stopped("stopped by Ctrl-C; what was done so far is kept, and the same call goes on".into())
        }
        _ => Failure::run(error),
    }
}

/// Why there are no seams, where the settings rule them out.
pub(super) fn without_seams(params: &Params) -> Option<String> {
    let overlap = params.chunk.overlap;
    match params.seam.enabled {
        false => Some("no seams: seam.enabled is false".to_owned()),
        true if overlap > 0 => {
            Some(format!("no seams: chunk.overlap is {overlap}, and seams need chunks without overlap"))
        }
        true => None,
    }
}

/// Done, or nothing found where there is no document.
pub(super) fn outcome_of(corpus: &Corpus, folder: &Path) -> Outcome {
    if !corpus.documents.is_empty() {
        return Outcome::Done;
    }
    let skipped = counted(corpus.skipped.len(), "skipped entry").replace("entrys", "entries");
    let what = format!("no document to read ({skipped}), {}; name a folder with text files", folder.display());
    Outcome::Nothing(what)
}

/// What was left out, and why.
pub(super) fn print_skipped(skipped: &[Skipped], out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new(&["skipped", "reason"]);
    for one in skipped {
        table.row([one.path.clone(), one.reason.clone()]);
    }
    if !skipped.is_empty() {
        writeln!(out)?;
    }
    table.print(out)
}
