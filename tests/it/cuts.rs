//! Diagnosis of cuts, drawn in text: `¦` is the cut.

use seamscope::retrieve::cut;
use seamscope::retrieve::span::Span;
use seamscope::retrieve::text;
use seamscope::retrieve::trace::{Chunk, Document, EndReason, Warning};

use Warning::{
    HeadingOrphan, InFence, InFrontMatter, InListItem, InTable, MidGrapheme, MidParagraph, MidSentence, MidWord,
    Oversize, TableHeaderLost,
};

fn chunk(index: u32, start: usize, end: usize) -> Chunk {
    Chunk {
        document: 0,
        index,
        span: Span::new(start, end),
        section: Vec::new(),
        tokens: 1,
        ended_by: EndReason::Size,
        overlap_chars: 0,
        warnings: Vec::new(),
    }
}

fn diagnosed(document: &Document, mut chunks: Vec<Chunk>) -> Vec<Vec<Warning>> {
    cut::diagnose(document, &mut chunks);
    chunks.into_iter().map(|chunk| chunk.warnings).collect()
}

/// What the cut breaks in `drawn`, a file called `name`. With two `¦` the left chunk ends at the first and the right
/// one starts at the second.
fn broken_in(name: &str, drawn: &str) -> Vec<Warning> {
    let parts: Vec<&str> = drawn.split('¦').collect();
    let end = parts[0].len();
    let next = if parts.len() == 3 { end + parts[1].len() } else { end };
    let document = text::document(name, parts.concat(), 0);
    let length = document.text.len();
    diagnosed(&document, vec![chunk(0, 0, end), chunk(1, next, length)]).swap_remove(0)
}

fn broken(drawn: &str) -> Vec<Warning> {
    broken_in("a.md", drawn)
}

/// What the cut breaks where the right chunk starts at `‹` already and the left one ends at `›`.
fn broken_with_overlap(drawn: &str) -> Vec<Warning> {
    let start = drawn.find('‹').expect("a start");
    let end = drawn.find('›').expect("an end") - '‹'.len_utf8();
    let document = text::document("a.md", drawn.replace(['‹', '›'], ""), 0);
    let length = document.text.len();
    diagnosed(&document, vec![chunk(0, 0, end), chunk(1, start, length)]).swap_remove(0)
}

const NOTHING: [Warning; 0] = [];

#[test]
fn a_cut_between_blocks_breaks_nothing() {
    assert_eq!(broken("One paragraph.\n\n¦Another one."), NOTHING);
    assert_eq!(broken("One paragraph.¦\n\n¦Another one."), NOTHING);
    assert_eq!(broken("One paragraph without a full stop\n\n¦Another one."), NOTHING);
    assert_eq!(broken("Text.\n\n¦# Heading\n\nText."), NOTHING);
    assert_eq!(broken("Text.\n\n¦| a | b |\n|---|---|\n| 1 | 2 |\n"), NOTHING);
    assert_eq!(broken("| a | b |\n|---|---|\n| 1 | 2 |\n\n¦Text."), NOTHING);
    assert_eq!(broken("```\ncode\n```\n\n¦Text."), NOTHING);
    assert_eq!(broken("---\ntitle: a\n---\n¦\nText."), NOTHING);
    assert_eq!(broken("- one\n¦- two\n"), NOTHING);
}

#[test]
fn the_last_chunk_has_no_cut_and_keeps_what_it_was_marked_with() {
    let document = text::document("a.md", "Some words that go".to_owned(), 0);
    let mut last = chunk(1, 7, 18);
    last.warnings.push(Oversize);
    let mut first = chunk(0, 0, 7);
    first.warnings.push(Oversize);
    assert_eq!(
        diagnosed(&document, vec![first, last]),
        [vec![MidWord, MidSentence, MidParagraph, Oversize], vec![Oversize]]
    );
    assert_eq!(diagnosed(&document, Vec::new()), Vec::<Vec<Warning>>::new());
}

#[test]
fn between_sentences_only_the_paragraph_is_broken() {
    assert_eq!(broken("One sentence. ¦Another one."), [MidParagraph]);
    assert_eq!(broken("One sentence.¦ Another one."), [MidParagraph]);
    assert_eq!(broken("One sentence.¦ ¦Another one."), [MidParagraph]);
    assert_eq!(broken("One sentence.\n¦Another one."), [MidParagraph]);
    assert_eq!(broken("一句话。¦另一句。"), [MidParagraph]);
}

#[test]
fn case_65_quotes_and_brackets_end_a_sentence_with_its_full_stop() {
    assert_eq!(broken("He said \"go.\" ¦Then he went."), [MidParagraph]);
    assert_eq!(broken("(It was late.) ¦He went."), [MidParagraph]);
    assert_eq!(broken("「行け。」¦彼は行った。"), [MidParagraph]);
}

#[test]
fn case_32_a_full_stop_inside_a_sentence_ends_none() {
    for drawn in [
        "Since v1.2.3 ¦it works.",
        "Ask Dr. ¦Smith about it.",
        "Es war der 29. ¦Juli im Jahr.",
        "By J. R. R. ¦Tolkien, of course.",
        "See https://a.example/b.c ¦for more.",
    ] {
        assert_eq!(broken(drawn), [MidSentence, MidParagraph], "{drawn}");
    }
}

#[test]
fn words_are_those_of_unicode() {
    let inside = [MidWord, MidSentence, MidParagraph];
    for drawn in
        ["some wo¦rds here", "don¦'t do", "some 5,1¦20 things", "v1.¦2.3 is it", "snake_¦case it is", "при¦віт там"]
    {
        assert_eq!(broken(drawn), inside, "{drawn}");
    }
    for drawn in ["some ¦words", "some¦ words", "some¦-thing", "漢¦字です", "wait..¦. what", "a🙂¦b"] {
        assert_eq!(broken(drawn), [MidSentence, MidParagraph], "{drawn}");
    }
}

#[test]
fn graphemes_are_those_of_unicode() {
    assert_eq!(broken("👩\u{200d}¦👩\u{200d}👧 is a family"), [MidGrapheme, MidSentence, MidParagraph]);
    assert_eq!(broken("cafe¦\u{301} is one"), [MidGrapheme, MidWord, MidSentence, MidParagraph]);
    assert_eq!(broken("🇩🇪🇫¦🇷"), [MidGrapheme, MidSentence, MidParagraph]);
    assert_eq!(broken("🇩🇪¦🇫🇷"), [MidSentence, MidParagraph]);
    assert_eq!(broken("a line\r¦\nand one"), [MidGrapheme, MidSentence, MidParagraph]);
}

#[test]
fn a_table_is_broken_and_loses_its_header() {
    let lost = [InTable, TableHeaderLost];
    assert_eq!(broken("| a | b |\n|---|---|\n| 1 | 2 |\n¦| 3 | 4 |\n"), lost);
    assert_eq!(broken("| a | b |\n|---|---|\n¦| 1 | 2 |\n"), lost);
    assert_eq!(broken("| a | b |\n¦|---|---|\n| 1 | 2 |\n"), lost);
    assert_eq!(broken("| a | b |\n|---|---|\n| 5,¦120 | 2 |\n"), [MidWord, InTable, TableHeaderLost]);
}

#[test]
fn a_chunk_that_repeats_the_header_has_not_lost_it() {
    assert_eq!(broken_with_overlap("Text.\n\n‹| a | b |\n|---|---|\n| 1 | 2 |\n›| 3 | 4 |\n"), [InTable]);
    assert_eq!(broken_with_overlap("| a | b |\n|---|---|\n‹| 1 | 2 |\n›| 3 | 4 |\n"), [InTable, TableHeaderLost]);
}

#[test]
fn a_fence_and_front_matter_are_left_open() {
    assert_eq!(broken("```sh\n# install\n¦make\n```\n"), [InFence]);
    assert_eq!(broken("````\n```\n¦# no heading\n```\n````\n"), [InFence]);
    assert_eq!(broken("~~~\na\n\n¦b\n~~~\n"), [InFence]);
    assert_eq!(broken("---\ntitle: a\n¦date: b\n---\n\n# Real\n"), [InFrontMatter]);
}

#[test]
fn a_list_item_is_broken_inside_and_not_between_items() {
    assert_eq!(broken("- one thing. ¦Another thing.\n- two\n").last(), Some(&InListItem));
    assert!(broken("- one thing\n  - a ¦part\n- two\n").contains(&InListItem));
    assert!(broken("- one thing\n  ¦- a part\n- two\n").contains(&InListItem), "its part is cut off");
    assert!(broken("- one ¦thing\n").contains(&MidSentence));
}

#[test]
fn a_heading_is_separated_from_its_text() {
    assert_eq!(broken("# Title\n\n¦Text."), [HeadingOrphan]);
    assert_eq!(broken("# Title¦\n\n¦Text."), [HeadingOrphan]);
    assert_eq!(broken("Title\n=====\n\n¦Text."), [HeadingOrphan]);
    assert_eq!(broken("# Title\n\n¦## Part\n\nText."), [HeadingOrphan]);
    assert!(broken("# Tit¦le\n\nText.").contains(&HeadingOrphan));
    assert_eq!(broken("# Title\n\nText.\n\n¦More."), NOTHING);
    assert_eq!(broken("```\n# install\n¦```\n\nText."), [InFence], "a heading in a fence is none");
}

#[test]
fn with_an_overlap_the_cut_is_the_end_of_the_left_chunk() {
    assert_eq!(broken_with_overlap("One sentence. ‹And a› word."), [MidSentence, MidParagraph]);
    assert_eq!(broken_with_overlap("One se‹ntence. ›Another one."), [MidParagraph]);
    assert_eq!(broken_with_overlap("Text.\n\n‹# Title\n\n›Text."), NOTHING, "the heading is repeated with its text");
}
