//! Inputs that broke other tools. The numbers are those of the list of cases.

use seamscope::retrieve::chunk;
use seamscope::retrieve::params::{ChunkParams, KeepSeparator, Method, Params, Unit};
use seamscope::retrieve::text;
use seamscope::retrieve::trace::{Document, EndReason, Warning};

use super::{METHODS, UNITS, chunks, laws};

fn settings(method: Method, unit: Unit, size: usize, overlap: usize) -> ChunkParams {
    ChunkParams { method, unit, size, overlap, ..ChunkParams::default() }
}

fn chars(size: usize, overlap: usize) -> ChunkParams {
    settings(Method::Chars, Unit::Chars, size, overlap)
}

fn recursive(size: usize, overlap: usize) -> ChunkParams {
    settings(Method::Recursive, Unit::Chars, size, overlap)
}

fn plain(text: &str) -> Document {
    text::document("a.txt", text.to_owned(), 0)
}

fn markdown(text: &str) -> Document {
    text::document("a.md", text.to_owned(), 0)
}

/// The chunks of `document` as text, after a look at every law.
fn cut<'d>(document: &'d Document, params: &ChunkParams) -> Vec<&'d str> {
    laws::check(document, params);
    chunks(document, params).iter().map(|chunk| chunk.span.of(&document.text)).collect()
}

fn starts(document: &Document, params: &ChunkParams) -> Vec<usize> {
    laws::check(document, params);
    chunks(document, params).iter().map(|chunk| chunk.span.start).collect()
}

/// Every method in every unit at this size; methods that count something else get it all the same.
fn everything(size: usize, overlap: usize) -> impl Iterator<Item = ChunkParams> {
    METHODS.into_iter().flat_map(move |method| UNITS.map(|unit| settings(method, unit, size, overlap)))
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
    let rows: String = (1..=60).map(|n| format!("| row {n} | 5,120 | 12.5 | a few words |\n")).collect();
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

#[test]
fn the_first_token_window_may_be_smaller() {
    let document = plain("a b c d e f g h i j");
    let params = |start, overlap| ChunkParams { start, ..settings(Method::Tokens, Unit::Words, 4, overlap) };
    assert_eq!(cut(&document, &params(2, 0)), ["a b", "c d e f", "g h i j"]);
    assert_eq!(cut(&document, &params(4, 0)), cut(&document, &params(0, 0)));
    assert_eq!(cut(&document, &params(9, 0)), cut(&document, &params(0, 0)), "never larger than the size");
    assert_eq!(cut(&document, &params(3, 1)), ["a b c", "c d e f", "f g h i", "i j"]);
    assert_eq!(cut(&document, &params(1, 3)), ["a", "b c d e", "c d e f", "d e f g", "e f g h", "f g h i", "g h i j"]);
}

#[test]
fn chars_counts_characters_whatever_the_unit() {
    let document = plain("abcdefghij");
    for unit in UNITS {
        assert_eq!(cut(&document, &settings(Method::Chars, unit, 4, 0)), ["abcd", "efgh", "ij"]);
    }
}

#[test]
fn every_chunk_says_why_it_ended() {
    let reasons = |document: &Document, params: &ChunkParams| -> Vec<EndReason> {
        laws::check(document, params);
        chunks(document, params).iter().map(|chunk| chunk.ended_by).collect()
    };
    let document = plain("One two. Three four.\n\nFive sixseveneight.\nNine");
    assert_eq!(
        reasons(&document, &recursive(10, 0)),
        [
            EndReason::Separator(2),
            EndReason::Separator(2),
            EndReason::Separator(0),
            EndReason::Separator(2),
            EndReason::Size,
            EndReason::Separator(1),
            EndReason::EndOfDocument
        ],
        "{:?}",
        cut(&document, &recursive(10, 0))
    );
    let document = markdown("## A\n\nOne two. Three four.\n\nFive six.\n\n## B\n\nSeven.");
    let paragraph = settings(Method::Paragraph, Unit::Chars, 12, 0);
    assert_eq!(
        reasons(&document, &paragraph),
        [EndReason::Paragraph, EndReason::Sentence, EndReason::Paragraph, EndReason::Heading, EndReason::EndOfDocument],
        "{:?}",
        cut(&document, &paragraph)
    );
    assert_eq!(
        reasons(&document, &settings(Method::Heading, Unit::Words, 10, 0)),
        [EndReason::Heading, EndReason::EndOfDocument]
    );
}

#[test]
fn paragraph_overlaps_within_its_section_as_far_as_there_is_room() {
    let document =
        markdown("## A\n\nOne two three.\n\nFour five six.\n\nA paragraph as long as the size is.\n\n## B\n\nSeven.");
    let params = ChunkParams { header: true, ..settings(Method::Paragraph, Unit::Chars, 35, 8) };
    assert_eq!(
        cut(&document, &ChunkParams { header: false, ..params.clone() })[..2],
        ["## A\n\nOne two three.", "o three.\n\nFour five six."]
    );
    let found: Vec<_> = chunks(&document, &params).iter().map(|chunk| chunk.span.of(&document.text)).collect();
    assert_eq!(found, ["One two three.\n\nFour five six.", "A paragraph as long as the size is.", "Seven."]);
}

#[test]
fn paragraph_keeps_heading_lines_where_no_header_carries_them() {
    let document = markdown("Preamble.\n\n## One\nText.\n## Two\n\n## Three");
    let params = |header| ChunkParams { header, ..settings(Method::Paragraph, Unit::Chars, 100, 0) };
    assert_eq!(cut(&document, &params(false)), ["Preamble.", "## One\nText.", "## Two", "## Three"]);
    let found: Vec<_> = chunks(&document, &params(true)).iter().map(|chunk| chunk.span.of(&document.text)).collect();
    // A heading in the last line, unended, is text: in the course, too.
    assert_eq!(found, ["Preamble.", "Text.", "## Three"]);
}

#[test]
fn headers_say_where_a_chunk_stands() {
    let document =
        text::document("guide/a.md", "# Title\n\nText.\n\n## Part\n\nMore.\n\n### Deep\n\nEnd.\n".to_owned(), 0);
    let headers = |method| {
        let params = ChunkParams { header: true, ..settings(method, Unit::Chars, 16, 0) };
        let headers = chunk::Headers::new(&document, method);
        chunks(&document, &params)
            .iter()
            .map(|chunk| (chunk.span.of(&document.text).to_owned(), headers.of(chunk)))
            .collect::<Vec<_>>()
    };
    let own = |text: &str, header: &str| (text.to_owned(), header.to_owned());
    assert_eq!(
        headers(Method::Heading),
        [
            own("# Title\n\nText.", "Title"),
            own("## Part\n\nMore.", "Title > Part"),
            own("### Deep\n\nEnd.", "Title > Part > Deep")
        ]
    );
    assert_eq!(
        headers(Method::Paragraph),
        [own("# Title\n\nText.", "[a.md]"), own("More.\n\n### Deep", "[a.md > Part]"), own("End.", "[a.md > Part]")]
    );
    let nothing = text::document("a.txt", "No heading.".to_owned(), 0);
    let found = chunks(&nothing, &chars(100, 0));
    assert_eq!(chunk::Headers::new(&nothing, Method::Chars).of(&found[0]), "");
}

#[test]
fn heading_makes_a_chunk_of_each_section_and_splits_large_ones() {
    let document =
        markdown("Before.\n\n# One\n\nText of one.\n\n## Two\n\nA longer text that does not fit.\n\n# Three\n");
    let params = settings(Method::Heading, Unit::Chars, 24, 0);
    assert_eq!(
        cut(&document, &params),
        ["Before.", "# One\n\nText of one.", "## Two", "A longer text that does", "not fit.", "# Three"]
    );
}

#[test]
fn max_splits_and_min_merges_what_any_method_made() {
    let document = plain("One. Two two two two two two two. Three. Four. Five five five five five five.");
    let base = settings(Method::Sentence, Unit::Chars, 1, 0);
    let max = ChunkParams { max: 20, ..base.clone() };
    assert_eq!(
        cut(&document, &max),
        ["One.", "Two two two two two", "two two.", "Three.", "Four.", "Five five five five", "five five."]
    );
    let min = ChunkParams { min: 10, cap: 39, ..base };
    assert_eq!(
        cut(&document, &min),
        ["One. Two two two two two two two.", "Three. Four.", "Five five five five five five."]
    );
}

#[test]
fn a_byte_order_mark_is_before_the_text() {
    let document = text::document("a.txt", "\u{feff}One two three.".to_owned(), 3);
    for params in everything(5, 0) {
        let found = chunks(&document, &params);
        assert_eq!(found[0].span.start, 3, "{params:?}");
        assert_eq!(found.last().unwrap().span.end, document.text.len(), "{params:?}");
    }
}

#[test]
fn a_chunks_tokens_are_those_of_its_own_text() {
    let document = plain("Some words of text that are cut somewhere in the middle of it.");
    let params = Params { chunk: recursive(20, 0), ..Params::default() };
    let counters = chunk::Counters::of(&params, None).unwrap();
    for chunk in chunk::chunks(&document, 0, &params, &counters) {
        let expected = bpe_openai::o200k_base().count(chunk.span.of(&document.text));
        assert_eq!(chunk.tokens as usize, expected);
    }
}
