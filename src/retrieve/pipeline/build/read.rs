//! Files into documents, documents into chunks, seams and word indexes.
//! Never lets one bad file stop the rest.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::cut::{Cuts, corpus, counters, cuts, searched};
use super::{BuildError, Counts, Index, Progress, Watch};
use crate::retrieve::embed::Embedder;
use crate::retrieve::folder;
use crate::retrieve::index::lexical::{Lexical, LexicalError};
use crate::retrieve::index::store::Store;
use crate::retrieve::params::Params;
use crate::retrieve::text;
use crate::retrieve::trace::{Corpus, Document, SeamId};

/// Reads a folder (or one file) and cuts it: everything but vectors. `model` is needed for `chunk.unit = "model"` and
/// `seam.unit = "model"` only.
///
/// # Errors
/// See [`BuildError`]; a file that cannot be read is a row of [`Corpus::skipped`], not an error.
pub fn read_folder(
    root: &Path,
    params: &Params,
    model: Option<&Arc<dyn Embedder>>,
    _store: &Store,
    watch: &Watch,
) -> Result<Index, BuildError> {
    params.check()?;
    let counters = counters(params, model)?;
    let listing = folder::scan(root, &params.folder).map_err(|error| BuildError::Folder(error.to_string()))?;
    let progress = Mutex::new(Progress { files_total: listing.files.len(), ..Progress::default() });
    let tell = |chunks: usize| {
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.files += 1;
        progress.chunks += chunks;
        watch.report(*progress);
    };
    let read = |entry| {
        if watch.stopped() {
            return Err(BuildError::Cancelled);
        }
        let read = folder::read(&listing.root, entry).map(|canonical| {
            let document = text::document(&entry.path, canonical.text, canonical.body);
            let cuts = cuts(&document, params, &counters);
            (document, cuts)
        });
        tell(read.as_ref().map_or(0, |(_, cuts)| cuts.chunks.len()));
        Ok(read)
    };
    let read: Vec<_> = listing.files.par_iter().map(read).collect::<Result<_, _>>()?;
    let mut parts: Vec<(Document, Cuts)> = Vec::with_capacity(read.len());
    let mut skipped = listing.skipped;
    for part in read {
        match part {
            Ok(part) => parts.push(part),
            Err(row) => skipped.push(row),
        }
    }
    skipped.sort_by(|a, b| (&a.path, &a.reason).cmp(&(&b.path, &b.reason)));
    let counts = Counts { new: parts.len(), ..Counts::default() };
    let corpus = Corpus { skipped, ..corpus(parts) };
    let (chunk_words, seam_words) = words(&corpus, params, watch)?;
    let (params, corpus) = (Arc::new(params.clone()), Arc::new(corpus));
    Ok(Index { params, corpus, chunk_words, seam_words, vectors: None, counts, notices: Vec::new() })
}

/// The two word indexes, side by side.
fn words(corpus: &Corpus, params: &Params, watch: &Watch) -> Result<(Lexical, Lexical), BuildError> {
    let build = |texts: &mut (dyn Iterator<Item = String> + Send)| -> Result<Lexical, LexicalError> {
        Lexical::build(texts.take_while(|_| !watch.stopped()))
    };
    let documents = 0..corpus.documents.len();
    let chunks = documents.flat_map(|number| searched(corpus, number, params)).map(|searched| searched.whole());
    let seams = (0..corpus.seams.len() as u32).map(|number| corpus.seam_text(SeamId(number)).to_owned());
    let (mut chunks, mut seams) = (chunks, seams);
    let (chunks, seams) = rayon::join(|| build(&mut chunks), || build(&mut seams));
    if watch.stopped() { Err(BuildError::Cancelled) } else { Ok((chunks?, seams?)) }
}
