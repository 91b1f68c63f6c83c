//! Bytes, characters and lines.

use proptest::prelude::*;
use seamscope::retrieve::span::Span;
use seamscope::retrieve::text::positions::{Positions, Samples};

#[test]
fn characters_and_lines_of_a_small_text() {
    let text = "é\r\nb🙂\n\nc";
    let positions = Positions::new(text);
    assert_eq!((positions.chars(), positions.lines()), (8, 4));
    assert_eq!(positions.chars_of(Span::new(2, 9)), [1, 5]);
    assert_eq!(positions.lines_of(Span::new(0, 4)), [1, 1]);
    assert_eq!(positions.lines_of(Span::new(0, 5)), [1, 2]);
    assert_eq!(positions.lines_of(Span::new(4, 4)), [2, 2]);
    assert_eq!([1, 2, 3, 4, 5].map(|line| positions.line_start(line)), [Some(0), Some(4), Some(10), Some(11), None]);
    assert_eq!(positions.byte_of(8), Some(text.len()));
    assert_eq!(positions.byte_of(9), None);
}

#[test]
fn a_last_line_feed_opens_no_line() {
    assert_eq!(["", "a", "a\n", "a\nb", "\n\n"].map(|text| Positions::new(text).lines()), [0, 1, 1, 2, 2]);
}

proptest! {
    #[test]
    fn positions_equal_a_naive_count(parts in prop::collection::vec("[a-zé🙂\n]{0,40}", 0..200)) {
        let text = parts.concat();
        let samples = Samples::of(&text);
        let positions = samples.on(&text);
        let (mut chars, mut lines) = (0, 1);
        for (at, char) in text.char_indices() {
            prop_assert_eq!(positions.char_of(at), chars);
            prop_assert_eq!(positions.line_of(at), lines);
            prop_assert_eq!(positions.byte_of(chars), Some(at));
            chars += 1;
            if char == '\n' {
                lines += 1;
                prop_assert_eq!(positions.line_start(lines), Some(at + 1));
            }
        }
        prop_assert_eq!(positions.char_of(text.len()), chars);
        prop_assert_eq!(positions.line_of(text.len()), lines);
        prop_assert_eq!(positions.chars(), chars);
        prop_assert_eq!(positions.lines(), text.lines().count());
    }
}
