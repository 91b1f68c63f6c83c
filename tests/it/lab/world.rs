//! A folder whose every sentence has words of its own, so that what answers a question is known.

use std::fmt::Write;

use seamscope::lab::statistics::SplitMix64;
use seamscope::retrieve::index::store::Store;
use seamscope::retrieve::params::Params;
use seamscope::retrieve::pipeline::ask::Session;
use seamscope::retrieve::pipeline::build::{Watch, read_folder};

const SYLLABLES: [&str; 16] =
    ["ba", "co", "du", "fe", "gi", "ha", "jo", "ku", "le", "mi", "no", "pu", "ra", "se", "ti", "vo"];

/// A made-up word of four syllables.
fn word(generator: &mut SplitMix64) -> String {
    (0..4).map(|_| SYLLABLES[generator.index(SYLLABLES.len())]).collect()
}

/// Paragraphs of sentences that share their function words only.
pub(crate) fn text(seed: u64, paragraphs: usize) -> String {
    let mut generator = SplitMix64::new(seed);
    let mut text = format!("# The {}\n\n", word(&mut generator));
    for _ in 0..paragraphs {
        for _ in 0..4 {
            for function in ["The", "of the", "and the", "is", "in the", "the", "and the"] {
                let _ = write!(text, "{function} {} ", word(&mut generator));
            }
            text.truncate(text.len() - 1);
            text.push_str(". ");
        }
        text.push_str("\n\n| the | row |\n|---|---|\n| of the | table |\n\n");
    }
    text
}

/// Settings that cut such texts into many chunks.
pub(crate) fn params() -> Params {
    let mut params = Params::default();
    // No multiple of a paragraph and its table, or every cut would fall at the same place in them.
    (params.chunk.size, params.seam.k) = (130, 70);
    params
}

/// A session, by words alone, on a folder of these documents.
pub(super) fn session(documents: &[(&str, String)], params: &Params) -> Session {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in documents {
        std::fs::write(folder.path().join(name), text).expect("a document");
    }
    let index = read_folder(folder.path(), params, None, &Store::off(), &Watch::silent()).expect("an index");
    Session::new(index, None)
}

/// Two documents.
pub(super) fn folder() -> Session {
    session(&[("a.md", text(1, 12)), ("b.md", text(2, 9))], &params())
}
