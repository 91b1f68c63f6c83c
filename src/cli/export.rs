//! `seamscope export`: every chunk and seam as JSON lines, for other programs.
//! Never writes anything but those lines.

use std::io::{self, Write};

use serde::Serialize;

use super::args::{Common, ExportArgs, ExportFormat};
use super::json::corpus::{ChunkJson, DocumentView, SeamJson};
use super::output::{Failure, Outcome};
use super::{json, open, progress};
use crate::retrieve::pipeline::build::{self, Index};
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::{ChunkId, Entry, SeamId};

/// One chunk of a line.
#[derive(Serialize)]
struct ChunkLine<'a> {
    kind: &'static str,
    path: &'a str,
    #[serde(flatten)]
    chunk: ChunkJson<'a>,
    previous: Option<String>,
    next: Option<String>,
    #[serde(flatten)]
    vector: Option<VectorJson<'a>>,
}

/// One seam of a line. `left` and `right` of `seam` are places; these are the chunks' ids.
#[derive(Serialize)]
struct SeamLine<'a> {
    kind: &'static str,
    path: &'a str,
    #[serde(flatten)]
    seam: SeamJson,
    chunks: [String; 2],
    text: &'a str,
    #[serde(flatten)]
    vector: Option<VectorJson<'a>>,
}

/// A vector and the model that made it.
#[derive(Serialize)]
struct VectorJson<'a> {
    model: &'a str,
    windows: Option<u32>,
    vector: &'a [f32],
}

pub(super) fn run(args: ExportArgs, earlier: &Common, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let ExportArgs { folder, format: ExportFormat::Jsonl, vectors, common } = args;
    if !folder.exists() {
        return Err(open::missing(&folder));
    }
    let settings = open::settings(&common.over(earlier), Some(&folder))?;
    let params = &settings.params;
    let model = if vectors { open::load(&settings)? } else { open::model_for_cutting(&settings)? };
    if vectors && model.is_none() {
        return Err(Failure::call("embed.model is none, --vectors; choose a model with --set embed.model=builtin"));
    }
    let store = open::store(&settings);
    let make = if vectors { build::open } else { build::cut_folder };
    let index = make(&folder, params, model.as_ref(), &store, &progress::watch());
    progress::clear();
    let index = index.map_err(open::build_failure)?;
    let counter = open::counter(params, model.as_ref());
    write(&index, &counter, out)?;
    Ok(open::outcome_of(&index.corpus, &folder))
}

/// Every chunk and seam of an index, with vectors where it has any.
pub(super) fn write(index: &Index, counter: &Counter, out: &mut dyn Write) -> io::Result<()> {
    let view = DocumentView { corpus: &index.corpus, params: &index.params, counter, text: true };
    for (document, number) in view.documents().zip(0..) {
        write_document(index, number, document.chunks, document.seams, out)?;
    }
    Ok(())
}

fn write_document(
    index: &Index,
    number: usize,
    chunks: Vec<ChunkJson<'_>>,
    seams: Vec<SeamJson>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let corpus = &index.corpus;
    let vectors = index.vectors.as_deref();
    let path = corpus.documents[number].path.as_str();
    let name = |id| corpus.name(Entry::Chunk(id));
    for (line, id) in chunks.into_iter().zip(corpus.chunk_ranges[number].clone().map(ChunkId)) {
        let vector = vectors.map(|set| VectorJson {
            model: &set.model.id,
            windows: set.chunk_windows.get(id.at()).copied(),
            vector: set.chunks.row(id.at()),
        });
        let (previous, next) = (corpus.neighbour(id, -1).map(name), corpus.neighbour(id, 1).map(name));
        json::print(&ChunkLine { kind: "chunk", path, chunk: line, previous, next, vector }, out)?;
    }
    for (line, id) in seams.into_iter().zip(corpus.seam_ranges[number].clone().map(SeamId)) {
        let seam = corpus.seam(id);
        let vector = vectors.map(|set| VectorJson {
            model: &set.model.id,
            windows: set.seam_windows.get(id.at()).copied(),
            vector: set.seams.row(id.at()),
        });
        let chunks = [name(seam.left), name(seam.right)];
        json::print(&SeamLine { kind: "seam", path, seam: line, chunks, text: corpus.seam_text(id), vector }, out)?;
    }
    Ok(())
}
