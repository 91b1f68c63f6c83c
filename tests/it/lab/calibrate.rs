//! Calibration: the margin against the reference, samples and questions by law, the whole on a folder drawn here.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use seamscope::lab::calibrate::{
    Calibration, Finding, HeadStart, Lies, Sample, Settings, Source, Words, calibrate, calibrate_margin, candidates,
    cloze_question, draw, from_questions, judge, p90,
};
use seamscope::lab::places::Places;
use seamscope::lab::questions::parse_json_lines;
use seamscope::lab::run::{LabError, Meter};
use seamscope::lab::statistics::SplitMix64;
use seamscope::retrieve::trace::{BlockKind, Corpus};

use super::world;
use crate::support::shared;

fn places(leads: impl IntoIterator<Item = i64>) -> Vec<HeadStart> {
    leads.into_iter().map(HeadStart::Places).collect()
}

#[test]
fn margins_of_the_reference_come_out() {
    let Some(shared) = shared("equality of the suggested margin") else { return };
    let file = std::fs::read(shared.join("reference/cases.json")).expect("readable");
    let reference: serde_json::Value = serde_json::from_slice(&file).expect("JSON");
    let cases = reference["random"].as_array().expect("cases");
    let cases: Vec<_> = cases.iter().filter(|case| case["kind"] == "calibrate_margin").collect();
    assert_eq!(cases.len(), 5);
    for case in cases {
        let leads = case["input"]["head_starts"].as_array().expect("a list");
        let leads = places(leads.iter().map(|lead| lead.as_i64().expect("a whole number")));
        let got = calibrate_margin(&leads).expect("samples");
        assert_eq!((Some(u64::from(got.margin)), got.holds), (case["expected"]["m"].as_u64(), true), "{}", case["id"]);
    }
}

#[test]
fn absent_entries_have_no_rank() {
    use HeadStart::{ChunkAbsent, Places, SeamAbsent};
    assert_eq!(HeadStart::between(None, None), SeamAbsent);
    assert_eq!(HeadStart::between(Some(3), None), ChunkAbsent);
    assert_eq!(HeadStart::between(Some(3), Some(1)), Places(-2));
    assert!(SeamAbsent < Places(-99) && Places(99) < ChunkAbsent);
    assert!(!SeamAbsent.reaches(0) && Places(3).reaches(3) && !Places(2).reaches(3) && ChunkAbsent.reaches(u32::MAX));
    let json = serde_json::to_string(&[SeamAbsent, Places(-2), ChunkAbsent]).expect("JSON");
    assert_eq!(json, r#"["-inf",-2,"inf"]"#);
    // Two of ten lead a chunk that is not in the ranking: no margin keeps nine in ten from firing.
    let leads = [places([0, 0, 0, 0, 0, 0, 1, 4]), vec![ChunkAbsent, ChunkAbsent]].concat();
    let got = calibrate_margin(&leads).expect("samples");
    assert_eq!((got.margin, got.holds), (5, false));
    assert_eq!((calibrate_margin(&[]), p90(&[])), (None, None));
}

fn any_lead() -> impl Strategy<Value = HeadStart> {
    prop_oneof![
        1 => Just(HeadStart::SeamAbsent),
        8 => (-9_i64..12).prop_map(HeadStart::Places),
        1 => Just(HeadStart::ChunkAbsent),
    ]
}

proptest! {
    #[test]
    fn the_margin_is_the_smallest_that_a_tenth_reach(leads in prop::collection::vec(any_lead(), 1..80)) {
        let reach = |m| leads.iter().filter(|lead| lead.reaches(m)).count();
        let got = calibrate_margin(&leads).expect("samples");
        prop_assert_eq!(got.holds, reach(got.margin) * 10 <= leads.len());
        prop_assert!(got.margin == 1 || !got.holds || reach(got.margin - 1) * 10 > leads.len());
    }

    #[test]
    fn no_range_is_promised_that_the_samples_do_not_have(
        whole in prop::collection::vec(any_lead(), 1..60),
        split in prop::collection::vec(any_lead(), 1..60),
    ) {
        let verdict = judge(&whole, &split, Source::File);
        let share = |leads: &[HeadStart], m| {
            leads.iter().filter(|lead| lead.reaches(m)).count() as f64 / leads.len() as f64
        };
        prop_assert_eq!(verdict.finding == Finding::WorkingRange, verdict.range.is_some());
        if let Some([first, last]) = verdict.range {
            prop_assert!(first == verdict.suggestion.margin && first <= last);
            prop_assert!(share(&whole, first) <= 0.1 && share(&split, last) >= 0.5);
            prop_assert!(last == u32::MAX || share(&split, last + 1) < 0.5);
        }
    }
}

#[test]
fn a_verdict_says_what_it_rests_on() {
    let whole = places((0..100).map(|n| n % 4 - 2));
    let apart = judge(&whole, &places((0..100).map(|n| 2 + n % 10)), Source::File);
    assert_eq!((apart.finding, apart.range), (Finding::WorkingRange, Some([2, 7])));
    assert_eq!(
        apart.words,
        "There is a working range: m 2 to 7. m = 2: 0.0 % (0 of 100, 95 % interval 0.0 to 3.7 %) of whole sentences and \
         100.0 % (100 of 100, 95 % interval 96.3 to 100.0 %) of split passages reach it."
    );
    let same = judge(&whole, &whole, Source::File);
    assert_eq!((same.finding, same.range), (Finding::NoRange, None));
    let part = judge(&whole, &places((0..100).map(|n| if n < 30 { 9 } else { -1 })), Source::File);
    assert_eq!(part.finding, Finding::Overlap);
    let few = judge(&whole[..20], &whole[..20], Source::Cloze);
    assert!(few.words.contains("20 whole and 20 split samples") && few.words.contains("clozes"), "{}", few.words);
}

fn samples() -> (std::sync::Arc<Corpus>, Words, [Vec<Sample>; 2]) {
    let corpus = world::folder().index().corpus.clone();
    let words = Words::of(&corpus);
    let found = candidates(&corpus, &words);
    (corpus, words, found)
}

#[test]
fn samples_lie_where_they_say() {
    let (corpus, _, [whole, split]) = samples();
    assert!(whole.len() > 20 && split.len() > 10, "{} {}", whole.len(), split.len());
    let mut seen = BTreeSet::new();
    for sample in whole.iter().chain(&split) {
        let seam = corpus.seam(sample.seam);
        let document = &corpus.documents[seam.document as usize];
        let text = sample.span.of(&document.text);
        let [left, right] = [seam.left, seam.right].map(|chunk| corpus.chunk(chunk).span);
        assert!(seam.span.start <= sample.span.start && sample.span.end <= seam.span.end);
        assert!(text.starts_with("The ") && text.ends_with('.'), "whole sentences: {text:?}");
        let tables = document.blocks.iter().filter(|block| block.kind == BlockKind::Table);
        assert!(tables.into_iter().all(|table| !table.span.overlaps(sample.span)), "{text:?}");
        let sentences = text.matches(". ").count() + 1;
        match sample.lies {
            Lies::Left => assert!(left.start <= sample.span.start && sample.span.end <= left.end && sentences == 1),
            Lies::Right => assert!(right.start <= sample.span.start && sample.span.end <= right.end && sentences == 1),
            Lies::Across => {
                assert!(sample.span.start < seam.cut && seam.cut < sample.span.end);
                assert!((2..=3).contains(&sentences), "{text:?}");
            }
        }
        assert!(seen.insert((seam.document, sample.span.start, sample.span.end)), "one sample a passage");
    }
}

#[test]
fn draws_take_every_cut_before_any_cut_twice() {
    let (_, _, [whole, split]) = samples();
    let cuts = |samples: &[Sample]| samples.iter().map(|sample| sample.seam).collect::<BTreeSet<_>>();
    for all in [whole, split] {
        let size = cuts(&all).len();
        let drawn = draw(&all, size, &mut SplitMix64::new(7));
        assert_eq!((drawn.len(), cuts(&drawn).len()), (size, size));
        assert_eq!(drawn, draw(&all, size, &mut SplitMix64::new(7)));
        let mut everything = all.clone();
        everything.sort_by_key(|sample| (sample.seam, sample.span));
        assert_eq!(draw(&all, usize::MAX, &mut SplitMix64::new(7)), everything);
    }
}

#[test]
fn a_cloze_keeps_some_words_of_each_side_in_their_order_and_never_all() {
    let (corpus, words, [whole, split]) = samples();
    for sample in whole.iter().chain(&split) {
        let text = sample.span.of(&corpus.documents[corpus.seam(sample.seam).document as usize].text);
        let ask = |strength, seed| cloze_question(&corpus, &words, *sample, strength, &mut SplitMix64::new(seed));
        for strength in [0.0, 0.5, 1.0] {
            let question = ask(strength, 3);
            assert_eq!(question, ask(strength, 3));
            let kept: Vec<&str> = question.trim_end_matches('?').split(' ').collect();
            let mut rest = text;
            for word in &kept {
                let at = rest.find(word).unwrap_or_else(|| panic!("{word} of {question:?} in {text:?}"));
                rest = &rest[at + word.len()..];
            }
            assert!(!kept.contains(&"the") && kept.len() < words.content(text, whole_of(text), whole_of(text)).len());
            assert!(kept.len() >= if sample.lies == Lies::Across { 2 } else { 1 });
        }
    }
}

fn whole_of(text: &str) -> seamscope::retrieve::span::Span {
    seamscope::retrieve::span::Span::new(0, text.len())
}

fn run(settings: &Settings) -> Calibration {
    calibrate(&world::folder(), &world::params(), settings, Meter::silent()).expect("a calibration")
}

#[test]
fn a_calibration_is_the_same_twice_and_its_numbers_agree() {
    let settings = Settings { whole: 12, split: 9, margins: 4, ..Settings::default() };
    let got = run(&settings);
    assert_eq!(got, run(&settings));
    assert_ne!(got.asked, run(&Settings { seed: 2, ..settings.clone() }).asked);
    assert_eq!((got.samples.whole, got.samples.split, got.asked.len()), (12, 9, 21));
    for rate in &got.rates {
        let at = rate.margin as usize;
        assert_eq!(rate.whole_fires.mean, Some(got.whole.fire_rate_by_margin[at]));
        assert_eq!(rate.split_fires.mean, Some(got.split.fire_rate_by_margin[at]));
        // What is false by the words of the paper is false over that cut too.
        assert!(rate.false_fires_literal.successes <= rate.false_fires_strict.successes);
        assert_eq!(rate.false_fires_literal.n, rate.false_fires_strict.n);
    }
    let rates = &got.whole.fire_rate_by_margin;
    assert!(rates.len() > got.suggested_margin as usize && rates.windows(2).all(|pair| pair[0] >= pair[1]));
    let json = serde_json::to_value(&got).expect("JSON");
    for pointer in [
        "/samples/whole",
        "/samples/split",
        "/questions",
        "/whole/head_starts",
        "/whole/p90",
        "/whole/fire_rate_by_margin",
        "/split/head_starts",
        "/split/fire_rate_by_margin",
        "/suggested_margin",
        "/verdict",
    ] {
        assert!(json.pointer(pointer).is_some_and(|value| !value.is_null()), "{pointer}");
    }
}

#[test]
fn the_margin_of_the_settings_does_not_matter() {
    let settings = Settings { whole: 6, split: 6, margins: 2, ..Settings::default() };
    let mut params = world::params();
    (params.fire.margin, params.seam.enabled) = (9, false);
    let got = calibrate(&world::folder(), &params, &settings, Meter::silent()).expect("a calibration");
    assert_eq!(got, run(&settings));
}

#[test]
fn what_cannot_be_calibrated_says_why() {
    let mut params = world::params();
    params.chunk.overlap = 20;
    let session = world::session(&[("a.md", world::text(1, 12))], &params);
    let error = calibrate(&session, &params, &Settings::default(), Meter::silent()).expect_err("no seams");
    assert!(error.to_string().contains("set chunk.overlap=0"), "{error}");
    let stop = AtomicBool::new(true);
    let meter = Meter::new(&|_, _| {}, &stop);
    let error = calibrate(&world::folder(), &world::params(), &Settings::default(), meter).expect_err("stopped");
    assert_eq!(error, LabError::Cancelled);
}

#[test]
fn questions_of_a_person_become_samples_where_their_evidence_allows_it() {
    let session = world::folder();
    let corpus = &session.index().corpus;
    let seam = corpus.seams.iter().max_by_key(|seam| seam.span.len()).expect("seams");
    let path = &corpus.documents[seam.document as usize].path;
    let line = |id: &str, pieces: &[[usize; 2]]| {
        let pieces: Vec<String> =
            pieces.iter().map(|[start, end]| format!(r#"{{"doc":"{path}","byte":[{start},{end}]}}"#)).collect();
        format!(r#"{{"id":"{id}","question":"What?","evidence":[{}]}}"#, pieces.join(","))
    };
    let cut = seam.cut;
    let text = [
        line("across", &[[cut - 20, cut + 20]]),
        line("left", &[[cut - 30, cut - 10]]),
        line("right", &[[cut + 10, cut + 30]]),
        line("twice", &[[cut - 30, cut - 20], [cut + 10, cut + 20]]),
    ];
    let questions = parse_json_lines("q", &text.join("\n"), &Places::new(corpus)).expect("right");
    let lies: Vec<Lies> = from_questions(corpus, &questions).iter().map(|probe| probe.sample.lies).collect();
    assert_eq!(lies, [Lies::Across, Lies::Left, Lies::Right]);
}
