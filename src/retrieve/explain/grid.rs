//! Values of a knob that is a fraction: multiples of 0.001, which a person can read and type.
//! Never decides which value is wanted.

use std::ops::Range;

/// The largest value that is tried, in thousandths.
const MOST: u64 = 10_000;

/// Which way a knob is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Down,
}

/// The value of so many thousandths.
fn value(thousandths: u64) -> f64 {
    thousandths as f64 / 1000.0
}

/// The multiple of 0.001 nearest to `from` on one side at which `passes` has another value than at `from`.
///
/// `passes` changes at most once on that side.
pub(super) fn turn(from: f64, way: Way, passes: impl Fn(f64) -> bool) -> Option<f64> {
    let here = passes(from);
    let turned = |at: u64| passes(value(at)) != here;
    let at = match way {
        Way::Up => {
            let above = first(0..MOST + 1, |at| value(at) > from);
            let at = first(above..MOST + 1, turned);
            (at <= MOST).then_some(at)
        }
        Way::Down => {
            let below = first(0..MOST + 1, |at| value(at) >= from);
            first(0..below, |at| !turned(at)).checked_sub(1)
        }
    };
    at.map(value)
}

/// The first of a range for which `holds`, which then holds for all after it; the end if it holds for none.
fn first(range: Range<u64>, holds: impl Fn(u64) -> bool) -> u64 {
    let Range { start: mut low, end: mut high } = range;
    while low < high {
        let middle = low.midpoint(high);
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}
