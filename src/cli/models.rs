//! `seamscope models`: the models with a name, what each reads, and what of them is on this machine.
//! Never fetches anything unless it is asked to.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;
use serde_json::json;

use super::args::{Common, ModelsAction, ModelsArgs};
use super::output::{Failure, Outcome};
use super::table::{self, Table, counted};
use super::{json, open, progress};
use crate::config::Settings;
use crate::retrieve::embed::catalog::{self, Named, Purpose};
use crate::retrieve::embed::{self, EmbedError, ModelInfo, Shelf};

/// One model, as `--json` prints it.
#[derive(Serialize)]
struct ModelJson {
    name: String,
    /// What to write into the settings.
    setting: String,
    purpose: Purpose,
    /// Null for a reranker.
    dimensions: Option<usize>,
    window: usize,
    pooling: Option<&'static str>,
    quantized: bool,
    licence: Option<&'static str>,
    /// Null for the model in the program.
    repository: Option<String>,
    cached: bool,
    /// On this machine; null where it is not there.
    bytes: Option<u64>,
    about: String,
}

pub(super) fn run(args: ModelsArgs, earlier: &Common, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let ModelsArgs { action, json, common } = args;
    let common = common.over(earlier);
    match action {
        None => list(&open::settings(&common, None)?, json, out),
        Some(ModelsAction::Pull { name, common: late }) => {
            pull(&open::settings(&late.over(&common), None)?, &name, out)
        }
        Some(ModelsAction::Remove { name, common: late }) => {
            remove(&open::settings(&late.over(&common), None)?, &name, out)
        }
    }
}

fn shelf(settings: &Settings) -> Shelf {
    Shelf { folder: open::store(settings).models(), hub: settings.params.embed.hub.clone() }
}

fn list(settings: &Settings, as_json: bool, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let shelf = shelf(settings);
    let builtin = embed::Builtin::load(None).map_err(Failure::run)?;
    let named = [Purpose::Embedder, Purpose::Reranker].into_iter().flat_map(catalog::models);
    let models: Vec<ModelJson> =
        [builtin_json(embed::Embedder::info(&builtin))].into_iter().chain(named.map(|m| one(&m, &shelf))).collect();
    let folder = shelf.folder.as_ref().map(|folder| folder.to_string_lossy().into_owned());
    if as_json {
        json::print(&json!({"schema": json::SCHEMA, "folder": folder, "hub": shelf.hub, "models": models}), out)?;
        return Ok(Outcome::Done);
    }
    for (purpose, title) in [
        (Purpose::Embedder, "Embedders  embed.model = \"builtin\" or \"fastembed:NAME\""),
        (Purpose::Reranker, "\nRerankers  rerank.model = \"NAME\""),
    ] {
        writeln!(out, "{title}")?;
        let mut table = Table::new(&["name", ">dimensions", ">window", "pooling", "licence", ">size here"]);
        for model in models.iter().filter(|model| model.purpose == purpose) {
            table.row([
                model.name.clone(),
                model.dimensions.map_or_else(|| "–".into(), |dimensions| dimensions.to_string()),
                model.window.to_string(),
                model.pooling.unwrap_or("–").into(),
                model.licence.unwrap_or("not stated").into(),
                model.bytes.map_or_else(|| if model.cached { "yes" } else { "–" }.into(), open::size),
            ]);
        }
        table.print(out)?;
    }
    writeln!(out, "\nA name that ends in -q or -q4 is quantised. Read the licence of a model on its page before use.")?;
    writeln!(out, "The size of a model that is not here is told when it is fetched.")?;
    match folder {
        Some(folder) => table::line(out, &format!("kept under {folder}, fetched from {}", shelf.hub))?,
        None => writeln!(out, "there is no home directory to keep models in")?,
    }
    Ok(Outcome::Done)
}

fn builtin_json(info: &ModelInfo) -> ModelJson {
    ModelJson {
        name: "builtin".into(),
        setting: "builtin".into(),
        purpose: Purpose::Embedder,
        dimensions: Some(info.dimensions),
        window: info.window,
        pooling: Some("mean"),
        quantized: true,
        licence: Some("MIT AND Apache-2.0"),
        repository: None,
        cached: true,
        bytes: None,
        about: format!("in the program: {}", info.id),
    }
}

fn one(model: &Named, shelf: &Shelf) -> ModelJson {
    let bytes = shelf.kept(model);
    let embedder = model.purpose == Purpose::Embedder;
    ModelJson {
        name: model.name.into(),
        setting: if embedder { format!("{}{}", embed::ONNX, model.name) } else { model.name.into() },
        purpose: model.purpose,
        dimensions: embedder.then_some(model.dimensions),
        window: model.window,
        pooling: model.pooling(),
        quantized: model.quantized(),
        licence: model.licence,
        repository: Some(model.repository.clone()),
        cached: bytes.is_some(),
        bytes,
        about: model.about.clone(),
    }
}

/// The embedder or reranker with this name, `fastembed:` before it or not.
fn named(name: &str) -> Result<Named, Failure> {
    let name = name.strip_prefix(embed::ONNX).unwrap_or(name);
    let reranker = || catalog::named(name, Purpose::Reranker).ok();
    let none = |error: EmbedError| Failure::call(format!("{error}, NAME"));
    catalog::named(name, Purpose::Embedder).or_else(|error| reranker().ok_or(error)).map_err(none)
}

fn pull(settings: &Settings, name: &str, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let model = named(name)?;
    let shelf = shelf(settings);
    if io::stderr().is_terminal() {
        table::line(&mut io::stderr().lock(), &format!("{} from {}/{}", model.name, shelf.hub, model.repository))?;
    }
    let ready = shelf.ready(&model, &progress::onlooker());
    progress::clear();
    let folder = ready.map_err(Failure::run)?;
    let bytes = shelf.kept(&model).unwrap_or(0);
    table::line(out, &format!("{} is there: {} under {}", model.name, open::size(bytes), folder.display()))?;
    Ok(Outcome::Done)
}

fn remove(settings: &Settings, name: &str, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let model = named(name)?;
    if !shelf(settings).remove(&model).map_err(Failure::run)? {
        let what = format!("{} is not on this machine; {}", model.name, counted(0, "file"));
        return Ok(Outcome::Nothing(format!("{what} removed")));
    }
    table::line(out, &format!("removed {}", model.name))?;
    Ok(Outcome::Done)
}
