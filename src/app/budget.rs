//! How the budget pane is divided at each size: the slots, the steps, the whole reason of one step, the context.
//! Never draws and never fills anything.

use super::cells;
use super::geometry::Area;
use super::model::Model;
use crate::retrieve::trace::{Entry, Step};

/// Steps whose columns and reasons are measured: a longer list would be measured on every frame.
const MEASURED: usize = 400;

/// Columns before a reason that are the same at every width: cursor, number, sign, what it did, how much is used, blanks.
const FIXED: usize = 1 + 3 + 1 + 2 + 3 + 3 + 2;

/// Columns over which the whole reason stands to the right.
pub const INDENT: usize = 6;

/// The parts of the pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frames {
    /// The slots and what a seam replaced.
    pub slots: Area,
    /// The steps, a row each.
    pub steps: Area,
    /// Where the reason of the step under the cursor stands whole if its row cuts it; empty where no row does, or where
    /// the rows need the room.
    pub reason: Area,
    /// The heading over the context; empty where it stands beside the steps.
    pub heading: Area,
    /// The passages so far; empty where there is no room for them.
    pub context: Area,
    /// The columns of a step.
    pub columns: Columns,
}

/// Columns of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// Of what it is about.
    pub label: usize,
    /// Of its document; 0 where all steps are of one, or there is no room.
    pub path: usize,
    /// Of the chunks that it adds.
    pub added: usize,
}

impl Columns {
    /// Columns before the reason.
    #[must_use]
    pub const fn before_reason(self) -> usize {
        FIXED + self.label + self.added + if self.path > 0 { self.path + 1 } else { 0 }
    }
}

impl Model {
    /// Divides the cells inside the frame of the budget pane.
    #[must_use]
    pub fn budget_frames(&self, inner: Area) -> Frames {
        let (slots, below) = inner.split_top(1);
        let Some(answer) = &self.answer else { return Frames { slots, steps: below, ..Frames::default() } };
        let steps = &answer.trace.budget.steps;
        let wide = usize::from(below.width);
        let rows = |columns: Columns, width: usize| lines_of_reason(steps, columns, width);
        let told = steps.len();
        let high = usize::from(below.height);
        // Over each other where everything fits so, because no reason is cut then; else beside each other.
        let columns = self.columns(steps, wide);
        let over = told + rows(columns, wide) + 2;
        let all = over + answer.trace.budget.chunks.len();
        if wide >= 100 && all > high {
            let width = (columns.before_reason() + longest(steps) + 1).clamp(wide * 3 / 5, wide * 2 / 3);
            let columns = self.columns(steps, width);
            let (left, rest) = below.split_left(width as u16);
            let (steps, reason) = foot(left, told, rows(columns, width));
            let (_, context) = rest.split_left(1);
            return Frames { slots, steps, reason, context, columns, ..Frames::default() };
        }
        if over < high {
            let (steps, rest) = below.split_top(told as u16);
            let (reason, rest) = rest.split_top(rows(columns, wide) as u16);
            let (_, rest) = rest.split_top(u16::from(all < high));
            let (heading, context) = rest.split_top(1);
            return Frames { slots, steps, reason, heading, context, columns };
        }
        let (steps, reason) = foot(below, told, rows(columns, wide));
        Frames { slots, steps, reason, columns, ..Frames::default() }
    }

    fn columns(&self, steps: &[Step], width: usize) -> Columns {
        let label = |entry| self.corpus.label(entry).len();
        let measured = || steps.iter().take(MEASURED);
        let added = |step: &Step| step.chunks.iter().map(|id| label(Entry::Chunk(*id)) + 1).sum::<usize>();
        let mut columns = Columns {
            label: measured().map(|step| label(step.subject)).max().unwrap_or(1).max(3),
            path: 0,
            added: measured().map(added).max().unwrap_or(1).clamp(3, 12),
        };
        let paths = || measured().map(|step| self.corpus.path_of(step.subject));
        let several = paths().any(|path| Some(path) != paths().next());
        if several && width >= 60 {
            // What a chunk needs for its reason, it keeps; the longer ones of seams are written out below.
            let own = measured().filter(|step| matches!(step.subject, Entry::Chunk(_)));
            let reason = own.map(|step| cells::width(&step.why)).max().unwrap_or(0);
            let longest = paths().map(cells::width).max().unwrap_or(0);
            let room = width.saturating_sub(columns.before_reason() + reason + 1);
            columns.path = longest.min(room.clamp(8, 20));
        }
        columns
    }
}

/// The `told` steps over the lines of a reason, where these take no row that a step needs.
fn foot(area: Area, told: usize, lines: usize) -> (Area, Area) {
    /// In a list that is longer than its pane anyway, so many steps are enough.
    const ENOUGH: usize = 8;
    let high = usize::from(area.height);
    let free = told + lines <= high || high >= lines + ENOUGH;
    area.split_bottom(if free { lines as u16 } else { 0 })
}

fn longest(steps: &[Step]) -> usize {
    steps.iter().take(MEASURED).map(|step| cells::width(&step.why)).max().unwrap_or(0)
}

/// Lines that the longest reason takes when it is written out; 0 where every row has room for its own.
fn lines_of_reason(steps: &[Step], columns: Columns, width: usize) -> usize {
    let long = longest(steps);
    if columns.before_reason() + long <= width {
        return 0;
    }
    // A wrapped line breaks at a blank, so it may hold less than it could.
    long.div_ceil(width.saturating_sub(INDENT + 8).max(1)).min(3)
}
