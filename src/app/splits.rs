//! Where a person has put the borders between panes, and the cells by which a border is taken.
//! Never lays panes out; `geometry` does.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::geometry::Area;

/// A way in which the main screen is divided, by its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Every pane has a frame of its own.
    Wide,
    /// Two columns over a row.
    Middle,
    /// One frame over another.
    High,
}

/// A border of a shape: between what lies before it and what lies after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// Over the lower row.
    Lower,
    /// After the first column.
    Left,
    /// Before the last column.
    Right,
    /// Under the first frame of the last column, or of the only one.
    Upper,
    /// Under its second frame.
    Inner,
}

/// Which way a border runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// It parts rows: it is moved up and down.
    Rows,
    /// It parts columns: it is moved left and right.
    Columns,
}

/// A border on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divider {
    /// Whose.
    pub shape: Shape,
    /// Which.
    pub split: Split,
    /// Which way it runs.
    pub axis: Axis,
    /// The cells by which it is taken: the last line before it and the first one after it.
    pub area: Area,
    /// Row or column at which what is divided begins.
    pub from: u16,
    /// Rows or columns that are divided.
    pub extent: u16,
    /// Those before the border.
    pub first: u16,
}

/// Where borders were put: thousandths of what they divide. A border that was never moved is where the shape puts it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Border>", into = "Vec<Border>")]
pub struct Splits(BTreeMap<(Shape, Split), u32>);

/// A border that was moved, as it is written down.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Border {
    shape: Shape,
    split: Split,
    /// Thousandths of what is divided that lie before it.
    share: u32,
}

impl From<Splits> for Vec<Border> {
    fn from(splits: Splits) -> Self {
        splits.0.into_iter().map(|((shape, split), share)| Border { shape, split, share }).collect()
    }
}

impl From<Vec<Border>> for Splits {
    fn from(borders: Vec<Border>) -> Self {
        // A share that someone wrote into the file by hand is still a share.
        Self(borders.into_iter().map(|border| ((border.shape, border.split), border.share.min(1000))).collect())
    }
}

/// Fewest rows and columns of one frame.
const ROWS: u16 = 4;
const COLUMNS: u16 = 24;

/// Fewest lines before and after a border: as many as the frames there need, one above or beside another.
const fn least(shape: Shape, split: Split) -> [u16; 2] {
    match (shape, split) {
        (Shape::Wide, Split::Lower) => [3 * ROWS, ROWS],
        (Shape::Middle, Split::Lower) => [2 * ROWS, ROWS],
        (Shape::Wide, Split::Upper) => [ROWS, 2 * ROWS],
        (Shape::Wide, Split::Left) => [COLUMNS, 2 * COLUMNS],
        (_, Split::Left | Split::Right) => [COLUMNS, COLUMNS],
        (_, Split::Lower | Split::Upper | Split::Inner) => [ROWS, ROWS],
    }
}

impl Splits {
    /// True when no border was moved.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts every border back.
    pub fn reset(&mut self) {
        self.0.clear();
    }

    /// Rows or columns before a border.
    fn first(&self, shape: Shape, split: Split, extent: u16, usual: u16) -> u16 {
        let [before, after] = least(shape, split);
        if extent < before + after {
            return usual;
        }
        let put = self.0.get(&(shape, split)).map(|share| ((share * u32::from(extent) + 500) / 1000) as u16);
        put.unwrap_or(usual).clamp(before, extent - after)
    }

    /// Puts a border so that `first` rows or columns lie before it.
    pub fn put(&mut self, divider: &Divider, first: u16) {
        let share = (u32::from(first) * 1000 + u32::from(divider.extent) / 2) / u32::from(divider.extent.max(1));
        self.0.insert((divider.shape, divider.split), share);
    }
}

/// Divides areas and remembers the borders.
pub(super) struct Cutter<'a> {
    pub(super) splits: &'a Splits,
    pub(super) shape: Shape,
    pub(super) dividers: Vec<Divider>,
}

impl Cutter<'_> {
    /// The rows before a border and those after it; `usual` before it where it was never moved.
    pub(super) fn rows(&mut self, area: Area, split: Split, usual: u16) -> (Area, Area) {
        let (extent, from) = (area.height, area.y);
        let first = self.splits.first(self.shape, split, extent, usual).min(extent);
        let (before, after) = area.split_top(first);
        let grip = Area { y: after.y.saturating_sub(1), height: 2, ..area };
        let (shape, axis) = (self.shape, Axis::Rows);
        self.dividers.push(Divider { shape, split, axis, area: grip, from, extent, first });
        (before, after)
    }

    /// The columns before a border and those after it; `usual` before it where it was never moved.
    pub(super) fn columns(&mut self, area: Area, split: Split, usual: u16) -> (Area, Area) {
        let (extent, from) = (area.width, area.x);
        let first = self.splits.first(self.shape, split, extent, usual).min(extent);
        let (before, after) = area.split_left(first);
        let grip = Area { x: after.x.saturating_sub(1), width: 2, ..area };
        let (shape, axis) = (self.shape, Axis::Columns);
        self.dividers.push(Divider { shape, split, axis, area: grip, from, extent, first });
        (before, after)
    }
}

/// The border that makes an area larger or smaller along an axis, and how many lines lie before it then: the one at
/// its end, or, where it has none, the one at its beginning.
pub(super) fn beside(dividers: &[Divider], area: Area, axis: Axis, by: i16) -> Option<(Divider, u16)> {
    let (start, end) = match axis {
        Axis::Rows => (area.y, area.y + area.height),
        Axis::Columns => (area.x, area.x + area.width),
    };
    let touches = |divider: &&Divider| {
        let (a, b) = (divider.area, area);
        let over = match axis {
            Axis::Rows => a.x < b.x + b.width && b.x < a.x + a.width,
            Axis::Columns => a.y < b.y + b.height && b.y < a.y + a.height,
        };
        divider.axis == axis && over
    };
    let at = |place: u16| dividers.iter().filter(touches).find(move |divider| divider.from + divider.first == place);
    let (divider, by) = match (at(end), at(start)) {
        (Some(after), _) => (after, by),
        (None, Some(before)) => (before, -by),
        (None, None) => return None,
    };
    Some((*divider, divider.first.saturating_add_signed(by)))
}
