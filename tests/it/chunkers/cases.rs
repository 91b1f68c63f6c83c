//! Inputs that broke other tools. The numbers are those of the list of cases.

use seamscope::retrieve::params::{ChunkParams, KeepSeparator, Method, Unit};
use seamscope::retrieve::trace::{Document, Warning};

use super::{METHODS, UNITS, chars, chunks, cut, everything, laws, markdown, plain, recursive, settings};

fn starts(document: &Document, params: &ChunkParams) -> Vec<usize> {
    laws::check(document, params);
    chunks(document, params).iter().map(|chunk| chunk.span.start).collect()
}

#[test]
fn case_1_a_word_twice_has_two_places() {
    let params = ChunkParams { keep_separator: KeepSeparator::Drop, ..recursive(5, 0) };
    assert_eq!(starts(&plain("seams seams"), &params), [0, 6]);
    assert_eq!(starts(&plain("seams seams"), &settings(Method::Tokens, Unit::Words, 1, 0)), [0, 6]);
}

#[test]
fn case_2_an_overlap_in_tokens_has_its_true_place() {
    let words: Vec<String> = (0..40).map(|n| format!("word{n}")).collect();
    let document = plain(&words.join(" "));
    let params = settings(Method::Tokens, Unit::Words, 20, 10);
    assert_eq!(cut(&document, &params).iter().map(|text| text.split(' ').count()).collect::<Vec<_>>(), [20, 20, 20]);
    assert_eq!(
        starts(&document, &params),
        [0, document.text.find("word10").unwrap(), document.text.find("word20").unwrap()]
    );
    laws::check(&document, &settings(Method::Tokens, Unit::O200k, 20, 10));
}

#[test]
fn case_4_the_same_sentence_six_times_has_six_places() {
    let document = plain(&"This sentence is forty-two characters on. ".repeat(6));
    assert_eq!(starts(&document, &settings(Method::Sentence, Unit::O200k, 1, 0)), [0, 42, 84, 126, 168, 210]);
    for params in everything(30, 0) {
        laws::check(&document, &params);
    }
}

#[test]
fn case_7_bytes_and_characters_differ_by_what_the_letters_take() {
    for line_end in ["\n", "\r\n"] {
        let document = plain(&format!("éééééééééé{line_end}let a = 1;{line_end}"));
        let params = ChunkParams { separators: vec!["\n".to_owned()], ..recursive(15, 0) };
        assert_eq!(cut(&document, &params), ["éééééééééé", "let a = 1;"]);
        assert_eq!(starts(&document, &params), [0, 20 + line_end.len()]);
    }
}

#[test]
fn case_8_a_word_of_overlap_starts_at_the_word() {
    let document = plain("One two three four. Five six seven eight. Nine ten eleven twelve. That is all then.");
    let params = settings(Method::Tokens, Unit::Words, 4, 1);
    assert_eq!(
        cut(&document, &params),
        [
            "One two three four.",
            "four. Five six seven",
            "seven eight. Nine ten",
            "ten eleven twelve. That",
            "That is all then."
        ]
    );
}

#[test]
fn case_9_overlapping_chunks_are_still_parts_of_the_text() {
    let document = markdown(
        "A title\nThe first paragraph has a few words.\n\nAnother title\nThe second one has a few more words in it.",
    );
    for params in everything(50, 10) {
        laws::check(&document, &params);
    }
}

#[test]
fn case_11_a_last_chunk_inside_the_one_before_is_none() {
    let document = plain(&"abcdefghij".repeat(110));
    let places: Vec<_> =
        chunks(&document, &chars(1000, 200)).iter().map(|chunk| [chunk.span.start, chunk.span.end]).collect();
    assert_eq!(places, [[0, 1000], [800, 1100]]);
    assert_eq!(starts(&document, &settings(Method::Recursive, Unit::Chars, 1000, 200)), [0, 800]);
    // LangChain keeps "\n" as a piece of its own, which makes a chunk of the overlap alone.
    let document = plain("aaaa bbbb cc \n");
    assert_eq!(cut(&document, &recursive(12, 5)), ["aaaa bbbb cc"]);
}

#[test]
fn case_13_blank_space_before_a_sentence_moves_no_start() {
    let document = plain("  First one here.   Second one here.   Third one here.");
    assert_eq!(starts(&document, &settings(Method::Sentence, Unit::O200k, 1, 0)), [2, 20, 39]);
}

#[test]
fn case_15_indentation_inside_a_chunk_stays() {
    let document = plain("def cut(text):\n    for c in text:\n        yield c\n");
    assert_eq!(cut(&document, &recursive(20, 0)), ["def cut(text):", "for c in text:", "yield c"]);
    assert_eq!(cut(&document, &recursive(40, 0)), ["def cut(text):\n    for c in text:", "yield c"]);
}

#[test]
fn case_18_an_overlap_that_no_piece_fits_into_measures_nothing() {
    let paragraph = "A paragraph of a good length, shorter than the cap and longer than the overlap is.";
    let document = plain(&[paragraph; 4].join("\n\n"));
    let found = chunks(&document, &recursive(120, 60));
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|chunk| chunk.overlap_chars == 0));
}

#[test]
fn case_19_and_21_hard_cuts_are_even() {
    assert_eq!(cut(&plain("abcdefghij"), &chars(5, 2)), ["abcde", "defgh", "ghij"]);
    assert_eq!(cut(&plain("abcdefghij"), &recursive(5, 2)), ["abcde", "defgh", "ghij"]);
    for params in [chars(10, 0), recursive(10, 0)] {
        assert_eq!(cut(&plain(&"a".repeat(30)), &params), ["aaaaaaaaaa"; 3]);
    }
}

#[test]
fn case_22_half_of_a_chunk_is_repeated() {
    let document = plain(&"One short sentence. ".repeat(60));
    for method in METHODS {
        let params = match method {
            Method::Sentence => settings(method, Unit::O200k, 10, 5),
            _ => settings(method, Unit::Chars, 200, 100),
        };
        let found = chunks(&document, &params);
        assert!(found.len() > 3, "{method:?}");
        assert!(found[1..].iter().all(|chunk| chunk.overlap_chars > 70), "{method:?}: {found:#?}");
    }
}

#[test]
fn cases_24_and_26_it_ends() {
    let lines = plain(&"8 chars.\n".repeat(200));
    for params in everything(100, 60) {
        laws::check(&lines, &params);
    }
    let sentences = plain("Two words. Three words here.");
    for params in everything(10, 1).chain(everything(2, 1)) {
        laws::check(&sentences, &params);
    }
}

#[test]
fn case_27_no_emoji_is_broken() {
    assert_eq!(cut(&plain("ab🙂cd🙂ef"), &chars(3, 0)), ["ab🙂", "cd🙂", "ef"]);
    assert_eq!(cut(&plain("ab🙂cd🙂ef"), &recursive(3, 0)), ["ab🙂", "cd🙂", "ef"]);
    // A family is one grapheme of five characters: more than fits, so it stands alone and says so.
    let family = "👩\u{200d}👩\u{200d}👧";
    let document = plain(&format!("ab{family}cd"));
    for params in [chars(3, 0), recursive(3, 0)] {
        assert_eq!(cut(&document, &params).concat(), document.text);
        let found = chunks(&document, &params);
        let oversize = found.iter().find(|chunk| chunk.span.of(&document.text).contains(family)).unwrap();
        assert!(oversize.warnings.contains(&Warning::Oversize));
    }
}

#[test]
fn case_28_many_ellipses() {
    let document = plain(&"…".repeat(2000));
    assert_eq!(chunks(&document, &chars(200, 30)).len(), 12);
    for params in everything(200, 30) {
        laws::check(&document, &params);
    }
}

#[test]
fn case_30_chinese_is_cut_behind_its_full_stops() {
    let sentence = format!("{}。", "汉".repeat(19));
    let document = markdown(&sentence.repeat(15));
    let two = sentence.repeat(2);
    for params in [settings(Method::Paragraph, Unit::Chars, 50, 0), settings(Method::Sentence, Unit::Chars, 2, 0)] {
        let found = cut(&document, &params);
        assert_eq!(found[..7], [two.as_str(); 7], "{params:?}");
        assert_eq!(found[7..], [sentence.as_str()]);
    }
}

#[test]
fn case_33_special_tokens_are_ordinary_text() {
    let document = plain("Before <|endoftext|> and <|fim_prefix|> behind.");
    for params in everything(4, 1) {
        laws::check(&document, &params);
    }
}

#[test]
fn case_39_a_table_is_cut_between_rows_only() {
    let rows: Vec<_> = (1..=60).map(|n| format!("| row {n} | 5,120 | 12.5 | a few words |\n")).collect();
    let rows = rows.concat();
    let document =
        markdown(&format!("# Sizes\n\n| Name | Bytes | Share | Note |\n|---|---:|---:|---|\n{rows}\nText after.\n"));
    let table = document.text.find("| Name").unwrap()..document.text.find("\nText after").unwrap();
    for method in [Method::Recursive, Method::Paragraph, Method::Heading, Method::Sentence] {
        for unit in UNITS {
            let size = if method == Method::Sentence { 7 } else { 120 };
            let params = settings(method, unit, size, 0);
            laws::check(&document, &params);
            let found = chunks(&document, &params);
            for pair in found.windows(2) {
                let cut = pair[1].span.start;
                let begins_row = document.text[..cut].ends_with('\n') && document.text[cut..].starts_with('|');
                let inside = table.contains(&cut) && cut != table.start;
                assert!(!inside || begins_row, "{params:?} cuts at {:?}", &document.text[cut..cut + 30]);
                let marked = pair[0].warnings.contains(&Warning::InTable);
                assert_eq!(inside, marked, "{params:?} at {cut}");
                assert_eq!(inside, pair[0].warnings.contains(&Warning::TableHeaderLost), "{params:?} at {cut}");
            }
            assert!(found.iter().filter(|chunk| table.contains(&chunk.span.start)).count() > 2, "{params:?}");
        }
    }
}

#[test]
fn case_43_what_cannot_be_divided_is_cut_hard_or_marked() {
    let long = "one sentence without any delimiter at all ".repeat(50);
    let base64 = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo".repeat(100);
    for text in [long.as_str(), base64.as_str(), "abcdefghijklmnopqrstuvwxyz0123456"] {
        for params in everything(10, 2) {
            laws::check(&plain(text), &params);
        }
    }
    let word = "abcdefghijklmnopqrstuvwxyz0123456";
    assert_eq!(cut(&plain(word), &recursive(10, 0)), ["abcdefghij", "klmnopqrst", "uvwxyz0123", "456"]);
    let whole = settings(Method::Paragraph, Unit::Chars, 10, 0);
    assert_eq!(cut(&plain(word), &whole), [word]);
    assert_eq!(chunks(&plain(word), &whole)[0].warnings, [Warning::Oversize]);
}

#[test]
fn case_44_blank_space_is_no_chunk_and_moves_nothing() {
    let document = plain(&format!("before{}behind", " ".repeat(5000)));
    for params in everything(100, 0) {
        laws::check(&document, &params);
        let found = chunks(&document, &params);
        let last = found.last().unwrap();
        assert_eq!(last.span.end, document.text.len(), "{params:?}");
        assert!(found.len() == 1 || last.span.of(&document.text).trim_start() == "behind", "{params:?}");
    }
}

#[test]
fn case_46_only_blank_lines_make_no_chunk() {
    let document = plain(&"\n".repeat(100_000));
    for params in everything(100, 10) {
        assert_eq!(chunks(&document, &params), [], "{params:?}");
    }
}

/// A text of one kind whose parts are as long as the text: nothing may look at the same part again and again.
#[test]
fn case_46_megabytes_of_one_kind_take_seconds() {
    for part in ["word ", "word\n", "a", "🇩🇪", "👩\u{200d}", "漢", "e\u{301}", "| a ", "## a\n", ". ", "a\r\n"]
    {
        let document = plain(&part.repeat(300_000 / part.len()));
        for method in METHODS {
            let found = chunks(&document, &settings(method, Unit::Chars, 600, 60));
            assert!(!found.is_empty(), "{method:?} on {part:?}");
        }
    }
}
