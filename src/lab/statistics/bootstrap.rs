//! Resampling with replacement: how far a mean could have come out otherwise.
//! Never draws from anything but its seed, so two runs agree bit for bit.

use serde::Serialize;

use super::interval::{Interval, quantile_linear};
use super::random::SplitMix64;

/// A bootstrapped mean (Efron and Tibshirani, "An introduction to the bootstrap", 1993, chapters 13 and 16).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bootstrap {
    /// Mean of the values themselves.
    pub mean: f64,
    /// 95 % percentile interval of the resampled means.
    pub interval: Interval,
    /// Two-sided p of "the mean is 0": min(1, 2 min(#<=0, #>=0) / B). It can come out as 0, which means "below 1/B".
    pub p: f64,
    /// The same with one added to both counts: min(1, 2 (min(#<=0, #>=0) + 1) / (B + 1)); never 0.
    pub p_plus1: f64,
    /// Resamples.
    #[serde(rename = "B")]
    pub resamples: usize,
    /// Seed of the generator.
    pub seed: u64,
}

/// Resamples the pairs (their differences) with replacement; `None` without pairs or resamples.
///
/// The draws are those of [`SplitMix64`] in order, one index a pair, resample after resample; each sum is built in
/// drawing order. That fixes every bit of the result.
#[must_use]
pub fn paired_bootstrap(differences: &[f64], resamples: usize, seed: u64) -> Option<Bootstrap> {
    let n = differences.len();
    let mut generator = SplitMix64::new(seed);
    let mean_of_one = |_| {
        let mut sum = 0.0;
        for _ in 0..n {
            sum += differences[generator.index(n)];
        }
        sum / n as f64
    };
    if n == 0 {
        return None;
    }
    let means: Vec<f64> = (0..resamples).map(mean_of_one).collect();
    summarise(differences.iter().sum::<f64>() / n as f64, &means, seed)
}

/// The bootstrap for values that come in clusters: whole clusters are drawn, each with all its values, and the mean
/// is over all values drawn (Davison and Hinkley, "Bootstrap methods and their application", 1997, section 3.8).
///
/// For the phase protocol, where one question is asked under several first cuts: its answers are not independent, and
/// resampling them one by one would make the interval too narrow. Empty clusters are left out; clusters of one value
/// give exactly [`paired_bootstrap`].
#[must_use]
pub fn cluster_bootstrap(clusters: &[Vec<f64>], resamples: usize, seed: u64) -> Option<Bootstrap> {
    let clusters: Vec<&[f64]> = clusters.iter().map(Vec::as_slice).filter(|cluster| !cluster.is_empty()).collect();
    let count: usize = clusters.iter().map(|cluster| cluster.len()).sum();
    if count == 0 {
        return None;
    }
    let mut generator = SplitMix64::new(seed);
    let mean_of_one = |_| {
        let (mut sum, mut drawn) = (0.0, 0);
        for _ in 0..clusters.len() {
            let cluster = clusters[generator.index(clusters.len())];
            drawn += cluster.len();
            for value in cluster {
                sum += value;
            }
        }
        sum / drawn as f64
    };
    let means: Vec<f64> = (0..resamples).map(mean_of_one).collect();
    summarise(clusters.iter().copied().flatten().sum::<f64>() / count as f64, &means, seed)
}

/// The 95 % percentile interval of a mean; `None` without values.
#[must_use]
pub fn mean_interval(values: &[f64], resamples: usize, seed: u64) -> Option<Interval> {
    paired_bootstrap(values, resamples, seed).map(|bootstrap| bootstrap.interval)
}

fn summarise(mean: f64, means: &[f64], seed: u64) -> Option<Bootstrap> {
    let interval = Interval { low: quantile_linear(means, 0.025)?, high: quantile_linear(means, 0.975)? };
    let below = means.iter().filter(|mean| **mean <= 0.0).count();
    let above = means.iter().filter(|mean| **mean >= 0.0).count();
    let (fewer, resamples) = (below.min(above), means.len());
    let p = (2.0 * fewer as f64 / resamples as f64).min(1.0);
    let p_plus1 = (2.0 * (fewer + 1) as f64 / (resamples + 1) as f64).min(1.0);
    Some(Bootstrap { mean, interval, p, p_plus1, resamples, seed })
}
