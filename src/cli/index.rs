//! `seamscope index`: builds or refreshes, and counts what happened.
//! Never asks a question.

use std::io::Write;

use serde_json::json;

use super::args::{Common, IndexArgs};
use super::output::{Failure, Outcome};
use super::table::{self, Table, counted};
use super::{json, open};
use crate::retrieve::index::store::Store;
use crate::retrieve::pipeline::build::{self, Index};

pub(super) fn run(args: IndexArgs, earlier: &Common, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let IndexArgs { folder, json: as_json, common } = args;
    if !folder.exists() {
        return Err(open::missing(&folder));
    }
    let settings = open::settings(&common.over(earlier), Some(&folder))?;
    let model = open::model_for_question(&settings)?;
    let store = open::store(&settings);
    let index = build::open(&folder, &settings.params, model.as_ref(), &store, &open::watch());
    open::clear_progress();
    let index = index.map_err(open::build_failure)?;
    if as_json {
        print_json(&index, &store, out)?;
    } else {
        print_table(&index, &store, out)?;
    }
    Ok(open::outcome_of(&index.corpus, &folder))
}

fn print_json(index: &Index, store: &Store, out: &mut dyn Write) -> Result<(), Failure> {
    let counts = index.counts;
    let value = json!({
        "schema": json::SCHEMA,
        "params": json::params(&index.params),
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
        "cache": store.folder().map(|folder| folder.to_string_lossy()),
    });
    json::print(&value, out)?;
    Ok(())
}

fn print_table(index: &Index, store: &Store, out: &mut dyn Write) -> Result<(), Failure> {
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
    match &index.vectors {
        Some(vectors) => table::line(out, &format!("model {}", vectors.model.id))?,
        None => writeln!(out, "no model: words only")?,
    }
    match store.folder() {
        Some(folder) => table::line(out, &format!("kept under {}", folder.display()))?,
        None => writeln!(out, "nothing is kept")?,
    }
    for notice in &index.notices {
        table::line(out, notice)?;
    }
    open::print_skipped(&corpus.skipped, out)?;
    Ok(())
}
