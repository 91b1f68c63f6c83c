//! The story before a knob that cuts the folder anew, so that what the knob moved can be marked when it is told again.
//! Never compares ids of two builds: chunks are the same where they are the same bytes, seams where they lie over the
//! same cut.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::model::{Model, Phase};
use super::moved::Moved;
use crate::retrieve::params::Params;
use crate::retrieve::span::Span;
use crate::retrieve::trace::{ChunkId, Corpus, Entry, Trace};

/// The story that was on the screen, with its folder and its settings.
#[derive(Clone, Debug)]
pub struct Before {
    corpus: Arc<Corpus>,
    trace: Arc<Trace>,
    /// Its settings.
    pub params: Params,
}

/// An entry by what it is: document, bytes, seam.
type Place<'a> = (&'a str, Span, bool);

fn place(corpus: &Corpus, entry: Entry) -> Option<Place<'_>> {
    match entry {
        Entry::Chunk(id) => {
            let chunk = corpus.chunks.get(id.at())?;
            Some((corpus.documents.get(chunk.document as usize)?.path.as_str(), chunk.span, false))
        }
        Entry::Seam(id) => {
            let seam = corpus.seams.get(id.at())?;
            let cut = Span::new(seam.cut, seam.cut);
            Some((corpus.documents.get(seam.document as usize)?.path.as_str(), cut, true))
        }
    }
}

impl Before {
    /// What moved from the story before to this one, `cause` being the knob.
    #[must_use]
    pub fn moved(&self, corpus: &Corpus, trace: &Trace, cause: String) -> Moved {
        let chunks = (0..corpus.chunks.len() as u32).map(|id| Entry::Chunk(ChunkId(id)));
        let seams = (0..corpus.seams.len() as u32).map(|id| Entry::Seam(crate::retrieve::trace::SeamId(id)));
        let now: BTreeMap<Place<'_>, Entry> =
            chunks.chain(seams).filter_map(|entry| Some((place(corpus, entry)?, entry))).collect();
        let here = |entry: Entry| place(&self.corpus, entry).and_then(|place| now.get(&place).copied());
        let chunk = |id: ChunkId| match here(Entry::Chunk(id)) {
            Some(Entry::Chunk(id)) => Some(id),
            _ => None,
        };
        // Ranks count what is gone too, so it keeps its place under a name that nothing has now.
        let gone = |at: usize| Entry::Chunk(ChunkId(u32::MAX - at as u32));
        let mut old = Trace::default();
        for (at, fused) in self.trace.ranking.iter().enumerate() {
            let mut fused = fused.clone();
            fused.entry = here(fused.entry).unwrap_or(gone(at));
            old.ranking.push(fused);
        }
        for verdict in &self.trace.verdicts {
            if let Some(Entry::Seam(seam)) = here(Entry::Seam(verdict.seam)) {
                let mut verdict = *verdict;
                verdict.seam = seam;
                old.verdicts.push(verdict);
            }
        }
        old.budget.chunks = self.trace.budget.chunks.iter().filter_map(|id| chunk(*id)).collect();
        Moved::between(&old, trace, cause)
    }
}

impl Model {
    /// Keeps the story on the screen, unless one is kept already: turns that follow each other make one change.
    pub(super) fn keep_before(&mut self, params: &Params) {
        if let (None, Some(answer)) = (&self.before, &self.answer) {
            let (corpus, trace) = (self.corpus.clone(), answer.trace.clone());
            self.before = Some(Before { corpus, trace, params: params.clone() });
        }
    }

    /// What moved since the story that was kept, once everything is there that was there before.
    pub(super) fn moved_since(&mut self, trace: &Trace, cause: impl Fn(&Params) -> String) -> Option<Moved> {
        if self.build.phase == Phase::Embedding {
            return None;
        }
        let before = self.before.take().filter(|before| before.trace.question == trace.question)?;
        let cause = cause(&before.params);
        (!cause.is_empty()).then(|| before.moved(&self.corpus, trace, cause))
    }
}
