//! What each method promises beyond the laws, drawn in text.

use seamscope::retrieve::chunk;
use seamscope::retrieve::params::{ChunkParams, Compat, Method, Params, Unit};
use seamscope::retrieve::text;
use seamscope::retrieve::trace::{Document, EndReason, Warning};

use super::{UNITS, chars, chunks, cut, everything, laws, markdown, plain, recursive, settings};

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

/// The size of `chars` is one of characters, and so is what exceeds it.
#[test]
fn chars_is_oversize_in_characters_and_in_the_unit() {
    let family = "👩\u{200d}👩\u{200d}👧";
    let document = plain(family);
    for unit in UNITS {
        assert_eq!(
            chunks(&document, &settings(Method::Chars, unit, 4, 0))[0].warnings,
            [Warning::Oversize],
            "{unit:?}"
        );
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
fn what_max_split_is_not_merged_above_it() {
    let document = plain("Aa bb cc dd ee ff gg hh ii jj kk ll mm nn oo pp qq rr ss tt");
    let params = ChunkParams { max: 6, min: 5, ..settings(Method::Recursive, Unit::Words, 30, 0) };
    let chunks = cut(&document, &params);
    assert!(chunks.iter().all(|chunk| chunk.split_whitespace().count() <= 6), "{chunks:?}");
}

#[test]
fn blank_space_left_out_at_the_end_may_divide_a_grapheme() {
    let params = ChunkParams { compat: Compat::Langchain, ..chars(4, 0) };
    let found = chunks(&plain("abc\r\n"), &params);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].warnings, [Warning::MidGrapheme]);
}

#[test]
fn python_s_words_are_counted_under_its_reading() {
    let params = ChunkParams { compat: Compat::Langchain, ..settings(Method::Recursive, Unit::Words, 2, 0) };
    assert_eq!(cut(&plain("a\u{1c}b c d"), &params), ["a\u{1c}b", "c d"]);
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
