//! Vectors from the states of a document's tokens: the model reads a document once, whatever its chunks are.
//! Never reads what is kept.

use super::super::{BuildError, Index, Progress, Step, Watch, kept};
use super::rows_of;
use super::table::Table;
use crate::retrieve::embed::late::{DocumentStates, States, windows};
use crate::retrieve::embed::{Embedder, embed_text};
use crate::retrieve::index::store::Kept;
use crate::retrieve::span::Span;
use crate::retrieve::trace::Corpus;

/// Windows that the model reads between two looks at [`Watch`].
const STEP: usize = 8;

/// What reads documents, and how much it has read.
pub(super) struct Reader<'a> {
    pub(super) model: &'a dyn Embedder,
    pub(super) kept: &'a Kept,
    pub(super) watch: &'a Watch,
    /// Bytes that states may take on disk.
    pub(super) limit: u64,
    /// Windows read now.
    pub(super) embedded: usize,
    /// Windows whose states were kept.
    pub(super) cached: usize,
}

impl Reader<'_> {
    /// Fills in the rows of one document.
    pub(super) fn fill(
        &mut self,
        index: &Index,
        number: usize,
        table: &mut Table,
        progress: &mut Progress,
    ) -> Result<(), BuildError> {
        let corpus = &*index.corpus;
        let states = self.states(corpus, number, progress)?;
        let sums = states.sums();
        let text = corpus.documents[number].text.as_str();
        let mut set = |row: usize, span: Span| -> Result<(), BuildError> {
            let embedding = match sums.embedding(span) {
                Some(embedding) => embedding,
                // A document in which the model finds no token.
                None => embed_text(self.model, span.of(text))?,
            };
            table.set(row, &embedding);
            Ok(())
        };
        for chunk in corpus.chunk_ranges[number].clone() {
            set(chunk as usize, corpus.chunks[chunk as usize].span)?;
        }
        for seam in corpus.seam_ranges[number].clone() {
            set(corpus.chunks.len() + seam as usize, corpus.seams[seam as usize].span)?;
        }
        let there = rows_of(corpus, number);
        progress.vectors += there;
        self.watch.report(progress.with(vec![Step::Vectors { document: number, there }]));
        Ok(())
    }

    /// The states of a document, kept ones or new ones.
    fn states(&mut self, corpus: &Corpus, number: usize, progress: &Progress) -> Result<DocumentStates, BuildError> {
        let document = &corpus.documents[number];
        let info = self.model.info();
        let content = kept::content(&document.text, document.body);
        let key = kept::digest(&[b"states", info.id.as_bytes(), &content]);
        if let Some(states) = self.kept.states(&key).and_then(|bytes| DocumentStates::from_bytes(&bytes)) {
            self.cached += states.windows();
            return Ok(states);
        }
        let windows = windows(self.model, &document.text, document.body);
        let mut read: Vec<States> = Vec::with_capacity(windows.len());
        for step in windows.chunks(STEP) {
            if self.watch.stopped() {
                return Err(BuildError::Cancelled);
            }
            let texts: Vec<&str> = step.iter().map(|window| window.span.of(&document.text)).collect();
            read.extend(self.model.states(&texts)?);
            self.embedded += step.len();
            // The rows of a document come all at once; until then their share of the windows is told, never all of it.
            let share = rows_of(corpus, number) * read.len() / (windows.len() + 1);
            let step = Step::Vectors { document: number, there: share };
            self.watch.report(Progress { vectors: progress.vectors + share, ..progress.with(vec![step]) });
        }
        let states = DocumentStates::of(&windows, &read);
        self.kept.keep_states(&key, &states.to_bytes(), &document.path, self.limit);
        Ok(states)
    }
}
