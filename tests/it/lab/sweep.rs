//! Sweeps: axes, places, the front, points on disk, the drawing.

use proptest::prelude::*;
use seamscope::lab::eval::{Bench, Ledger, Mean, Origin, Policy, Settings, Slice};
use seamscope::lab::run::Meter;
use seamscope::lab::sweep::{Axis, Basis, Kept, Point, front, places, points, svg, with};
use seamscope::retrieve::params::Params;
use serde_json::{Value, json};

use super::eval::questions;
use super::world;

fn axis(text: &str) -> Axis {
    text.parse().expect(text)
}

#[test]
fn an_axis_is_a_range_or_a_list() {
    let values = |text: &str| axis(text).values;
    assert_eq!(values("fire.margin=0..3"), [json!(0), json!(1), json!(2), json!(3)]);
    assert_eq!(values("seam.k=100,150"), [json!(100), json!(150)]);
    assert_eq!(values("expand.gamma=0.5..0.8/0.1"), [json!(0.5), json!(0.6), json!(0.7), json!(0.8)]);
    assert_eq!(values("chunk.method = tokens, paragraph"), [json!("tokens"), json!("paragraph")]);
    assert_eq!(axis("chunk.header=true,false").to_string(), "chunk.header=true,false");
    for (text, wanted) in [
        ("fire.margin", "no = in it"),
        ("fire.margin=3..1", "a range rises"),
        ("fire.margin=0..1/0", "a range rises"),
        ("fire.margin=0..1000", "at most 1,000 values"),
        ("fire.margin=a..b", "of numbers"),
        ("fire.margin=", "empty"),
    ] {
        let error = text.parse::<Axis>().expect_err(text).to_string();
        assert!(error.contains(wanted) && error.contains("fire.margin=0..10"), "{error} should say {wanted}");
    }
}

#[test]
fn one_setting_changes_and_no_other() {
    let base = Params::default();
    let changed = with(&base, "fire.margin", &json!(7)).expect("a setting");
    assert_eq!(changed.fire.margin, 7);
    assert_eq!(Params { fire: base.fire.clone(), ..changed }, base);
    // An optional setting that is off is a setting too.
    assert_eq!(with(&base, "refuse.distance", &json!(0.4)).expect("a setting").refuse.distance, Some(0.4));
    let fails = |key: &str, value: Value| with(&base, key, &value).expect_err(key).to_string();
    assert!(fails("fire.margine", json!(7)).contains("unknown field `margine`"));
    assert!(fails("nothing.at.all", json!(7)).contains("no such setting"));
    assert!(fails("fire.margin", json!("many")).contains("invalid type"));
    assert!(fails("chunk.overlap", json!(5000)).contains("overlap 5000 is not below size 1024"));
}

#[test]
fn what_an_index_depends_on_varies_slowest() {
    let axes = [axis("fire.margin=0..1"), axis("seam.k=100,150")];
    let places = places(&Params::default(), &axes).expect("settings");
    let seen: Vec<(u32, usize)> = places.iter().map(|(_, params)| (params.fire.margin, params.seam.k)).collect();
    assert_eq!(seen, [(0, 100), (1, 100), (0, 150), (1, 150)]);
    let keys: Vec<&str> = places[0].0.iter().map(|setting| setting.key.as_str()).collect();
    assert_eq!(keys, ["fire.margin", "seam.k"], "in the order of the axes");
}

fn settings() -> Settings {
    Settings { policies: vec![Policy::Plain, Policy::Seams], resamples: 50, seed: 1 }
}

fn swept() -> (Bench, Vec<seamscope::lab::questions::Question>, Vec<Point>) {
    let session = world::folder();
    let questions = questions(&session);
    let bench = Bench::new(session);
    let mut base = world::params();
    base.fusion.weights.seam_bm25 = 2.0;
    let places = places(&base, &[axis("fire.margin=0..2"), axis("budget.limit=1,3")]).expect("settings");
    let all = places.iter().flat_map(|place| {
        points(&bench, &questions, place, &settings(), &Ledger::off(), Meter::silent()).expect("points")
    });
    let all = all.collect();
    (bench, questions, all)
}

#[test]
fn a_sweep_has_a_point_a_place_and_policy_and_more_budget_never_finds_less() {
    let (_, _, points) = swept();
    assert_eq!(points.len(), 3 * 2 * 2);
    assert_eq!(points[0].label(), "fire.margin=0 budget.limit=1");
    let recall = |point: &Point| point.of(Slice::All).and_then(|summary| summary.recall.mean).expect("evidence");
    for pair in points.chunks_exact(4) {
        assert!(recall(&pair[2]) >= recall(&pair[0]), "plain with three chunks against one");
    }
    // Without seams the margin moves nothing.
    assert_eq!(points[0].summary, points[4].summary);
}

#[test]
fn points_survive_the_disk_and_are_found_by_all_they_depend_on() {
    let (bench, questions, points) = swept();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("points.jsonl");
    let basis = |params: &Params, policy| Basis {
        params: params.clone(),
        policy,
        origin: Origin::of(&bench, &questions, &settings()),
    };
    let base = world::params();
    let seams = basis(&base, Policy::Seams);
    let mut kept = Kept::open(&path).expect("a file");
    kept.keep(seams.clone(), points[1].clone()).expect("written");
    drop(kept);
    let kept = Kept::open(&path).expect("a file");
    assert_eq!(kept.find(&basis(&base, Policy::Seams)), Some(&points[1]));
    assert_eq!(kept.find(&basis(&base, Policy::Plain)), None);
    assert_eq!(kept.find(&basis(&with(&base, "fire.margin", &json!(9)).expect("set"), Policy::Seams)), None);
    let other = |origin| Basis { origin, ..seams.clone() };
    let fewer = Origin::of(&bench, &questions[1..], &settings());
    assert_eq!(kept.find(&other(fewer)), None, "other questions");
    let reranked = Origin { reranker: Some("another".into()), ..seams.origin.clone() };
    assert_eq!(kept.find(&other(reranked)), None, "another reranker");
    // Killed while a line was written: that point is asked again, and the file goes on.
    let mut text = std::fs::read_to_string(&path).expect("text");
    text.push_str("{\"basis\": {\"par");
    std::fs::write(&path, &text).expect("written");
    let mut kept = Kept::open(&path).expect("a file");
    kept.keep(basis(&base, Policy::Plain), points[0].clone()).expect("written");
    let kept = Kept::open(&path).expect("a file");
    assert_eq!(kept.find(&basis(&base, Policy::Seams)), Some(&points[1]));
    assert_eq!(kept.find(&basis(&base, Policy::Plain)), Some(&points[0]));
    std::fs::write(&path, "# a list of things to do\n").expect("written");
    assert!(Kept::open(&path).expect_err("no points").to_string().contains("no point of a sweep"));
}

fn point(chunks: f64, recall: f64) -> Point {
    let (_, _, mut points) = swept_once();
    let mut point = points.remove(0);
    for summary in &mut point.summary {
        let mean = |value| Mean { mean: Some(value), interval: Some([value, value].into()), n: 1 };
        (summary.chunks, summary.recall) = (mean(chunks), mean(recall));
    }
    point
}

fn swept_once() -> (Bench, Vec<seamscope::lab::questions::Question>, Vec<Point>) {
    static ONCE: std::sync::OnceLock<Vec<Point>> = std::sync::OnceLock::new();
    let points = ONCE.get_or_init(|| swept().2).clone();
    (Bench::new(world::session(&[], &world::params())), Vec::new(), points)
}

#[test]
fn the_drawing_is_well_formed_and_holds_every_point() {
    let (_, _, points) = swept();
    let drawing = svg(&points, Slice::All, "a < b & \u{1b}[31m");
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    assert!(drawing.contains("a &lt; b &amp; [31m") && !drawing.contains('\u{1b}'));
    assert_eq!(drawing.matches("<title>").count(), points.len());
    assert_eq!(drawing.matches("<text").count(), drawing.matches("</text>").count());
    assert!(!drawing.contains("NaN") && !drawing.contains("inf"));
    assert!(svg(&[], Slice::All, "nothing").contains("nothing to draw"));
    // One point, and points at one place, have a scale too, and none with a recall above 1.
    let alone = svg(&[point(2.0, 1.0), point(2.0, 1.0)], Slice::All, "one");
    assert!(!alone.contains("NaN") && alone.contains(">1.0<") && !alone.contains(">1.1<"), "{alone}");
}

#[test]
fn no_label_runs_out_of_the_frame() {
    let (_, _, points) = swept();
    let words = "a value of many letters";
    let mut last = point(9.0, 0.5);
    last.settings.clone_from(&points[0].settings);
    last.settings[0].value = json!(words);
    let drawing = svg(&[point(1.0, 0.5), last], Slice::All, "two");
    let label = drawing.lines().find(|line| line.contains(words) && line.starts_with("<text")).expect("a label");
    let left: f64 = label.split('"').nth(1).and_then(|x| x.parse().ok()).expect("a place");
    assert!(left + 6.0 * words.len() as f64 <= 610.0, "{label}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_point_off_the_front_is_better_than_all_on_it(places in prop::collection::vec((0_u8..6, 0_u8..6), 1..12)) {
        let points: Vec<Point> =
            places.iter().map(|(chunks, recall)| point(f64::from(*chunks), f64::from(*recall) / 5.0)).collect();
        let front = front(&points, Slice::All);
        for (at, (chunks, recall)) in places.iter().enumerate() {
            let beaten = places.iter().any(|(c, r)| c <= chunks && r >= recall && (c, r) != (chunks, recall));
            prop_assert_eq!(front[at], !beaten);
        }
        prop_assert!(front.contains(&true));
    }
}
