//! Lists that are longer than their panes, reasons that are longer than their rows, and numbers that need a document.

use insta::assert_snapshot;
use seamscope::app::Report;
use seamscope::app::geometry::layout;
use seamscope::app::pane::Pane;
use seamscope::retrieve::pipeline::build::Counts;

use super::{pane, screen};
use crate::app::fixture::{Person, document, replaced, scar_trace, trace};

/// The lower border of the frame that shows a pane.
fn border(person: &Person, shown: Pane) -> String {
    pane(person, shown).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn a_list_that_is_longer_than_its_pane_says_how_many_rows_are_out_of_sight() {
    let (mut longer, mut scrolled) = (0, 0);
    for (width, height) in [(200, 50), (120, 36), (104, 22), (80, 24), (60, 18), (40, 12)] {
        let mut person = Person::asked(width, height);
        person.gets(scar_trace());
        for (key, shown) in [("3", Pane::Ranking), ("4", Pane::Seams), ("5", Pane::Expansions), ("6", Pane::Budget)] {
            person.keys(&format!("{key} g g"));
            let window = person.model.window(&layout(&person.model), shown);
            let rows = person.model.rows_in(shown);
            let below = rows.saturating_sub(window);
            let said = border(&person, shown);
            assert_eq!(
                said.contains(&format!(" {below} more below ")),
                below > 0,
                "{shown:?} {width}x{height}: {said}"
            );
            assert!(!said.contains("above"), "{said}");
            person.keys("G");
            let said = border(&person, shown);
            assert_eq!(
                said.contains(&format!(" {below} more above ")),
                below > 0,
                "{shown:?} {width}x{height}: {said}"
            );
            (longer, scrolled) = (longer + usize::from(below > 0), scrolled + usize::from(below > 2));
        }
    }
    assert!(longer >= 4 && scrolled >= 2, "some lists must be longer: {longer}, {scrolled}");
    let mut person = Person::asked(104, 22);
    person.keys("3 g g j j j j j j");
    let said = border(&person, Pane::Ranking);
    assert!(said.contains(" above, ") && said.contains(" below "), "{said}");
}

#[test]
fn passages_without_a_row_are_counted() {
    let mut person = Person::asked(80, 18);
    person.keys("6");
    let shown = pane(&person, Pane::Budget);
    let seen = shown.lines().filter(|line| line.contains(" tok  ")).count();
    assert!(seen < 5 && shown.contains(&format!("… {} more", 5 - seen)), "{shown}");
    // Slots that have no room on their line are counted too.
    let mut person = Person::asked(40, 12);
    let mut long = trace(3);
    long.budget.chunks = (0..22).map(seamscope::retrieve::trace::ChunkId).collect();
    long.budget.steps[0].chunks.clone_from(&long.budget.chunks);
    person.gets(long);
    person.keys("6");
    let line = pane(&person, Pane::Budget).lines().nth(1).unwrap_or_default().to_owned();
    let seen = line.matches('[').count();
    assert!(seen > 2 && line.contains(&format!("… {} more", 22 - seen)), "{line}");
}

#[test]
fn the_reason_under_the_cursor_is_whole_at_every_size_where_it_has_the_screen() {
    for (width, height) in [(200, 50), (120, 36), (104, 30), (80, 24), (60, 24)] {
        for zoom in if width == 120 || width == 104 { &["z"][..] } else { &["", "z"] } {
            let mut person = Person::asked(width, height);
            person.keys(&format!("6 g g {zoom}"));
            let shown = pane(&person, Pane::Budget);
            let squeezed = shown.lines().map(|line| line.trim_matches(['┃', ' '])).collect::<Vec<_>>().join(" ");
            let whole = "fired, 1 + 3 = 4: 4 ≤ 4 (left), 4 ≤ 11 (right); needs 2 slots, 5 left";
            assert!(squeezed.contains(whole), "{width}x{height} {zoom}\n{shown}");
        }
    }
}

#[test]
fn the_document_stays_beside_the_number_after_a_turn() {
    for (width, height) in [(200, 50), (120, 36), (104, 30), (80, 24)] {
        let mut person = Person::asked(width, height);
        person.keys("]");
        let mut two = trace(4);
        two.ranking[10].entry = seamscope::retrieve::trace::Entry::Chunk(seamscope::retrieve::trace::ChunkId(22));
        person.gets(two);
        let shown = pane(&person, Pane::Ranking);
        let row = shown.lines().find(|line| line.contains(" 7|8 ")).unwrap_or_default();
        assert!(
            person.model.moved.is_some() && row.contains("7|8   orde") || row.contains("7|8   …/order-service.md"),
            "{width}x{height}\n{shown}"
        );
    }
}

#[test]
fn what_a_seam_replaced_is_named_once_and_wherever_it_is_asked_for() {
    let mut person = Person::asked(120, 36);
    person.keys("]");
    person.gets(trace(4));
    person.keys("[");
    person.gets(trace(3));
    let strip = |person: &Person| pane(person, Pane::Budget).lines().nth(1).unwrap_or_default().to_owned();
    assert!(strip(&person).contains("– went (m 4 → 3): 15"), "{}", strip(&person));
    let request = person.model.requests.ask;
    person.hears(Report::Replaced { request, replaced: vec![replaced(7, &[8], &[15])] });
    assert!(
        strip(&person).contains("◆ 7|8: 8 in place of 15") && !strip(&person).contains("went"),
        "{}",
        strip(&person)
    );
    let ranking = pane(&person, Pane::Ranking);
    let row = ranking.lines().find(|line| line.contains(" 15 ")).unwrap_or_default();
    assert!(row.contains("out, 8 instead"), "{ranking}");
    person.keys("3 G enter");
    let why = screen(&person);
    assert!(
        why.contains("Because seam 7|8 fired, chunk design/order-service.md#8 is in the context in place of chunk")
    );
    assert!(why.contains("Without it chunk design/order-service.md#7 would be there all the same."), "{why}");
}

#[test]
fn steps_and_slots_name_the_document_where_there_are_several() {
    let mut person = Person::asked(80, 24);
    let mut two = trace(3);
    let note = seamscope::retrieve::trace::ChunkId(22);
    two.budget.steps[5].subject = seamscope::retrieve::trace::Entry::Chunk(note);
    two.budget.steps[5].chunks = vec![note];
    two.budget.chunks[4] = note;
    person.gets(two);
    person.keys("6");
    assert_snapshot!("budget_of_two_documents", pane(&person, Pane::Budget));
}

#[test]
fn a_line_end_after_a_cut_is_no_empty_row_and_the_thumb_is_no_mark() {
    let mut corpus = seamscope::retrieve::trace::Corpus::default();
    let mut pieces = vec!["One line that is cut before its end.".to_owned(), "\n\nThe next one.\n".to_owned()];
    pieces.extend((0..200).map(|at| format!("Line {at} of many.\n")));
    document(&mut corpus, "a.md", &pieces);
    let mut person = Person::arrives(80, 24);
    let request = person.model.build.request;
    let corpus = std::sync::Arc::new(corpus);
    person.hears(Report::Words { request, corpus, counts: Counts::default(), notices: Vec::new() });
    person.keys("2");
    let shown = pane(&person, Pane::Source);
    let rows: Vec<&str> = shown.lines().skip(1).take(5).collect();
    assert!(rows[0].contains("before its end.") && rows[1].contains("0|1"), "{shown}");
    assert!(rows[2].contains('↵') && !rows[3].contains('↵') && rows[4].contains("The next one."), "{shown}");
    let thumb = |person: &Person| {
        let shown = pane(person, Pane::Source);
        shown.lines().enumerate().filter(|(_, line)| line.ends_with('█')).map(|(at, _)| at).collect::<Vec<_>>()
    };
    assert_eq!(thumb(&person).first(), Some(&1), "{shown}");
    person.keys("G");
    assert_eq!(thumb(&person).last(), Some(&(shown.lines().count() - 2)));
}

#[test]
fn where_one_pane_has_the_screen_the_footer_says_how_to_reach_the_others() {
    for keys in ["1", "2", "3", "6"] {
        for person in [Person::ready(80, 24), Person::asked(80, 24)] {
            let mut person = person;
            person.keys(keys);
            let footer = screen(&person).lines().last().unwrap_or_default().to_owned();
            assert!(footer.contains("Tab pane"), "{footer}");
        }
    }
    let mut person = Person::ready(80, 24);
    person.keys("c");
    let footer = screen(&person).lines().last().unwrap_or_default().to_owned();
    assert!(footer.contains("f F what breaks") && footer.contains("/ path"), "{footer}");
}
