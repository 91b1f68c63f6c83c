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

impl Vectors {
    /// Numbers in a row; 0 in an empty table that was never given any.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The `depth` rows with the greatest cosine to `question`, best first, equal ones by lower row.
    ///
    /// # Panics
    /// When `question` has another length than a row.
    #[must_use]
    pub fn scan(&self, question: &[f32], depth: usize) -> Vec<(u32, f32)> {
        let mut hits: Vec<_> = (0..self.len()).map(|row| (row as u32, self.cos(row, question))).collect();
        hits.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        hits.truncate(depth);
        hits
    }

    /// The cosine of one row and a unit vector: exactly the score that [`Vectors::scan`] gives it.
    ///
    /// # Panics
    /// When there is no such row, or `other` has another length.
    #[must_use]
    pub fn cos(&self, row: usize, other: &[f32]) -> f32 {
        assert_eq!(other.len(), self.dimensions, "vectors of one model");
        self.row(row).iter().zip(other).map(|(a, b)| a * b).sum()
    }
}
