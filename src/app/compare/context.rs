//! Two contexts beside each other: what each holds that the other does not, and how much of the evidence.
//! Never judges an answer; evidence is what the author of the question says it is.

use crate::retrieve::span::Span;
use crate::retrieve::trace::{ChunkId, Corpus, Trace};

/// One chunk of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The chunk.
    pub chunk: ChunkId,
    /// Its bytes.
    pub bytes: usize,
    /// Those that the other context holds too.
    pub shared: usize,
}

/// How much of the evidence a context holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Pieces.
    pub pieces: usize,
    /// Pieces that lie whole in the context.
    pub complete: usize,
    /// Bytes of all pieces.
    pub bytes: usize,
    /// Those in the context.
    pub held: usize,
}

/// One context.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Its chunks, in its order.
    pub taken: Vec<Taken>,
    /// Tokens of its chunks, in the unit of the seams.
    pub tokens: usize,
    /// The evidence; `None` where the question has none.
    pub evidence: Option<Evidence>,
}

/// A stretch of a document, by path: ids of two configurations do not meet.
type Place<'a> = (&'a str, Span);

/// Both contexts. `evidence` lies in documents of `corpus`.
pub(super) fn sides(
    contexts: [(&Corpus, Option<&Trace>); 2],
    corpus: &Corpus,
    evidence: Option<&[(usize, Span)]>,
) -> [Side; 2] {
    let chunks = contexts.map(|(_, trace)| trace.map(|trace| trace.budget.chunks.clone()).unwrap_or_default());
    let places: [Vec<Place<'_>>; 2] = [0, 1].map(|side: usize| {
        let (of, _) = contexts[side];
        chunks[side].iter().map(|id| (of.document_of(*id).path.as_str(), of.chunk(*id).span)).collect()
    });
    let pieces = evidence.map(|pieces| {
        let path = |(document, span): &(usize, Span)| Some((corpus.documents.get(*document)?.path.as_str(), *span));
        pieces.iter().filter_map(path).collect::<Vec<Place<'_>>>()
    });
    [0, 1].map(|side: usize| {
        let (of, trace) = contexts[side];
        let other = &places[1 - side];
        let taken = chunks[side].iter().zip(&places[side]).map(|(chunk, place)| Taken {
            chunk: *chunk,
            bytes: place.1.len(),
            shared: held(*place, other),
        });
        let evidence = pieces.as_ref().filter(|_| trace.is_some()).map(|pieces| {
            let holds: Vec<usize> = pieces.iter().map(|piece| held(*piece, &places[side])).collect();
            Evidence {
                pieces: pieces.len(),
                complete: pieces.iter().zip(&holds).filter(|((_, span), held)| span.len() == **held).count(),
                bytes: pieces.iter().map(|(_, span)| span.len()).sum(),
                held: holds.iter().sum(),
            }
        });
        Side {
            taken: taken.collect(),
            tokens: chunks[side].iter().map(|id| of.chunk(*id).tokens as usize).sum(),
            evidence,
        }
    })
}

/// Bytes of a stretch that lie in any of `by`, each counted once.
fn held((path, span): Place<'_>, by: &[Place<'_>]) -> usize {
    let mut parts: Vec<Span> = by
        .iter()
        .filter(|(other, part)| *other == path && part.overlaps(span))
        .map(|(_, part)| part.intersection(span))
        .collect();
    parts.sort_unstable();
    let (mut bytes, mut end) = (0, span.start);
    for part in parts {
        bytes += part.end.saturating_sub(part.start.max(end));
        end = end.max(part.end);
    }
    bytes
}
