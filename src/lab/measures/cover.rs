//! Is the evidence there, whole, and where?
//! Never counts a character twice.

use super::stretch::{Stretch, merged, shared, total};

/// How much of the evidence a set of chunks covers together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Characters of evidence, overlapping pieces counted once.
    pub evidence: usize,
    /// Of these, how many the chunks hold together.
    pub covered: usize,
}

impl Cover {
    /// All of it: the answer is there, if need be in several chunks (the meaning of the Seams paper, section 3.5).
    #[must_use]
    pub const fn complete(self) -> bool {
        self.covered == self.evidence
    }
}

/// What the union of `chunks` covers.
#[must_use]
pub fn cover(evidence: &[Stretch], chunks: &[Stretch]) -> Cover {
    let evidence = merged(evidence.iter().copied());
    let covered = shared(&evidence, &merged(chunks.iter().copied()));
    Cover { evidence: total(&evidence), covered }
}

/// True when one of the chunks alone holds all of the evidence (the stricter meaning of the course: "the returned chunk
/// contains the needle whole"). False without evidence.
#[must_use]
pub fn complete_in_one(evidence: &[Stretch], chunks: &[Stretch]) -> bool {
    !evidence.is_empty() && chunks.iter().any(|chunk| evidence.iter().all(|piece| chunk.holds(*piece)))
}

/// True when some piece of the evidence is whole in no chunk: the cuts destroyed it, and no ranking of single chunks
/// can bring it back whole.
#[must_use]
pub fn destroyed(evidence: &[Stretch], chunks: &[Stretch]) -> bool {
    evidence.iter().any(|piece| !chunks.iter().any(|chunk| chunk.holds(*piece)))
}

/// The chance that cuts at random places would split the evidence: L / C for each piece, at most 1, for a piece of L
/// characters in a document whose chunks have C on average, the last one left out (Seams, figure 1: "a geometric model,
/// not measured data"). Pieces are taken as independent of each other; `None` without evidence and where chunks overlap.
#[must_use]
pub fn cut_risk(evidence: &[Stretch], chunks: &[Stretch]) -> Option<f64> {
    let stays_whole = |piece: &Stretch| {
        let own: Vec<Stretch> = chunks.iter().filter(|chunk| chunk.document == piece.document).copied().collect();
        // A document of one chunk has no cut.
        let Some((_, full)) = own.split_last().filter(|(_, full)| !full.is_empty()) else { return 1.0 };
        let mean = total(full) as f64 / full.len() as f64;
        1.0 - (piece.len() as f64 / mean).min(1.0)
    };
    let disjoint = chunks.windows(2).all(|pair| !pair[0].overlaps(pair[1]));
    (disjoint && !evidence.is_empty()).then(|| 1.0 - evidence.iter().map(stays_whole).product::<f64>())
}

/// Place, from 1, of the first chunk that shares a character with the evidence.
#[must_use]
pub fn first_hit(evidence: &[Stretch], chunks: &[Stretch]) -> Option<usize> {
    let at = chunks.iter().position(|chunk| evidence.iter().any(|piece| piece.overlaps(*chunk)))?;
    Some(at + 1)
}
