//! Evaluation on a folder drawn here: rows against the trace, policies against each other, bars.

use std::sync::OnceLock;

use seamscope::lab::eval::{
    AtThreshold, Bar, Bench, Evaluation, MEASURES, Measure, Policy, Row, Settings, Slice, evaluate,
};
use seamscope::lab::places::Places;
use seamscope::lab::questions::{Question, parse_json_lines};
use seamscope::lab::run::{LabError, Meter};
use seamscope::lab::statistics::{Interval, wilson};
use seamscope::retrieve::params::{self, Params};
use seamscope::retrieve::pipeline::ask::Session;

use super::world;

/// For every third cut a question whose evidence crosses it and one whose evidence ends before it, in words of the
/// text; and one that nothing answers.
pub(super) fn questions(session: &Session) -> Vec<Question> {
    let corpus = &session.index().corpus;
    let mut lines = vec![r#"{"id":"none","question":"xylophone?","kind":"unanswerable"}"#.to_owned()];
    for (number, seam) in corpus.seams.iter().enumerate().step_by(3) {
        let document = &corpus.documents[seam.document as usize];
        for (kind, start, end) in
            [("boundary", seam.cut - 60, seam.cut + 60), ("atomic", seam.cut - 150, seam.cut - 70)]
        {
            let asked = document.text[start..end].replace(['\n', '|', '"'], " ");
            lines.push(format!(
                r#"{{"id":"{kind}{number}","question":"{asked}","kind":"{kind}","evidence":[{{"doc":"{}","byte":[{start},{end}]}}]}}"#,
                document.path
            ));
        }
    }
    parse_json_lines("q", &lines.join("\n"), &Places::new(corpus)).expect("right")
}

fn settings() -> Settings {
    Settings { policies: Policy::ALL.to_vec(), resamples: 200, seed: 1 }
}

fn params() -> Params {
    let mut params = world::params();
    (params.budget.limit, params.fire.margin) = (2, 1);
    // By words alone the best seam ties with the best chunk, and a chunk wins a tie; weight lets seams lead.
    params.fusion.weights.seam_bm25 = 2.0;
    params
}

pub(crate) fn run() -> &'static (Session, Vec<Question>, Evaluation) {
    static RUN: OnceLock<(Session, Vec<Question>, Evaluation)> = OnceLock::new();
    RUN.get_or_init(|| {
        let session = world::folder();
        let questions = questions(&session);
        let got = evaluate(&Bench::new(session.clone()), &questions, &params(), &settings(), Meter::silent())
            .expect("an evaluation");
        (session, questions, got)
    })
}

#[test]
fn a_row_is_what_the_trace_says() {
    let (session, questions, got) = run();
    let mut session = session.clone();
    for outcome in &got.policies {
        assert_eq!(outcome.rows.len(), questions.len());
        let params = outcome.policy.params(&params());
        for (row, question) in outcome.rows.iter().zip(questions) {
            let trace = session.ask(&question.text, &params).expect("an answer");
            let chunks: Vec<String> = trace.budget.chunks.iter().map(|chunk| chunk.0.to_string()).collect();
            assert_eq!((row.id.as_str(), row.chunks.len()), (question.id.as_str(), chunks.len()));
            let tokens: u64 = {
                let ids = trace.budget.chunks.clone();
                let corpus = &session.index().corpus;
                ids.iter().map(|chunk| u64::from(corpus.chunk(*chunk).tokens)).sum()
            };
            assert_eq!(row.tokens, tokens);
            assert_eq!(row.recall.is_some(), !question.evidence.is_empty());
            assert_eq!(row.complete, row.recall.map(|recall| recall >= 1.0));
            assert!(row.complete_in_one != Some(true) || row.complete == Some(true));
            assert!(row.false_fires_literal <= Some(row.fired) && row.false_fires_strict <= Some(row.fired));
        }
    }
}

#[test]
fn policies_differ_in_what_they_should() {
    let (_, _, got) = run();
    let rows = |policy| &got.policies.iter().find(|outcome| outcome.policy == policy).expect("compared").rows;
    for (plain, window) in rows(Policy::Plain).iter().zip(rows(Policy::Window)) {
        assert_eq!(window.chunks[..plain.chunks.len()], plain.chunks[..]);
        assert!(window.covered_chars >= plain.covered_chars && window.chunks_at_20 >= plain.chunks_at_20);
        assert_eq!(plain.fired, 0);
    }
    assert!(rows(Policy::Seams).iter().any(|row| row.fired > 0), "a weighty list lets seams fire");
    assert_eq!(rows(Policy::Configured), rows(Policy::Seams), "these settings are those of the policy");
    // Evidence that crosses a cut is whole in no chunk, however it is retrieved.
    for row in rows(Policy::Window).iter().filter(|row| row.id.starts_with("boundary")) {
        assert_eq!((row.split, row.complete_in_one), (Some(true), Some(false)));
    }
}

#[test]
fn two_runs_are_the_same_and_keep_the_contract() {
    let (session, questions, got) = run();
    let again = evaluate(&Bench::new(session.clone()), questions, &params(), &settings(), Meter::silent())
        .expect("an evaluation");
    assert_eq!(*got, again);
    let json = serde_json::to_value(got).expect("JSON");
    let row = ["id", "kind", "chunks", "tokens", "evidence_chars", "covered_chars", "complete", "complete_in_one"];
    let more = ["recall", "precision", "iou", "precision_omega", "first_hit", "fired", "refused"];
    for name in row.iter().chain(&more) {
        assert!(json.pointer(&format!("/policies/0/questions/0/{name}")).is_some(), "{name}");
    }
    for name in ["kind", "n", "efficiency"] {
        assert!(json.pointer(&format!("/policies/0/summary/0/{name}")).is_some(), "{name}");
    }
    for name in
        ["complete", "recall", "precision", "iou", "precision_omega", "mrr", "chunks", "tokens", "failure_at_20"]
    {
        let interval = json.pointer(&format!("/policies/0/summary/0/{name}/interval/1"));
        assert!(interval.is_some_and(serde_json::Value::is_number), "{name}");
    }
    for name in [
        "a",
        "b",
        "measure",
        "kind",
        "n",
        "wins",
        "losses",
        "sign_p",
        "mean_difference",
        "bootstrap/interval/0",
        "bootstrap/p",
        "bootstrap/B",
        "bootstrap/seed",
        "wilcoxon_p",
        "cohens_d",
    ] {
        assert!(json.pointer(&format!("/pairs/0/{name}")).is_some(), "{name}");
    }
}

#[test]
fn a_summary_counts_only_where_a_measure_is_defined() {
    let (_, questions, got) = run();
    let plain = &got.policies[0];
    let slice = |wanted| plain.summary.iter().find(|summary| summary.slice == wanted).expect("questions");
    let all = slice(Slice::All);
    assert_eq!((all.n, all.recall.n, all.complete.n), (questions.len(), questions.len() - 1, questions.len() - 1));
    assert_eq!(all.chunks.n, questions.len());
    assert_eq!(all.complete.interval, wilson(all.complete.successes, all.complete.n));
    let unanswerable = plain.summary.iter().find(|summary| summary.slice.name() == "unanswerable").expect("one");
    assert_eq!((unanswerable.n, unanswerable.recall.mean, unanswerable.complete.mean), (1, None, None));
    assert_eq!(slice(Slice::Split).n + slice(Slice::Whole).n, questions.len() - 1);
}

#[test]
fn a_pair_is_made_of_the_rows() {
    let (_, _, got) = run();
    assert!(got.pairs.iter().all(|pair| pair.a != pair.b));
    let policy = |wanted| got.policies.iter().find(|outcome| outcome.policy == wanted).expect("compared");
    for pair in &got.pairs {
        let rows = policy(pair.a).rows.iter().zip(&policy(pair.b).rows);
        let values = rows.filter(|(row, _)| pair.slice.holds(row));
        let values: Vec<(f64, f64)> =
            values.filter_map(|(a, b)| Some((pair.measure.of(a)?, pair.measure.of(b)?))).collect();
        let wins = values.iter().filter(|(a, b)| a > b).count();
        let losses = values.iter().filter(|(a, b)| a < b).count();
        assert_eq!((pair.n, pair.wins, pair.losses), (values.len(), wins, losses));
        let same = pair.words.contains("are the same") || pair.words.contains("not distinguishable");
        assert_eq!(same, !pair.is_distinguishable() || wins + losses == 0, "{}", pair.words);
        // Where the interval alone leaves 0 out, that is said.
        let apart = pair.bootstrap.is_some_and(|drawn| drawn.interval.low > 0.0 || drawn.interval.high < 0.0);
        assert_eq!(pair.words.contains("but by the bootstrap"), apart && !pair.is_distinguishable(), "{}", pair.words);
    }
    let window = got.pairs.iter().find(|pair| {
        (pair.a, pair.b, pair.measure, pair.slice) == (Policy::Window, Policy::Plain, Measure::Chunks, Slice::All)
    });
    let window = window.expect("compared");
    assert!(window.mean_difference > 0.0 && window.losses == 0);
    // A p that rounds to nothing is not printed as nothing.
    assert!(got.pairs.iter().all(|pair| !pair.words.contains("p 0.000")));
    assert!(window.words.starts_with("window is ") && window.words.contains(" above plain in chunks on "));
}

#[test]
fn bars_are_held_to_means_and_name_who_missed_them() {
    let (_, _, got) = run();
    let missed = |text: &str| text.parse::<Bar>().and_then(|bar| bar.missed(got));
    assert_eq!(missed("recall>=0").expect("measured"), []);
    let names: Vec<Policy> = missed("chunks<=2").expect("measured").iter().map(|missed| missed.policy).collect();
    assert!(names.contains(&Policy::Window) && !names.contains(&Policy::Plain));
    let one = missed("plain:boundary.complete_in_one >= 0.5").expect("measured");
    assert_eq!(one.len(), 1);
    let n = got.policies[0].summary.iter().find(|summary| summary.slice.name() == "boundary").expect("some").n;
    assert!(
        one[0]
            .words
            .starts_with("plain:boundary.complete_in_one>=0.5 is missed by plain: 0.0000, 95 % interval 0.0000 to ")
            && one[0].words.ends_with(&format!("n {n}")),
        "{}",
        one[0].words
    );
    for (text, wanted) in [
        ("recall", "there is no >= or <="),
        ("recall>=x", "no number"),
        ("recall>=nan", "no number"),
        ("planes:recall>=1", "no such policy"),
        ("hard.recall>=1", "no such kind"),
        ("recal>=1", "there is no measure `recal`, use one of complete, "),
        ("kind>=1", "there is no measure `kind`"),
        ("unanswerable.recall>=0.5", "not defined"),
    ] {
        let error = missed(text).expect_err(text).to_string();
        assert!(error.contains(wanted), "{error} should say {wanted}");
    }
}

#[test]
fn every_share_and_mean_of_a_summary_can_be_a_bar() {
    let (_, _, got) = run();
    let summary = serde_json::to_value(&got.policies[0].summary[0]).expect("JSON");
    let fields = summary.as_object().expect("an object").keys().filter(|name| !["kind", "n"].contains(&name.as_str()));
    let mut wanted = MEASURES.to_vec();
    wanted.sort_unstable();
    assert_eq!(fields.collect::<Vec<_>>(), wanted);
}

#[test]
fn a_threshold_refuses_more_as_it_falls() {
    let (_, _, got) = run();
    assert!(got.policies.iter().all(|outcome| outcome.refusals.is_empty()), "no vectors, no distances");
    let rows = got.policies[0].rows.iter().cloned().zip([0.2, 0.9, 0.4, 0.5].into_iter().cycle());
    let rows: Vec<_> = rows
        .map(|(mut row, distance)| {
            row.distance = Some(distance);
            row
        })
        .collect();
    let sweep = seamscope::lab::eval::refusals(&rows, &settings());
    assert!(sweep.windows(2).all(|pair| pair[0].refused.successes >= pair[1].refused.successes));
    assert!(sweep.windows(2).all(|pair| pair[0].bluffs.successes <= pair[1].bluffs.successes));
    assert_eq!((sweep[0].bluffs.successes, sweep[40].refused.successes), (0, 0));
    assert_eq!((sweep[0].refused.n, sweep[0].bluffs.n), (rows.len() - 1, 1));
    // Asked under eight first cuts with the same outcome, nothing is known that one did not tell.
    let phases = (0..8).flat_map(|phase| rows.iter().cloned().map(move |row| Row { phase: Some(phase), ..row }));
    let often = seamscope::lab::eval::refusals(&phases.collect::<Vec<_>>(), &settings());
    let wide = |one: Interval| one.high - one.low;
    let (mut seen, mixed) = (0, |one: &AtThreshold| (1..one.refused.n).contains(&one.refused.successes));
    for (one, eight) in sweep.iter().zip(&often).filter(|(one, _)| mixed(one)) {
        let (successes, n) = (8 * one.refused.successes, 8 * one.refused.n);
        assert_eq!((eight.refused.successes, eight.refused.n), (successes, n));
        assert!(wide(eight.refused.interval) > 1.5 * wide(wilson(successes, n)), "{eight:?}");
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn what_cannot_be_evaluated_says_why() {
    let (session, questions, _) = run();
    let none = Settings { policies: Vec::new(), ..settings() };
    let error =
        evaluate(&Bench::new(session.clone()), questions, &params(), &none, Meter::silent()).expect_err("no policies");
    assert!(matches!(error, LabError::Nothing(_)));
    let mut overlapping = world::params();
    overlapping.chunk.overlap = 20;
    let session = world::session(&[("a.md", world::text(1, 12)), ("b.md", world::text(2, 9))], &overlapping);
    let got = evaluate(&Bench::new(session.clone()), questions, &overlapping, &settings(), Meter::silent())
        .expect("an evaluation");
    assert!(got.notes[0].contains("no seams") && got.notes[1].contains("no vectors"), "{:?}", got.notes);
    assert_eq!(got.policies[0].rows, got.policies[3].rows, "plain and seams");
    assert_eq!(Policy::Scar.params(&params()).expand.policy, params::Policy::Scar);
}
