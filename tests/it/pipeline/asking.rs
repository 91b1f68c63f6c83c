//! What a trace holds, and what it says when something is missing.

use std::sync::Arc;

use proptest::prelude::*;
use seamscope::retrieve::embed::{EmbedError, Embedder, ModelInfo};
use seamscope::retrieve::expand::{Weighed, cosines};
use seamscope::retrieve::fuse::weight;
use seamscope::retrieve::params::{BudgetUnit, ExpandCount, Layout, Params, Policy};
use seamscope::retrieve::pipeline::ask::{AskError, Session};
use seamscope::retrieve::trace::{Action, Entry, ListName, Note};

use super::world::{QUESTIONS, floors, overlapping, seams, session, settings, wordy};

fn names(params: &Params) -> Vec<ListName> {
    let mut session = session(&seams());
    session.ask(QUESTIONS[0], params).expect("an answer").lists.iter().map(|list| list.name).collect()
}

#[test]
fn lists_stand_in_the_order_of_the_layout() {
    use ListName::{ChunkBm25, ChunkDense, Dense, SeamBm25, SeamDense};
    let mut params = Params::default();
    assert_eq!(names(&params), [ChunkDense, ChunkBm25, SeamDense, SeamBm25]);
    params.search.bm25 = false;
    assert_eq!(names(&params), [ChunkDense, SeamDense]);
    params.fusion.layout = Layout::Joint;
    assert_eq!(names(&params), [Dense]);
    params.search.bm25 = true;
    assert_eq!(names(&params), [Dense, ChunkBm25, SeamBm25]);
    params.seam.enabled = false;
    assert_eq!(names(&params), [Dense, ChunkBm25]);
}

#[test]
fn without_vectors_words_alone_are_searched_and_the_trace_says_what_could_not_be_decided() {
    let mut session = session(&wordy());
    let mut params = Params::default();
    params.expand.policy = Policy::Scar;
    params.refuse.distance = Some(0.5);
    params.fire.floor = Some(0.5);
    let trace = session.ask(QUESTIONS[0], &params).expect("an answer");
    assert_eq!(trace.lists.iter().map(|list| list.name).collect::<Vec<_>>(), [ListName::ChunkBm25, ListName::SeamBm25]);
    assert_eq!(trace.notes, [Note::NoDense, Note::NoFloor, Note::NoExpansion, Note::NoRefusal]);
    assert!(!trace.expansions.is_empty() && trace.expansions.iter().all(|test| !test.taken));
    assert_eq!((trace.refusal, trace.budget.expanded), (None, 0));
    params.search.bm25 = false;
    let trace = session.ask(QUESTIONS[0], &params).expect("an answer");
    assert_eq!((trace.notes[0], trace.ranking.len()), (Note::NoLists, 0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Where a seam is the only one that fires, the margin at which it stops leaves the budget that is without it.
    #[test]
    fn a_budget_without_a_seam_is_the_one_of_a_margin_at_which_it_alone_stops(
        params in settings(floors()), question in 0..QUESTIONS.len(),
    ) {
        let mut session = session(&seams());
        let trace = session.ask(QUESTIONS[question], &params).expect("an answer").clone();
        for verdict in trace.verdicts.iter().filter(|verdict| verdict.fired) {
            let without = session.budget_without(verdict.seam).expect("there is a trace");
            let own = without.steps.iter().find(|step| step.subject == Entry::Seam(verdict.seam));
            prop_assert!(own.is_none_or(|step| step.action == Action::NotFired), "{:?}", own);
        }
        let fired: Vec<_> = trace.verdicts.iter().filter(|verdict| verdict.fired).collect();
        if let [only] = fired.as_slice()
            && let Some(stop) = only.turns_from
        {
            let without = session.budget_without(only.seam).expect("there is a trace");
            let mut other = params.clone();
            other.fire.margin = stop;
            let stopped = session.ask(QUESTIONS[question], &other).expect("an answer");
            prop_assert_eq!(&without.chunks, &stopped.budget.chunks);
        }
    }
}

#[test]
fn an_empty_question_is_an_error() {
    let mut session = session(&seams());
    assert_eq!(session.ask(" \n", &Params::default()).unwrap_err(), AskError::Blank);
}

struct Other(ModelInfo);

impl Embedder for Other {
    fn info(&self) -> &ModelInfo {
        &self.0
    }

    fn token_ends(&self, _: &str) -> Vec<usize> {
        Vec::new()
    }

    fn embed(&self, _: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        panic!("a model that did not make the vectors is never asked")
    }
}

#[test]
fn vectors_of_two_models_are_never_compared() {
    let other = Other(ModelInfo { id: "other".into(), dimensions: 8, window: 128 });
    let mut session = Session::new(seams(), Some(Arc::new(other)));
    let error = session.ask(QUESTIONS[0], &Params::default()).unwrap_err();
    assert_eq!(error, AskError::OtherModel { index: "words".into(), model: "other".into() });
}

#[test]
fn with_overlap_there_are_no_seams_to_list() {
    let mut session = session(&overlapping());
    let trace = session.ask(QUESTIONS[0], &Params::default()).expect("an answer");
    assert_eq!(
        trace.lists.iter().map(|list| list.name).collect::<Vec<_>>(),
        [ListName::ChunkDense, ListName::ChunkBm25]
    );
    assert!(trace.verdicts.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn the_trace_alone_tells_every_score_verdict_and_step(
        params in settings(floors()),
        question in 0..QUESTIONS.len(),
        overlap: bool,
    ) {
        let index = if overlap { overlapping() } else { seams() };
        let mut session = session(&index);
        let trace = session.ask(QUESTIONS[question], &params).expect("an answer");
        for fused in &trace.ranking {
            let mut sum = 0.0;
            for term in &fused.terms {
                let list = &trace.lists[term.list];
                prop_assert_eq!(list.hits[term.rank - 1].entry, fused.entry);
                sum += weight(&params.fusion.weights, list.name) / (f64::from(params.fusion.k) + term.rank as f64);
            }
            prop_assert_eq!(fused.score, Some(sum));
        }
        for list in &trace.lists {
            prop_assert!(list.hits.len() <= params.search.depth);
            prop_assert!(list.hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
        }
        let rank = |entry| trace.ranking.iter().position(|fused| fused.entry == entry).map(|at| at + 1);
        for verdict in &trace.verdicts {
            prop_assert_eq!(rank(Entry::Seam(verdict.seam)), Some(verdict.rank));
            prop_assert_eq!(rank(Entry::Chunk(verdict.left)), verdict.left_rank);
            prop_assert_eq!(rank(Entry::Chunk(verdict.right)), verdict.right_rank);
        }
        let budget = &trace.budget;
        let retrieved = match params.expand.count {
            ExpandCount::Within => budget.chunks.len(),
            ExpandCount::Beyond => budget.chunks.len() - budget.expanded,
        };
        prop_assert!(budget.used <= budget.limit);
        if params.budget.unit == BudgetUnit::Chunks {
            prop_assert_eq!(budget.used, retrieved as u64);
        }
        for test in &trace.expansions {
            let Some(cosines) = cosines(test).filter(|_| params.expand.policy == Policy::Scar) else { continue };
            let weighed = Weighed::of(cosines, params.expand.lambda, params.expand.gamma);
            prop_assert_eq!((test.score, test.threshold), (Some(weighed.score), Some(weighed.threshold)));
            prop_assert!(!test.taken || weighed.passes());
            // The cosine of a test is the score of the list, bit for bit.
            for hit in trace.lists.iter().filter(|list| list.name == ListName::ChunkDense).flat_map(|list| &list.hits) {
                if hit.entry == Entry::Chunk(test.from) {
                    prop_assert_eq!(Some(hit.score), test.cos_question_chunk);
                }
            }
        }
        let named = trace.context.iter().flat_map(|passage| passage.chunks.clone());
        let (mut named, mut chosen): (Vec<_>, _) = (named.collect(), budget.chunks.clone());
        named.sort_unstable();
        chosen.sort_unstable();
        prop_assert_eq!(named, chosen);
        for passage in &trace.context {
            let document = index.corpus.documents.iter().find(|document| document.path == passage.citation.path).unwrap();
            let [from, to] = passage.citation.char;
            let by_chars: String = document.text.chars().skip(from).take(to - from).collect();
            prop_assert_eq!(&passage.text, &by_chars);
            prop_assert_eq!(&passage.text, passage.citation.byte.of(&document.text));
        }
        if let Some(refusal) = trace.refusal {
            prop_assert!(refusal.distance > refusal.threshold);
            prop_assert!(refusal.by.to_bits() == (refusal.distance - refusal.threshold).to_bits());
        }
    }

    #[test]
    fn a_token_budget_holds_the_context_as_it_is_laid_out(params in settings(Just(None)), limit in 0_u64..200, overlap: bool) {
        let mut params = params;
        params.budget.unit = BudgetUnit::Tokens;
        params.budget.limit = limit;
        params.expand.count = ExpandCount::Within;
        let mut session = session(&if overlap { overlapping() } else { seams() });
        let trace = session.ask(QUESTIONS[1], &params).expect("an answer");
        let tokens = |text: &str| bpe_openai::o200k_base().count(text) as u64;
        let passages: u64 = trace.context.iter().map(|passage| tokens(&passage.text)).sum();
        let separators = trace.context.len().saturating_sub(1) as u64 * tokens("\n\n");
        prop_assert_eq!(trace.budget.used, passages + separators);
        let whole: Vec<_> = trace.context.iter().map(|passage| passage.text.as_str()).collect();
        prop_assert!(tokens(&whole.join("\n\n")) <= limit);
        prop_assert!(trace.budget.steps.iter().all(|step| step.action != Action::NoRoom || step.before + step.needs > limit));
    }
}
