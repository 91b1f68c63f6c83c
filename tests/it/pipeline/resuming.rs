//! A session that goes on from where a change of settings touches it gives what a new one gives.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use proptest::prelude::*;
use seamscope::retrieve::params::Params;
use seamscope::retrieve::pipeline::ask::Session;

use super::world::{Counting, QUESTIONS, floors, overlapping, seams, session, settings, wordy};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn resuming_equals_running_from_scratch(
        steps in prop::collection::vec((0..QUESTIONS.len(), settings(floors()), 0_usize..3), 2..8),
        which in 0_usize..3,
    ) {
        let index = [seams(), overlapping(), wordy()][which].clone();
        let mut kept = session(&index);
        let mut params = Params::default();
        for (question, other, part) in steps {
            // Most steps turn some knobs of the last settings, as a person does; a third take all anew.
            match part {
                0 => params = other,
                1 => (params.fire, params.budget) = (other.fire, other.budget),
                _ => (params.expand, params.context, params.search.depth) = (other.expand, other.context, other.search.depth),
            }
            let question = QUESTIONS[if part == 0 { question } else { 0 }];
            let resumed = kept.ask(question, &params).expect("an answer").clone();
            let mut anew = session(&index);
            prop_assert_eq!(&resumed, anew.ask(question, &params).expect("an answer"));
        }
    }

    #[test]
    fn a_knob_after_the_lists_touches_neither_index_nor_model(
        first in settings(Just(None)),
        second in settings(Just(None)),
    ) {
        let model = Arc::new(Counting::default());
        let mut session = Session::new(seams(), Some(model.clone()));
        session.ask(QUESTIONS[0], &first).expect("an answer");
        let before = (session.calls(), model.calls.load(Ordering::Relaxed));
        let mut second = Params { search: first.search.clone(), seam: first.seam.clone(), ..second };
        session.ask(QUESTIONS[0], &second).expect("an answer");
        second.search.depth = first.search.depth.div_ceil(2);
        session.ask(QUESTIONS[0], &second).expect("an answer");
        prop_assert_eq!(before, (session.calls(), model.calls.load(Ordering::Relaxed)), "shorter lists are there already");
    }

    #[test]
    fn the_margin_touches_neither_index_nor_model_also_with_a_side_floor(
        params in settings((0.0..1.0_f64).prop_map(Some)),
        margins in prop::collection::vec(0_u32..40, 1..5),
    ) {
        let model = Arc::new(Counting::default());
        let mut session = Session::new(seams(), Some(model.clone()));
        session.ask(QUESTIONS[0], &params).expect("an answer");
        let before = (session.calls(), model.calls.load(Ordering::Relaxed));
        for margin in margins {
            let mut params = params.clone();
            params.fire.margin = margin;
            session.ask(QUESTIONS[0], &params).expect("an answer");
        }
        prop_assert_eq!(before, (session.calls(), model.calls.load(Ordering::Relaxed)));
    }
}

#[test]
fn a_deeper_list_or_another_question_is_searched_anew() {
    let mut session = session(&seams());
    let mut params = Params::default();
    params.search.depth = 5;
    session.ask(QUESTIONS[0], &params).expect("an answer");
    let (index, embedder) = (session.calls().index, session.calls().embedder);
    assert_eq!((index, embedder), (4, 1), "four lists, one question");
    params.search.depth = 6;
    session.ask(QUESTIONS[0], &params).expect("an answer");
    assert_eq!((session.calls().index, session.calls().embedder), (8, 1));
    session.ask(QUESTIONS[1], &params).expect("an answer");
    assert_eq!((session.calls().index, session.calls().embedder), (12, 2));
}
