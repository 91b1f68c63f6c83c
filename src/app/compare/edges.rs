//! The cuts of two configurations in one order: those of both, those of one alone.
//! Never looks at a text; a cut is a byte of a document.

use std::collections::BTreeMap;

use crate::retrieve::trace::{ChunkId, Corpus};

/// A cut of at least one of two configurations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where the right chunk begins, in bytes.
    pub byte: usize,
    /// The chunk that ends here, in each configuration that cuts here.
    pub left: [Option<ChunkId>; 2],
}

impl Edge {
    /// Both configurations cut here.
    #[must_use]
    pub const fn shared(&self) -> bool {
        self.left[0].is_some() && self.left[1].is_some()
    }
}

/// All cuts of one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentEdges {
    /// The document's number in the other configuration, if it is there.
    pub other: Option<usize>,
    /// The cuts, ascending.
    pub edges: Vec<Edge>,
    /// Where they lie, ascending: one row each.
    pub bytes: Vec<usize>,
    /// Cuts only here, only there, in both.
    pub counts: [usize; 3],
}

/// All cuts of a folder, by document of the first configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edges {
    /// One for each document.
    pub documents: Vec<DocumentEdges>,
    /// Cuts only here, only there, in both: of all documents.
    pub counts: [usize; 3],
}

impl Edges {
    /// Merges the cuts of both. A document whose text differs (it changed in between) is taken as not there.
    #[must_use]
    pub fn of(here: &Corpus, there: &Corpus) -> Self {
        let paths: BTreeMap<&str, usize> =
            there.documents.iter().enumerate().map(|(at, document)| (document.path.as_str(), at)).collect();
        let same = |at: usize| {
            let document = &here.documents[at];
            let other = paths.get(document.path.as_str()).copied()?;
            (there.documents[other].text == document.text).then_some(other)
        };
        let documents: Vec<_> = (0..here.documents.len())
            .map(|at| {
                let other = same(at);
                let theirs = other.map_or_else(Vec::new, |other| cuts(there, other));
                document(other, &cuts(here, at), &theirs)
            })
            .collect();
        let sum = |which: usize| documents.iter().map(|document: &DocumentEdges| document.counts[which]).sum();
        Self { counts: [sum(0), sum(1), sum(2)], documents }
    }
}

/// Where each chunk but the first begins, with the chunk before it.
fn cuts(corpus: &Corpus, document: usize) -> Vec<(usize, ChunkId)> {
    let range = corpus.chunk_ranges.get(document).cloned().unwrap_or_default();
    range.skip(1).map(|id| (corpus.chunk(ChunkId(id)).span.start, ChunkId(id - 1))).collect()
}

fn document(other: Option<usize>, here: &[(usize, ChunkId)], there: &[(usize, ChunkId)]) -> DocumentEdges {
    let mut edges: Vec<Edge> = Vec::with_capacity(here.len() + there.len());
    let (mut a, mut b) = (here.iter().copied().peekable(), there.iter().copied().peekable());
    loop {
        let byte = match (a.peek(), b.peek()) {
            (Some((a, _)), Some((b, _))) => *a.min(b),
            (Some((a, _)), None) => *a,
            (None, Some((b, _))) => *b,
            (None, None) => break,
        };
        let left = [a.next_if(|(at, _)| *at == byte), b.next_if(|(at, _)| *at == byte)];
        edges.push(Edge { byte, left: left.map(|cut| cut.map(|(_, id)| id)) });
    }
    let count = |wanted: [bool; 2]| edges.iter().filter(|edge| edge.left.map(|left| left.is_some()) == wanted).count();
    let counts = [count([true, false]), count([false, true]), count([true, true])];
    let bytes = edges.iter().map(|edge| edge.byte).collect();
    DocumentEdges { other, edges, bytes, counts }
}
