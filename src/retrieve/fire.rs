//! The fire test of each seam in a fused ranking (Seams, section 3.2 step 3).
//! Never drops a seam; it only says which fire.

use std::collections::HashMap;

use super::trace::{ChunkId, Entry, Fused, SeamId, Verdict};

/// One verdict for each seam of `ranking`, in rank order; `links` gives a seam's left and right chunk.
///
/// Ranks are places in the whole ranking, counted from 1, seams that do not fire included. A linked chunk that is
/// absent never blocks.
#[must_use]
pub fn verdicts(ranking: &[Fused], links: impl Fn(SeamId) -> [ChunkId; 2], margin: u32) -> Vec<Verdict> {
    let ranks: HashMap<Entry, usize> = ranking.iter().map(|fused| fused.entry).zip(1..).collect();
    let seams = ranking.iter().zip(1..).filter_map(|(fused, rank)| match fused.entry {
        Entry::Seam(seam) => Some((seam, rank)),
        Entry::Chunk(_) => None,
    });
    seams
        .map(|(seam, rank): (SeamId, usize)| {
            let [left, right] = links(seam);
            let rank_of = |chunk| ranks.get(&Entry::Chunk(chunk)).copied();
            let (left_rank, right_rank) = (rank_of(left), rank_of(right));
            // How many places the seam stands above the better of its two chunks.
            let best = left_rank.into_iter().chain(right_rank).min();
            let lead = best.map(|best| best.cast_signed() as i64 - rank.cast_signed() as i64);
            let (turns_from, turns_to) = turns(lead, margin);
            Verdict {
                seam,
                left,
                right,
                rank,
                left_rank,
                right_rank,
                margin,
                fired: fires(lead, margin),
                slack: lead.map(|lead| lead - i64::from(margin)),
                turns_from,
                turns_to,
            }
        })
        .collect()
}

/// rank + m <= left and rank + m <= right, for a seam that leads the better of the two by `lead` places.
fn fires(lead: Option<i64>, margin: u32) -> bool {
    lead.is_none_or(|lead| i64::from(margin) <= lead)
}

/// Smallest and largest margin of the other verdict. A seam fires for every m from 0 to its lead: one that fires
/// stops above the lead, and then for good; one that does not would fire from 0 to the lead, if that is not negative.
fn turns(lead: Option<i64>, margin: u32) -> (Option<u32>, Option<u32>) {
    let Some(lead) = lead else { return (None, None) };
    if fires(Some(lead), margin) {
        (u32::try_from(lead + 1).ok(), None)
    } else {
        let to = u32::try_from(lead).ok();
        (to.map(|_| 0), to)
    }
}
