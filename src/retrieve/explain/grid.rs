//! Values of a knob that is a fraction: multiples of 0.001, which a person can read and type.
//! Never decides which value is wanted.

/// Steps in 1.
const STEPS: f64 = 1000.0;

/// The largest value that is tried.
const MOST: f64 = 10.0;

/// Which way a knob is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Down,
}

/// The multiple of 0.001 nearest to `from` on one side at which `passes` has another value than at `from`.
///
/// `passes` changes at most once on that side.
pub(super) fn turn(from: f64, way: Way, passes: impl Fn(f64) -> bool) -> Option<f64> {
    let value = |step: u64| step as f64 / STEPS;
    let here = passes(from);
    let turned = |step: u64| passes(value(step)) != here;
    let first = (from * STEPS) as u64;
    match way {
        Way::Up if from >= MOST => None,
        Way::Up => {
            let mut low = (first.saturating_sub(1)..).find(|&step| value(step) > from)?;
            let mut high = (MOST * STEPS) as u64;
            if !turned(high) {
                return None;
            }
            while low < high {
                let middle = low.midpoint(high);
                if turned(middle) { high = middle } else { low = middle + 1 }
            }
            Some(value(low))
        }
        Way::Down => {
            let mut high = (0..=first.saturating_add(1)).rev().find(|&step| value(step) < from)?;
            let mut low = 0;
            if !turned(low) {
                return None;
            }
            while low < high {
                let middle = high - (high - low) / 2;
                if turned(middle) { low = middle } else { high = middle - 1 }
            }
            Some(value(low))
        }
    }
}
