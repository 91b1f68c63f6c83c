//! Counting tokens.

use std::sync::Arc;

use proptest::prelude::*;
use seamscope::retrieve::params::{Compat, Unit};
use seamscope::retrieve::text::tokens::Counter;

use crate::support::shared;

const ALL: [Counter; 6] =
    [Counter::O200k, Counter::Cl100k, Counter::Chars, Counter::CodePoints, Counter::Words, Counter::PythonWords];

/// Where the tokens end when the encoding is asked without any short cut.
fn plain_ends(encoding: &bpe_openai::Tokenizer, text: &str) -> Vec<usize> {
    let lengths = encoding.encode(text).into_iter().map(|token| encoding.bpe.token_len(token));
    lengths
        .scan(0, |end, length| {
            *end += length;
            Some(*end)
        })
        .collect()
}

fn check_encodings(text: &str) {
    for (counter, encoding) in
        [(Counter::O200k, bpe_openai::o200k_base()), (Counter::Cl100k, bpe_openai::cl100k_base())]
    {
        assert_eq!(counter.ends(text), plain_ends(encoding, text), "{counter:?}: {text:?}");
    }
}

#[test]
fn known_counts() {
    let count = |text: &str| ALL.map(|counter| counter.count(text));
    assert_eq!(count(""), [0, 0, 0, 0, 0, 0]);
    assert_eq!(count("hello world"), [2, 2, 11, 11, 2, 2]);
    assert_eq!(count("a\r\nb"), [3, 3, 3, 4, 2, 2]);
    assert_eq!(count("  a  "), [3, 3, 5, 5, 1, 1]);
    assert_eq!(count("éé"), [2, 2, 2, 2, 1, 1]);
}

#[test]
fn tokens_end_where_they_are_said_to() {
    assert_eq!(Counter::Chars.ends("aé\r\n漢"), [1, 3, 5, 8]);
    assert_eq!(Counter::CodePoints.ends("aé\r\n漢"), [1, 3, 4, 5, 8]);
    assert_eq!(Counter::Words.ends(" ab  c\n"), [3, 6]);
    assert_eq!(Counter::Words.start_after(" ab  c\n", 3), 5);
    assert_eq!(Counter::Words.ends("a\u{1c}b"), [3]);
    assert_eq!(Counter::PythonWords.ends("a\u{1c}b"), [1, 3]);
    assert_eq!(Counter::PythonWords.start_after("a\u{1c}b", 1), 2);
    assert_eq!(Counter::O200k.start_after(" ab  c\n", 3), 3);
    assert_eq!(Counter::O200k.ends("The text"), [3, 8]);
}

#[test]
fn a_token_may_end_inside_a_character() {
    let text = "경계마다";
    assert!(Counter::Cl100k.ends(text).iter().any(|&end| !text.is_char_boundary(end)));
}

#[test]
fn special_tokens_are_ordinary_text() {
    for text in ["<|endoftext|>", "<|fim_prefix|>", "<|endofprompt|>"] {
        assert!(Counter::O200k.count(text) > 3, "{text}");
        assert!(Counter::Cl100k.count(text) > 3, "{text}");
    }
}

/// Merging every neighbour with every other would take minutes for these.
#[test]
fn long_runs_of_one_kind_are_counted_in_linear_time() {
    for part in ["_", "a", " ", "\n", "é", "🙂", "0", "A", "\u{301}"] {
        let text = part.repeat(50_000);
        for counter in ALL {
            assert_eq!(counter.count(&text), counter.ends(&text).len(), "{counter:?} of many {part:?}");
        }
    }
}

#[test]
fn a_unit_names_its_counter() {
    let name = |unit, compat| Counter::of(unit, compat).map(|counter| format!("{counter:?}"));
    assert_eq!(name(Unit::O200k, Compat::None).as_deref(), Some("O200k"));
    assert_eq!(name(Unit::Chars, Compat::None).as_deref(), Some("Chars"));
    assert_eq!(name(Unit::Chars, Compat::Langchain).as_deref(), Some("CodePoints"));
    assert_eq!(name(Unit::Model, Compat::None), None);
}

#[test]
fn a_models_own_tokens_are_asked_of_it() {
    let halves = Counter::Model(Arc::new(|text: &str| vec![text.len() / 2, text.len()]));
    assert_eq!(halves.count("abcd"), 2);
    assert_eq!(halves.ends("abcd"), [2, 4]);
    assert!(halves.counts_like(&halves.clone()));
    assert!(!halves.counts_like(&Counter::Model(Arc::new(|_: &str| Vec::new()))));
    assert!(!Counter::Chars.counts_like(&Counter::CodePoints));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    /// The short cuts answer for words of every case, with every kind of neighbour.
    #[test]
    fn short_cuts_change_no_token(text in "([ A-Za-z]{0,6}|'[a-zA-Z]{1,3}|[ \r\n\t]{1,3}|[0-9.,/_-]{1,4}|[é漢ーǅß\u{301}🙂]|\\PC)*") {
        check_encodings(&text);
    }

    #[test]
    fn counts_are_the_number_of_ends(text in any::<String>()) {
        for counter in ALL {
            let ends = counter.ends(&text);
            prop_assert_eq!(counter.count(&text), ends.len());
            prop_assert!(ends.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(ends.last().is_none_or(|&end| end <= text.len()));
        }
    }
}

#[test]
fn short_cuts_change_no_token_of_real_texts() {
    let Some(folder) = shared("tokens of real texts") else { return };
    for part in ["langchain/inputs", "corpora"] {
        for file in std::fs::read_dir(folder.join(part)).expect("a folder").flatten() {
            check_encodings(&std::fs::read_to_string(file.path()).expect("UTF-8"));
        }
    }
}
