//! Where everything lies on a screen of a given size: one pure function that drawing, mouse and movement all ask.
//! Never draws and never changes the model.

use super::bar;
use super::cells;
use super::knobs::Knob;
use super::model::Model;
use super::pane::Pane;
use super::popup::Popup;
use super::splits::{Cutter, Divider, Shape, Split, Splits};

/// Columns and rows of a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// First column.
    pub x: u16,
    /// First row.
    pub y: u16,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Area {
    /// A rectangle.
    #[must_use]
    pub const fn new(x: u16, y: u16, width: u16, height: u16) -> Self {
        Self { x, y, width, height }
    }

    /// What a border of one cell leaves inside.
    #[must_use]
    pub const fn inner(self) -> Self {
        let (width, height) = (self.width.saturating_sub(2), self.height.saturating_sub(2));
        Self { x: self.x.saturating_add(1), y: self.y.saturating_add(1), width, height }
    }

    /// True when the cell at this column and row lies inside.
    #[must_use]
    pub const fn holds(self, x: u16, y: u16) -> bool {
        x >= self.x && x - self.x < self.width && y >= self.y && y - self.y < self.height
    }

    /// The first `rows` rows and the rest.
    #[must_use]
    pub const fn split_top(self, rows: u16) -> (Self, Self) {
        let rows = if rows < self.height { rows } else { self.height };
        (Self { height: rows, ..self }, Self { y: self.y + rows, height: self.height - rows, ..self })
    }

    /// All but the last `rows` rows, and those.
    #[must_use]
    pub const fn split_bottom(self, rows: u16) -> (Self, Self) {
        self.split_top(self.height.saturating_sub(rows))
    }

    /// The first `columns` columns and the rest.
    #[must_use]
    pub const fn split_left(self, columns: u16) -> (Self, Self) {
        let columns = if columns < self.width { columns } else { self.width };
        (Self { width: columns, ..self }, Self { x: self.x + columns, width: self.width - columns, ..self })
    }
}

/// A frame on the screen with one pane in it, or several on tabs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The whole frame, border included.
    pub area: Area,
    /// The panes that may stand here, in order.
    pub panes: Vec<Pane>,
    /// The one that does.
    pub shown: Pane,
    /// The names on the upper border and where they stand.
    pub tabs: Vec<Tab>,
}

/// A pane's name on the upper border of its slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tab {
    /// The pane.
    pub pane: Pane,
    /// Number and name as printed.
    pub label: String,
    /// Where.
    pub area: Area,
}

/// A knob in the bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnobCell {
    /// Which.
    pub knob: Knob,
    /// Where: label, blank, value.
    pub area: Area,
}

/// Where everything lies. Whatever is `None` or missing is not on the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Name, folder, counts, progress.
    pub header: Option<Area>,
    /// The question.
    pub query: Option<Area>,
    /// The bar of knobs.
    pub bar: Option<Area>,
    /// The knobs that fit into it, the selected one among them.
    pub knobs: Vec<KnobCell>,
    /// Everything between the bar and the footer: the panes, or the screen that is shown instead.
    pub body: Area,
    /// The panes.
    pub slots: Vec<Slot>,
    /// The borders between them.
    pub dividers: Vec<Divider>,
    /// Keys and messages.
    pub footer: Option<Area>,
    /// Where a window over the screen may stand, border included.
    pub popup: Area,
}

/// The smallest screen that is drawn on.
pub const SMALLEST: Size = Size { width: 40, height: 12 };

use Pane::{Budget, Documents, Expansions, Ranking, Seams, Source};

/// Lays the model out on a screen; nothing at all below [`SMALLEST`].
#[must_use]
pub fn layout(model: &Model) -> Layout {
    let size = model.size;
    if size.width < SMALLEST.width || size.height < SMALLEST.height {
        return Layout::default();
    }
    let screen = Area::new(0, 0, size.width, size.height);
    let (rest, footer) = screen.split_bottom(1);
    let mut layout = Layout { footer: Some(footer), popup: popup(model, rest), ..Layout::default() };
    let mut rest = rest;
    if size.height >= 18 {
        let (header, below) = rest.split_top(1);
        (layout.header, rest) = (Some(header), below);
    }
    let (query, below) = rest.split_top(1);
    (layout.query, rest) = (Some(query), below);
    if size.height >= 15 {
        let (bar, below) = rest.split_top(1);
        (layout.bar, rest) = (Some(bar), below);
        layout.knobs = bar::cells(bar, &model.params, model.knob);
    }
    layout.body = rest;
    let whole = || (vec![(rest, Pane::ALL.to_vec())], Vec::new());
    let (frames, dividers) = if model.zoomed { whole() } else { frames(rest, &model.splits) };
    layout.dividers = dividers;
    layout.slots = frames.into_iter().map(|(area, panes)| slot(model, area, panes)).collect();
    layout
}

/// A frame and the panes that it may show.
type Frame = (Area, Vec<Pane>);

/// The frames of the body, and the borders between them.
fn frames(body: Area, splits: &Splits) -> (Vec<Frame>, Vec<Divider>) {
    let (wide, high) = (body.width, body.height);
    let cut = |shape| Cutter { splits, shape, dividers: Vec::new() };
    if wide >= 170 && high >= 34 {
        let mut cut = cut(Shape::Wide);
        let (upper, lower) = cut.rows(body, Split::Lower, high - (high / 4).clamp(9, 14));
        let (left, rest) = cut.columns(upper, Split::Left, wide / 5);
        let (middle, right) = cut.columns(rest, Split::Right, rest.width.saturating_sub(wide * 2 / 5));
        let (top, below) = cut.rows(right, Split::Upper, upper.height * 2 / 5);
        let (seams, expansions) = cut.rows(below, Split::Inner, below.height * 3 / 5);
        let frames = vec![
            (left, vec![Documents]),
            (middle, vec![Source]),
            (top, vec![Ranking]),
            (seams, vec![Seams]),
            (expansions, vec![Expansions]),
            (lower, vec![Budget]),
        ];
        return (frames, cut.dividers);
    }
    if wide >= 104 && high >= 18 {
        let mut cut = cut(Shape::Middle);
        let low = high >= 26;
        let (upper, lower) = if low {
            cut.rows(body, Split::Lower, high - (high * 5 / 16).clamp(8, 13))
        } else {
            (body, Area::default())
        };
        let (left, right) = cut.columns(upper, Split::Left, wide - (wide / 2).max(56));
        let (top, below) = cut.rows(right, Split::Upper, upper.height.div_ceil(2));
        let mut frames = vec![(left, vec![Source]), (top, vec![Documents, Ranking]), (below, vec![Seams, Expansions])];
        if low {
            frames.push((lower, vec![Budget]));
        } else {
            frames[2].1.push(Budget);
        }
        return (frames, cut.dividers);
    }
    if high >= 30 {
        let mut cut = cut(Shape::High);
        let (upper, lower) = cut.rows(body, Split::Upper, high / 2);
        let frames = vec![(upper, vec![Documents, Source]), (lower, vec![Ranking, Seams, Expansions, Budget])];
        return (frames, cut.dividers);
    }
    (vec![(body, Pane::ALL.to_vec())], Vec::new())
}

fn slot(model: &Model, area: Area, panes: Vec<Pane>) -> Slot {
    let shown = model.recent.iter().copied().find(|pane| panes.contains(pane)).unwrap_or(panes[0]);
    let tabs = tabs(area, &panes);
    Slot { area, panes, shown, tabs }
}

/// The names on a frame, with a column between them: long where they fit, else short, else without blanks.
fn tabs(area: Area, panes: &[Pane]) -> Vec<Tab> {
    let labels = |of: &dyn Fn(&Pane) -> String| -> Vec<String> { panes.iter().map(of).collect() };
    let wordings = [
        labels(&|pane| format!(" {} {} ", pane.number(), pane.title())),
        labels(&|pane| format!(" {} {} ", pane.number(), pane.short())),
        labels(&|pane| format!("{}{}", pane.number(), pane.short())),
    ];
    let room = usize::from(area.width.saturating_sub(4));
    let wide = |labels: &[String]| labels.iter().map(|label| cells::width(label) + 1).sum::<usize>();
    let last = wordings.len() - 1;
    let at = wordings.iter().position(|labels| wide(labels) <= room).unwrap_or(last);
    let mut x = area.x + 2;
    let mut tabs = Vec::new();
    for (pane, label) in panes.iter().zip(&wordings[at]) {
        let width = cells::width(label) as u16;
        if x + width >= area.x + area.width {
            break;
        }
        tabs.push(Tab { pane: *pane, label: label.clone(), area: Area::new(x, area.y, width, 1) });
        x += width + 1;
    }
    tabs
}

/// The middle of the screen, a few cells free around it; a list of choices takes no more rows than it has.
fn popup(model: &Model, screen: Area) -> Area {
    let width = popup_width(screen.width);
    let height = screen.height.saturating_sub(if screen.height >= 24 { 4 } else { 0 });
    let height = match model.popup {
        Some(Popup::Presets | Popup::Models | Popup::Other) => height.min(model.popup_rows() as u16 + 2),
        _ => height,
    };
    Area::new((screen.width - width) / 2, (screen.height - height) / 2, width, height)
}

/// Columns of a window over a screen of so many.
const fn popup_width(screen: u16) -> u16 {
    let width = screen.saturating_sub(if screen >= 80 { 8 } else { 2 });
    if width < 100 { width } else { 100 }
}

/// Columns for text in a window over the screen: inside its frame, after a sign.
#[must_use]
pub fn popup_text(screen: Size) -> usize {
    usize::from(popup_width(screen.width)).saturating_sub(2 + SIGN).max(1)
}

/// Columns of the sign before a row of a window, blanks included.
const SIGN: usize = 4;

impl Layout {
    /// The slot that shows a pane, if one does.
    #[must_use]
    pub fn slot(&self, pane: Pane) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.shown == pane)
    }

    /// The cells inside the frame of a pane; empty when it is not on the screen.
    #[must_use]
    pub fn inner(&self, pane: Pane) -> Area {
        self.slot(pane).map(|slot| slot.area.inner()).unwrap_or_default()
    }

    /// The slot that may show a pane.
    #[must_use]
    pub fn home(&self, pane: Pane) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.panes.contains(&pane))
    }
}
