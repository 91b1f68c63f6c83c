//! The threads, one wish at a time: each answer is waited for, nothing is timed.

#[path = "work/documents.rs"]
mod documents;

use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};

use seamscope::app::export::Export;
use seamscope::app::message::{Effect, Report, Trial};
use seamscope::app::prompt::Purpose;
use seamscope::lab::calibrate;
use seamscope::retrieve::params::{Params, Preset};
use seamscope::work::{Setup, Store, Work};

use crate::lab::world;

/// Words only: no model has to be loaded.
fn params(preset: Preset) -> Box<Params> {
    let mut params = preset.params();
    params.embed.model = "none".into();
    Box::new(params)
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "A sentence of the harbour book says little.\n\n".repeat(80);
    std::fs::write(folder.path().join("harbour.md"), format!("# Harbour\n\n{text}")).expect("written");
    let question = r#"{"id": "one", "question": "what does the harbour book say?", "evidence": [{"doc": "harbour.md", "char": [11, 30]}]}"#;
    std::fs::write(folder.path().join("questions.jsonl"), question).expect("written");
    folder
}

fn start(root: &Path) -> (Work, Receiver<Report>) {
    let (reports, heard) = mpsc::channel();
    let reports = Mutex::new(reports);
    let say = move |report| reports.lock().expect("no panic").send(report).is_ok();
    let setup = Setup {
        root: root.to_owned(),
        store: Store::off(),
        paint: |_, _| Vec::new(),
        trace: seamscope::cli::taken::trace,
        chunks: seamscope::cli::taken::chunks,
    };
    (Work::start(setup, Arc::new(say)), heard)
}

/// The first report that is wanted; the others are let go.
fn wait<T>(heard: &Receiver<Report>, wanted: impl Fn(Report) -> Option<T>) -> T {
    loop {
        if let Some(found) = wanted(heard.recv().expect("the threads live")) {
            return found;
        }
    }
}

#[test]
fn what_is_taken_away_is_what_the_commands_print() {
    let (folder, out) = (folder(), tempfile::tempdir().expect("a folder"));
    let (work, heard) = start(folder.path());
    work.run(Effect::Build { request: 1, params: params(Preset::Blind) });
    wait(&heard, |report| matches!(report, Report::NoVectors { request: 1, .. }).then_some(()));
    let question = "what does the harbour book say?".to_owned();
    work.run(Effect::Ask { request: 2, question, params: params(Preset::Blind) });
    let trace = wait(&heard, |report| if let Report::Answer { trace, .. } = report { Some(trace) } else { None });
    let take = |what: Export| {
        let path = out.path().join(what.file()).to_string_lossy().into_owned();
        work.run(Effect::Export { what, path: path.clone(), replace: false });
        wait(&heard, |report| if let Report::Written { bytes, .. } = report { Some(bytes) } else { None });
        std::fs::read_to_string(path).expect("it is there")
    };
    let story: serde_json::Value = serde_json::from_str(&take(Export::Trace)).expect("JSON");
    assert_eq!(story["fused"].as_array().map(Vec::len), Some(trace.ranking.len()));
    let chunks = take(Export::Chunks);
    let lines: Vec<serde_json::Value> =
        chunks.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let count = |kind: &str| lines.iter().filter(|line| line["kind"] == kind).count();
    let cuts: Vec<serde_json::Value> = serde_json::from_str(&take(Export::CutsJson)).expect("JSON");
    assert_eq!((count("chunk"), count("seam")), (cuts.len() + 2, cuts.len()), "two documents");
    let text = std::fs::read_to_string(folder.path().join("harbour.md")).expect("there");
    for cut in cuts.iter().filter(|cut| cut["path"] == "harbour.md") {
        let byte = usize::try_from(cut["byte"].as_u64().expect("a number")).expect("small");
        let line = text[..byte].matches('\n').count() as u64 + 1;
        assert_eq!(cut["line"].as_u64(), Some(line));
    }
    let table = take(Export::CutsCsv);
    let mut table = csv::Reader::from_reader(table.as_bytes());
    let bytes: Vec<String> = table.records().map(|row| row.expect("a row")[3].to_owned()).collect();
    assert_eq!(bytes, cuts.iter().map(|cut| cut["byte"].to_string()).collect::<Vec<_>>());
}

#[test]
fn many_questions_are_asked_beside_the_one_on_the_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.md"), world::text(1, 12)).expect("written");
    let question =
        r#"{"id": "one", "question": "what is the first?", "evidence": [{"doc": "a.md", "char": [30, 90]}]}"#;
    std::fs::write(folder.path().join("questions.jsonl"), question).expect("written");
    let (work, heard) = start(folder.path());
    let mut params = world::params();
    params.embed.model = "none".into();
    let params = Box::new(params);
    work.run(Effect::Build { request: 1, params: params.clone() });
    let questions =
        wait(&heard, |report| if let Report::Questions { questions, .. } = report { Some(questions) } else { None });
    assert_eq!(questions.len(), 1);
    let attempt = |request, what| {
        let (params, questions) = (params.clone(), questions.clone());
        work.run(Effect::Try { request, params, questions, what: Box::new(what) });
    };
    let settings = calibrate::Settings { whole: 6, split: 6, margins: 2, ..calibrate::Settings::default() };
    attempt(2, Trial::Calibrate(settings));
    let found = wait(&heard, |report| match report {
        Report::Calibrated { request: 2, build: 1, result } => Some(result.expect("samples")),
        _ => None,
    });
    assert_eq!((found.calibration.samples.whole, found.firings.len(), found.firings[0].n), (6, 3, 1));
    attempt(3, Trial::Evaluate(seamscope::app::lab::settings()));
    let evaluation = wait(&heard, |report| match report {
        Report::Evaluated { request: 3, result } => Some(result.expect("answers")),
        _ => None,
    });
    assert_eq!((evaluation.questions, evaluation.policies.len()), (1, 6));
    // Another chunk size needs another index; each place is told when it is there.
    let axes = vec!["chunk.size=130,160".parse().expect("an axis")];
    attempt(4, Trial::Sweep(axes, seamscope::app::lab::settings()));
    let more = || {
        wait(&heard, |report| match report {
            Report::Swept { request: 4, result } => Some(result.expect("points")),
            _ => None,
        })
    };
    let labels: Vec<String> = [more(), more()].iter().map(|(points, _)| points[0].label()).collect();
    assert_eq!(labels, ["chunk.size=130", "chunk.size=160"]);
    assert_eq!(more(), (Vec::new(), true));
    attempt(5, Trial::Sweep(vec!["chunk.overlap=500".parse().expect("an axis")], seamscope::app::lab::settings()));
    let wrong = wait(&heard, |report| match report {
        Report::Swept { request: 5, result } => Some(result.expect_err("no chunk overlaps by more than its size")),
        _ => None,
    });
    assert!(wrong.contains("chunk.overlap"), "{wrong}");
}

#[test]
fn no_file_is_replaced_unless_that_is_wanted() {
    let folder = folder();
    let (work, heard) = start(folder.path());
    let file = folder.path().join(".seamscope.toml");
    let write = |text: &str, replace| {
        let (purpose, path) = (Purpose::Settings, ".seamscope.toml".to_owned());
        work.run(Effect::Write { purpose, path, text: text.into(), replace });
        wait(&heard, |report| match report {
            Report::Written { .. } => Some(true),
            Report::FileIsThere { .. } => Some(false),
            _ => None,
        })
    };
    assert!(write("one", false), "into the folder that is open");
    assert!(!write("two", false));
    assert_eq!(std::fs::read_to_string(&file).expect("there"), "one");
    assert!(write("three", true));
    assert_eq!(std::fs::read_to_string(&file).expect("there"), "three");
    let (purpose, path) = (Purpose::Export(Export::Screen), "/no/such/folder/screen.svg".to_owned());
    work.run(Effect::Write { purpose, path, text: String::new(), replace: false });
    let said = wait(&heard, |report| if let Report::Said(notice) = report { Some(notice) } else { None });
    assert!(said.bad && said.text.contains("/no/such/folder"), "{}", said.text);
}

#[test]
fn another_configuration_is_cut_and_answered_beside_the_first() {
    let folder = folder();
    let (work, heard) = start(folder.path());
    let question = Some("what does the harbour book say?".to_owned());
    let compare =
        |request, preset| Effect::Compare { request, folder: 1, params: params(preset), question: question.clone() };
    work.run(compare(1, Preset::Plain));
    let plain = wait(&heard, |report| match report {
        Report::Compared { request: 1, corpus, trace, complete: true } => Some((corpus, trace)),
        _ => None,
    });
    work.run(compare(2, Preset::Blind));
    let blind = wait(&heard, |report| match report {
        Report::Compared { request: 2, corpus, trace, complete: true } => Some((corpus, trace)),
        _ => None,
    });
    assert!(plain.0.chunks.len() < blind.0.chunks.len());
    assert!(plain.1.is_some() && blind.1.is_some());
    let mut wrong = params(Preset::Blind);
    wrong.chunk.size = 0;
    work.run(Effect::Compare { request: 3, folder: 1, params: wrong, question: None });
    let what = wait(&heard, |report| if let Report::CompareFailed { what, .. } = report { Some(what) } else { None });
    assert!(what.contains("chunk.size"), "{what}");
}

#[test]
fn a_file_that_is_written_is_noticed_and_its_sizes_and_questions_come_with_the_build() {
    let folder = folder();
    let (work, heard) = start(folder.path());
    work.run(Effect::Build { request: 1, params: params(Preset::Blind) });
    let sizes = wait(&heard, |report| if let Report::Sizes { sizes, .. } = report { Some(sizes) } else { None });
    assert!(sizes.iter().all(|size| *size <= 512), "characters, as `blind` counts: {sizes:?}");
    let questions =
        wait(&heard, |report| if let Report::Questions { questions, .. } = report { Some(questions) } else { None });
    assert_eq!(questions.iter().map(|question| question.evidence.len()).collect::<Vec<_>>(), [1]);
    // Whether the watch began before the file was written is a race; writing until it is noticed is none.
    let mut number = 0;
    loop {
        number += 1;
        std::fs::write(folder.path().join("new.md"), format!("# New\n\n{number}\n")).expect("written");
        match heard.recv_timeout(std::time::Duration::from_secs(1)) {
            Ok(Report::FolderChanged) => break,
            Ok(Report::NotWatched(why)) => {
                eprintln!("skipped: this system cannot watch files: {why}");
                break;
            }
            _ => assert!(number < 60, "files change and nothing is said"),
        }
    }
}
