//! What two distributions of head starts say about m, in words.
//! Never calls a difference real that lies within its intervals.

use serde::Serialize;

use super::Source;
use super::margin::{HeadStart, Suggestion, calibrate_margin};
use crate::lab::statistics::Share;

/// Samples of a kind below which a verdict is called an indication.
const FEW: usize = 50;

/// What the distributions allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// A margin keeps nine in ten whole sentences from firing and lets at least half of the split passages fire.
    WorkingRange,
    /// Split passages fire more often than whole ones at the suggested margin, but fewer than half of them do.
    Overlap,
    /// At the suggested margin the two cannot be told apart.
    NoRange,
}

/// A suggestion with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The margin.
    pub suggestion: Suggestion,
    /// What the distributions allow.
    pub finding: Finding,
    /// The first and the last m of the working range.
    pub range: Option<[u32; 2]>,
    /// One paragraph.
    pub words: String,
}

/// Compares the head starts of samples that should not fire with those of samples that should. Without samples of one
/// kind nothing can be said: [`Finding::NoRange`] at m = 1.
#[must_use]
pub fn judge(whole: &[HeadStart], split: &[HeadStart], source: Source) -> Verdict {
    let suggestion = calibrate_margin(whole).unwrap_or(Suggestion { margin: 1, holds: false });
    let margin = suggestion.margin;
    let reach = |starts: &[HeadStart], m| Share::of(starts.iter().map(|start| start.reaches(m)));
    let (whole_fires, split_fires) = (reach(whole, margin), reach(split, margin));
    let last = last_margin_of_half(split);
    let range = last.filter(|last| suggestion.holds && *last >= margin).map(|last| [margin, last]);
    let apart = split_fires.interval.low > whole_fires.interval.high;
    let finding = match (range, apart) {
        (Some(_), true) => Finding::WorkingRange,
        (_, true) if suggestion.holds => Finding::Overlap,
        _ => Finding::NoRange,
    };
    let range = range.filter(|_| finding == Finding::WorkingRange);
    // The conclusion first: it is what a narrow screen has room for.
    let mut words = vec![conclusion(finding, range, suggestion.holds)];
    words.push(format!(
        "m = {margin}: {} of whole sentences and {} of split passages reach it.",
        in_words(whole_fires),
        in_words(split_fires)
    ));
    if whole.len().min(split.len()) < FEW {
        words.push(format!("With {} whole and {} split samples this is an indication only.", whole.len(), split.len()));
    }
    if source == Source::Cloze {
        let caution = "The questions are clozes (words left over from the passages), which search by words finds more \
                       easily than a person's own.";
        words.push(caution.into());
    }
    let words = words.join(" ");
    Verdict { suggestion, finding, range, words }
}

fn conclusion(finding: Finding, range: Option<[u32; 2]>, holds: bool) -> String {
    match (finding, range) {
        (Finding::WorkingRange, Some([first, last])) if first == last => {
            format!("There is a working range: m {first} alone.")
        }
        (Finding::WorkingRange, Some([first, last])) => format!("There is a working range: m {first} to {last}."),
        (Finding::Overlap | Finding::WorkingRange, _) => {
            "Split and whole overlap: split passages fire more often than whole ones, but fewer than half of them do, \
             so seams would repair a part of the splits only."
                .into()
        }
        (Finding::NoRange, _) if !holds => {
            "More than a tenth of whole sentences fire at every m, because the chunk that holds them is not in the ranking at \
             all; raise search.depth."
                .into()
        }
        (Finding::NoRange, _) => "There is no working range: split passages do not lead more often than whole ones, and this \
                                  folder with these chunks lies outside what Seams is for."
            .into(),
    }
}

/// The largest m that at least half of the samples reach.
fn last_margin_of_half(split: &[HeadStart]) -> Option<u32> {
    let mut sorted = split.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    match sorted.get((split.len().div_ceil(2)).checked_sub(1)?)? {
        HeadStart::SeamAbsent => None,
        HeadStart::Places(places) => u32::try_from(*places).ok(),
        HeadStart::ChunkAbsent => Some(u32::MAX),
    }
}

fn in_words(share: Share) -> String {
    let percent = |value: f64| 100.0 * value;
    let Some(mean) = share.mean else { return "none".into() };
    format!(
        "{:.1} % ({} of {}, 95 % interval {:.1} to {:.1} %)",
        percent(mean),
        share.successes,
        share.n,
        percent(share.interval.low),
        percent(share.interval.high)
    )
}
