//! What is kept of each step under which name, stamp and key.
//! Never decides what a step does.

use std::io;
use std::sync::Arc;

use super::cut::Cuts;
use super::form::Form;
use crate::retrieve::embed::ModelInfo;
use crate::retrieve::index::lexical::Lexical;
use crate::retrieve::index::store::{Kept, Key, encode};
use crate::retrieve::params::{Params, Unit};
use crate::retrieve::trace::Document;

/// A hash of the engine's sources: what another version kept is made again.
const ENGINE: &str = env!("SEAMSCOPE_ENGINE");

/// Record names of the word indexes.
const MANIFEST: &str = "manifest";

/// One hash over several parts, which cannot run into each other.
pub(super) fn digest(parts: &[&[u8]]) -> Key {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    hasher.finalize().into()
}

/// The stamp of what depends on the engine alone.
pub(super) fn engine() -> Key {
    digest(&[ENGINE.as_bytes()])
}

/// The stamp of chunks and seams: the engine and every setting that shapes them or their headers.
pub(super) fn shape(params: &Params, model: Option<&ModelInfo>) -> Key {
    let settings = serde_json::to_vec(&(&params.chunk, &params.seam)).unwrap_or_default();
    let counts_with_model = [params.chunk.unit, params.seam_unit()].contains(&Unit::Model);
    let model = model.filter(|_| counts_with_model).map_or("", |model| model.id.as_str());
    digest(&[ENGINE.as_bytes(), &settings, model.as_bytes()])
}

/// The stamp of vectors: chunks, seams, and the model. Rows are kept as they lie in memory, so the order of bytes is
/// part of it.
pub(super) fn vectors(shape: &Key, model: &ModelInfo) -> Key {
    let order = 1_u32.to_ne_bytes();
    digest(&[shape, &order, model.id.as_bytes(), &model.dimensions.to_le_bytes(), &model.window.to_le_bytes()])
}

/// A file's name for what was made under a stamp.
pub(super) fn name(kind: &str, stamp: &Key) -> String {
    format!("{kind}-{}", &blake3::Hash::from(*stamp).to_hex()[..16])
}

/// The hash of a canonical text.
pub(super) fn content(text: &str, body: usize) -> Key {
    digest(&[&body.to_le_bytes(), text.as_bytes()])
}

/// The key of everything that was made of one document: its path counts too, in headers and by its format.
pub(super) fn document(path: &str, content: &Key) -> Key {
    digest(&[path.as_bytes(), content])
}

/// The records of documents, written from what is in memory.
pub(super) fn documents<'a>(
    keys: &'a [Key],
    documents: &'a [Arc<Document>],
) -> impl Iterator<Item = io::Result<(Key, Vec<u8>)>> + use<'a> {
    keys.iter().zip(documents).map(|(key, document)| Ok((*key, encode(&**document)?)))
}

/// The records of cuts.
pub(super) fn cuts<'a>(
    keys: &'a [Key],
    cuts: impl Iterator<Item = Cuts> + 'a,
) -> impl Iterator<Item = io::Result<(Key, Vec<u8>)>> {
    keys.iter().zip(cuts).map(|(key, cuts)| Ok((*key, encode(&Form::from(&cuts))?)))
}

/// Both word indexes, if they are kept under this name and stamp.
pub(super) fn read_words(kept: &Kept, name: &str, stamp: &Key) -> Option<(Lexical, Lexical)> {
    let records = kept.records(name, stamp)?;
    let manifest: [Vec<String>; 2] = kept.value(&records, &part_key(MANIFEST, ""))?;
    let read = |collection: &str, names: &[String]| {
        let parts = names.iter().map(|name| Some((name.clone(), kept.read(&records, &part_key(collection, name))?)));
        Lexical::from_parts(parts.collect::<Option<_>>()?).ok()
    };
    Some((read("chunks", &manifest[0])?, read("seams", &manifest[1])?))
}

/// Keeps both word indexes.
pub(super) fn write_words(kept: &Kept, name: &str, stamp: &Key, chunks: &Lexical, seams: &Lexical) {
    let (Ok(chunks), Ok(seams)) = (chunks.parts(), seams.parts()) else { return };
    let names = |parts: &[(String, Vec<u8>)]| parts.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let manifest = encode(&[names(&chunks), names(&seams)]).map(|bytes| (part_key(MANIFEST, ""), bytes));
    let chunks = chunks.into_iter().map(|(name, bytes)| Ok((part_key("chunks", &name), bytes)));
    let seams = seams.into_iter().map(|(name, bytes)| Ok((part_key("seams", &name), bytes)));
    kept.write(name, stamp, std::iter::once(manifest).chain(chunks).chain(seams));
}

fn part_key(collection: &str, name: &str) -> Key {
    digest(&[collection.as_bytes(), name.as_bytes()])
}
