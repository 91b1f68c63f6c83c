//! What was stopped: the part that is there is told, and counts nothing else.

use std::sync::atomic::{AtomicBool, Ordering};

use seamscope::lab::calibrate::{Calibration, Settings as Samples, calibrate};
use seamscope::lab::eval::{Answers, Bench, Ledger, Policy, Settings, ask, conclude, conclude_phases};
use seamscope::lab::places::Places;
use seamscope::lab::questions::{Question, parse_json_lines};
use seamscope::lab::run::{LabError, Meter, Part};
use seamscope::lab::sweep;
use seamscope::retrieve::params::Params;

use super::world;

/// Runs `work` with two threads and a meter that stops it after `count` questions.
fn stopped_after<T: Send>(count: usize, work: impl FnOnce(Meter<'_>) -> T + Send) -> T {
    let stop = AtomicBool::new(false);
    let report = |done: usize, _: usize| {
        if done >= count {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let two = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    two.install(|| work(Meter::new(&report, &stop)))
}

fn questions() -> Vec<Question> {
    let line = |at: usize| {
        format!(
            "{{\"id\":\"q{at}\",\"question\":\"the ba {at}\",\"evidence\":[{{\"doc\":\"a.md\",\"char\":[{at},60]}}]}}\n"
        )
    };
    let session = world::folder();
    let corpus = &session.index().corpus;
    parse_json_lines("q.jsonl", &(0..40).map(line).collect::<String>(), &Places::new(corpus)).expect("questions")
}

fn settings() -> Settings {
    Settings { policies: vec![Policy::Plain, Policy::Seams], resamples: 50, seed: 1 }
}

fn answers(meter: Meter<'_>) -> Result<Answers, LabError> {
    ask(&Bench::new(world::folder()), &questions(), &world::params(), &settings(), &Ledger::off(), meter)
}

#[test]
fn an_evaluation_counts_what_was_asked_and_says_of_how_many() {
    let all = conclude(answers(Meter::silent()).expect("answers"), &settings());
    assert_eq!((all.partial, all.questions), (None, 40));
    let part = stopped_after(15, answers).expect("some answers");
    let got = conclude(part.clone(), &settings());
    let told = got.partial.expect("a part");
    assert!(told.of == 40 && told.done >= 15 && told.done < 40, "{told:?}");
    assert_eq!(got.questions, told.done);
    for (policy, whole) in got.policies.iter().zip(&all.policies) {
        assert_eq!(policy.rows.len(), told.done);
        assert!(policy.rows.iter().all(|row| whole.rows.contains(row)), "each row is that of the whole");
        assert_eq!(policy.summary[0].n, told.done);
    }
    let json = serde_json::to_value(&got).expect("JSON");
    assert_eq!(json["partial"], serde_json::json!({ "done": told.done, "of": 40 }));
    let phases = conclude_phases(vec![(0, answers(Meter::silent()).expect("answers")), (65, part)], 4, &settings());
    assert_eq!(phases.partial, Some(Part { done: 40 + told.done, of: 160 }));
    assert_eq!((phases.questions, &phases.phases[..]), (40, &[0, 65][..]));
}

#[test]
fn nothing_at_all_and_half_a_point_are_no_result() {
    let stop = AtomicBool::new(true);
    assert_eq!(answers(Meter::new(&|_, _| {}, &stop)), Err(LabError::Cancelled));
    let place = (Vec::new(), world::params());
    let bench = Bench::new(world::folder());
    let point =
        stopped_after(5, |meter| sweep::points(&bench, &questions(), &place, &settings(), &Ledger::off(), meter));
    assert_eq!(point, Err(LabError::Cancelled), "points are compared on the same questions");
}

#[test]
fn a_calibration_counts_the_samples_that_were_asked() {
    let samples = Samples { whole: 30, split: 30, ..Samples::default() };
    let run = |meter: Meter<'_>| calibrate(&world::folder(), &world::params(), &samples, meter);
    let all = run(Meter::silent()).expect("samples");
    let total = all.samples.whole + all.samples.split;
    // Two threads begin at both ends of the list, so that both kinds are there.
    let got: Calibration = stopped_after(total * 3 / 4, run).expect("some of both kinds");
    let told = got.partial.expect("a part");
    assert!(told.of == total && told.done < total, "{told:?}");
    assert_eq!(got.samples.whole + got.samples.split, told.done);
    assert_eq!(got.whole.head_starts.len() + got.split.head_starts.len(), told.done);
    assert!(all.partial.is_none());
}

/// Lines of answers in the files of a ledger: each question that was asked adds one.
fn kept(folder: &std::path::Path) -> usize {
    let lines = |entry: Result<std::fs::DirEntry, std::io::Error>| {
        std::fs::read_to_string(entry.expect("a file").path()).expect("text").lines().count() - 1
    };
    std::fs::read_dir(folder).expect("the ledger").map(lines).sum()
}

#[test]
fn what_was_stopped_goes_on_where_it_was_and_ends_as_if_it_had_never_been_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |params: &Params, ledger: &Ledger, meter: Meter<'_>| {
        ask(&Bench::new(world::folder()), &questions(), params, &settings(), ledger, meter)
    };
    let params = world::params();
    let whole = run(&params, &Ledger::off(), Meter::silent()).expect("answers");
    let lab = folder.path().join("lab");
    let ledger = Ledger::at(Some(lab.clone()));
    let part = stopped_after(15, |meter| run(&params, &ledger, meter)).expect("some answers");
    assert_eq!(kept(&lab), 2 * part.partial().expect("a part").done, "every answer is kept when it is there");
    assert_eq!(run(&params, &ledger, Meter::silent()).expect("answers"), whole);
    assert_eq!(kept(&lab), 2 * 40, "nothing is asked twice");
    let held = Ledger::at(None);
    stopped_after(15, |meter| run(&params, &held, meter)).expect("some answers");
    assert_eq!(run(&params, &held, Meter::silent()).expect("answers"), whole);
    // A line that was cut off by a kill, and a whole new start of the program.
    let one = std::fs::read_dir(&lab).expect("the ledger").next().expect("a file").expect("a file").path();
    let text = std::fs::read_to_string(&one).expect("text");
    std::fs::write(&one, &text[..text.len() - 30]).expect("a file");
    let again = Ledger::at(Some(lab.clone()));
    assert_eq!(run(&params, &again, Meter::silent()).expect("answers"), whole);
    // Other settings are other answers.
    let mut other = params;
    other.budget.limit += 1;
    let files = || std::fs::read_dir(&lab).expect("the ledger").count();
    let before = files();
    assert_ne!(run(&other, &again, Meter::silent()).expect("answers"), whole);
    assert_eq!(files(), before + 2);
}
