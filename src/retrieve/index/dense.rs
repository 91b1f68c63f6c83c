//! Unit vectors in one flat table and the exact scan over them.
//! Never approximates.

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
