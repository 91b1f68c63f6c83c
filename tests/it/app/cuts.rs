//! The screen of cuts: orders, filters, sizes, and the way to the text.

use seamscope::app::Report;
use seamscope::app::cuts::{Bin, Bounds, Sizes};
use seamscope::app::message::Click;
use seamscope::app::pane::Pane;
use seamscope::app::screen::Screen;
use seamscope::retrieve::trace::{ChunkId, Warning};

use super::fixture::Person;

fn shown(person: &Person) -> Vec<u32> {
    person.model.cuts.shown.iter().map(|id| id.0).collect()
}

#[test]
fn all_cuts_are_listed_worst_first_and_lead_to_the_text() {
    let mut person = Person::ready(120, 36);
    person.keys("c");
    assert_eq!(person.model.screen, Screen::Cuts);
    assert_eq!(shown(&person)[..4], [5, 3, 7, 0], "in-fence, mid-sentence, mid-paragraph, the unbroken in order");
    assert_eq!(shown(&person).len(), 22, "a document has one cut less than chunks");
    person.keys("f f");
    assert_eq!(shown(&person), [3]);
    person.keys("enter");
    assert_eq!(person.model.screen, Screen::Explore);
    assert_eq!((person.model.focus(), person.model.chunk_here()), (Pane::Source, Some(ChunkId(4))));
    person.keys("c");
    assert_eq!(shown(&person), [3], "whoever comes back finds the list as it was left");
    person.keys("esc");
    assert_eq!(person.model.screen, Screen::Explore);
}

#[test]
fn filters_go_forward_and_back_around_what_nothing_breaks() {
    let mut person = Person::ready(120, 36);
    person.keys("c f");
    assert_eq!(person.model.cuts.filter, Some(Warning::InFence));
    person.keys("F");
    assert_eq!(person.model.cuts.filter, None);
    person.keys("F");
    assert_eq!(person.model.cuts.filter, Some(Warning::MidParagraph));
    person.keys("f");
    assert_eq!(person.model.cuts.filter, None, "around the end");
}

#[test]
fn cuts_of_one_document_or_of_paths_that_hold_some_words() {
    let mut person = Person::ready(120, 36);
    person.keys("c G d");
    let document = person.model.cuts.document.expect("one is left");
    assert!(person.model.cuts.shown.iter().all(|id| person.model.corpus.chunk(*id).document as usize == document));
    person.keys("d");
    assert_eq!(shown(&person).len(), 22);
    let path = person.model.corpus.documents[0].path.clone();
    person.keys("/");
    person.types(&path);
    assert!(
        person.model.cuts.shown.iter().all(|id| person.model.corpus.chunk(*id).document == 0),
        "while it is written"
    );
    person.keys("enter");
    assert!(person.model.prompt.is_none() && person.model.cuts.words == path);
    person.keys("/ ctrl-u esc");
    assert_eq!(shown(&person).len(), 22);
}

#[test]
fn every_order_holds_the_same_cuts() {
    let mut person = Person::ready(120, 36);
    person.keys("c");
    let mut all = shown(&person);
    all.sort_unstable();
    let tokens = |person: &Person| -> Vec<u32> {
        person.model.cuts.shown.iter().map(|id| person.model.corpus.chunk(*id).tokens).collect()
    };
    person.keys("s");
    assert_eq!(shown(&person), all, "as they stand in the text");
    person.keys("s s");
    assert!(tokens(&person).is_sorted_by(|a, b| a >= b));
    person.keys("s");
    assert!(tokens(&person).is_sorted());
    let mut last = shown(&person);
    last.sort_unstable();
    assert_eq!(last, all);
}

#[test]
fn a_click_selects_a_cut_and_a_second_one_goes_there() {
    let mut person = Person::ready(120, 36);
    person.keys("c");
    let screen = seamscope::app::geometry::layout(&person.model);
    let table = seamscope::app::cuts::Frames::of(screen.body).table;
    person.clicks(table.x + 4, table.y + 2);
    assert_eq!(person.model.cuts.list.cursor, 1);
    person.wheels(table.x + 4, table.y + 2, Click::WheelDown);
    person.clicks(table.x + 4, table.y + 3);
    person.clicks(table.x + 4, table.y + 3);
    assert_eq!(person.model.screen, Screen::Explore);
}

#[test]
fn sizes_are_counted_against_what_was_asked_for() {
    let sizes = Sizes::of(&[10, 2, 4, 4]).expect("there are chunks");
    assert_eq!((sizes.least(), sizes.most(), sizes.count()), (2, 10, 4));
    assert!(
        (sizes.median() - 4.0).abs() < 1e-12 && (sizes.mean - 5.0).abs() < 1e-12 && (sizes.sigma - 3.0).abs() < 1e-12
    );
    assert_eq!(sizes.outside(Bounds { least: 4, most: 4 }), [1, 1]);
    assert_eq!(sizes.outside(Bounds { least: 0, most: 10 }), [0, 0]);
    let bins = sizes.bins(5);
    assert_eq!(bins.iter().map(|bin| bin.count).sum::<usize>(), 4, "no chunk is lost: {bins:?}");
    assert_eq!(bins[0], Bin { from: 2, to: 4, count: 1 });
    assert_eq!(Sizes::of(&[]), None);
    assert_eq!(Sizes::of(&[7, 7]).map(|sizes| sizes.bins(8)), Some(vec![Bin { from: 7, to: 8, count: 2 }]));
}

#[test]
fn sizes_of_an_older_build_are_dropped() {
    let mut person = Person::ready(120, 36);
    let request = person.model.build.request;
    person.hears(Report::Sizes { request: request + 1, sizes: vec![1] });
    assert_eq!(person.model.cuts.sizes, None);
    person.hears(Report::Sizes { request, sizes: vec![1, 2] });
    assert_eq!(person.model.cuts.sizes.as_ref().map(Sizes::count), Some(2));
}

#[test]
fn whoever_leaves_the_screen_finds_all_cuts_and_the_worst_first_again() {
    for leave in ["esc", "c"] {
        let mut person = Person::ready(120, 36);
        person.keys("c s s f f G");
        assert_ne!(shown(&person)[..1], [5]);
        person.keys(leave);
        assert_eq!(person.model.screen, Screen::Explore);
        person.keys("c");
        assert_eq!((shown(&person)[0], shown(&person).len(), person.model.cuts.list.cursor), (5, 22, 0), "{leave}");
        assert!(person.model.cuts.counts.iter().sum::<usize>() > 0);
    }
}

#[test]
fn the_weight_of_a_cut_is_written_out_from_what_it_breaks() {
    for (width, height) in [(120, 36), (80, 24)] {
        let mut person = Person::ready(width, height);
        person.keys("c j");
        let screen = crate::screens::screen(&person);
        assert!(screen.contains("weight 110 = mid-sentence 100 + mid-paragraph 10"), "{screen}");
        assert!(screen.lines().any(|line| line.contains(" 3|4 ") && line.contains(" 110 ")), "{screen}");
        person.keys("G");
        assert!(crate::screens::screen(&person).contains("weight 0: it breaks nothing"));
    }
}
