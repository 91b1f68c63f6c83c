//! Reranking in the pipeline: the order, what is pinned, and no pair read twice.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use seamscope::retrieve::embed::{EmbedError, Reranker, Score, Stop};
use seamscope::retrieve::params::Params;
use seamscope::retrieve::pipeline::ask::{AskError, Session};
use seamscope::retrieve::rerank;
use seamscope::retrieve::trace::{Action, ChunkId, Entry, Note, Trace};

use super::world::{QUESTIONS, overlapping, seams, session, settings, wordy};

/// Every pair that a reranker was given, in order.
type Read = Arc<Mutex<Vec<(String, String)>>>;

/// Scores by a fixed rule, far from any other order.
fn score(text: &str) -> f64 {
    let sum = text.bytes().fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    f64::from(sum % 1000)
}

fn reranker() -> (Reranker, Read) {
    let read = Read::default();
    let its_read = Arc::clone(&read);
    let scores = move |question: &str, texts: &[&str]| {
        its_read.lock().expect("read").extend(texts.iter().map(|text| (question.to_owned(), (*text).to_owned())));
        Ok(texts.iter().map(|text| Score { score: score(text), windows: 1 }).collect())
    };
    (Reranker::new("by bytes", scores), read)
}

fn on(mut params: Params, n: usize) -> Params {
    (params.rerank.model, params.rerank.n) = (Some("by bytes".into()), n);
    params
}

fn linked(trace: &Trace) -> HashSet<ChunkId> {
    trace.verdicts.iter().filter(|verdict| verdict.fired).flat_map(|verdict| [verdict.left, verdict.right]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn the_order_is_that_of_the_rule_and_pinned_entries_stay(
        params in settings(Just(None)), n in 1_usize..30, question in 0..QUESTIONS.len()
    ) {
        let (reranker, read) = reranker();
        let mut session = session(&seams()).with_reranker(Some(reranker));
        let trace = session.ask(QUESTIONS[question], &on(params, n)).expect("an answer").clone();
        let reranked = trace.rerank.clone().expect("it is on");
        let linked = linked(&trace);
        let candidates = rerank::candidates(&trace.ranking, &trace.verdicts, n);
        prop_assert!(candidates.len() <= n && candidates.iter().all(|chunk| !linked.contains(chunk)));
        prop_assert_eq!(reranked.scores.iter().map(|scored| scored.chunk).collect::<Vec<_>>(), candidates.clone());
        prop_assert_eq!(read.lock().expect("read").len(), candidates.len());
        let corpus = session.index().corpus.clone();
        for scored in &reranked.scores {
            prop_assert!((scored.score - score(corpus.chunk_text(scored.chunk))).abs() < 1e-12);
        }
        for (fused, entry) in trace.ranking.iter().zip(&reranked.order) {
            let stays = |entry: Entry| !matches!(entry, Entry::Chunk(chunk) if !linked.contains(&chunk));
            prop_assert_eq!(stays(fused.entry), stays(*entry));
            prop_assert!(!stays(fused.entry) || fused.entry == *entry, "what is pinned stands where it stood");
        }
        let ordinary = reranked.order.iter().filter_map(|entry| match entry {
            Entry::Chunk(chunk) if !linked.contains(chunk) => Some(*chunk),
            _ => None,
        });
        let scores: Vec<f64> = ordinary.take(candidates.len()).map(|chunk| score(corpus.chunk_text(chunk))).collect();
        prop_assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
        // A chunk of a fired seam comes with its seam, or by an expansion, or not at all.
        for step in trace.budget.steps.iter().filter(|step| step.action == Action::Added) {
            prop_assert!(!matches!(step.subject, Entry::Chunk(chunk) if linked.contains(&chunk)), "{step:?}");
        }
    }

    #[test]
    fn no_pair_is_read_twice_while_knobs_turn(
        first in settings(Just(None)), turns in prop::collection::vec((0_u32..40, 1_usize..30, 0_u64..12), 1..6)
    ) {
        let (reranker, read) = reranker();
        let mut session = session(&seams()).with_reranker(Some(reranker));
        for (margin, n, limit) in turns {
            let mut params = on(first.clone(), n);
            (params.fire.margin, params.budget.limit) = (margin, limit);
            session.ask(QUESTIONS[0], &params).expect("an answer");
        }
        let read = read.lock().expect("read").clone();
        let different: HashSet<_> = read.iter().collect();
        prop_assert_eq!(different.len(), read.len());
        prop_assert_eq!(session.calls().reranker, read.len() as u64);
    }

    #[test]
    fn resuming_with_a_reranker_equals_running_from_scratch(
        steps in prop::collection::vec((0..QUESTIONS.len(), settings(Just(None)), 1_usize..30, any::<bool>()), 2..6),
        which in 0_usize..3,
    ) {
        let index = [seams(), overlapping(), wordy()][which].clone();
        let mut kept = session(&index).with_reranker(Some(reranker().0));
        for (question, params, n, is_on) in steps {
            let params = if is_on { on(params, n) } else { params };
            let resumed = kept.ask(QUESTIONS[question], &params).expect("an answer").clone();
            let mut anew = session(&index).with_reranker(Some(reranker().0));
            prop_assert_eq!(&resumed, anew.ask(QUESTIONS[question], &params).expect("an answer"));
            prop_assert_eq!(resumed.rerank.is_some(), is_on);
        }
    }
}

#[test]
fn the_header_is_read_too_where_there_is_one() {
    let (reranker, read) = reranker();
    let mut session = session(&overlapping()).with_reranker(Some(reranker));
    session.ask(QUESTIONS[0], &on(Params::default(), 5)).expect("an answer");
    assert!(read.lock().expect("read").iter().all(|(_, text)| text.starts_with("Title")), "{read:?}");
}

#[test]
fn a_reranker_that_is_not_there_is_said_and_one_that_fails_is_an_error() {
    let mut without = session(&seams());
    let plain = without.ask(QUESTIONS[0], &Params::default()).expect("an answer").clone();
    let trace = without.ask(QUESTIONS[0], &on(Params::default(), 5)).expect("an answer");
    assert!(trace.rerank.is_none() && trace.notes == [Note::NoReranker] && trace.budget == plain.budget);
    for scores in [vec![], vec![Score { score: f64::NAN, windows: 1 }; 5]] {
        let broken = Reranker::new("broken", move |_, _| Ok(scores.clone()));
        let mut session: Session = session(&seams()).with_reranker(Some(broken));
        assert!(session.ask(QUESTIONS[0], &on(Params::default(), 5)).is_err_and(|e| e.to_string().contains("broken")));
    }
    let failing = Reranker::new("failing", |_, _| Err(EmbedError("no".into())));
    let mut session = session(&seams()).with_reranker(Some(failing));
    assert!(session.ask(QUESTIONS[0], &on(Params::default(), 5)).is_err());
    assert!(session.ask(QUESTIONS[0], &Params::default()).is_ok(), "without it the session goes on");
}

#[test]
fn a_question_that_leaves_no_room_for_a_text_is_answered_in_the_fused_order() {
    let (reranker, read) = reranker();
    let reranker = reranker.reading(|question| question != QUESTIONS[0]);
    let mut session = session(&seams()).with_reranker(Some(reranker));
    let plain = session.ask(QUESTIONS[0], &Params::default()).expect("an answer").clone();
    let trace = session.ask(QUESTIONS[0], &on(Params::default(), 5)).expect("an answer");
    assert!(trace.rerank.is_none() && trace.notes == [Note::LongQuestion] && trace.budget == plain.budget);
    assert!(read.lock().expect("read").is_empty());
    let other = session.ask(QUESTIONS[1], &on(Params::default(), 5)).expect("an answer");
    assert!(other.rerank.is_some() && other.notes.is_empty());
}

#[test]
fn a_question_that_is_no_longer_wanted_stops_between_chunks_and_what_was_read_is_kept() {
    let (reranker, read) = reranker();
    let params = on(Params::default(), 100);
    let mut session = session(&seams()).with_reranker(Some(reranker));
    let (begun, count) = (Arc::clone(&read), || read.lock().expect("read").len());
    let stop = Stop::when(move || !begun.lock().expect("read").is_empty());
    assert!(matches!(session.ask_unless(QUESTIONS[0], &params, &stop), Err(AskError::Stopped)));
    let first = count();
    assert!(session.trace().is_none() && first > 0);
    let trace = session.ask(QUESTIONS[0], &params).expect("an answer").clone();
    let all = trace.rerank.as_ref().expect("reranked").scores.len();
    assert!(first < all, "{first} of {all} were read before it stopped");
    assert_eq!(count(), all, "none of them again");
    assert_eq!(session.calls().reranker as usize, all);
}
