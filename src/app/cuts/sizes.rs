//! How large chunks are: least, median, most, deviation, how many lie outside of what was asked for.
//! Never counts a token; whoever cut the folder did.

use crate::retrieve::params::Params;
use crate::retrieve::trace::Corpus;

/// What a size should lie between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// `chunk.min`; 0 = none.
    pub least: usize,
    /// `chunk.max`, or `chunk.size` where that is off.
    pub most: usize,
}

impl Bounds {
    /// The bounds that settings ask for.
    #[must_use]
    pub const fn of(params: &Params) -> Self {
        let chunk = &params.chunk;
        Self { least: chunk.min, most: if chunk.max > 0 { chunk.max } else { chunk.size } }
    }
}

/// One bar of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bin {
    /// The smallest size in it.
    pub from: u32,
    /// The first size above it.
    pub to: u32,
    /// Chunks.
    pub count: usize,
}

/// Sizes of all chunks of a folder, in `chunk.unit`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sizes {
    /// Ascending.
    sorted: Vec<u32>,
    /// Mean.
    pub mean: f64,
    /// Deviation of the whole (not estimated from a sample).
    pub sigma: f64,
}

impl Sizes {
    /// Sorts once; `None` for a folder without chunks.
    #[must_use]
    pub fn of(sizes: &[u32]) -> Option<Self> {
        if sizes.is_empty() {
            return None;
        }
        let mut sorted = sizes.to_vec();
        sorted.sort_unstable();
        let count = sorted.len() as f64;
        let mean = sorted.iter().map(|size| f64::from(*size)).sum::<f64>() / count;
        let spread = sorted.iter().map(|size| (f64::from(*size) - mean).powi(2)).sum::<f64>() / count;
        Some(Self { sorted, mean, sigma: spread.sqrt() })
    }

    /// Chunks.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// The smallest.
    #[must_use]
    pub fn least(&self) -> u32 {
        self.sorted.first().copied().unwrap_or(0)
    }

    /// The largest.
    #[must_use]
    pub fn most(&self) -> u32 {
        self.sorted.last().copied().unwrap_or(0)
    }

    /// The one in the middle; between two, their mean.
    #[must_use]
    pub fn median(&self) -> f64 {
        let at = self.sorted.len() / 2;
        let here = |at: usize| self.sorted.get(at).copied().map_or(0.0, f64::from);
        if self.sorted.len().is_multiple_of(2) && at > 0 { f64::midpoint(here(at - 1), here(at)) } else { here(at) }
    }

    /// How many are smaller than they should be, and how many larger.
    #[must_use]
    pub fn outside(&self, bounds: Bounds) -> [usize; 2] {
        let below = self.sorted.partition_point(|size| (*size as usize) < bounds.least);
        let within = self.sorted.partition_point(|size| *size as usize <= bounds.most);
        [below, self.sorted.len() - within]
    }

    /// At most `bins` bars of equal width that hold all sizes, the smallest first.
    #[must_use]
    pub fn bins(&self, bins: usize) -> Vec<Bin> {
        let bins = u32::try_from(bins.max(1)).unwrap_or(1);
        let (least, most) = (self.least(), self.most());
        let width = round_up((most - least + 1).div_ceil(bins));
        let start = least / width * width;
        let mut bars = Vec::new();
        let mut from = start;
        while from <= most && bars.len() <= bins as usize {
            let to = from.saturating_add(width);
            let before = self.sorted.partition_point(|size| *size < from);
            let after = self.sorted.partition_point(|size| *size < to);
            bars.push(Bin { from, to, count: after - before });
            from = to;
        }
        bars
    }
}

/// The text that chunks share with the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlaps {
    /// Chunks that share some.
    pub count: usize,
    /// Characters, in the middle of those.
    pub median: u32,
    /// Most characters.
    pub most: u32,
}

impl Overlaps {
    /// Counts once through a folder.
    #[must_use]
    pub fn of(corpus: &Corpus) -> Self {
        let mut shared: Vec<u32> =
            corpus.chunks.iter().map(|chunk| chunk.overlap_chars).filter(|chars| *chars > 0).collect();
        shared.sort_unstable();
        let median = shared.get(shared.len() / 2).copied().unwrap_or(0);
        Self { count: shared.len(), median, most: shared.last().copied().unwrap_or(0) }
    }
}

/// The next width that a person reads easily: one digit times a power of ten.
fn round_up(width: u32) -> u32 {
    let mut unit: u32 = 1;
    loop {
        for step in [1, 2, 3, 4, 5, 6, 8] {
            let round = unit.saturating_mul(step);
            if round >= width {
                return round;
            }
        }
        unit = unit.saturating_mul(10);
    }
}
