//! The screens that ask many questions: picking the margin, and the lab.

use std::sync::Arc;

use seamscope::app::Report;
use seamscope::app::calibrate::{Bars, Found, State};
use seamscope::app::lab::View;
use seamscope::app::message::{Effect, Trial};
use seamscope::app::screen::Screen;
use seamscope::lab::calibrate::{
    Asked, AtMargin, Baseline, Calibration, Counts, HeadStart, Lies, Outcome, Probe, Sample, Settings, Side, Source,
    judge, p90,
};
use seamscope::lab::eval::{Mean, Policy};
use seamscope::lab::statistics::{Share, wilson};
use seamscope::retrieve::span::Span;
use seamscope::retrieve::trace::SeamId;

use super::fixture::Person;
use crate::lab::eval::run;

/// Ranks by which the seams of some samples lead.
const WHOLE: [i64; 10] = [-4, -2, -1, 0, 0, 0, 1, 1, 2, 5];
const SPLIT: [i64; 10] = [-3, 0, 2, 3, 3, 4, 4, 6, 7, 9];

fn asked(lead: i64, lies: Lies, at: usize) -> Asked {
    let sample = Sample { seam: SeamId(at as u32 % 20), lies, span: Span::new(at, at + 10) };
    let outcome = Outcome { found: lead > 0, fired: Vec::new(), displaced: 0 };
    Asked {
        probe: Probe { question: format!("what of {lead} and {at}?"), sample, evidence: Vec::new() },
        head_start: HeadStart::Places(lead),
        without_seams: outcome.clone(),
        by_margin: vec![outcome; 6],
    }
}

fn side(leads: &[i64]) -> Side {
    let head_starts: Vec<HeadStart> = leads.iter().map(|lead| HeadStart::Places(*lead)).collect();
    let reach = |m: u32| head_starts.iter().filter(|start| start.reaches(m)).count();
    Side {
        p90: p90(&head_starts),
        fire_rate_by_margin: (0..12).map(|m| reach(m) as f64 / leads.len() as f64).collect(),
        fire_rate_intervals: (0..12).map(|m| wilson(reach(m), leads.len())).collect(),
        cuts: 7,
        head_starts,
    }
}

/// A calibration of ten and ten samples.
fn found() -> Arc<Found> {
    let (whole, split) = (side(&WHOLE), side(&SPLIT));
    let verdict = judge(&whole.head_starts, &split.head_starts, Source::Cloze);
    let share = |successes| Share::new(successes, 10);
    let at = |margin: u32| AtMargin {
        margin,
        whole_fires: share(4),
        split_fires: share(8),
        firings_per_question: 0.5,
        false_fires_literal: share(3),
        false_fires_strict: share(6),
        whole_found: share(9),
        split_found: share(8),
        displaced_per_question: 0.25,
        firings_interval: Some([0.3, 0.8].into()),
        displaced_interval: Some([0.1, 0.4].into()),
        samples: 20,
    };
    let all = WHOLE.iter().map(|lead| (*lead, Lies::Left)).chain(SPLIT.iter().map(|lead| (*lead, Lies::Across)));
    let mean = |m: u32| Mean { mean: Some(1.0 / f64::from(m + 1)), interval: Some([0.1, 1.2].into()), n: 39 };
    Arc::new(Found {
        calibration: Calibration {
            samples: Counts { whole: 10, split: 10 },
            partial: None,
            questions: Source::Cloze,
            settings: Settings { margins: 5, ..Settings::default() },
            suggested_margin: verdict.suggestion.margin,
            finding: verdict.finding,
            working_range: verdict.range,
            verdict: verdict.words,
            without_seams: Baseline { whole_found: share(9), split_found: share(5) },
            rates: (0..6).map(at).collect(),
            asked: all.enumerate().map(|(at, (lead, lies))| asked(lead, lies, at)).collect(),
            whole,
            split,
        },
        firings: (0..6).map(mean).collect(),
    })
}

/// A person before a calibration that is there.
pub(crate) fn calibrated(width: u16, height: u16) -> Person {
    let mut person = Person::ready(width, height);
    person.keys("C s");
    let (request, build) = (person.model.calibrate.request, person.model.corpus_build);
    person.hears(Report::Calibrated { request, build, result: Ok(found()) });
    person
}

/// A person before an evaluation that is there.
pub(crate) fn evaluated(width: u16, height: u16) -> Person {
    let mut person = Person::ready(width, height);
    let (_, questions, evaluation) = run();
    let request = person.model.build.request;
    person.hears(Report::Questions { request, questions: Arc::new(questions.clone()) });
    person.keys("T s");
    let request = person.model.lab.request;
    person.hears(Report::Evaluated { request, result: Ok(Arc::new(evaluation.clone())) });
    person
}

#[test]
fn from_the_first_key_to_an_applied_margin() {
    let mut person = Person::ready(120, 36);
    person.keys("C");
    assert_eq!(person.model.screen, Screen::Calibrate);
    person.wants();
    person.keys("enter");
    let wanted = person.wants();
    let [Effect::Try { request, what, .. }] = &wanted[..] else { panic!("{wanted:?}") };
    assert!(matches!(&**what, Trial::Calibrate(settings) if settings.seed == 1));
    person.hears(Report::TrialProgress { request: *request, done: 3, total: 20 });
    assert!(matches!(person.model.calibrate.state, State::Running(3, 20)));
    let before = person.model.params.clone();
    person.keys("right a");
    assert_eq!(person.model.params, before, "there is nothing to apply yet");
    let build = person.model.corpus_build;
    person.hears(Report::Calibrated { request: *request, build, result: Ok(found()) });
    assert_eq!(person.model.calibrate.margin, 3, "the line stands at what is suggested");
    person.keys("right right left a");
    assert_eq!((person.model.calibrate.margin, person.model.params.fire.margin), (4, 4));
    person.keys("0 a");
    assert_eq!(person.model.params.fire.margin, 3);
    assert!(person.model.undo.len() >= 2, "u takes it back");
    person.keys("C");
    assert_eq!(person.model.screen, Screen::Explore);
}

#[test]
fn a_late_or_old_calibration_is_not_shown() {
    let mut person = Person::ready(120, 36);
    person.keys("C s");
    let (old, build) = (person.model.calibrate.request, person.model.corpus_build);
    person.keys("n");
    assert_eq!(person.model.calibrate.settings.seed, 2);
    person.hears(Report::Calibrated { request: old, build, result: Ok(found()) });
    assert!(person.model.found().is_none(), "another seed was wanted since");
    let request = person.model.calibrate.request;
    person.hears(Report::Calibrated { request, build: build + 1, result: Ok(found()) });
    assert!(person.model.found().is_none(), "its ids are those of another build");
    person.keys("s");
    let request = person.model.calibrate.request;
    person.hears(Report::Calibrated { request, build, result: Err("no seam".into()) });
    assert!(matches!(&person.model.calibrate.state, State::Failed(what) if what == "no seam"));
}

#[test]
fn what_runs_can_be_stopped() {
    let mut person = Person::ready(120, 36);
    person.keys("C s");
    person.wants();
    person.keys("x");
    assert!(matches!(person.wants().as_slice(), [Effect::StopTrial]));
}

#[test]
fn the_samples_behind_a_bar_are_one_key_from_their_source() {
    let mut person = calibrated(120, 36);
    let here: Vec<String> = person.model.samples_here().iter().map(|asked| asked.probe.question.clone()).collect();
    assert_eq!(here.len(), 2, "two split passages lead by three places: {here:?}");
    person.keys("down enter");
    assert_eq!(person.model.screen, Screen::Explore);
    assert_eq!(person.asks().map(|(question, _)| question).as_deref(), Some(here[1].as_str()));
    assert_eq!(person.model.focus(), seamscope::app::pane::Pane::Source);
}

#[test]
fn every_sample_is_in_one_bar_and_the_line_among_them() {
    let found = found();
    for count in [3, 7, 20, 60] {
        for m in [0, 3, 11, 40] {
            let bars = Bars::of(&found.calibration, count, m);
            let sums = bars.counts.iter().fold([0; 2], |sum, counts| [sum[0] + counts[0], sum[1] + counts[1]]);
            assert_eq!(sums, [10, 10]);
            assert_eq!(bars.value(bars.at(m)), i64::from(m), "{count} bars, m {m}");
        }
    }
}

#[test]
fn two_policies_are_told_apart_and_a_question_is_replayed() {
    let mut person = evaluated(120, 36);
    let policy = |person: &Person| person.model.lab.outcome().expect("a policy").policy;
    person.keys("g g b");
    assert_eq!(policy(&person), Policy::Plain);
    while policy(&person) != Policy::Window {
        person.keys("down");
    }
    let differing: Vec<String> = person.model.lab.differing().iter().map(|(row, _)| row.id.clone()).collect();
    assert!(!differing.is_empty(), "windows repair what cuts split");
    person.wants();
    person.keys("o");
    let (question, params) = person.asks().unwrap_or_else(|| {
        // A policy without seams needs another index; the question is asked when it is there.
        (person.model.question.asked.clone().expect("asked"), person.model.params.clone())
    });
    let text = run().1.iter().find(|question| question.id == differing[0]).expect("one").text.clone();
    assert_eq!((question, person.model.screen), (text, Screen::Explore));
    assert_eq!(params.expand.policy, seamscope::retrieve::params::Policy::Window);
    assert!(!params.seam.enabled);
}

#[test]
fn a_comparison_is_written_with_what_it_was_measured_on() {
    let mut person = evaluated(120, 36);
    person.model.params.fire.margin += 1;
    person.keys("w ctrl-u");
    person.types("lab.json");
    person.keys("enter");
    let wanted = person.wants();
    let Some(Effect::Write { text, .. }) = wanted.last() else { panic!("{wanted:?}") };
    let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let (_, _, evaluation) = run();
    assert_eq!(value["params"], serde_json::to_value(&evaluation.params).expect("JSON"));
    assert_eq!(value["origin"], serde_json::to_value(&evaluation.origin).expect("JSON"));
    assert_eq!(value["policies"].as_array().map(Vec::len), Some(evaluation.policies.len()));
}

#[test]
fn a_sweep_shows_what_is_there_and_keeps_it_when_it_is_stopped() {
    let mut person = evaluated(120, 36);
    person.wants();
    person.keys("S");
    person.keys("ctrl-u");
    person.types("fire.margin=0..2 budget.limit=1,3");
    person.keys("enter");
    let wanted = person.wants();
    let [Effect::Try { request, what, .. }] = &wanted[..] else { panic!("{wanted:?}") };
    assert!(matches!(&**what, Trial::Sweep(axes, _) if axes.len() == 2));
    let point = |person: &Person| {
        let evaluation = person.model.lab.evaluation.as_ref().expect("one");
        let one = &evaluation.policies[0];
        seamscope::lab::sweep::Point {
            settings: Vec::new(),
            policy: one.policy,
            origin: evaluation.origin.clone(),
            summary: one.summary.clone(),
        }
    };
    let (request, first) = (*request, point(&person));
    person.hears(Report::Swept { request, result: Ok((vec![first], false)) });
    assert_eq!((person.model.lab.view, person.model.lab.points.len()), (View::Sweep, 1));
    assert!(person.model.lab.running.is_some());
    person.hears(Report::Swept { request, result: Err("cancelled".into()) });
    assert_eq!((person.model.lab.points.len(), person.model.lab.running), (1, None));
    person.keys("w");
    person.keys("enter");
    let wanted = person.wants();
    let Some(Effect::Write { path, text, .. }) = wanted.last() else { panic!("{wanted:?}") };
    assert!(path == "lab.svg" && text.starts_with("<svg "), "{path}");
    let margin = person.model.params.fire.margin;
    person.keys("w ctrl-u");
    person.types("points.json");
    // Settings that are changed after the sweep are not those of the sweep.
    person.model.params.fire.margin = margin + 1;
    person.keys("enter");
    let wanted = person.wants();
    let Some(Effect::Write { text, .. }) = wanted.last() else { panic!("{wanted:?}") };
    let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(value["params"]["fire"]["margin"], margin);
    assert_eq!(value["over"], serde_json::json!(["fire.margin=0..2", "budget.limit=1,3"]));
    let origin = serde_json::to_value(&run().2.origin).expect("JSON");
    assert_eq!(value["points"][0]["origin"], origin);
    assert!(origin["documents"].as_str().is_some_and(|hash| hash.len() == 64), "{origin}");
    person.keys("S");
    person.keys("ctrl-u");
    person.types("fire.margine=1");
    person.keys("enter");
    let notice = person.model.notice.clone().expect("what is wrong");
    assert!(notice.bad && notice.text.contains("margine"), "{}", notice.text);
}

#[test]
fn without_questions_the_lab_says_what_to_do() {
    let mut person = Person::ready(120, 36);
    person.keys("T");
    person.wants();
    person.keys("s");
    assert!(person.wants().is_empty());
    assert!(person.model.notice.as_ref().is_some_and(|notice| notice.text.contains("questions.jsonl")));
}
