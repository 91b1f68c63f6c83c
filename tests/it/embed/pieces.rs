//! Long texts: divided once, whatever the chunking; nothing lost, everything fits, weights are tokens.

use proptest::prelude::*;
use seamscope::retrieve::embed::{Embedder, Pieces, embed_text, mean};
use seamscope::retrieve::span::Span;
use seamscope::retrieve::text;

use super::letters::Letters;

const TEXT: &str = "One two three. Four five six seven.\n\nEight nine.  Ten eleven twelve thirteen fourteen fifteen \
                    sixteen seventeen eighteen. Nineteen twenty.";

fn pieces_of<'a>(model: &Letters, text: &'a str) -> (Pieces, Vec<&'a str>) {
    let document = text::document("a.txt", text.to_owned(), 0);
    let pieces = Pieces::of(model, text, 0, &document.sentences);
    let texts = pieces.spans().map(|span| span.of(text)).collect();
    (pieces, texts)
}

#[test]
fn pieces_are_sentences_packed_and_only_a_long_one_is_cut() {
    let (_, texts) = pieces_of(&Letters::new(9), TEXT);
    assert_eq!(
        texts,
        [
            "One two three. Four five six seven.\n\n",
            "Eight nine.  ",
            "Ten eleven twelve thirteen fourteen fifteen sixteen seventeen ",
            "eighteen. Nineteen twenty.",
        ]
    );
}

#[test]
fn what_fits_is_read_whole_with_its_header() {
    let model = Letters::new(9);
    let (pieces, _) = pieces_of(&model, TEXT);
    let span = Span::new(4, 24);
    let parts = pieces.parts(&model, TEXT, span, "Title > Part");
    assert_eq!(parts.len(), 1, "across a sentence edge, but it fits");
    assert_eq!(parts[0].text, "Title > Part\ntwo three. Four five");
}

#[test]
fn a_longer_span_is_its_whole_pieces_and_partial_ends() {
    let model = Letters::new(9);
    let (pieces, _) = pieces_of(&model, TEXT);
    let parts = pieces.parts(&model, TEXT, Span::new(8, TEXT.len() - 8), "Title");
    let parts: Vec<_> = parts.iter().map(|part| (part.text.as_ref(), part.weight)).collect();
    let expected = [
        ("Title", 1),
        ("three. Four five six seven.\n\n", 7),
        ("Eight nine.  ", 3),
        ("Ten eleven twelve thirteen fourteen fifteen sixteen seventeen ", 8),
        ("eighteen. Nineteen", 3),
    ];
    assert_eq!(parts, expected);
}

#[test]
fn another_chunk_size_reads_whole_pieces_again_and_only_new_ends() {
    let model = Letters::new(9);
    let text = "alpha beta gamma delta epsilon zeta. ".repeat(40);
    let (pieces, whole) = pieces_of(&model, &text);
    for size in [200, 333] {
        let new: Vec<_> = (0..text.len() / size)
            .flat_map(|n| pieces.parts(&model, &text, Span::new(n * size, (n + 1) * size), ""))
            .filter(|part| !whole.contains(&part.text.as_ref()))
            .collect();
        assert!(new.len() <= 2 * (text.len() / size), "at most the two ends of each chunk are new");
    }
}

#[test]
fn the_mean_is_weighted_by_tokens_and_one_part_is_itself() {
    let (x, y) = ([1.0, 0.0], [0.0, 1.0]);
    assert_eq!(mean(&[(&x, 3), (&y, 4)]), [0.6, 0.8]);
    let odd = [0.123_456_7, -0.3];
    assert_eq!(mean(&[(&odd, 7)]), odd, "not even normalised again");
}

#[test]
fn a_question_of_any_length_has_a_vector() {
    let model = Letters::new(9);
    assert_eq!(embed_text(&model, "Short question?").expect("a vector").windows, 1);
    let long = embed_text(&model, TEXT).expect("a vector");
    assert_eq!(long.windows, 4);
    let norm: f32 = long.vector.iter().map(|number| number * number).sum();
    assert!((norm - 1.0).abs() < 1e-6);
    assert!(embed_text(&model, " \n ").is_err(), "a blank one has none");
}

fn any_text() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop_oneof![
            4 => "[a-z]{1,9}[ ,]{1,2}",
            2 => "[A-Z][a-z]{1,5}\\. ",
            1 => Just("\n\n".to_owned()),
            1 => Just("     ".to_owned()),
            1 => "[。東京é🙂]{1,12}",
            1 => "[-=]{1,30}",
            1 => Just("a\u{301}\u{302}".to_owned()),
        ],
        0..80,
    )
    .prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn pieces_hold_the_whole_text_and_parts_the_whole_span(
        text in any_text(), room in 3_usize..12, from: prop::sample::Index, to: prop::sample::Index, header in "([A-Z][a-z]{1,4} ){0,12}"
    ) {
        let model = Letters::new(room);
        let (pieces, texts) = pieces_of(&model, &text);
        prop_assert_eq!(texts.concat(), text.clone());
        for piece in &texts {
            prop_assert!(model.token_ends(piece).len() <= room);
        }
        let place = |index: prop::sample::Index| text.floor_char_boundary(index.index(text.len() + 1));
        let span = Span::new(place(from).min(place(to)), place(from).max(place(to)));
        prop_assume!(!span.of(&text).trim().is_empty());
        let parts = pieces.parts(&model, &text, span, &header);
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        let read: String = parts.iter().map(|part| bare(&part.text)).collect();
        prop_assert_eq!(read, bare(&header) + &bare(span.of(&text)));
        for part in &parts {
            prop_assert!(!part.text.trim().is_empty());
            prop_assert_eq!(part.weight as usize, model.token_ends(&part.text).len());
            prop_assert!(part.weight as usize <= room);
        }
    }
}
