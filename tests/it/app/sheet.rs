//! Rows of a text: nothing is lost, nothing is too wide, and where one looks from changes nothing.

use proptest::prelude::*;
use seamscope::app::cells;
use seamscope::app::sheet::{Line, Row, Sheet, Top};

fn all(sheet: &Sheet<'_>) -> Vec<Row> {
    sheet.rows(Top::default(), usize::MAX >> 8)
}

fn lines(rows: &[Row]) -> Vec<Line> {
    rows.iter().filter_map(|row| if let Row::Text(line) = row { Some(*line) } else { None }).collect()
}

/// One row a line: its text, `~` before the rest of a line, and `--` for a cut.
fn drawn(text: &str, cuts: &[usize], width: usize) -> String {
    let sheet = Sheet { text, cuts, width };
    let row = |row: &Row| match row {
        Row::Cut(at) => format!("-- {at}"),
        Row::Text(line) => format!("{}{}", if line.begins { "" } else { "~" }, line.span.of(text)),
    };
    all(&sheet).iter().map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn lines_break_after_blanks_and_at_cuts() {
    assert_eq!(drawn("one two three\nfour\n", &[], 8), "one two \n~three\nfour");
    assert_eq!(drawn("one two three\r\n\r\nfour", &[4, 17], 20), "one \n-- 0\n~two three\n\n-- 1\nfour");
    assert_eq!(drawn("abcdefghij", &[], 4), "abcd\n~efgh\n~ij");
    assert_eq!(drawn("", &[], 4), "");
    assert_eq!(drawn("\n\n", &[], 4), "\n");
}

#[test]
fn wide_and_joined_characters_are_never_divided() {
    assert_eq!(drawn("日本語テキスト", &[], 5), "日本\n~語テ\n~キス\n~ト");
    assert_eq!(drawn("ab👨‍👩‍👧cd", &[], 3), "ab\n~👨‍👩‍👧c\n~d");
    assert_eq!(drawn("日", &[], 1), "日", "too wide for any row, but it has one");
}

#[test]
fn a_cut_may_lie_anywhere_even_at_a_line_end() {
    assert_eq!(drawn("ab\ncd", &[2], 9), "ab\n-- 0\n~\ncd");
    assert_eq!(drawn("ab\ncd", &[3], 9), "ab\n-- 0\ncd");
    assert_eq!(drawn("ab\r\ncd", &[3], 9), "ab\n-- 0\n~\ncd");
}

#[test]
fn a_line_of_megabytes_is_entered_anywhere() {
    let text = "wörter und 日本語 ohne Ende ".repeat(80_000);
    let sheet = Sheet { text: &text, cuts: &[], width: 80 };
    let middle = sheet.row(text.len() / 2).expect("a row");
    assert!(middle.span.start <= text.len() / 2 && text.len() / 2 < middle.next);
    let above = sheet.up(Top { byte: middle.span.start, below_cut: false }, 50);
    let rows = sheet.rows(above, 51);
    assert_eq!(rows.last(), Some(&Row::Text(middle)), "fifty rows up and down again");
    let end = sheet.row(text.len()).expect("a row");
    assert_eq!(end.next, text.len());
}

fn text() -> impl Strategy<Value = (String, Vec<usize>, usize)> {
    let piece = prop_oneof![
        4 => "[a-z]{1,9}",
        3 => Just(" ".to_owned()),
        2 => Just("\n".to_owned()),
        1 => Just("\r\n".to_owned()),
        1 => Just("\t".to_owned()),
        1 => Just("日本語".to_owned()),
        1 => Just("é\u{301}👨‍👩‍👧🇩🇪".to_owned()),
        1 => Just("\u{1b}[31m\u{202e}\u{7}".to_owned()),
    ];
    let pieces = prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat());
    // Sometimes a line is so long that it is divided before it is wrapped.
    let text = (prop::option::weighted(0.2, "[a-z ]{4085,4100}"), pieces)
        .prop_map(|(long, rest)| format!("{}{rest}", long.unwrap_or_default()));
    (text, prop::collection::vec(any::<prop::sample::Index>(), 0..4), 1..40usize).prop_map(|(text, at, width)| {
        let mut cuts: Vec<usize> = at
            .iter()
            .map(|at| text.floor_char_boundary(at.index(text.len() + 1)))
            .filter(|at| *at > 0 && *at < text.len())
            .collect();
        cuts.sort_unstable();
        cuts.dedup();
        (text, cuts, width)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn rows_tile_the_text((text, cuts, width) in text()) {
        let sheet = Sheet { text: &text, cuts: &cuts, width };
        let rows = all(&sheet);
        let lines = lines(&rows);
        let mut at = 0;
        for line in &lines {
            prop_assert_eq!(line.span.start, at);
            prop_assert!(matches!(&text[line.span.end..line.next], "" | "\n" | "\r\n" | "\r"));
            at = line.next;
            let row = line.span.of(&text);
            let row = row.strip_suffix(' ').unwrap_or(row);
            let (shown, single) = (cells::width(row), cells::cells(row).count() <= 1);
            prop_assert!(shown <= width || single, "{:?} takes {} of {}", line.span.of(&text), shown, width);
        }
        prop_assert_eq!(at, text.len());
        let drawn: Vec<usize> = rows.iter().filter_map(|row| if let Row::Cut(at) = row { Some(*at) } else { None }).collect();
        prop_assert_eq!(drawn, (0..cuts.len()).collect::<Vec<_>>(), "every cut has one row, in order");
    }

    #[test]
    fn where_one_looks_from_changes_nothing((text, cuts, width) in text(), at in any::<prop::sample::Index>()) {
        let sheet = Sheet { text: &text, cuts: &cuts, width };
        let rows = all(&sheet);
        let lines = lines(&rows);
        prop_assume!(!lines.is_empty());
        let byte = at.index(text.len());
        let line = lines.iter().find(|line| byte < line.next).expect("rows tile the text");
        prop_assert_eq!(sheet.row(byte), Some(*line));
        prop_assert_eq!(sheet.after(byte), Some(line.next).filter(|next| *next < text.len()));
        if let Some(after) = sheet.after(byte) {
            prop_assert_eq!(sheet.before(after), Some(line.span.start));
        }
        let mut top = Top::default();
        for (place, row) in rows.iter().enumerate().take(40) {
            prop_assert_eq!(sheet.rows(top, 3), rows[place..].iter().take(3).copied().collect::<Vec<_>>(), "{:?}", row);
            prop_assert_eq!(sheet.up(top, place + 3), Top::default());
            prop_assert_eq!(sheet.up(top, place), Top::default());
            top = sheet.down(top, 1);
        }
        let last = sheet.last_top(3);
        prop_assert_eq!(sheet.rows(last, 9), rows[rows.len().saturating_sub(3)..].to_vec());
    }
}
