//! One sample with its question, asked under every margin.
//! Never ranks or fires anything itself: every number is read off a trace.

use super::margin::HeadStart;
use super::sample::{Lies, Sample};
use crate::lab::measures::{Stretch, cover};
use crate::lab::questions::Question;
use crate::lab::run::LabError;
use crate::retrieve::params::{Params, Policy};
use crate::retrieve::pipeline::ask::Session;
use crate::retrieve::span::Span;
use crate::retrieve::trace::{Action, ChunkId, Corpus, Entry, SeamId, Trace};

/// A question whose answer is known to lie whole near a cut, or across it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// What is asked.
    pub question: String,
    /// Where the answer lies.
    pub sample: Sample,
    /// All of the answer, in bytes.
    pub evidence: Vec<Stretch>,
}

impl Probe {
    /// The question `question` about a drawn sample.
    #[must_use]
    pub fn of(corpus: &Corpus, sample: Sample, question: String) -> Self {
        let evidence = vec![in_bytes(corpus.seam(sample.seam).document, sample.span)];
        Self { question, sample, evidence }
    }
}

/// What the context holds under one margin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its chunks together hold all of the answer.
    pub found: bool,
    /// Seams that fired and brought a chunk in, in the order of the budget.
    pub fired: Vec<SeamId>,
    /// Chunks that are in the context without seams and not in this one.
    pub displaced: usize,
}

/// A probe that was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The probe.
    pub probe: Probe,
    /// Over the chunk that holds the answer, or, where it is split, over the better of the two chunks.
    pub head_start: HeadStart,
    /// Without seams: the same chunks, lists of chunks alone.
    pub without_seams: Outcome,
    /// Under m = 0, 1, 2, ...
    pub by_margin: Vec<Outcome>,
}

/// The questions that can stand in for samples: those with one piece of evidence, which a cut splits, or which lies whole
/// in one chunk and in the window of a seam. Others say nothing of a head start and are left out.
#[must_use]
pub fn from_questions(corpus: &Corpus, questions: &[Question]) -> Vec<Probe> {
    let probe = |question: &Question| {
        let [piece] = &question.evidence[..] else { return None };
        let sample = placed(corpus, piece.document, piece.span)?;
        Some(Probe::of(corpus, sample, question.text.clone()))
    };
    questions.iter().filter_map(probe).collect()
}

/// The cut that splits a passage, or else the nearest one whose window holds it.
fn placed(corpus: &Corpus, document: u32, span: Span) -> Option<Sample> {
    let range = corpus.seam_ranges.get(document as usize)?.clone();
    let sample = |number: u32| {
        let seam = corpus.seam(SeamId(number));
        let [left, right] = [seam.left, seam.right].map(|chunk| corpus.chunk(chunk).span);
        let holds = |outer: Span| outer.start <= span.start && span.end <= outer.end;
        let lies = match (span.overlaps(left), span.overlaps(right)) {
            (true, true) => Lies::Across,
            (true, false) if holds(left) && holds(seam.span) => Lies::Left,
            (false, true) if holds(right) && holds(seam.span) => Lies::Right,
            _ => return None,
        };
        let distance = seam.cut.saturating_sub(span.end).max(span.start.saturating_sub(seam.cut));
        Some((lies != Lies::Across, distance, Sample { seam: SeamId(number), lies, span }))
    };
    range.filter_map(sample).min_by_key(|(whole, distance, _)| (*whole, *distance)).map(|(_, _, sample)| sample)
}

/// Asks one probe without seams and under every margin up to `margins`; expansions are left out.
pub(super) fn ask(session: &mut Session, params: &Params, margins: u32, probe: &Probe) -> Result<Asked, LabError> {
    let mut params = params.clone();
    params.expand.policy = Policy::None;
    params.refuse.distance = None;
    let corpus = session.index().corpus.clone();
    let mut ask = |params: &Params, read: &mut dyn FnMut(&Trace)| match session.ask(&probe.question, params) {
        Ok(trace) => {
            read(trace);
            Ok(())
        }
        Err(error) => Err(LabError::Ask { question: probe.question.clone(), error }),
    };
    let (mut head_start, mut by_margin, mut plain) = (HeadStart::SeamAbsent, Vec::new(), Vec::new());
    params.seam.enabled = false;
    ask(&params, &mut |trace| plain.clone_from(&trace.budget.chunks))?;
    let without_seams = Outcome { found: found(&corpus, probe, &plain), fired: Vec::new(), displaced: 0 };
    params.seam.enabled = true;
    for margin in 0..=margins {
        params.fire.margin = margin;
        ask(&params, &mut |trace| {
            head_start = lead(trace, probe.sample);
            by_margin.push(outcome(&corpus, probe, trace, &plain));
        })?;
    }
    Ok(Asked { probe: probe.clone(), head_start, without_seams, by_margin })
}

fn lead(trace: &Trace, sample: Sample) -> HeadStart {
    let Some(verdict) = trace.verdicts.iter().find(|verdict| verdict.seam == sample.seam) else {
        return HeadStart::SeamAbsent;
    };
    match sample.lies {
        Lies::Left => HeadStart::between(Some(verdict.rank), verdict.left_rank),
        Lies::Right => HeadStart::between(Some(verdict.rank), verdict.right_rank),
        Lies::Across => HeadStart::over_both(&trace.verdicts, sample.seam),
    }
}

fn outcome(corpus: &Corpus, probe: &Probe, trace: &Trace, plain: &[ChunkId]) -> Outcome {
    let chunks = &trace.budget.chunks;
    let fired = trace.budget.steps.iter().filter_map(|step| match (step.subject, step.action) {
        (Entry::Seam(seam), Action::Added) => Some(seam),
        _ => None,
    });
    Outcome {
        found: found(corpus, probe, chunks),
        fired: fired.collect(),
        displaced: plain.iter().filter(|chunk| !chunks.contains(chunk)).count(),
    }
}

fn found(corpus: &Corpus, probe: &Probe, chunks: &[ChunkId]) -> bool {
    let spans = chunks.iter().map(|id| corpus.chunk(*id));
    let spans: Vec<Stretch> = spans.map(|chunk| in_bytes(chunk.document, chunk.span)).collect();
    cover(&probe.evidence, &spans).complete()
}

fn in_bytes(document: u32, span: Span) -> Stretch {
    Stretch { document, start: span.start, end: span.end }
}
