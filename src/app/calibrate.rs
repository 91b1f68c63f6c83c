//! The screen that picks the margin m: samples that should not fire beside samples that should, and a line to move.
//! Never computes a rate; the calibration comes as a report, with the rates of every margin.

use std::sync::Arc;

use super::geometry::Area;
use super::list::List;
use super::message::{Effect, Trial};
use super::model::Model;
use super::moves::Move;
use crate::lab::calibrate::{Asked, Calibration, HeadStart, Lies, Settings};
use crate::lab::eval::Mean;

/// What a person wants here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wish {
    /// Draw the samples and ask them.
    Start,
    /// The line one margin down.
    Lower,
    /// The line one margin up.
    Raise,
    /// The line to the suggested margin.
    Suggested,
    /// Take the margin under the line.
    Apply,
    /// The next seed.
    Seed,
    /// Twice as many samples.
    More,
    /// Half as many.
    Fewer,
}

/// A calibration with what it means for the questions at hand.
#[derive(Clone, Debug)]
pub struct Found {
    /// The samples and their rates.
    pub calibration: Calibration,
    /// Firings a loaded question under m = 0, 1, ...; empty without questions.
    pub firings: Vec<Mean>,
}

/// How far it is.
#[derive(Clone, Debug, Default)]
pub enum State {
    /// Nothing was asked for.
    #[default]
    Idle,
    /// Questions asked, of how many.
    Running(usize, usize),
    /// It is there.
    Done(Arc<Found>),
    /// What failed, where, what to do.
    Failed(String),
}

/// The screen.
#[derive(Clone, Debug, Default)]
pub struct Calibrate {
    /// How samples are drawn.
    pub settings: Settings,
    /// How far it is.
    pub state: State,
    /// The margin under the line.
    pub margin: u32,
    /// The sample under the cursor, of those in the bar at the line.
    pub list: List,
    /// The newest request.
    pub request: u64,
    /// The build whose ids the samples use.
    pub build: u64,
}

/// Bars of the two histograms: one a head start, the outer ones with everything beyond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bars {
    /// Head start of the first bar; it counts smaller ones and absent seams too.
    pub first: i64,
    /// Whole and split samples of each bar; the last one counts larger ones and absent chunks too.
    pub counts: Vec<[usize; 2]>,
}

impl Bars {
    /// `count` bars in which the margin `m` is seen.
    #[must_use]
    pub fn of(calibration: &Calibration, count: usize, m: u32) -> Self {
        let count = count.max(3);
        let places = i64::try_from(count).unwrap_or(i64::MAX);
        let first = (-places / 3).max(i64::from(m) + 3 - places);
        let mut counts = vec![[0; 2]; count];
        for (side, starts) in [&calibration.whole.head_starts, &calibration.split.head_starts].into_iter().enumerate() {
            for start in starts {
                counts[bar(*start, first, count)][side] += 1;
            }
        }
        Self { first, counts }
    }

    /// The head start of a bar.
    #[must_use]
    pub fn value(&self, bar: usize) -> i64 {
        self.first.saturating_add(i64::try_from(bar).unwrap_or(i64::MAX))
    }

    /// The bar that holds a margin.
    #[must_use]
    pub fn at(&self, m: u32) -> usize {
        bar(HeadStart::Places(i64::from(m)), self.first, self.counts.len())
    }
}

fn bar(start: HeadStart, first: i64, count: usize) -> usize {
    match start {
        HeadStart::SeamAbsent => 0,
        HeadStart::Places(places) => usize::try_from(places - first).unwrap_or(0).min(count - 1),
        HeadStart::ChunkAbsent => count - 1,
    }
}

/// Where everything lies inside the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frames {
    /// Settings and verdict.
    pub head: Area,
    /// Both histograms with their curves.
    pub bars: Area,
    /// What the margin under the line does.
    pub rates: Area,
    /// The samples of the bar at the line.
    pub samples: Area,
}

impl Frames {
    /// Divides the body.
    #[must_use]
    pub fn of(body: Area) -> Self {
        let inner = body.inner();
        let (head, bars, rates) = match inner.height {
            26.. => (6, 13, 5),
            18..26 => (4, 7, 5),
            12..18 => (3, 5, 3),
            _ => (2, 3, 3),
        };
        let (head, rest) = inner.split_top(head);
        let (bars, rest) = rest.split_top(bars);
        let (rates, samples) = rest.split_top(rates);
        Self { head, bars, rates, samples }
    }

    /// How many bars fit, each two columns wide.
    #[must_use]
    pub fn count(&self) -> usize {
        usize::from(self.bars.width.saturating_sub(9) / 2).min(60)
    }
}

impl Model {
    /// The calibration, once it is there and of this folder.
    #[must_use]
    pub fn found(&self) -> Option<&Arc<Found>> {
        match &self.calibrate.state {
            State::Done(found) if self.calibrate.build == self.corpus_build => Some(found),
            _ => None,
        }
    }

    /// The samples of the bar at the line, whole ones first.
    #[must_use]
    pub fn samples_here(&self) -> Vec<&Asked> {
        let Some(found) = self.found() else { return Vec::new() };
        let frames = Frames::of(super::geometry::layout(self).body);
        let (count, m) = (frames.count().max(3), self.calibrate.margin);
        let bars = Bars::of(&found.calibration, count, m);
        let here = bars.at(m);
        found.calibration.asked.iter().filter(|asked| bar(asked.head_start, bars.first, count) == here).collect()
    }

    /// Does what a person wants on this screen, but for taking the margin under the line.
    pub(super) fn calibrating(&mut self, wish: Wish, effects: &mut Vec<Effect>) {
        let last = self.found().map(|found| found.calibration.whole.fire_rate_by_margin.len().saturating_sub(1) as u32);
        let last = last.unwrap_or(self.calibrate.settings.margins);
        let state = &mut self.calibrate;
        match wish {
            Wish::Start => self.start_calibration(effects),
            Wish::Lower => (state.margin, state.list) = (state.margin.saturating_sub(1), List::default()),
            Wish::Raise => (state.margin, state.list) = ((state.margin + 1).min(last), List::default()),
            Wish::Suggested => {
                if let Some(margin) = self.found().map(|found| found.calibration.suggested_margin) {
                    (self.calibrate.margin, self.calibrate.list) = (margin, List::default());
                }
            }
            Wish::Apply => {}
            Wish::Seed => {
                state.settings.seed += 1;
                self.start_calibration(effects);
            }
            Wish::More | Wish::Fewer => {
                let size = state.settings.whole;
                let size = if wish == Wish::More { (size * 2).min(1600) } else { (size / 2).max(25) };
                (state.settings.whole, state.settings.split) = (size, size);
                self.start_calibration(effects);
            }
        }
    }

    fn start_calibration(&mut self, effects: &mut Vec<Effect>) {
        if self.corpus_build == 0 {
            return self.say("The folder is not cut yet.");
        }
        let request = self.requests.take();
        self.calibrate.request = request;
        self.calibrate.state = State::Running(0, 0);
        let what = Trial::Calibrate(self.calibrate.settings.clone());
        effects.push(self.trial(request, what));
    }

    /// Takes what came of it.
    pub(super) fn calibrated(&mut self, request: u64, build: u64, result: Result<Arc<Found>, String>) {
        if request != self.calibrate.request {
            return;
        }
        match result {
            Ok(found) => {
                self.calibrate.margin = found.calibration.suggested_margin;
                (self.calibrate.build, self.calibrate.list) = (build, List::default());
                self.calibrate.state = State::Done(found);
            }
            Err(what) => self.calibrate.state = State::Failed(what),
        }
    }

    /// The sample under the cursor, with the source led to it.
    pub(super) fn lead_to_sample(&mut self) -> Option<String> {
        let sample = self.samples_here().get(self.calibrate.list.cursor).map(|asked| {
            let probe = &asked.probe;
            (probe.sample.seam, probe.sample.span.start, probe.question.clone())
        });
        let (seam, start, question) = sample?;
        self.lead(crate::retrieve::trace::Entry::Seam(seam));
        self.source.cursor = start;
        Some(question)
    }

    pub(super) fn go_in_samples(&mut self, wish: Move) {
        let rows = self.samples_here().len();
        let window = usize::from(Frames::of(super::geometry::layout(self).body).samples.height).saturating_sub(1);
        super::moves::moved(&mut self.calibrate.list, wish, rows, window);
        self.calibrate.list.settle(rows, window);
    }
}

/// `whole` or `split`.
#[must_use]
pub const fn kind_of(asked: &Asked) -> &'static str {
    match asked.probe.sample.lies {
        Lies::Across => "split",
        Lies::Left | Lies::Right => "whole",
    }
}
