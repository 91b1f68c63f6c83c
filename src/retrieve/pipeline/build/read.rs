//! Files into documents, documents into chunks, seams and word indexes; what is kept of them is not made again.
//! Never lets one bad file stop the rest.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use rayon::prelude::*;

use super::cut::{Cuts, corpus, counters, cuts, cuts_of, searched};
use super::form::Form;
use super::{BuildError, Counts, Index, Progress, Step, Watch, kept};
use crate::retrieve::chunk::Counters;
use crate::retrieve::embed::Embedder;
use crate::retrieve::folder::{self, FileEntry, Listing};
use crate::retrieve::index::lexical::{Lexical, LexicalError};
use crate::retrieve::index::store::{Facts, Kept, Key, Records, Seen, Store, encode};
use crate::retrieve::params::Params;
use crate::retrieve::text;
use crate::retrieve::trace::{Corpus, Document, SeamId, Skipped};

/// Record of all files seen, in the file of that name.
const FILES: &str = "files";
const DOCUMENTS: &str = "documents";

/// Reads a folder (or one file) and cuts it: everything but vectors. `model` is needed for `chunk.unit = "model"` and
/// `seam.unit = "model"` only.
///
/// # Errors
/// See [`BuildError`]; a file that cannot be read is a row of [`Corpus::skipped`], not an error.
pub fn read_folder(
    root: &Path,
    params: &Params,
    model: Option<&Arc<dyn Embedder>>,
    store: &Store,
    watch: &Watch,
) -> Result<Index, BuildError> {
    let kept = store.kept(root);
    let index = cut(root, params, model, &kept, watch)?;
    let shape = kept::shape(params, model.map(|model| model.info()));
    let (chunk_words, seam_words) = words(&index.corpus, params, &kept, &shape, &index.keys, watch)?;
    Ok(Index { chunk_words, seam_words, notices: kept.notices(), unkept: kept.gave_up(), ..index })
}

/// The same without word indexes: enough to look at cuts and seams, not to search.
///
/// # Errors
/// See [`BuildError`].
pub fn cut_folder(
    root: &Path,
    params: &Params,
    model: Option<&Arc<dyn Embedder>>,
    store: &Store,
    watch: &Watch,
) -> Result<Index, BuildError> {
    let kept = store.kept(root);
    let index = cut(root, params, model, &kept, watch)?;
    Ok(Index { notices: kept.notices(), ..index })
}

fn cut(
    root: &Path,
    params: &Params,
    model: Option<&Arc<dyn Embedder>>,
    kept: &Kept,
    watch: &Watch,
) -> Result<Index, BuildError> {
    params.check()?;
    let counters = counters(params, model)?;
    let listing = folder::scan(root, &params.folder).map_err(|error| BuildError::Folder(error.to_string()))?;
    let shape = kept::shape(params, model.map(|model| model.info()));
    let reader = Reader::new(&listing, kept, &shape, params, &counters);
    let read = reader.read_all(watch)?;
    let counts = reader.counts(&read);
    let (mut parts, mut keys, mut skipped, mut seen) =
        (Vec::new(), Vec::new(), listing.skipped.clone(), BTreeMap::new());
    let (mut new_documents, mut new_cuts) = (0, 0);
    for (entry, file) in listing.files.iter().zip(read) {
        seen.extend(file.seen.map(|seen| (entry.path.clone(), seen)));
        match file.outcome {
            Err(reason) => skipped.push(Skipped { path: entry.path.clone(), reason }),
            Ok(read) => {
                new_documents += usize::from(read.new_document);
                new_cuts += usize::from(read.new_cuts);
                keys.push(read.key);
                parts.push((read.document, read.cuts));
            }
        }
    }
    skipped.sort_by(|a, b| (&a.path, &a.reason).cmp(&(&b.path, &b.reason)));
    let corpus = Corpus { skipped, ..corpus(parts) };
    if kept.is_on() {
        let engine = kept::engine();
        if seen != reader.seen {
            kept.write(FILES, &engine, [encode(&seen).map(|bytes| (engine, bytes))]);
        }
        if new_documents > 0 || reader.documents.as_ref().map_or(0, Records::len) != keys.len() {
            kept.write(DOCUMENTS, &engine, kept::documents(&keys, &corpus.documents));
        }
        if new_cuts > 0 || reader.cuts.as_ref().map_or(0, Records::len) != keys.len() {
            let cuts = (0..keys.len()).map(|number| cuts_of(&corpus, number));
            kept.write(&kept::name("cuts", &shape), &shape, kept::cuts(&keys, cuts));
        }
    }
    Ok(Index {
        root: root.to_owned(),
        params: Arc::new(params.clone()),
        corpus: Arc::new(corpus),
        keys: Arc::new(keys),
        counts,
        ..Index::default()
    })
}

/// What reading one file needs.
struct Reader<'a> {
    listing: &'a Listing,
    kept: &'a Kept,
    params: &'a Params,
    counters: &'a Counters,
    /// What was seen of each file before.
    seen: BTreeMap<String, Seen>,
    documents: Option<Records>,
    cuts: Option<Records>,
    moment: Option<SystemTime>,
}

/// What became of one file.
struct File {
    /// `None` when it must be read again next time.
    seen: Option<Seen>,
    outcome: Result<Read, String>,
}

struct Read {
    key: Key,
    content: Key,
    document: Document,
    cuts: Cuts,
    new_document: bool,
    new_cuts: bool,
}

impl<'a> Reader<'a> {
    fn new(listing: &'a Listing, kept: &'a Kept, shape: &Key, params: &'a Params, counters: &'a Counters) -> Self {
        let engine = kept::engine();
        // Before any file is read.
        let moment = kept.moment();
        let files = kept.records(FILES, &engine);
        let seen = files.and_then(|files| kept.value(&files, &engine)).unwrap_or_default();
        let documents = kept.records(DOCUMENTS, &engine);
        let cuts = kept.records(&kept::name("cuts", shape), shape);
        Self { listing, kept, params, counters, seen, documents, cuts, moment }
    }

    fn read_all(&self, watch: &Watch) -> Result<Vec<File>, BuildError> {
        let files = &self.listing.files;
        let begun = Progress { files_total: files.len(), ..Progress::default() };
        let paths = files.iter().map(|entry| entry.path.clone()).collect();
        watch.report(begun.with(vec![Step::Listed(Arc::new(paths))]));
        let progress = Mutex::new(begun);
        let read = |(number, entry)| {
            if watch.stopped() {
                return Err(BuildError::Cancelled);
            }
            let locked = || progress.lock().unwrap_or_else(PoisonError::into_inner);
            // Told under the lock: one call at a time.
            let told = locked();
            watch.report(told.with(vec![Step::Reading { file: number }]));
            drop(told);
            let file = self.read(entry);
            let mut progress = locked();
            progress.files += 1;
            let step = match &file.outcome {
                Ok(read) => Step::Chunked { file: number, chunks: read.cuts.chunks.len() },
                Err(reason) => Step::LeftOut { file: number, reason: reason.clone() },
            };
            progress.chunks += file.outcome.as_ref().map_or(0, |read| read.cuts.chunks.len());
            watch.report(progress.with(vec![step]));
            Ok(file)
        };
        files.par_iter().enumerate().map(read).collect()
    }

    fn read(&self, entry: &FileEntry) -> File {
        let facts = self.moment.and_then(|_| Facts::of(&self.listing.root.join(&entry.path)));
        let before = self.seen.get(&entry.path).filter(|seen| seen.settled && Some(seen.facts) == facts);
        match before.map(|seen| &seen.outcome) {
            Some(Err(reason)) => return File { seen: before.cloned(), outcome: Err(reason.clone()) },
            Some(Ok(content)) => {
                let key = kept::document(&entry.path, content);
                if let Some(document) = self.kept_document(&key) {
                    let read = self.cut(key, *content, document, false);
                    return File { seen: before.cloned(), outcome: Ok(read) };
                }
            }
            None => {}
        }
        let outcome = folder::read(&self.listing.root, entry).map_err(|row| row.reason).map(|canonical| {
            let content = kept::content(&canonical.text, canonical.body);
            let key = kept::document(&entry.path, &content);
            let kept = self.kept_document(&key);
            let new = kept.is_none();
            let make = || text::document(&entry.path, canonical.text, canonical.body);
            self.cut(key, content, kept.unwrap_or_else(make), new)
        });
        let settled = |facts: &Facts| self.moment.is_some_and(|moment| facts.rested_before(moment));
        let seen = facts.filter(|_| !matches!(&outcome, Err(reason) if may_pass(reason))).map(|facts| Seen {
            facts,
            settled: settled(&facts),
            outcome: outcome.as_ref().map(|read| read.content).map_err(Clone::clone),
        });
        File { seen, outcome }
    }

    fn kept_document(&self, key: &Key) -> Option<Document> {
        self.kept.value(self.documents.as_ref().filter(|records| records.length(key).is_some())?, key)
    }

    fn cut(&self, key: Key, content: Key, document: Document, new_document: bool) -> Read {
        let kept = self.cuts.as_ref().filter(|records| records.length(&key).is_some());
        let kept = kept.and_then(|records| self.kept.value::<Form>(records, &key));
        let kept = kept.and_then(|form| form.into_cuts(document.text.len()));
        let new_cuts = kept.is_none();
        let cuts = kept.unwrap_or_else(|| cuts(&document, self.params, self.counters));
        Read { key, content, document, cuts, new_document, new_cuts }
    }

    fn counts(&self, files: &[File]) -> Counts {
        let mut counts = Counts::default();
        let mut still_there = 0;
        for (entry, file) in self.listing.files.iter().zip(files) {
            let Ok(read) = &file.outcome else { continue };
            match self.seen.get(&entry.path).and_then(|seen| seen.outcome.as_ref().ok()) {
                None => counts.new += 1,
                Some(content) => {
                    still_there += 1;
                    if *content == read.content { counts.unchanged += 1 } else { counts.changed += 1 }
                }
            }
        }
        counts.gone = self.seen.values().filter(|seen| seen.outcome.is_ok()).count() - still_there;
        counts
    }
}

/// True for reasons that may go away without any change of the file.
fn may_pass(reason: &str) -> bool {
    reason.starts_with("unreadable")
}

/// The two word indexes: kept ones where every document and setting is the same, else built side by side.
fn words(
    corpus: &Corpus,
    params: &Params,
    kept: &Kept,
    shape: &Key,
    keys: &[Key],
    watch: &Watch,
) -> Result<(Lexical, Lexical), BuildError> {
    let name = kept::name("words", shape);
    let stamp = kept::digest(&[shape, keys.as_flattened()]);
    let (chunks, seams) = (corpus.chunks.len() as u32, corpus.seams.len() as u32);
    let fits = |(c, s): &(Lexical, Lexical)| c.rows() == chunks && s.rows() == seams;
    if let Some(words) = kept::read_words(kept, &name, &stamp).filter(fits) {
        return Ok(words);
    }
    let build = |texts: &mut (dyn Iterator<Item = String> + Send)| -> Result<Lexical, LexicalError> {
        Lexical::build(texts.take_while(|_| !watch.stopped()))
    };
    let documents = 0..corpus.documents.len();
    let mut chunks = documents.flat_map(|number| searched(corpus, number, params)).map(|searched| searched.whole());
    let mut seams = (0..seams).map(|number| corpus.seam_text(SeamId(number)).to_owned());
    let (chunks, seams) = rayon::join(|| build(&mut chunks), || build(&mut seams));
    if watch.stopped() {
        return Err(BuildError::Cancelled);
    }
    let (chunks, seams) = (chunks?, seams?);
    if kept.is_on() {
        kept::write_words(kept, &name, &stamp, &chunks, &seams);
    }
    Ok((chunks, seams))
}
