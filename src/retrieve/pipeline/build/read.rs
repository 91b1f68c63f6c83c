//! Files into documents, documents into chunks, seams and word indexes; what is kept of them is not made again.
//! Never lets one bad file stop the rest.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::SystemTime;

use rayon::prelude::*;

use super::cut::{Cuts, corpus, counters, cuts, cuts_of, searched};
use super::form::Form;
use super::group::{Coming, Passed};
use super::told::Told;
use super::{BuildError, Counts, Index, Step, Watch, kept};
use crate::retrieve::chunk::Counters;
use crate::retrieve::embed::{Embedder, ModelInfo};
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
    let (folder, told) = (Walked::new(root, params, model, store)?, Told::new(watch));
    folder.with_words(folder.cut(&told, None)?, &told)
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
    let folder = Walked::new(root, params, model, store)?;
    let index = folder.cut(&Told::new(watch), None)?;
    Ok(Index { notices: folder.kept.notices(), ..index })
}

/// A folder that was walked: which files it has, what they are cut by, and what is kept of it.
pub(super) struct Walked<'a> {
    root: &'a Path,
    pub(super) params: &'a Params,
    store: &'a Store,
    pub(super) kept: Kept,
    listing: Listing,
    counters: Counters,
    shape: Key,
}

impl<'a> Walked<'a> {
    pub(super) fn new(
        root: &'a Path,
        params: &'a Params,
        model: Option<&Arc<dyn Embedder>>,
        store: &'a Store,
    ) -> Result<Self, BuildError> {
        params.check()?;
        let counters = counters(params, model)?;
        let listing = folder::scan(root, &params.folder).map_err(|error| BuildError::Folder(error.to_string()))?;
        let shape = kept::shape(params, model.map(|model| model.info()));
        Ok(Self { root, params, store, kept: store.kept(root), listing, counters, shape })
    }

    /// Reads and cuts every file; each document goes on to the model as soon as it is cut, where one waits for it.
    pub(super) fn cut(&self, told: &Told, onward: Option<Sender<Passed>>) -> Result<Index, BuildError> {
        let reader = Reader::new(self, onward);
        let read = reader.read_all(told)?;
        told.all_are_cut();
        let counts = reader.counts(&read);
        let (mut parts, mut keys, mut skipped, mut seen) =
            (Vec::new(), Vec::new(), self.listing.skipped.clone(), BTreeMap::new());
        let (mut new_documents, mut new_cuts) = (0, 0);
        for (entry, file) in self.listing.files.iter().zip(read) {
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
        let kept = &self.kept;
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
                kept.write(&kept::name("cuts", &self.shape), &self.shape, kept::cuts(&keys, cuts));
            }
        }
        Ok(Index {
            root: self.root.to_owned(),
            params: Arc::new(self.params.clone()),
            corpus: Arc::new(corpus),
            keys: Arc::new(keys),
            counts,
            store: self.store.clone(),
            ..Index::default()
        })
    }

    /// The name and the stamp under which vectors of this model are kept.
    pub(super) fn name_of_vectors(&self, model: &ModelInfo) -> (String, Key) {
        let stamp = kept::vectors(&kept::shape(self.params, Some(model)), model);
        (kept::name("vectors", &stamp), stamp)
    }

    /// The same index with the words of its chunks and seams.
    pub(super) fn with_words(&self, index: Index, told: &Told) -> Result<Index, BuildError> {
        let (chunk_words, seam_words) = words(&index.corpus, self.params, &self.kept, &self.shape, &index.keys, told)?;
        let (notices, unkept) = (self.kept.notices(), self.kept.gave_up());
        Ok(Index { chunk_words, seam_words, notices, unkept, ..index })
    }
}

/// What reading one file needs.
struct Reader<'a> {
    folder: &'a Walked<'a>,
    /// Where documents go as soon as they are cut.
    onward: Option<Sender<Passed>>,
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
    document: Arc<Document>,
    cuts: Cuts,
    new_document: bool,
    new_cuts: bool,
}

impl<'a> Reader<'a> {
    fn new(folder: &'a Walked<'a>, onward: Option<Sender<Passed>>) -> Self {
        let (kept, engine) = (&folder.kept, kept::engine());
        // Before any file is read.
        let moment = kept.moment();
        let files = kept.records(FILES, &engine);
        let seen = files.and_then(|files| kept.value(&files, &engine)).unwrap_or_default();
        let documents = kept.records(DOCUMENTS, &engine);
        let cuts = kept.records(&kept::name("cuts", &folder.shape), &folder.shape);
        Self { folder, onward, seen, documents, cuts, moment }
    }

    fn read_all(&self, told: &Told) -> Result<Vec<File>, BuildError> {
        let files = &self.folder.listing.files;
        let paths = files.iter().map(|entry| entry.path.clone()).collect();
        told.tell(|progress| progress.files_total = files.len(), vec![Step::Listed(Arc::new(paths))]);
        let read = |(number, entry)| {
            if told.stopped() {
                return Err(BuildError::Cancelled);
            }
            told.tell(|_| {}, vec![Step::Reading { file: number }]);
            let file = self.read(entry);
            match &file.outcome {
                Ok(read) => told.file_is_cut(number, read.cuts.chunks.len(), read.cuts.seams.len()),
                Err(reason) => {
                    let step = Step::LeftOut { file: number, reason: reason.clone() };
                    told.tell(|progress| progress.files += 1, vec![step]);
                }
            }
            self.pass_on(number, &file);
            Ok(file)
        };
        files.par_iter().enumerate().map(read).collect()
    }

    fn pass_on(&self, number: usize, file: &File) {
        if let Some(onward) = &self.onward {
            let coming =
                |read: &Read| Coming { key: read.key, document: Arc::clone(&read.document), cuts: read.cuts.clone() };
            // Without a model, or after it has failed, nobody takes it.
            let _ = onward.send((number, file.outcome.as_ref().ok().map(coming)));
        }
    }

    fn read(&self, entry: &FileEntry) -> File {
        let facts = self.moment.and_then(|_| Facts::of(&self.folder.listing.root.join(&entry.path)));
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
        let outcome = folder::read(&self.folder.listing.root, entry).map_err(|row| row.reason).map(|canonical| {
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
        self.folder.kept.value(self.documents.as_ref().filter(|records| records.length(key).is_some())?, key)
    }

    fn cut(&self, key: Key, content: Key, document: Document, new_document: bool) -> Read {
        let kept = self.cuts.as_ref().filter(|records| records.length(&key).is_some());
        let kept = kept.and_then(|records| self.folder.kept.value::<Form>(records, &key));
        let kept = kept.and_then(|form| form.into_cuts(document.text.len()));
        let new_cuts = kept.is_none();
        let cuts = kept.unwrap_or_else(|| cuts(&document, self.folder.params, &self.folder.counters));
        Read { key, content, document: Arc::new(document), cuts, new_document, new_cuts }
    }

    fn counts(&self, files: &[File]) -> Counts {
        let mut counts = Counts::default();
        let mut still_there = 0;
        for (entry, file) in self.folder.listing.files.iter().zip(files) {
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
    told: &Told,
) -> Result<(Lexical, Lexical), BuildError> {
    let name = kept::name("words", shape);
    let stamp = kept::digest(&[shape, keys.as_flattened()]);
    let (chunks, seams) = (corpus.chunks.len() as u32, corpus.seams.len() as u32);
    let fits = |(c, s): &(Lexical, Lexical)| c.rows() == chunks && s.rows() == seams;
    if let Some(words) = kept::read_words(kept, &name, &stamp).filter(fits) {
        return Ok(words);
    }
    let build = |texts: &mut (dyn Iterator<Item = String> + Send)| -> Result<Lexical, LexicalError> {
        Lexical::build(texts.take_while(|_| !told.stopped()))
    };
    let documents = 0..corpus.documents.len();
    let mut chunks = documents.flat_map(|number| searched(corpus, number, params)).map(|searched| searched.whole());
    let mut seams = (0..seams).map(|number| corpus.seam_text(SeamId(number)).to_owned());
    let (chunks, seams) = rayon::join(|| build(&mut chunks), || build(&mut seams));
    if told.stopped() {
        return Err(BuildError::Cancelled);
    }
    let (chunks, seams) = (chunks?, seams?);
    if kept.is_on() {
        kept::write_words(kept, &name, &stamp, &chunks, &seams);
    }
    Ok((chunks, seams))
}
