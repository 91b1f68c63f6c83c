//! The screen of the lab: policies beside each other on the questions at hand, pairs in words, sweeps.
//! Never computes a measure; evaluations and points come as reports.

use std::sync::Arc;

use serde::Serialize;

use super::geometry::Area;
use super::list::List;
use super::message::{Effect, Trial};
use super::model::{Model, Notice};
use super::moves::Move;
use super::prompt::{Prompt, Purpose};
use crate::lab::eval::{Evaluation, Measure, Outcome, Pair, Row, Settings, Slice};
use crate::lab::sweep::{self, Axis, Point};
use crate::retrieve::params::Params;

/// What a person wants here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wish {
    /// Ask all questions under all policies.
    Start,
    /// Other questions: all, boundary, split, ...
    Slice,
    /// Compare with the policy under the cursor from now on.
    Base,
    /// To the next question on which the two differ.
    NextQuestion,
    /// To the one before.
    PreviousQuestion,
    /// Ask that question in the explorer, under the policy under the cursor.
    Replay,
    /// Write which settings shall move.
    Sweep,
    /// The table of policies, or the sweep.
    View,
    /// Write what is shown into a file.
    Save,
}

/// What is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The table of policies.
    #[default]
    Policies,
    /// The points of a sweep.
    Sweep,
}

/// The screen.
#[derive(Clone, Debug, Default)]
pub struct Lab {
    /// What is shown.
    pub view: View,
    /// The evaluation, once it is there.
    pub evaluation: Option<Arc<Evaluation>>,
    /// The settings of the sweep, before it moves any.
    pub base_params: Box<Params>,
    /// Points of the sweep that are there so far.
    pub points: Vec<Point>,
    /// Settings of the sweep as they were written.
    pub axes: String,
    /// Questions asked, of how many.
    pub running: Option<(usize, usize)>,
    /// Why the last trial has no result.
    pub failed: Option<String>,
    /// Which questions count.
    pub slice: Option<Slice>,
    /// The policy, or the point, under the cursor.
    pub list: List,
    /// The policy that the one under the cursor is compared with.
    pub base: usize,
    /// The question on which the two differ.
    pub question: List,
    /// The newest request.
    pub request: u64,
}

/// What is written as JSON: the settings with what came of them.
#[derive(Serialize)]
struct Saved<'a, T> {
    params: &'a Params,
    #[serde(flatten)]
    what: T,
}

/// A sweep as it is written.
#[derive(Serialize)]
struct Points<'a> {
    over: Vec<&'a str>,
    points: Vec<Point>,
}

/// Settings of every comparison of this screen: fewer resamples than on the command line, so that a person waits less.
#[must_use]
pub fn settings() -> Settings {
    Settings { resamples: 2_000, ..Settings::default() }
}

/// Where everything lies inside the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frames {
    /// What is asked, how far it is.
    pub head: Area,
    /// The table.
    pub table: Area,
    /// The pair under the cursor, or the curve.
    pub pair: Area,
    /// Questions on which the two differ.
    pub questions: Area,
}

impl Frames {
    /// Divides the body.
    #[must_use]
    pub fn of(body: Area, view: View) -> Self {
        let inner = body.inner();
        let (head, rest) = inner.split_top(if inner.height >= 16 { 3 } else { 1 });
        match view {
            View::Policies => {
                let (table, rest) = rest.split_top(8.min(rest.height));
                let (pair, questions) = rest.split_top(if rest.height >= 10 { 6 } else { 4 });
                Self { head, table, pair, questions }
            }
            View::Sweep => {
                let (pair, table) = rest.split_top(rest.height * 3 / 5);
                Self { head, table, pair, questions: Area::default() }
            }
        }
    }
}

impl Lab {
    /// Which questions count.
    #[must_use]
    pub fn slice(&self) -> Slice {
        self.slice.unwrap_or(Slice::All)
    }

    /// The policy under the cursor.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.evaluation.as_ref()?.policies.get(self.list.cursor)
    }

    /// The policy that it is compared with.
    #[must_use]
    pub fn other(&self) -> Option<&Outcome> {
        self.evaluation.as_ref()?.policies.get(self.base)
    }

    /// The two against each other in one measure, on the questions that count.
    #[must_use]
    pub fn pair(&self, measure: Measure) -> Option<&Pair> {
        let two = [self.outcome()?.policy, self.other()?.policy];
        let is = |pair: &&Pair| {
            pair.measure == measure
                && pair.slice == self.slice()
                && ([pair.a, pair.b] == two || [pair.b, pair.a] == two)
        };
        self.evaluation.as_ref()?.pairs.iter().find(is)
    }

    /// Questions that one of the two answers completely and the other does not, with both rows.
    #[must_use]
    pub fn differing(&self) -> Vec<(&Row, &Row)> {
        let (Some(one), Some(other)) = (self.outcome(), self.other()) else { return Vec::new() };
        let counts = |(a, b): &(&Row, &Row)| self.slice().holds(a) && a.complete != b.complete;
        one.rows.iter().zip(&other.rows).filter(counts).collect()
    }

    /// What is shown as points: those of the sweep, or the policies as they are.
    #[must_use]
    pub fn as_points(&self) -> Vec<Point> {
        match self.view {
            View::Sweep => self.points.clone(),
            View::Policies => {
                let outcomes = self.evaluation.iter().flat_map(|evaluation| &evaluation.policies);
                let origin = self.evaluation.as_ref().map(|evaluation| evaluation.origin.clone()).unwrap_or_default();
                let point = |one: &Outcome| {
                    let (origin, summary) = (origin.clone(), one.summary.clone());
                    Point { settings: Vec::new(), policy: one.policy, origin, summary }
                };
                outcomes.map(point).collect()
            }
        }
    }

    fn rows(&self) -> usize {
        match self.view {
            View::Policies => self.evaluation.as_ref().map_or(0, |evaluation| evaluation.policies.len()),
            View::Sweep => self.points.len(),
        }
    }
}

impl Model {
    /// Does what a person wants on this screen, but for asking a question again.
    pub(super) fn in_lab(&mut self, wish: Wish, effects: &mut Vec<Effect>) {
        let lab = &mut self.lab;
        match wish {
            Wish::Start => self.evaluate(effects),
            Wish::Slice => {
                let held = |slice: &Slice| {
                    let first = lab.evaluation.as_ref().and_then(|evaluation| evaluation.policies.first());
                    first.is_some_and(|first| first.summary.iter().any(|summary| summary.slice == *slice))
                };
                let at = Slice::ALL.iter().position(|slice| *slice == lab.slice()).unwrap_or(0);
                let mut next = (1..=Slice::ALL.len()).map(|by| Slice::ALL[(at + by) % Slice::ALL.len()]);
                lab.slice = next.find(held);
                lab.question = List::default();
            }
            Wish::Base => (lab.base, lab.question) = (lab.list.cursor, List::default()),
            Wish::NextQuestion => lab.question.by(1, lab.differing().len()),
            Wish::PreviousQuestion => lab.question.by(-1, lab.differing().len()),
            Wish::Replay => {}
            Wish::Sweep => {
                let text = if lab.axes.is_empty() { "fire.margin=0..10".to_owned() } else { lab.axes.clone() };
                self.prompt = Some(Prompt::new(Purpose::Sweep, &text));
            }
            Wish::View => {
                lab.view = if lab.view == View::Policies { View::Sweep } else { View::Policies };
                lab.list = List::default();
            }
            Wish::Save if lab.as_points().is_empty() => self.say("There is nothing to write down yet."),
            Wish::Save => self.prompt = Some(Prompt::new(Purpose::Lab, "lab.svg")),
        }
    }

    fn evaluate(&mut self, effects: &mut Vec<Effect>) {
        if self.lacks_questions() {
            return;
        }
        let request = self.requests.take();
        (self.lab.request, self.lab.view, self.lab.failed) = (request, View::Policies, None);
        self.lab.running = Some((0, 0));
        effects.push(self.trial(request, Trial::Evaluate(settings())));
    }

    fn lacks_questions(&mut self) -> bool {
        if self.questions.is_empty() {
            self.say(
                "No questions with evidence: put questions.jsonl beside the documents; seamscope eval --help says how.",
            );
        }
        self.questions.is_empty()
    }

    /// Begins the sweep that was written: axes with blanks between them.
    pub(super) fn sweep(&mut self, written: &str, effects: &mut Vec<Effect>) {
        if self.lacks_questions() {
            return;
        }
        let axes: Result<Vec<Axis>, _> = written.split_whitespace().map(str::parse).collect();
        let wrong = match &axes {
            Err(error) => Some(error.to_string()),
            Ok(axes) if axes.is_empty() || axes.len() > 2 => Some("Move one or two settings.".into()),
            Ok(axes) => sweep::places(&self.params, axes).err().map(|error| error.to_string()),
        };
        let (None, Ok(axes)) = (&wrong, axes) else {
            self.notice = wrong.map(|text| Notice { text, bad: true });
            return;
        };
        let request = self.requests.take();
        let lab = &mut self.lab;
        (lab.request, lab.view, lab.failed, lab.axes) = (request, View::Sweep, None, written.to_owned());
        (lab.points, lab.list) = (Vec::new(), List::default());
        *lab.base_params = self.params.clone();
        lab.running = Some((0, 0));
        effects.push(self.trial(request, Trial::Sweep(axes, settings())));
    }

    /// The settings and the question to ask: those of the policy under the cursor.
    pub(super) fn replayed(&mut self) -> Option<(Params, String)> {
        let lab = &self.lab;
        let policy = lab.outcome()?.policy;
        let Some(id) = lab.differing().get(lab.question.cursor).map(|(row, _)| row.id.clone()) else {
            self.say("The two differ on no question here.");
            return None;
        };
        let question = self.questions.iter().find(|question| question.id == id)?.text.clone();
        Some((policy.params(&self.params), question))
    }

    /// Writes what is shown as the file's name says: .svg, .csv, else JSON.
    pub(super) fn lab_file(&self, path: &str) -> String {
        let points = self.lab.as_points();
        let ends = |end: &str| std::path::Path::new(path).extension().is_some_and(|own| own.eq_ignore_ascii_case(end));
        if ends("svg") {
            let title = match self.lab.view {
                View::Policies => "Recall against chunks".to_owned(),
                View::Sweep => format!("Recall against chunks over {}", self.lab.axes),
            };
            return sweep::svg(&points, self.lab.slice(), &title);
        }
        if ends("csv") {
            return sweep::csv(&points);
        }
        let all = if let (View::Policies, Some(evaluation)) = (self.lab.view, &self.lab.evaluation) {
            serde_json::to_string_pretty(&Saved { params: &evaluation.params, what: &**evaluation })
        } else {
            let what = Points { over: self.lab.axes.split_whitespace().collect(), points };
            serde_json::to_string_pretty(&Saved { params: &self.lab.base_params, what })
        };
        all.unwrap_or_default()
    }

    /// Takes an evaluation.
    pub(super) fn evaluated(&mut self, request: u64, result: Result<Arc<Evaluation>, String>) {
        if request != self.lab.request {
            return;
        }
        self.lab.running = None;
        match result {
            Ok(evaluation) => {
                (self.lab.base, self.lab.question) = (0, List::default());
                self.lab.list = List { cursor: evaluation.policies.len().saturating_sub(2), top: 0 };
                self.lab.evaluation = Some(evaluation);
            }
            Err(what) => self.lab.failed = Some(what),
        }
    }

    /// Takes more points of a sweep; with the last ones, or with an error, it has ended. What is there stays.
    pub(super) fn swept(&mut self, request: u64, result: Result<(Vec<Point>, bool), String>) {
        if request != self.lab.request {
            return;
        }
        match result {
            Ok((points, last)) => {
                self.lab.points.extend(points);
                if last {
                    self.lab.running = None;
                }
            }
            Err(what) => (self.lab.running, self.lab.failed) = (None, Some(what)),
        }
    }

    pub(super) fn go_in_lab(&mut self, wish: Move) {
        let frames = Frames::of(super::geometry::layout(self).body, self.lab.view);
        let (rows, window) = (self.lab.rows(), usize::from(frames.table.height).saturating_sub(1));
        super::moves::moved(&mut self.lab.list, wish, rows, window);
        self.lab.list.settle(rows, window);
        self.lab.question = List::default();
    }
}
