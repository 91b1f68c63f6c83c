//! Picking the margin m on a person's own documents, with the evidence for it.
//! Never applies what it suggests.
//!
//! Source: "RAG: Coming together at the Seams", section 3.2 step 3. Sentences that lie whole in one chunk but near a cut
//! should not make their seam fire; passages that a cut splits should. The working range of m lies between the two.

mod cloze;
mod firings;
pub mod llm;
mod margin;
mod probe;
mod rates;
mod sample;
mod verdict;
mod words;

use serde::Serialize;

pub use cloze::question as cloze_question;
pub use firings::firings;
pub use margin::{HeadStart, Suggestion, calibrate_margin, p90};
pub use probe::{Asked, Outcome, Probe, from_questions};
pub use rates::{AtMargin, Baseline};
pub use sample::{Lies, Sample, candidates, draw};
pub use verdict::{Finding, Verdict, judge};
pub use words::Words;

use super::run::{LabError, Meter, Part, each, some};
use super::statistics::{Interval, Share, SplitMix64};
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::ask::Session;
use crate::retrieve::trace::Corpus;

/// How many samples are drawn, and how.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Settings {
    /// Whole sentences, at most.
    pub whole: usize,
    /// Split passages, at most.
    pub split: usize,
    /// Seed of the draws and of the cloze questions.
    pub seed: u64,
    /// Share of a passage's content words that a cloze question leaves out, from 0 to 1.
    pub strength: f64,
    /// Largest m under which every sample is asked in full.
    pub margins: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { whole: 200, split: 200, seed: 1, strength: 0.5, margins: 20 }
    }
}

/// Who wrote the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// [`cloze_question`].
    Cloze,
    /// A language model; see [`llm`].
    Llm,
    /// A question file.
    File,
}

/// How many samples of each kind were asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Whole sentences.
    pub whole: usize,
    /// Split passages.
    pub split: usize,
}

/// The head starts of one kind of sample.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Side {
    /// In the order of the samples. For whole samples over the chunk that holds the passage, for split ones over the
    /// better of the two chunks.
    pub head_starts: Vec<HeadStart>,
    /// See [`p90`]; `None` without samples.
    pub p90: Option<HeadStart>,
    /// Share of the samples whose head start reaches m, for m = 0, 1, 2, ...
    pub fire_rate_by_margin: Vec<f64>,
    /// Their Wilson intervals.
    pub fire_rate_intervals: Vec<Interval>,
    /// Different cuts that the samples lie at: samples of one cut are not independent.
    pub cuts: usize,
}

/// What came of a calibration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// How many samples.
    pub samples: Counts,
    /// How much is there, where it was stopped: only the samples that were asked count anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<Part>,
    /// Who wrote the questions.
    pub questions: Source,
    /// How they were drawn.
    pub settings: Settings,
    /// Samples that should not fire.
    pub whole: Side,
    /// Samples that should.
    pub split: Side,
    /// The margin that at most a tenth of the whole samples reach (at least 1).
    pub suggested_margin: u32,
    /// What the two distributions say.
    pub finding: Finding,
    /// The margins at which at most a tenth of whole samples and at least half of split ones fire.
    pub working_range: Option<[u32; 2]>,
    /// In words.
    pub verdict: String,
    /// Without any seam.
    pub without_seams: Baseline,
    /// What every m does to the contexts of the samples' questions.
    pub rates: Vec<AtMargin>,
    /// The samples themselves, whole ones first.
    #[serde(skip)]
    pub asked: Vec<Asked>,
}

/// Draws samples from the folder of a session, asks a cloze question for each, and suggests a margin.
///
/// `params` are those of a question; their margin and whether seams are searched do not matter.
///
/// # Errors
/// [`LabError::Settings`] where the settings draw no seams, [`LabError::Nothing`] where the folder has no seam or no
/// passage to sample; else see [`LabError`].
pub fn calibrate(
    session: &Session,
    params: &Params,
    settings: &Settings,
    meter: Meter<'_>,
) -> Result<Calibration, LabError> {
    need_seams(session)?;
    let corpus = session.index().corpus.clone();
    let words = Words::of(&corpus);
    let (drawn, mut generator) = drawn(&corpus, &words, settings);
    let probe = |sample: &Sample| {
        let text = cloze_question(&corpus, &words, *sample, settings.strength, &mut generator);
        Probe::of(&corpus, *sample, text)
    };
    let probes: Vec<Probe> = drawn.iter().map(probe).collect();
    finish(session, params, settings, Source::Cloze, &probes, meter)
}

/// The same samples with questions that a language model writes; [`llm::prompt`] is what it is asked.
///
/// # Errors
/// Those of [`calibrate`], and [`LabError::Writer`] when the model does not answer with a question.
pub fn calibrate_written(
    session: &Session,
    params: &Params,
    settings: &Settings,
    writer: llm::Writer<'_>,
    meter: Meter<'_>,
) -> Result<Calibration, LabError> {
    need_seams(session)?;
    let corpus = session.index().corpus.clone();
    let (drawn, _) = drawn(&corpus, &Words::of(&corpus), settings);
    let probes = each(&(), &drawn, meter, |(), sample| {
        Ok(Probe::of(&corpus, *sample, llm::question(&corpus, *sample, writer)?))
    })?;
    finish(session, params, settings, Source::Llm, &probes, meter)
}

/// The samples of these settings, whole ones first, and the generator as it is after drawing them.
fn drawn(corpus: &Corpus, words: &Words, settings: &Settings) -> (Vec<Sample>, SplitMix64) {
    let [whole, split] = candidates(corpus, words);
    let mut generator = SplitMix64::new(settings.seed);
    let mut all = draw(&whole, settings.whole, &mut generator);
    all.extend(draw(&split, settings.split, &mut generator));
    (all, generator)
}

/// The same with questions whose evidence is known; see [`from_questions`].
///
/// # Errors
/// [`LabError::Nothing`] where no question is a sample; else see [`LabError`].
pub fn calibrate_with(
    session: &Session,
    params: &Params,
    settings: &Settings,
    probes: &[Probe],
    meter: Meter<'_>,
) -> Result<Calibration, LabError> {
    need_seams(session)?;
    let (mut whole, split): (Vec<Probe>, Vec<Probe>) =
        probes.iter().cloned().partition(|probe| probe.sample.lies != Lies::Across);
    whole.extend(split);
    finish(session, params, settings, Source::File, &whole, meter)
}

fn need_seams(session: &Session) -> Result<(), LabError> {
    let index = session.index();
    if !index.corpus.seams.is_empty() {
        return Ok(());
    }
    let none = "there is no seam to calibrate";
    Err(match (index.params.chunk.overlap, index.params.seam.enabled) {
        (0, true) => LabError::Nothing(format!("{none}: no document has more than one chunk; lower chunk.size")),
        (0, false) => LabError::Settings(format!("{none}: seam.enabled is false; set it to true")),
        (overlap, _) => LabError::Settings(format!("{none}: chunks overlap by {overlap}; set chunk.overlap=0")),
    })
}

/// `probes` hold the whole samples first.
fn finish(
    session: &Session,
    params: &Params,
    settings: &Settings,
    source: Source,
    probes: &[Probe],
    meter: Meter<'_>,
) -> Result<Calibration, LabError> {
    let asked = some(session, probes, meter, |session, probe| probe::ask(session, params, settings.margins, probe))?;
    let partial = Part::of(&asked);
    let asked: Vec<Asked> = asked.into_iter().flatten().collect();
    let whole = asked.iter().take_while(|asked| asked.probe.sample.lies != Lies::Across).count();
    let (whole, split) = asked.split_at(whole);
    if whole.is_empty() || split.is_empty() {
        if partial.is_some() {
            return Err(LabError::Cancelled);
        }
        let missing = if whole.is_empty() { "whole sentence near a cut" } else { "passage that a cut splits" };
        return Err(LabError::Nothing(format!("there is no {missing} to ask about; raise seam.k or cut elsewhere")));
    }
    let head_starts = [starts(whole), starts(split)];
    let verdict = judge(&head_starts[0], &head_starts[1], source);
    let top = head_starts.iter().flatten().filter_map(|start| match start {
        HeadStart::Places(places) => u32::try_from(*places).ok(),
        _ => None,
    });
    let top = top.max().unwrap_or(0).max(verdict.suggestion.margin).max(settings.margins) + 1;
    Ok(Calibration {
        samples: Counts { whole: whole.len(), split: split.len() },
        partial,
        questions: source,
        settings: settings.clone(),
        whole: side(whole, top),
        split: side(split, top),
        suggested_margin: verdict.suggestion.margin,
        finding: verdict.finding,
        working_range: verdict.range,
        verdict: verdict.words,
        without_seams: rates::baseline(whole, split),
        rates: rates::by_margin(whole, split, settings.margins),
        asked,
    })
}

fn starts(asked: &[Asked]) -> Vec<HeadStart> {
    asked.iter().map(|asked| asked.head_start).collect()
}

fn side(asked: &[Asked], top: u32) -> Side {
    let head_starts = starts(asked);
    let shares: Vec<Share> = (0..=top).map(|m| Share::of(head_starts.iter().map(|start| start.reaches(m)))).collect();
    let cuts: std::collections::BTreeSet<_> = asked.iter().map(|asked| asked.probe.sample.seam).collect();
    Side {
        p90: p90(&head_starts),
        fire_rate_by_margin: shares.iter().filter_map(|share| share.mean).collect(),
        fire_rate_intervals: shares.iter().map(|share| share.interval).collect(),
        cuts: cuts.len(),
        head_starts,
    }
}
