//! Which knobs fit into the bar, and where each stands.
//! Never turns one.

use super::cells;
use super::geometry::{Area, KnobCell};
use super::knobs::Knob;
use crate::retrieve::params::Params;

/// Columns between two knobs.
const GAP: u16 = 3;

/// The knobs of a bar: as many as fit, from the first on, or from the one that brings `selected` into sight.
#[must_use]
pub fn cells(bar: Area, params: &Params, selected: Knob) -> Vec<KnobCell> {
    let wide = |knob: &Knob| (cells::width(knob.label()) + 1 + cells::width(&knob.value(params))) as u16;
    let at = Knob::ALL.iter().position(|knob| *knob == selected).unwrap_or(0);
    let room = bar.width.saturating_sub(4);
    let needed = |from: usize| Knob::ALL[from..=at].iter().map(|knob| wide(knob) + GAP).sum::<u16>() - GAP;
    let first = (0..at).find(|from| needed(*from) <= room).unwrap_or(at);
    let mut x = bar.x + 2;
    let mut cells = Vec::new();
    for knob in &Knob::ALL[first..] {
        let width = wide(knob);
        if x + width > bar.x + 2 + room {
            break;
        }
        cells.push(KnobCell { knob: *knob, area: Area::new(x, bar.y, width, 1) });
        x += width + GAP;
    }
    cells
}
