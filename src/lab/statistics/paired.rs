//! Paired tests: is one policy better than another on the same questions?
//! Never pools the two sides; only the differences of pairs enter.

use serde::Serialize;

/// Two-sided exact sign test of `wins` against `losses`; ties are left out before. p = min(1, 2 P(X <= min)) with
/// X ~ Bin(wins + losses, 1/2); 1 when there is nothing to compare (Dixon and Mood, "The statistical sign test",
/// JASA 41, 1946).
#[must_use]
pub fn sign_test(wins: usize, losses: usize) -> f64 {
    let (n, fewer) = (wins + losses, wins.min(losses));
    // C(n, fewer) / 2^n, halved while it grows so that nothing overflows; what is left of the halves comes last.
    let (mut term, mut halves) = (1.0_f64, n);
    for step in 1..=fewer {
        term *= (n - fewer + step) as f64 / step as f64;
        while term > 1.0 && halves > 0 {
            term *= 0.5;
            halves -= 1;
        }
    }
    for _ in 0..halves {
        term *= 0.5;
    }
    let mut sum = 0.0;
    for successes in (0..=fewer).rev() {
        sum += term;
        term *= successes as f64 / (n - successes + 1) as f64;
    }
    (2.0 * sum).min(1.0)
}

/// How a Wilcoxon p was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WilcoxonMethod {
    /// All differences are zero: p = 1.
    None,
    /// From the distribution of the rank sum itself.
    Exact,
    /// From the normal distribution, variance corrected for ties, no continuity correction.
    Normal,
}

/// A two-sided signed-rank test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Wilcoxon {
    /// Differences that are not zero.
    pub n: usize,
    /// The smaller of the two rank sums.
    pub w: f64,
    /// p.
    pub p: f64,
    /// How p was found.
    pub method: WilcoxonMethod,
}

/// Wilcoxon's signed-rank test ("Individual comparisons by ranking methods", 1945), as scipy's default decides: zero
/// differences dropped, mid-ranks for ties; exact for at most 50 differences without ties and zeros, else normal.
#[must_use]
pub fn wilcoxon(differences: &[f64]) -> Wilcoxon {
    let kept: Vec<f64> = differences.iter().copied().filter(|difference| *difference != 0.0).collect();
    let n = kept.len();
    if n == 0 {
        return Wilcoxon { n, w: 0.0, p: 1.0, method: WilcoxonMethod::None };
    }
    let sizes: Vec<f64> = kept.iter().map(|difference| difference.abs()).collect();
    let (ranks, ties) = mid_ranks(&sizes);
    let side = |positive: bool| -> f64 {
        kept.iter().zip(&ranks).filter(|(value, _)| (**value > 0.0) == positive).map(|(_, rank)| rank).sum()
    };
    let w = side(true).min(side(false));
    if n <= 50 && ties.is_empty() && n == differences.len() {
        return Wilcoxon { n, w, p: exact(n, w), method: WilcoxonMethod::Exact };
    }
    let count = n as f64;
    let correction: f64 = ties.iter().map(|tie| (*tie as f64).powi(3) - *tie as f64).sum();
    let variance = count * (count + 1.0) * (2.0 * count + 1.0) / 24.0 - correction / 48.0;
    let z = (w - count * (count + 1.0) / 4.0) / variance.sqrt();
    let p = if variance > 0.0 { libm::erfc(z.abs() / std::f64::consts::SQRT_2).min(1.0) } else { 1.0 };
    Wilcoxon { n, w, p, method: WilcoxonMethod::Normal }
}

/// Ranks from 1 with the mean rank for equal values, and the size of every group of equals above one.
fn mid_ranks(values: &[f64]) -> (Vec<f64>, Vec<usize>) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let (mut ranks, mut ties) = (vec![0.0; values.len()], Vec::new());
    let mut before = 0;
    for group in order.chunk_by(|a, b| values[*a].total_cmp(&values[*b]).is_eq()) {
        let rank = before as f64 + (group.len() + 1) as f64 / 2.0;
        for at in group {
            ranks[*at] = rank;
        }
        if group.len() > 1 {
            ties.push(group.len());
        }
        before += group.len();
    }
    (ranks, ties)
}

/// 2 P(W <= w) for `n` untied differences, by counting the subsets of 1..n with each sum. At most 2^50 of them: u64
/// and f64 hold every count exactly.
fn exact(n: usize, w: f64) -> f64 {
    let mut counts = vec![0_u64; n * (n + 1) / 2 + 1];
    counts[0] = 1;
    for rank in 1..=n {
        for sum in (rank..counts.len()).rev() {
            counts[sum] += counts[sum - rank];
        }
    }
    let at_most: u64 = counts.iter().enumerate().filter(|(sum, _)| *sum as f64 <= w).map(|(_, count)| count).sum();
    (2.0 * at_most as f64 / (1_u64 << n) as f64).min(1.0)
}

/// Cohen's d of paired differences, `d_z`: mean over sample standard deviation (n - 1) (Cohen, "Statistical power
/// analysis for the behavioral sciences", 1988, section 2.3.5; others divide by the pooled deviation of the two arms).
///
/// 0 when all differences are zero, infinite when all are equal and not zero; `None` below two pairs.
#[must_use]
pub fn cohens_d(differences: &[f64]) -> Option<f64> {
    let n = differences.len();
    if n < 2 {
        return None;
    }
    let mean = differences.iter().sum::<f64>() / n as f64;
    let variance = differences.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1) as f64;
    Some(match (variance == 0.0, mean == 0.0) {
        (true, true) => 0.0,
        (true, false) => f64::INFINITY.copysign(mean),
        (false, _) => mean / variance.sqrt(),
    })
}
