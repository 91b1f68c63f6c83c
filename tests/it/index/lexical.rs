//! BM25: the formula, ties, zero, every script, and questions that are plain text.

use proptest::prelude::*;
use seamscope::retrieve::index::lexical::{Lexical, Side, words};

fn build(texts: &[&str]) -> Lexical {
    Lexical::build(texts).expect("texts are indexed")
}

fn rows(index: &Lexical, question: &str) -> Vec<u32> {
    index.search(question, 100).expect("a search answers").into_iter().map(|(row, _)| row).collect()
}

fn terms(text: &str, side: Side) -> Vec<String> {
    words(text, side).into_iter().map(|word| word.text).collect()
}

#[test]
fn a_rare_word_weighs_more_and_none_weighs_less_than_nothing() {
    let index = build(&["alpha beta", "alpha", "gamma", "delta"]);
    let explained = index.explain("alpha", 0).expect("row 0");
    assert!((explained.terms[0].idf - std::f64::consts::LN_2).abs() < 1e-12, "2 of 4 rows: ln(2)");
    let everywhere = build(&["alpha", "alpha beta", "alpha gamma"]);
    let explained = everywhere.explain("alpha", 0).expect("row 0");
    assert!((explained.terms[0].idf - 0.1335).abs() < 1e-4, "3 of 3 rows");
    assert_eq!(rows(&everywhere, "alpha"), [0, 1, 2], "still a hit, the shortest first");
}

#[test]
fn equal_scores_stand_by_row_and_a_zero_is_no_hit() {
    let index = build(&["x same", "nothing here", "y same", "z same", ""]);
    assert_eq!(rows(&index, "same"), [0, 2, 3]);
    assert_eq!(index.search("same", 2).expect("two").len(), 2);
    assert_eq!(rows(&index, "absent"), [0_u32; 0]);
    assert_eq!(rows(&index, ""), [0_u32; 0]);
    assert_eq!(rows(&build(&[]), "same"), [0_u32; 0]);
    assert_eq!(rows(&build(&["", "  ", "..."]), "same"), [0_u32; 0]);
}

#[test]
fn a_repeated_word_counts_each_time() {
    let index = build(&["fox dog", "dog", "cat"]);
    let once = index.search("fox", 10).expect("once")[0].1;
    let twice = index.search("fox FOX", 10).expect("twice")[0].1;
    assert!((twice - 2.0 * once).abs() < 1e-12);
    let explained = index.explain("fox FOX", 0).expect("row 0");
    assert_eq!((explained.terms.len(), explained.terms[0].count), (1, 2));
}

#[test]
fn every_script_is_found() {
    let texts = [
        "東京都知事は新しい条例を発表した。",
        "料金の改定は来年の四月に行われる。",
        "대한민국의 수도는 서울특별시이다.",
        "ราคาน้ำมันเพิ่มขึ้นในเดือนนี้",
        "Die Übergrößenträger tragen Größe 54.",
        "Ἡ ΟΔΟΣ τοῦ ποταμοῦ",
        "снежная буря в горах",
        "नमस्ते दुनिया",
        "שלום עולם",
    ];
    let index = build(&texts);
    for (question, row) in [
        ("新しい条例", 0),
        ("料金の改定", 1),
        ("条", 0),
        ("서울", 2),
        ("น้ำมัน", 3),
        ("ÜBERGRÖSSENTRÄGER größe", 4),
        ("οδος", 5),
        ("БУРЯ", 6),
        ("दुनिया", 7),
        ("עולם", 8),
    ] {
        assert_eq!(rows(&index, question).first(), Some(&row), "{question}");
    }
}

#[test]
fn accents_count_and_spellings_of_one_letter_do_not() {
    let index = build(&["résumé", "resume", "re\u{301}sume\u{301}", "１２３ ＡＢＣ"]);
    assert_eq!(rows(&index, "résumé"), [0, 2], "composed and decomposed are one word, without accents another");
    assert_eq!(rows(&index, "abc"), [3]);
}

#[test]
fn a_question_is_text_and_no_query_language() {
    let index = build(&["salt and pepper", "salt", "pepper [x] +y \"quoted\" text:z"]);
    assert_eq!(rows(&index, "salt AND pepper").len(), 3, "and is a word like any other");
    for question in ["\"salt", "salt^", "[x TO", "+", "-salt", "text:z", "(((", "*", "a\0b", "\\"] {
        index.search(question, 10).expect(question);
    }
    assert_eq!(rows(&index, "-salt"), [1, 0]);
    assert_eq!(rows(&index, "[x]"), [2]);
}

#[test]
fn words_know_their_places() {
    let text = "Über v1.2_x, 東京都 ½";
    for word in words(text, Side::Text) {
        assert!(word.span.of(text).chars().count() <= 4, "{word:?}");
    }
    assert_eq!(terms("Über v1.2_x", Side::Text), ["über", "v1", "2", "x"]);
    assert_eq!(terms("東京都", Side::Text), ["東", "東京", "京", "京都", "都"]);
    assert_eq!(terms("東京都 水", Side::Question), ["東京", "京都", "水"]);
    let second = &words("ab 東京", Side::Question)[1];
    assert_eq!(second.span.of("ab 東京"), "東京");
}

#[test]
fn an_endless_word_is_found_by_its_whole() {
    let long = "QUJD".repeat(50_000);
    let index = build(&["short", &long, &"ab".repeat(100)]);
    assert_eq!(rows(&index, &long), [1]);
}

#[test]
fn parts_make_the_same_index() {
    let index = build(&["alpha beta beta", "beta gamma", "delta"]);
    let again = Lexical::from_parts(index.parts().expect("parts")).expect("an index");
    assert_eq!(index.search("beta alpha", 10), again.search("beta alpha", 10));
    assert_eq!(again.parts().expect("parts"), index.parts().expect("parts"));
    let mut broken = index.parts().expect("parts");
    broken.pop();
    assert!(Lexical::from_parts(broken).is_err());
    assert_eq!(Lexical::from_parts(build(&[]).parts().expect("parts")).expect("an index").rows(), 0);
}

/// The formula of the reference, over plain words.
fn scores(texts: &[String], question: &str) -> Vec<f64> {
    let split = |text: &str| text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let texts: Vec<_> = texts.iter().map(|text| split(text)).collect();
    let average = texts.iter().map(Vec::len).sum::<usize>() as f64 / texts.len() as f64;
    let all = texts.len() as f64;
    let score = |text: &Vec<String>| {
        split(question)
            .iter()
            .map(|word| {
                let with = texts.iter().filter(|text| text.contains(word)).count() as f64;
                let tf = text.iter().filter(|other| *other == word).count() as f64;
                let idf = (1.0 + (all - with + 0.5) / (with + 0.5)).ln();
                if tf == 0.0 { 0.0 } else { idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * text.len() as f64 / average)) }
            })
            .sum()
    };
    texts.iter().map(score).collect()
}

proptest! {
    #[test]
    fn scores_are_those_of_the_formula_and_of_their_parts(
        texts in prop::collection::vec("([a-e]{1,2} ){0,60}", 1..300), question in "([a-f]{1,2} ){0,6}", depth in 1_usize..50
    ) {
        let index = Lexical::build(&texts).expect("texts are indexed");
        let expected = scores(&texts, &question);
        let hits = index.search(&question, depth).expect("a search answers");
        prop_assert_eq!(hits.len(), depth.min(expected.iter().filter(|score| **score > 0.0).count()));
        for pair in hits.windows(2) {
            prop_assert!(pair[1].1.total_cmp(&pair[0].1).then(pair[0].0.cmp(&pair[1].0)).is_lt());
        }
        for (row, score) in hits {
            prop_assert!((score - expected[row as usize]).abs() < 1e-9);
            let explained = index.explain(&question, row).expect("a row");
            prop_assert_eq!(explained.score.to_bits(), score.to_bits());
        }
    }

    #[test]
    fn any_text_has_words_in_its_own_bounds(text in any::<String>(), question in any::<bool>()) {
        let side = if question { Side::Question } else { Side::Text };
        for word in words(&text, side) {
            prop_assert!(!word.text.is_empty() && !word.span.of(&text).is_empty());
        }
    }
}

#[test]
fn the_reference_gives_the_same_scores() {
    let Some(shared) = crate::support::shared("BM25 against the reference") else { return };
    let cases = std::fs::read_to_string(shared.join("reference/cases.json")).expect("the reference cases");
    let cases: serde_json::Value = serde_json::from_str(&cases).expect("JSON");
    let cases = cases["random"].as_array().expect("cases").iter().filter(|case| case["kind"] == "bm25");
    let mut seen = 0;
    for case in cases {
        let strings = |key: &str| -> Vec<String> {
            case["input"][key]
                .as_array()
                .expect("texts")
                .iter()
                .map(|text| text.as_str().expect("text").into())
                .collect()
        };
        let expected: Vec<f64> = case["expected"]["scores"]
            .as_array()
            .expect("scores")
            .iter()
            .map(|n| n.as_f64().expect("number"))
            .collect();
        let index = Lexical::build(strings("docs")).expect("texts are indexed");
        let hits = index.search(case["input"]["query"].as_str().expect("query"), 1000).expect("a search answers");
        let mut order: Vec<u32> = (0..expected.len() as u32).filter(|row| expected[*row as usize] > 0.0).collect();
        order.sort_by(|a, b| expected[*b as usize].total_cmp(&expected[*a as usize]));
        assert_eq!(hits.iter().map(|hit| hit.0).collect::<Vec<_>>(), order, "case {}", case["id"]);
        for (row, score) in hits {
            assert!((score - expected[row as usize]).abs() < 1e-9, "case {} row {row}", case["id"]);
        }
        seen += 1;
    }
    assert!(seen > 0);
}
