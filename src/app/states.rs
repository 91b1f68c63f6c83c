//! How far each document is: what the build that runs tells of every file, and of the vectors of every document.
//! Never costs more than what is new: a report is taken step by step, a state is looked up for what is visible.

use std::sync::Arc;

use super::model::{Model, Phase};
use super::tree;
use crate::retrieve::pipeline::build::Step;
use crate::retrieve::trace::Corpus;

/// How far a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Its file is not read yet.
    Waiting,
    /// Its file is being read.
    Reading,
    /// It is cut; vectors of its chunks and seams are missing.
    Chunked,
    /// The same, and the vectors that it had are those of another model, which nobody asks any more.
    Stale,
    /// Every chunk and seam has its vector.
    Embedded,
    /// Its file could not be read, or the build ended before it was.
    Failed,
    /// Its file is left out on purpose.
    Skipped,
}

impl State {
    /// All of them, in the order in which a document goes through them.
    pub const ALL: [Self; 7] =
        [Self::Waiting, Self::Reading, Self::Chunked, Self::Stale, Self::Embedded, Self::Failed, Self::Skipped];

    /// Its name on the screen.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Reading => "reading",
            Self::Chunked => "chunked",
            Self::Stale => "stale",
            Self::Embedded => "embedded",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        }
    }
}

/// What was told of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct File {
    told: Told,
    /// How many of its vectors are there and how many it needs, once one is there.
    vectors: Option<[usize; 2]>,
    /// The document that it became, once all are read.
    document: Option<usize>,
}

/// How far a file is read.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Told {
    Waiting,
    Reading,
    Chunked,
    LeftOut(String),
}

/// What the build that runs, or ran last, has told.
#[derive(Clone, Debug, Default)]
pub struct States {
    /// The files that it reads, ascending; empty until the folder was walked.
    pub paths: Arc<Vec<String>>,
    /// Columns that the widest of them takes in the tree.
    pub widest: usize,
    /// One of each file.
    files: Vec<File>,
    /// Of each document of the corpus: how many of its vectors are there, and how many it needs.
    vectors: Vec<[usize; 2]>,
    /// Documents that have all of theirs.
    pub embedded: usize,
}

impl States {
    /// A build begins: nothing is known of any file.
    pub(super) fn begin(&mut self) {
        (self.paths, self.files) = (Arc::default(), Vec::new());
    }

    /// Its documents are there, cut, with the vectors that were told of their files.
    pub(super) fn cut(&mut self, corpus: &Corpus) {
        let ranges = corpus.chunk_ranges.iter().zip(&corpus.seam_ranges);
        self.vectors = ranges.map(|(chunks, seams)| [0, chunks.len() + seams.len()]).collect();
        for (number, document) in corpus.documents.iter().enumerate() {
            let Some(file) = self.number_of(&document.path).and_then(|at| self.files.get_mut(at)) else { continue };
            file.document = Some(number);
            if let Some([there, _]) = file.vectors {
                self.vectors[number][0] = there.min(self.vectors[number][1]);
            }
        }
        self.embedded = self.vectors.iter().filter(|[there, all]| there == all).count();
    }

    /// All vectors are there.
    pub(super) fn embed_all(&mut self) {
        for [there, all] in &mut self.vectors {
            *there = *all;
        }
        self.embedded = self.vectors.len();
    }

    /// Takes one step; true when a document or file has another state now.
    fn take(&mut self, step: Step) -> bool {
        let (file, told) = match step {
            Step::Listed(paths) => {
                self.files = vec![File { told: Told::Waiting, vectors: None, document: None }; paths.len()];
                self.widest = tree::widest(paths.iter().map(String::as_str));
                self.paths = paths;
                return true;
            }
            Step::Reading { file } => (file, Told::Reading),
            Step::Chunked { file, .. } => (file, Told::Chunked),
            Step::LeftOut { file, reason } => (file, Told::LeftOut(reason)),
            Step::Vectors { file, there, all } => return self.take_vectors(file, [there, all]),
        };
        if let Some(file) = self.files.get_mut(file) {
            file.told = told;
        }
        true
    }

    /// Takes how many vectors of a file are there; true when they are all there now.
    fn take_vectors(&mut self, file: usize, vectors: [usize; 2]) -> bool {
        let Some(file) = self.files.get_mut(file) else { return false };
        let is_whole = |[there, all]: [usize; 2]| there == all;
        let arrived = is_whole(vectors) && !file.vectors.is_some_and(is_whole);
        file.vectors = Some(vectors);
        if let Some(place) = file.document.and_then(|document| self.vectors.get_mut(document)) {
            let before = std::mem::replace(place, vectors);
            self.embedded += usize::from(is_whole(vectors) && !is_whole(before));
        }
        arrived
    }

    fn number_of(&self, path: &str) -> Option<usize> {
        self.paths.binary_search_by(|other| other.as_str().cmp(path)).ok()
    }

    fn file(&self, path: &str) -> Option<&File> {
        self.files.get(self.number_of(path)?)
    }
}

impl Model {
    /// Takes what became of single files. Rows follow where they depend on it.
    pub(super) fn take_steps(&mut self, steps: Vec<Step>) {
        let listed = steps.iter().any(|step| matches!(step, Step::Listed(_)));
        let mut changed = false;
        for step in steps {
            changed |= self.states.take(step);
        }
        // While a folder is read again its rows stay: they are the documents that are on the screen.
        let follows = self.is_first_read() || self.build.phase != Phase::Reading;
        if (listed && self.is_first_read()) || (changed && follows && self.tree_only.is_some()) {
            self.list_documents_again();
        }
    }

    /// True while nothing of the folder was ever there.
    #[must_use]
    pub fn is_first_read(&self) -> bool {
        self.corpus_build == 0
    }

    /// How far a document is.
    #[must_use]
    pub fn state_of(&self, document: usize) -> State {
        if matches!(self.build.phase, Phase::Reading | Phase::Failed(_)) {
            let Some(document) = self.corpus.documents.get(document) else { return State::Waiting };
            return self.read_state(&document.path).unwrap_or(State::Skipped);
        }
        match self.states.vectors.get(document) {
            Some([there, all]) if there == all => State::Embedded,
            _ if self.is_stale() => State::Stale,
            _ => State::Chunked,
        }
    }

    /// How many vectors of a document are there and how many it needs, while some are and some are not.
    #[must_use]
    pub fn vectors_of(&self, document: usize) -> Option<[usize; 2]> {
        let on_the_way = |[there, all]: &[usize; 2]| *there > 0 && there < all;
        let known = !matches!(self.build.phase, Phase::Reading | Phase::Failed(_));
        self.states.vectors.get(document).copied().filter(on_the_way).filter(|_| known)
    }

    /// How far a file of the build is, before its documents are there.
    #[must_use]
    pub fn state_of_file(&self, file: usize) -> State {
        self.states.files.get(file).map_or(State::Waiting, |file| self.told(file))
    }

    /// How far something that was skipped before is now, and why where it is skipped still.
    #[must_use]
    pub fn state_of_skipped(&self, index: usize) -> Option<(State, &str)> {
        let skipped = self.corpus.skipped.get(index)?;
        let reading = self.build.phase == Phase::Reading;
        match self.states.file(&skipped.path).filter(|_| reading) {
            Some(File { told: Told::LeftOut(reason), .. }) => Some((left_out(reason), reason)),
            Some(file) => Some((self.told(file), "")),
            None => Some((left_out(&skipped.reason), &skipped.reason)),
        }
    }

    /// True when the documents had vectors of another model than the one that is asked for now.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        let wanted = &self.params.embed;
        wanted.model != "none" && self.build.embedded_by.as_ref().is_some_and(|before| before != wanted)
    }

    /// Which states any document has, by their place in [`State::ALL`].
    pub(super) fn present_states(&self) -> [bool; State::ALL.len()] {
        let mut present = [false; State::ALL.len()];
        let mut note = |state: State| present[state as usize] = true;
        if self.is_first_read() {
            (0..self.states.paths.len()).for_each(|file| note(self.state_of_file(file)));
            return present;
        }
        (0..self.corpus.documents.len()).for_each(|document| note(self.state_of(document)));
        self.corpus.skipped.iter().for_each(|skipped| note(left_out(&skipped.reason)));
        present
    }

    /// What was told of a path; before anything was, it waits. `None` when its file is not there any more.
    fn read_state(&self, path: &str) -> Option<State> {
        if self.states.files.is_empty() {
            return Some(if matches!(self.build.phase, Phase::Failed(_)) { State::Failed } else { State::Waiting });
        }
        self.states.file(path).map(|file| self.told(file))
    }

    fn told(&self, file: &File) -> State {
        match &file.told {
            Told::Waiting | Told::Reading if matches!(self.build.phase, Phase::Failed(_)) => State::Failed,
            Told::Waiting => State::Waiting,
            Told::Reading => State::Reading,
            // A model reads what is cut while other files are still read.
            Told::Chunked if file.vectors.is_some_and(|[there, all]| there == all) => State::Embedded,
            Told::Chunked => State::Chunked,
            Told::LeftOut(reason) => left_out(reason),
        }
    }
}

fn left_out(reason: &str) -> State {
    if tree::failed(reason) { State::Failed } else { State::Skipped }
}
