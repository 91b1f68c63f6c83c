//! Where an entry of one ranking stands in the other: the same stretch of text, or the best that shares text with it.
//! Never compares ids: those of two configurations mean different chunks.

use std::collections::BTreeMap;

use crate::retrieve::span::Span;
use crate::retrieve::trace::{Corpus, Entry, Trace};

/// What stands for an entry in the other ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twin {
    /// The same chunk, or a seam over the same cut, at this rank (from 1).
    Same(usize),
    /// Another chunk that shares text with it; the best one stands at this rank.
    Shares(usize),
    /// Nothing.
    None,
}

/// For each rank of both rankings what stands for it in the other one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Twins {
    /// Of the ranking here.
    pub here: Vec<Twin>,
    /// Of the ranking there.
    pub there: Vec<Twin>,
}

/// An entry by what it is, whatever its number: a chunk's bytes, a seam's cut.
type Place<'a> = (&'a str, Span, bool);

fn place(corpus: &Corpus, entry: Entry) -> Place<'_> {
    match entry {
        Entry::Chunk(id) => (corpus.document_of(id).path.as_str(), corpus.chunk(id).span, false),
        Entry::Seam(id) => {
            let seam = corpus.seam(id);
            (corpus.documents[seam.document as usize].path.as_str(), Span::new(seam.cut, seam.cut), true)
        }
    }
}

impl Twins {
    /// Finds the twins of both rankings.
    #[must_use]
    pub fn of(here: (&Corpus, &Trace), there: (&Corpus, &Trace)) -> Self {
        Self { here: found(here, there), there: found(there, here) }
    }
}

fn found((corpus, trace): (&Corpus, &Trace), (other, others): (&Corpus, &Trace)) -> Vec<Twin> {
    let places: Vec<Place<'_>> = others.ranking.iter().map(|fused| place(other, fused.entry)).collect();
    let same: BTreeMap<Place<'_>, usize> = places.iter().enumerate().map(|(at, place)| (*place, at + 1)).collect();
    let mut chunks: BTreeMap<&str, Vec<(Span, usize)>> = BTreeMap::new();
    for (at, (path, span, seam)) in places.iter().enumerate() {
        if !seam {
            chunks.entry(path).or_default().push((*span, at + 1));
        }
    }
    let twin = |entry: Entry| {
        let (path, span, seam) = place(corpus, entry);
        if let Some(rank) = same.get(&(path, span, seam)) {
            return Twin::Same(*rank);
        }
        let shares = |(other, rank): &(Span, usize)| (!seam && other.overlaps(span)).then_some(*rank);
        chunks.get(path).and_then(|chunks| chunks.iter().find_map(shares)).map_or(Twin::None, Twin::Shares)
    };
    trace.ranking.iter().map(|fused| twin(fused.entry)).collect()
}
