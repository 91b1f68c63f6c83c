//! Which points no other point beats in both recall and price.
//! Never looks at an interval: a front is a drawing, not a test.

use super::Point;
use crate::lab::eval::Slice;

/// Mean chunks and mean recall of a point on a slice; `None` where one of them is not defined.
#[must_use]
pub(super) fn place(point: &Point, slice: Slice) -> Option<(f64, f64)> {
    let summary = point.of(slice)?;
    Some((summary.chunks.mean?, summary.recall.mean?))
}

/// For each point whether it is on the front of recall against chunks: no other has at least its recall for at most its
/// chunks and is better in one of the two (Pareto).
#[must_use]
pub fn front(points: &[Point], slice: Slice) -> Vec<bool> {
    let places: Vec<Option<(f64, f64)>> = points.iter().map(|point| place(point, slice)).collect();
    let beaten = |(chunks, recall): (f64, f64)| {
        let better =
            |other: &(f64, f64)| other.0 <= chunks && other.1 >= recall && (other.0 < chunks || other.1 > recall);
        places.iter().flatten().any(better)
    };
    places.iter().map(|place| place.is_some_and(|place| !beaten(place))).collect()
}
