//! Seam windows.

use proptest::prelude::*;
use seamscope::retrieve::chunk::{self, Counters};
use seamscope::retrieve::params::{ChunkParams, Method, Params, Preset, Snap, Unit};
use seamscope::retrieve::seam;
use seamscope::retrieve::text;
use seamscope::retrieve::text::tokens::Counter;
use seamscope::retrieve::trace::{Chunk, ChunkId, Document, Seam};
use serde_json::Value;

use crate::support::shared;

fn params(chunk: ChunkParams, k: usize, unit: Unit, snap: Snap) -> Params {
    let mut params = Params { chunk, ..Params::default() };
    params.seam.k = k;
    params.seam.unit = Some(unit);
    params.seam.snap = snap;
    params
}

fn cut(document: &Document, params: &Params) -> (Vec<Chunk>, Vec<Seam>) {
    let counters = Counters::of(params, None).expect("no model is needed");
    let chunks = chunk::chunks(document, 0, params, &counters);
    let seams = seam::seams(document, &chunks, ChunkId(10), params, &counters.seam);
    (chunks, seams)
}

fn words(size: usize) -> ChunkParams {
    ChunkParams { method: Method::Tokens, unit: Unit::Words, size, ..ChunkParams::default() }
}

/// The windows over the cuts of `text`, chunks of `size` words, k words to each side.
fn windows(text: &str, size: usize, k: usize, snap: Snap) -> Vec<(String, [u32; 2])> {
    let document = text::document("a.txt", text.to_owned(), 0);
    let (_, seams) = cut(&document, &params(words(size), k, Unit::Words, snap));
    seams.iter().map(|seam| (seam.span.of(&document.text).to_owned(), seam.tokens)).collect()
}

fn window(text: &str, tokens: [u32; 2]) -> (String, [u32; 2]) {
    (text.to_owned(), tokens)
}

#[test]
fn the_reference_windows_come_out() {
    let Some(folder) = shared("the reference cases of seam windows") else { return };
    let text = std::fs::read_to_string(folder.join("reference/cases.json")).expect("the cases are there");
    let cases: Value = serde_json::from_str(&text).expect("JSON");
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let range = |value: &Value| number(&value[0])..number(&value[1]);
    let mut checked = 0;
    for case in cases["random"].as_array().expect("a list").iter().filter(|case| case["kind"] == "seam_window") {
        let input = &case["input"];
        let edges: Vec<usize> = input["sentence_edges"].as_array().expect("a list").iter().map(number).collect();
        for (name, snap) in [("none", Snap::None), ("outward", Snap::Outward), ("inward", Snap::Inward)] {
            let found = seam::window(range(&input["left"]), range(&input["right"]), number(&input["k"]), &edges, snap);
            assert_eq!(found, range(&case["expected"][name]), "case {} {name}", case["id"]);
            checked += 1;
        }
    }
    assert!(checked >= 24);
}

#[test]
fn an_edge_at_the_cut_or_at_the_point_itself_moves_nothing() {
    let window = |edges: &[usize], snap| seam::window(0..100, 100..200, 10, edges, snap);
    for snap in [Snap::Outward, Snap::Inward, Snap::None] {
        assert_eq!(window(&[100], snap), 90..110);
        assert_eq!(window(&[90, 100, 110], snap), 90..110);
        assert_eq!(window(&[], snap), 90..110);
    }
    assert_eq!(window(&[89, 95, 100, 105, 111], Snap::Outward), 89..111);
    assert_eq!(window(&[89, 95, 100, 105, 111], Snap::Inward), 95..105);
    assert_eq!(window(&[0, 200], Snap::Outward), 0..200);
}

#[test]
fn k_tokens_lie_on_each_side() {
    let text = "one two three four five six seven eight nine ten eleven twelve";
    assert_eq!(
        windows(text, 4, 2, Snap::None),
        [window("three four five six", [2, 2]), window("seven eight nine ten", [2, 2])]
    );
}

#[test]
fn a_short_chunk_gives_a_short_side() {
    let text = "one two three four five six seven eight nine";
    assert_eq!(
        windows(text, 4, 6, Snap::None),
        [window("one two three four five six seven eight", [4, 4]), window("five six seven eight nine", [4, 1])]
    );
}

#[test]
fn sides_snap_to_sentences_away_from_the_cut_or_towards_it() {
    let text = "Aa bb. Cc dd ee. Ff gg hh ii jj. Kk ll. Mm nn oo pp.";
    assert_eq!(windows(text, 8, 4, Snap::None), [window("ee. Ff gg hh ii jj. Kk ll.", [4, 4])]);
    assert_eq!(windows(text, 8, 4, Snap::Outward), [window("Cc dd ee. Ff gg hh ii jj. Kk ll. ", [6, 4])]);
    assert_eq!(windows(text, 8, 4, Snap::Inward), [window("Ff gg hh ii jj. ", [3, 2])]);
}

#[test]
fn gaps_between_trimmed_chunks_lie_in_the_window_and_count_nothing() {
    let text = "First one here.\n\nSecond one there.\n\nThird.";
    let document = text::document("a.md", text.to_owned(), 0);
    let chunk = ChunkParams { method: Method::Recursive, unit: Unit::Chars, size: 20, ..ChunkParams::default() };
    let (chunks, seams) = cut(&document, &params(chunk, 1, Unit::Words, Snap::None));
    assert_eq!(chunks.len(), 3);
    assert_eq!(seams[0].span.of(text), "here.\n\nSecond");
    assert_eq!(seams[0].tokens, [1, 1]);
    assert_eq!(seams[0].cut, chunks[1].span.start);
    assert_eq!([seams[0].left, seams[0].right], [ChunkId(10), ChunkId(11)]);
    assert_eq!([seams[1].left, seams[1].right], [ChunkId(11), ChunkId(12)]);
    assert_eq!(seams[1].span.of(text), "there.\n\nThird.");
}

/// The edge of the last sentence lies behind the blank space that the trimmed chunk left out.
#[test]
fn the_end_of_a_trimmed_chunk_is_an_edge() {
    let text = "One two.\n\nThree four five six.\n\nSeven.";
    let document = text::document("a.md", text.to_owned(), 0);
    let chunk = ChunkParams { method: Method::Recursive, unit: Unit::Chars, size: 25, ..ChunkParams::default() };
    let (_, seams) = cut(&document, &params(chunk, 2, Unit::Words, Snap::Outward));
    assert_eq!(seams[0].span.of(text), "One two.\n\nThree four five six.");
    assert_eq!(seams[0].tokens, [2, 4]);
}

#[test]
fn no_seams_where_chunks_overlap_or_seams_are_off() {
    let document = text::document("a.txt", "one two three four five six".to_owned(), 0);
    let base = params(words(2), 1, Unit::Words, Snap::None);
    assert_eq!(cut(&document, &base).1.len(), 2);
    let mut overlapping = base.clone();
    overlapping.chunk.overlap = 1;
    assert!(cut(&document, &overlapping).1.is_empty());
    let mut off = base;
    off.seam.enabled = false;
    assert!(cut(&document, &off).1.is_empty());
}

#[test]
fn a_side_that_would_begin_inside_a_character_takes_the_whole_of_it() {
    let document = text::document("a.txt", "경계마다 작은 벡터를 하나 더하면 ".repeat(20), 0);
    let chunk = ChunkParams { unit: Unit::Cl100k, size: 40, ..ChunkParams::default() };
    for k in 1..40 {
        let (chunks, seams) = cut(&document, &params(chunk.clone(), k, Unit::Cl100k, Snap::None));
        assert_eq!(seams.len() + 1, chunks.len());
        for seam in seams {
            let [left, right] = seam.tokens;
            assert!(left as usize >= k.min(30) && right as usize >= k.min(5), "{seam:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// The laws of design 2.4, for any text, chunker, unit and k.
    #[test]
    fn a_seam_never_leaves_its_chunks(
        parts in proptest::collection::vec("[a-z]{1,6}[.。]?[ \n]{0,2}|é|🇩🇪|漢。|👩\u{200d}👧|\r\n", 1..80),
        size in 1_usize..40,
        k in 1_usize..50,
        recursive in any::<bool>(),
        unit in prop_oneof![Just(Unit::O200k), Just(Unit::Cl100k), Just(Unit::Words), Just(Unit::Chars)],
        snap in prop_oneof![Just(Snap::Outward), Just(Snap::Inward), Just(Snap::None)],
    ) {
        let document = text::document("a.md", parts.concat(), 0);
        let method = if recursive { Method::Recursive } else { Method::Tokens };
        let chunk = ChunkParams { method, size, unit: Unit::Chars, ..ChunkParams::default() };
        let params = params(chunk, k, unit, snap);
        let (chunks, seams) = cut(&document, &params);
        prop_assert_eq!(seams.len(), chunks.len().saturating_sub(1));
        let counter = Counter::of(unit, params.chunk.compat).expect("no model is needed");
        for (seam, pair) in seams.iter().zip(chunks.windows(2)) {
            let (left, right) = (pair[0].span, pair[1].span);
            prop_assert!(document.text.get(seam.span.start..seam.span.end).is_some());
            prop_assert_eq!(seam.cut, right.start);
            prop_assert!(left.start <= seam.span.start && seam.span.start < left.end);
            prop_assert!(right.start < seam.span.end && seam.span.end <= right.end);
            let total = [left, right].map(|span| counter.count(span.of(&document.text)));
            for (tokens, total) in seam.tokens.map(|tokens| tokens as usize).into_iter().zip(total) {
                prop_assert!(tokens >= 1 && tokens <= total);
                prop_assert!(snap == Snap::Inward || tokens >= k.min(total), "{} of {}", tokens, total);
            }
        }
    }
}

#[test]
fn the_default_preset_holds_150_tokens_on_each_side() {
    let Some(folder) = shared("seams of a real text") else { return };
    let text = std::fs::read_to_string(folder.join("corpora/federalist_papers.txt")).expect("the text is there");
    let document = text::document("federalist_papers.txt", text, 0);
    let mut params = Preset::Seams.params();
    let (chunks, seams) = cut(&document, &params);
    assert!(seams.len() > 200 && seams.len() + 1 == chunks.len());
    assert!(seams[..seams.len() - 1].iter().all(|seam| seam.tokens.iter().all(|&tokens| tokens >= 150)));
    params.seam.snap = Snap::None;
    let (_, seams) = cut(&document, &params);
    assert!(seams[..seams.len() - 1].iter().all(|seam| seam.tokens == [150, 150]));
}
