//! `seamscope index`: builds or refreshes, and counts what happened.
//! Never asks a question.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::json;

use super::args::{Common, IndexArgs};
use super::lab::{partial, stopped};
use super::output::{Failure, Outcome};
use super::table::{self, Table, counted};
use super::{json, open, progress};
use crate::lab::run::Part;
use crate::retrieve::index::store::Store;
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::build::{self, BuildError, Index, Progress, Reading};

pub(super) fn run(args: IndexArgs, earlier: &Common, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let IndexArgs { folder, json: as_json, common } = args;
    if !folder.exists() {
        return Err(open::missing(&folder));
    }
    let settings = open::settings(&common.over(earlier), Some(&folder))?;
    let model = open::model_for_question(&settings)?;
    let store = open::store(&settings);
    let so_far = Arc::<Mutex<Progress>>::default();
    let index = build::open(&folder, &settings.params, model.as_ref(), &store, &progress::watch_noting(&so_far));
    progress::clear();
    if matches!(index, Err(BuildError::Cancelled)) {
        let so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner).clone();
        return print_partial(&so_far, &settings.params, &store, as_json, out);
    }
    let index = index.map_err(open::build_failure)?;
    let reading = model.as_ref().and_then(|model| Reading::of(&index, &**model));
    if as_json {
        print_json(&index, reading.as_ref(), &store, out)?;
    } else {
        print_table(&index, reading.as_ref(), &store, out)?;
    }
    match store.folder().filter(|_| index.unkept) {
        Some(kept) => Err(Failure::run(format!(
            "the index could not be kept, {}; make room there or name another folder with --cache-dir",
            kept.display()
        ))),
        None => Ok(open::outcome_of(&index.corpus, &folder)),
    }
}

/// How far it came before Ctrl-C: of the vectors once it is known how many, else of the files.
fn print_partial(
    so_far: &Progress,
    params: &Params,
    store: &Store,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let Progress { files, files_total, chunks, vectors, vectors_total, .. } = *so_far;
    let (part, what) = if vectors_total > 0 {
        (Part { done: vectors, of: vectors_total }, "vectors")
    } else {
        (Part { done: files, of: files_total }, "files read")
    };
    if as_json {
        let value = json!({
            "schema": json::SCHEMA,
            "params": json::params(params),
            "partial": { "done": part.done, "of": part.of, "what": what },
            "files": { "done": files, "of": files_total },
            "chunks": chunks,
            "vectors": { "done": vectors, "of": vectors_total },
            "cache": store.folder().map(|folder| folder.to_string_lossy()),
        });
        json::print(&value, out)?;
        return Ok(stopped(part, what));
    }
    writeln!(out, "{}", partial(part, what))?;
    let mut table = Table::new(&["what", ">there", ">of"]);
    table.row(["files read".into(), files.to_string(), files_total.to_string()]);
    table.row(["chunks cut".into(), chunks.to_string(), String::new()]);
    table.row(["vectors".into(), vectors.to_string(), vectors_total.to_string()]);
    table.print(out)?;
    match store.folder() {
        Some(folder) => {
            table::line(out, &format!("kept under {}; the same call goes on where it was", folder.display()))?;
        }
        None => writeln!(out, "nothing is kept; the same call begins anew")?,
    }
    Ok(stopped(part, what))
}

fn print_json(index: &Index, reading: Option<&Reading>, store: &Store, out: &mut dyn Write) -> Result<(), Failure> {
    let counts = index.counts;
    let value = json!({
        "schema": json::SCHEMA,
        "params": json::params(&index.params),
        "reading": reading,
        "model": index.vectors.as_ref().map(|vectors| &vectors.model),
        "documents": index.corpus.documents.len(),
        "chunks": index.corpus.chunks.len(),
        "seams": index.corpus.seams.len(),
        "counts": {
            "unchanged": counts.unchanged, "changed": counts.changed, "new": counts.new, "gone": counts.gone,
            "embedded": counts.embedded, "cached": counts.cached,
        },
        "skipped": index.corpus.skipped,
        "notices": index.notices,
        "cache": store.folder().filter(|_| !index.unkept).map(|folder| folder.to_string_lossy()),
    });
    json::print(&value, out)?;
    Ok(())
}

fn print_table(index: &Index, reading: Option<&Reading>, store: &Store, out: &mut dyn Write) -> Result<(), Failure> {
    let (corpus, counts) = (&index.corpus, index.counts);
    writeln!(
        out,
        "{} · {} · {}",
        counted(corpus.documents.len(), "document"),
        counted(corpus.chunks.len(), "chunk"),
        counted(corpus.seams.len(), "seam"),
    )?;
    let mut table = Table::new(&["what", ">count"]);
    for (what, count) in [
        ("documents unchanged", counts.unchanged),
        ("documents changed", counts.changed),
        ("documents new", counts.new),
        ("documents gone", counts.gone),
        ("texts embedded now", counts.embedded),
        ("vectors from the cache", counts.cached),
    ] {
        table.row([what.into(), count.to_string()]);
    }
    table.print(out)?;
    match index.embedder() {
        Some(model) => table::line(out, &format!("model {model}"))?,
        None => writeln!(out, "no model: words only")?,
    }
    if let Some(reading) = reading {
        print_reading(reading, out)?;
    }
    match store.folder() {
        Some(_) if index.unkept => writeln!(out, "not kept")?,
        Some(folder) => table::line(out, &format!("kept under {}", folder.display()))?,
        None => writeln!(out, "nothing is kept")?,
    }
    for notice in &index.notices {
        table::line(out, notice)?;
    }
    open::print_skipped(&corpus.skipped, out)?;
    Ok(())
}

/// Windows and headers: what the model does not see at once.
fn print_reading(reading: &Reading, out: &mut dyn Write) -> Result<(), Failure> {
    let counts = reading.chunks_by_windows.iter();
    let counts: Vec<_> = counts.map(|(windows, chunks)| format!("{chunks} in {windows}")).collect();
    let about = if reading.estimated { "about " } else { "" };
    writeln!(out, "window {about}{} tokens; chunks by windows: {}", reading.window, counts.join(", "))?;
    if let Some(headers) = &reading.headers {
        let (header, text) = (headers.header_tokens, headers.text_tokens);
        writeln!(out, "headers {about}{header} of {} embedded tokens, {:.1} %", header + text, headers.share * 100.0)?;
    }
    for warning in &reading.warnings {
        table::line(out, warning)?;
    }
    Ok(())
}
