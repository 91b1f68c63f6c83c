//! Questions that a language model writes about a passage.
//! Never sends anything but the passage and the instruction, which is shown to the person.

use super::sample::Sample;
use crate::lab::run::LabError;
use crate::retrieve::trace::Corpus;

/// Answers a prompt; called from several threads.
pub type Writer<'a> = &'a (dyn Fn(&str) -> Result<String, LabError> + Sync);

/// What the model is told before the passage.
pub const INSTRUCTION: &str = "Write one question that the passage below answers, as a person would ask it who does not \
    know the passage. Use your own words and not those of the passage, except names that cannot be said otherwise. Write in \
    the language of the passage. Answer with the question alone, on one line.";

/// The whole prompt about a passage.
#[must_use]
pub fn prompt(passage: &str) -> String {
    format!("{INSTRUCTION}\n\nPassage:\n{passage}")
}

/// The question that `writer` writes about a sample: the first line of its answer that is not blank, without quotes
/// around it.
pub(super) fn question(corpus: &Corpus, sample: Sample, writer: Writer<'_>) -> Result<String, LabError> {
    let document = corpus.seam(sample.seam).document as usize;
    let passage = sample.span.of(&corpus.documents[document].text);
    let answer = writer(&prompt(passage))?;
    let line = answer.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let line = line.trim_matches(['"', '“', '”', '«', '»', '„']).trim();
    if line.is_empty() {
        return Err(LabError::Writer("the model answered with nothing; try another one".into()));
    }
    Ok(line.to_owned())
}
