//! Answers of one question under several first cuts, kept together.
//! Never counts them as independent.

use super::Settings;
use crate::lab::statistics::{Share, cluster_bootstrap, wilson};

/// The values of each question, questions in order of first appearance.
pub(super) type Clusters = Vec<Vec<f64>>;

/// Gathers the values that are defined by the name of their question.
pub(super) fn of<'a>(values: impl Iterator<Item = (&'a str, Option<f64>)>) -> Clusters {
    let mut places = std::collections::BTreeMap::new();
    let mut clusters: Clusters = Vec::new();
    for (id, value) in values {
        let Some(value) = value else { continue };
        let place = *places.entry(id).or_insert(clusters.len());
        match clusters.get_mut(place) {
            Some(cluster) => cluster.push(value),
            None => clusters.push(vec![value]),
        }
    }
    clusters
}

/// The share of ones, with the interval of a bootstrap that draws whole questions. Where all answers agree, drawing cannot
/// say how far off the share is; then the interval is Wilson's with the number of questions.
pub(super) fn share(clusters: &Clusters, settings: &Settings) -> Share {
    let all = clusters.concat();
    let ones = all.iter().filter(|value| **value > 0.5).count();
    let mut share = Share::new(ones, all.len());
    if ones == 0 || ones == all.len() {
        share.interval = wilson(if ones == 0 { 0 } else { clusters.len() }, clusters.len());
    } else if let Some(drawn) = cluster_bootstrap(clusters, settings.resamples, settings.seed) {
        share.interval = drawn.interval;
    }
    share
}

/// The mean of each question.
pub(super) fn means(clusters: &Clusters) -> Vec<f64> {
    clusters.iter().map(|cluster| cluster.iter().sum::<f64>() / cluster.len() as f64).collect()
}
