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

/// Place, from 1, of the first chunk that shares a character with the evidence.
#[must_use]
pub fn first_hit(evidence: &[Stretch], chunks: &[Stretch]) -> Option<usize> {
    let at = chunks.iter().position(|chunk| evidence.iter().any(|piece| piece.overlaps(*chunk)))?;
    Some(at + 1)
}
