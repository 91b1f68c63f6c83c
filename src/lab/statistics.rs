//! The statistics of every table: intervals for shares and means, and paired tests between two policies.
//! Never guesses what was measured: it takes plain numbers, and what is not defined for them is `None`.
//!
//! Every function equals a published reference to 1e-9; the bootstrap equals it bit for bit, because its generator
//! ([`SplitMix64`]) and the order of its draws are fixed.

mod bootstrap;
mod interval;
mod paired;
mod random;

pub use bootstrap::{Bootstrap, cluster_bootstrap, mean_interval, paired_bootstrap};
pub use interval::{Interval, Share, quantile_linear, wilson};
pub use paired::{Wilcoxon, WilcoxonMethod, cohens_d, sign_test, wilcoxon};
pub use random::SplitMix64;
