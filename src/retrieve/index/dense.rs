//! Unit vectors in one flat table and the exact scan over them.
//! Never approximates.

use std::cmp::Ordering;

use rayon::prelude::*;

/// Rows that one core scans at a time: 384 numbers each make 1.5 MB, and 100,000 rows make enough blocks to share out.
const BLOCK: usize = 1024;

/// Running sums of a dot product: four registers of four numbers, which every processor of today has.
const LANES: usize = 16;

/// A table of unit vectors, one row a chunk or a seam.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vectors {
    dimensions: usize,
    numbers: Vec<f32>,
}

impl Vectors {
    /// A table of rows of `dimensions` numbers laid end to end.
    ///
    /// # Panics
    /// When `numbers` is no whole number of rows.
    #[must_use]
    pub fn new(dimensions: usize, numbers: Vec<f32>) -> Self {
        assert!(dimensions > 0 && numbers.len().is_multiple_of(dimensions), "rows of {dimensions} numbers");
        Self { dimensions, numbers }
    }

    /// Rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.numbers.len().checked_div(self.dimensions).unwrap_or(0)
    }

    /// True without rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// One row.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn row(&self, at: usize) -> &[f32] {
        &self.numbers[at * self.dimensions..][..self.dimensions]
    }
}

impl Vectors {
    /// Numbers in a row; 0 in an empty table that was never given any.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The `depth` rows with the greatest cosine to `question`, best first, equal ones by lower row.
    ///
    /// Blocks of rows are scanned on all cores; the order is total, so that no thread's timing shows in it.
    ///
    /// # Panics
    /// When `question` has another length than a row.
    #[must_use]
    pub fn scan(&self, question: &[f32], depth: usize) -> Vec<(u32, f32)> {
        if self.is_empty() || depth == 0 {
            return Vec::new();
        }
        assert_eq!(question.len(), self.dimensions, "vectors of one model");
        let blocks = self.numbers.par_chunks(BLOCK * self.dimensions).enumerate();
        let hits = blocks.flat_map_iter(|(block, numbers)| {
            let rows = numbers.chunks_exact(self.dimensions).zip(block * BLOCK..);
            best(rows.map(|(row, at)| (at as u32, dot(row, question))).collect(), depth)
        });
        let mut hits = best(hits.collect(), depth);
        hits.sort_unstable_by(|a, b| better(*a, *b));
        hits
    }

    /// The cosine of one row and a unit vector: exactly the score that [`Vectors::scan`] gives it.
    ///
    /// # Panics
    /// When there is no such row, or `other` has another length.
    #[must_use]
    pub fn cos(&self, row: usize, other: &[f32]) -> f32 {
        assert_eq!(other.len(), self.dimensions, "vectors of one model");
        dot(self.row(row), other)
    }
}

/// The better hit first: the greater cosine, then the lower row.
fn better(a: (u32, f32), b: (u32, f32)) -> Ordering {
    b.1.total_cmp(&a.1).then(a.0.cmp(&b.0))
}

/// The `depth` best hits in no order.
fn best(mut hits: Vec<(u32, f32)>, depth: usize) -> Vec<(u32, f32)> {
    if depth < hits.len() {
        hits.select_nth_unstable_by(depth, |a, b| better(*a, *b));
        hits.truncate(depth);
    }
    hits
}

/// The dot product in [`LANES`] running sums: one sum is a chain of additions that a processor cannot run side by side.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut sums = [0.0; LANES];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}
