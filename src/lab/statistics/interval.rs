//! Shares with their Wilson intervals, and quantiles.
//! Never gives a share without its n.

use serde::{Deserialize, Serialize, Serializer};

/// The 97.5 % point of the standard normal distribution: intervals are of 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// A closed interval; written as `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(from = "[f64; 2]")]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl From<[f64; 2]> for Interval {
    fn from([low, high]: [f64; 2]) -> Self {
        Self { low, high }
    }
}

impl Serialize for Interval {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.low, self.high].serialize(serializer)
    }
}

/// The 95 % score interval of a share, without continuity correction (Wilson, "Probable inference, the law of
/// succession, and statistical inference", JASA 22, 1927). Of nothing observed nothing is known: `[0, 1]`.
#[must_use]
pub fn wilson(successes: usize, n: usize) -> Interval {
    if n == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, share) = (n as f64, successes as f64 / n as f64);
    let square = Z95 * Z95;
    let scale = 1.0 + square / n;
    let centre = (share + square / (2.0 * n)) / scale;
    let half = Z95 / scale * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// A share of n with its Wilson interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// successes / n; `None` when n is 0.
    pub mean: Option<f64>,
    /// [`wilson`] of the two.
    pub interval: Interval,
    /// How many had the property.
    pub successes: usize,
    /// Of how many.
    pub n: usize,
}

impl Share {
    /// `successes` of `n`.
    #[must_use]
    pub fn new(successes: usize, n: usize) -> Self {
        let mean = (n > 0).then(|| successes as f64 / n as f64);
        Self { mean, interval: wilson(successes, n), successes, n }
    }

    /// How many of `items` hold.
    pub fn of(items: impl IntoIterator<Item = bool>) -> Self {
        let (mut successes, mut n) = (0, 0);
        for item in items {
            successes += usize::from(item);
            n += 1;
        }
        Self::new(successes, n)
    }
}

/// The quantile `q` of `[0, 1]` by linear interpolation at `(n - 1) q` (type 7 of Hyndman and Fan, "Sample quantiles
/// in statistical packages", 1996; the default of numpy). `None` for no values.
#[must_use]
pub fn quantile_linear(values: &[f64], q: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let at = last as f64 * q.clamp(0.0, 1.0);
    #[expect(clippy::cast_sign_loss, reason = "a floor of at least 0")]
    let low = at.floor() as usize;
    let high = (low + 1).min(last);
    Some(sorted[low] + (at - low as f64) * (sorted[high] - sorted[low]))
}
