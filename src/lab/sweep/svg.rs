//! Recall against chunks as an SVG document: every point with its interval, the front as a line.
//! Never draws on a screen, and never tells policies apart by colour alone.

use std::fmt::Write;

use super::front::{front, place};
use super::{Point, shown};
use crate::lab::eval::{Policy, Slice};

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 480.0;
/// Room for the axes: left, right, top, bottom.
const MARGINS: [f64; 4] = [70.0, 190.0, 48.0, 60.0];

/// Room between the frame and the first and the last chunk.
const INSET: f64 = 24.0;

/// Colours of Okabe and Ito, which people with any colour vision can tell apart; each with a mark of its own.
const LOOKS: [(&str, Mark); 7] = [
    ("#0072b2", Mark::Circle),
    ("#d55e00", Mark::Square),
    ("#009e73", Mark::Diamond),
    ("#cc79a7", Mark::Triangle),
    ("#56b4e9", Mark::Cross),
    ("#e69f00", Mark::Plus),
    ("#000000", Mark::Circle),
];

#[derive(Clone, Copy)]
enum Mark {
    Circle,
    Square,
    Diamond,
    Triangle,
    Cross,
    Plus,
}

/// From what is measured to places of the drawing.
struct Scale {
    chunks: [f64; 2],
    recall: [f64; 2],
}

impl Scale {
    /// Whole chunks to both sides; recall by tenths, with every interval inside.
    fn of(points: &[(f64, f64)], lows: &[f64], highs: &[f64]) -> Self {
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
        let chunks = [least(&mut points.iter().map(|at| at.0)), most(&mut points.iter().map(|at| at.0))];
        let recall = [least(&mut lows.iter().copied()), most(&mut highs.iter().copied())];
        let wide = |[low, high]: [f64; 2]| {
            [low.floor(), if high.ceil() > low.floor() { high.ceil() } else { low.floor() + 1.0 }]
        };
        let tenths = match wide(recall.map(|value| value * 10.0)) {
            // No recall is above 1, so there is no axis either.
            [_, above] if above > 10.0 => [0.9, 1.0],
            tenths => tenths.map(|value| value / 10.0),
        };
        Self { chunks: wide(chunks), recall: tenths }
    }

    fn x(&self, chunks: f64) -> f64 {
        let share = (chunks - self.chunks[0]) / (self.chunks[1] - self.chunks[0]);
        MARGINS[0] + INSET + share * (WIDTH - MARGINS[0] - MARGINS[1] - 2.0 * INSET)
    }

    fn y(&self, recall: f64) -> f64 {
        let share = (recall - self.recall[0]) / (self.recall[1] - self.recall[0]);
        HEIGHT - MARGINS[3] - share * (HEIGHT - MARGINS[2] - MARGINS[3])
    }
}

/// The drawing of the points that have a place; without any, a drawing that says so. `title` is put over it.
#[must_use]
pub fn svg(points: &[Point], slice: Slice, title: &str) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    text(&mut out, MARGINS[0], 28.0, "start", 15, title);
    let ahead = front(points, slice);
    let placed: Vec<Placed<'_>> = points
        .iter()
        .zip(ahead)
        .filter_map(|(point, ahead)| Some(Placed { point, at: place(point, slice)?, ahead }))
        .collect();
    if placed.is_empty() {
        text(&mut out, WIDTH / 2.0, HEIGHT / 2.0, "middle", 14, "No question with evidence: nothing to draw.");
        return out + "</svg>\n";
    }
    let interval = |point: &Point, at: f64| {
        let interval = point.of(slice).and_then(|summary| summary.recall.interval);
        interval.map_or([at, at], |interval| [interval.low, interval.high])
    };
    let ends: Vec<[f64; 2]> = placed.iter().map(|one| interval(one.point, one.at.1)).collect();
    let spots: Vec<(f64, f64)> = placed.iter().map(|one| one.at).collect();
    let lows: Vec<f64> = ends.iter().map(|ends| ends[0]).collect();
    let highs: Vec<f64> = ends.iter().map(|ends| ends[1]).collect();
    let scale = Scale::of(&spots, &lows, &highs);
    axes(&mut out, &scale);
    front_line(&mut out, &placed, &scale);
    let mut policies: Vec<Policy> = Vec::new();
    for Placed { point, .. } in &placed {
        if !policies.contains(&point.policy) {
            policies.push(point.policy);
        }
    }
    let look = |policy: Policy| LOOKS[policies.iter().position(|one| *one == policy).unwrap_or(0) % LOOKS.len()];
    for (Placed { point, at: (chunks, recall), .. }, [low, high]) in placed.iter().zip(ends) {
        let (colour, mark) = look(point.policy);
        let (x, y) = (scale.x(*chunks), scale.y(*recall));
        let [low, high] = [scale.y(low), scale.y(high)];
        let _ = writeln!(
            out,
            "<line x1=\"{x:.1}\" y1=\"{low:.1}\" x2=\"{x:.1}\" y2=\"{high:.1}\" stroke=\"{colour}\" opacity=\"0.35\"/>"
        );
        let label = format!("{} {}: recall {recall:.3}, {chunks:.2} chunks", point.policy.name(), point.label());
        let _ = writeln!(out, "<g><title>{}</title>{}</g>", escaped(&label), drawn(mark, colour, x, y));
    }
    labels(&mut out, &placed, &scale);
    let keys: Vec<String> =
        points.first().map(|point| point.settings.iter().map(|one| one.key.clone()).collect()).unwrap_or_default();
    let left = WIDTH - MARGINS[1] + 24.0;
    for (at, policy) in policies.iter().enumerate() {
        let (colour, mark) = look(*policy);
        let y = MARGINS[2] + 20.0 * at as f64;
        let _ = writeln!(out, "{}", drawn(mark, colour, left, y));
        text(&mut out, left + 12.0, y + 4.0, "start", 12, policy.name());
    }
    let mut under = MARGINS[2] + 20.0 * policies.len() as f64 + 8.0;
    let n = placed.iter().filter_map(|one| one.point.of(slice)).map(|summary| summary.recall.n).max().unwrap_or(0);
    let mut lines = vec![format!("n {n}"), "bars: 95 % intervals".to_owned()];
    lines.extend(["line: nothing is better", "in both (Pareto)"].map(str::to_owned));
    if !keys.is_empty() {
        lines.push("numbers, and + where more".to_owned());
        lines.push("points stand too near:".to_owned());
        lines.extend(keys);
    }
    for line in lines {
        text(&mut out, left - 6.0, under, "start", 10, &line);
        under += 14.0;
    }
    out + "</svg>\n"
}

/// A point that is drawn.
struct Placed<'a> {
    point: &'a Point,
    /// Mean chunks and mean recall.
    at: (f64, f64),
    /// It is on the front.
    ahead: bool,
}

/// The longest count after a label that room is kept for.
const MORE: &str = " +999";

/// The settings of each point beside it, as far as they do not stand on each other: first those of the front, then the
/// rest in order. A label that has no room becomes a `+` of the one that took it; every mark says its settings when
/// pointed at.
fn labels(out: &mut String, placed: &[Placed<'_>], scale: &Scale) {
    let named: Vec<(String, [f64; 2])> = placed
        .iter()
        .map(|Placed { point, at: (chunks, recall), .. }| {
            let values: Vec<String> = point.settings.iter().map(|setting| shown(&setting.value)).collect();
            let (words, x) = (values.join(", "), scale.x(*chunks));
            // With what may be counted after it, a label ends inside the frame; else it stands before its mark.
            let room = 6.0 * (words.chars().count() + MORE.len()) as f64;
            let left = if x + 7.0 + room > WIDTH - MARGINS[1] { x - 7.0 - room } else { x + 7.0 };
            (words, [left, scale.y(*recall) - 6.0])
        })
        .collect();
    let mut order: Vec<usize> = (0..placed.len()).collect();
    order.sort_by_key(|at| !placed[*at].ahead);
    let mut drawn: Vec<(usize, usize)> = Vec::new();
    for at in order {
        let (words, [x, y]) = &named[at];
        let near = drawn.iter_mut().find(|(other, _)| {
            let (theirs, [left, top]) = &named[*other];
            let room = 6.0 * words.len().max(theirs.len()) as f64 + 12.0;
            (left - x).abs() < room && (top - y).abs() < 11.0
        });
        match near {
            Some((_, more)) => *more += 1,
            None => drawn.push((at, 0)),
        }
    }
    for (at, more) in drawn {
        let (words, [x, y]) = &named[at];
        let more = if more == 0 { String::new() } else { format!(" +{more}") };
        text(out, *x, *y, "start", 10, &format!("{words}{more}"));
    }
}

fn axes(out: &mut String, scale: &Scale) {
    let [left, right] = [MARGINS[0], WIDTH - MARGINS[1]];
    let [top, bottom] = [MARGINS[2], HEIGHT - MARGINS[3]];
    for recall in ticks(scale.recall, 0.1) {
        let y = scale.y(recall);
        let _ = writeln!(out, "<line x1=\"{left}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>");
        text(out, left - 8.0, y + 4.0, "end", 11, &format!("{recall:.1}"));
    }
    let step = ((scale.chunks[1] - scale.chunks[0]) / 10.0).ceil().max(1.0);
    for chunks in ticks(scale.chunks, step) {
        let x = scale.x(chunks);
        let _ = writeln!(out, "<line x1=\"{x:.1}\" y1=\"{top}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"#eee\"/>");
        text(out, x, bottom + 18.0, "middle", 11, &format!("{chunks:.0}"));
    }
    text(out, f64::midpoint(left, right), bottom + 42.0, "middle", 12, "mean chunks in the context");
    let middle = f64::midpoint(top, bottom);
    let _ = writeln!(
        out,
        "<text x=\"20\" y=\"{middle:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 20 {middle:.1})\">mean recall</text>"
    );
}

fn ticks([low, high]: [f64; 2], step: f64) -> Vec<f64> {
    let count = ((high - low) / step + 1e-9).floor();
    #[expect(clippy::cast_sign_loss, reason = "the ends are in order")]
    let all = 0..=count as u32;
    all.map(|at| low + f64::from(at) * step).collect()
}

fn front_line(out: &mut String, placed: &[Placed<'_>], scale: &Scale) {
    let mut on: Vec<(f64, f64)> = placed.iter().filter(|one| one.ahead).map(|one| one.at).collect();
    on.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let line: Vec<String> =
        on.iter().map(|(chunks, recall)| format!("{:.1},{:.1}", scale.x(*chunks), scale.y(*recall))).collect();
    let _ = writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#666\" stroke-dasharray=\"5 3\"/>",
        line.join(" ")
    );
}

fn drawn(mark: Mark, colour: &str, x: f64, y: f64) -> String {
    let [left, right, top, bottom] = [x - 4.0, x + 4.0, y - 4.0, y + 4.0];
    let path = |path: String| format!("<path d=\"{path}\" fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"2\"/>");
    match mark {
        Mark::Circle => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"{colour}\"/>"),
        Mark::Square => path(format!("M{left:.1} {top:.1}H{right:.1}V{bottom:.1}H{left:.1}Z")),
        Mark::Diamond => path(format!("M{x:.1} {top:.1}L{right:.1} {y:.1}L{x:.1} {bottom:.1}L{left:.1} {y:.1}Z")),
        Mark::Triangle => path(format!("M{x:.1} {top:.1}L{right:.1} {bottom:.1}H{left:.1}Z")),
        Mark::Cross => {
            path(format!("M{left:.1} {top:.1}L{right:.1} {bottom:.1}M{right:.1} {top:.1}L{left:.1} {bottom:.1}"))
        }
        Mark::Plus => path(format!("M{x:.1} {top:.1}V{bottom:.1}M{left:.1} {y:.1}H{right:.1}")),
    }
}

fn text(out: &mut String, x: f64, y: f64, anchor: &str, size: u32, words: &str) {
    let words = escaped(words);
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\" fill=\"#222\">{words}</text>"
    );
}

/// Safe inside an element; what XML cannot hold is left out.
fn escaped(words: &str) -> String {
    let kept = words.chars().filter(|c| !c.is_control());
    kept.collect::<String>().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
