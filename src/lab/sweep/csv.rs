//! Points as a table of comma-separated values: one line a point and slice.
//! Never rounds.

use super::{Point, shown};
use crate::lab::eval::Mean;
use crate::lab::statistics::Share;

const MEANS: [&str; 4] = ["recall", "chunks", "tokens", "fired"];
const SHARES: [&str; 3] = ["complete", "complete_in_one", "failure_at_20"];

/// The table; every mean and share with both ends of its interval and its n.
#[must_use]
pub fn csv(points: &[Point]) -> String {
    let keys = points.first().map(|point| point.settings.iter().map(|one| one.key.clone())).into_iter().flatten();
    let mut lines: Vec<Vec<String>> = vec![keys.chain(["policy".into(), "kind".into(), "n".into()]).collect()];
    for name in MEANS.iter().chain(&SHARES) {
        lines[0].extend(["", "_low", "_high", "_n"].map(|end| format!("{name}{end}")));
    }
    for point in points {
        for summary in &point.summary {
            let mut line: Vec<String> = point.settings.iter().map(|one| shown(&one.value)).collect();
            line.extend([point.policy.name().into(), summary.slice.name().into(), summary.n.to_string()]);
            for mean in [summary.recall, summary.chunks, summary.tokens, summary.fired] {
                line.extend(of_mean(mean));
            }
            for share in [summary.complete, summary.complete_in_one, summary.failure_at_20] {
                line.extend(of_share(share));
            }
            lines.push(line);
        }
    }
    lines.iter().map(|line| line.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n").collect()
}

fn of_mean(mean: Mean) -> [String; 4] {
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let ends = mean.interval.map_or([None, None], |interval| [Some(interval.low), Some(interval.high)]);
    [number(mean.mean), number(ends[0]), number(ends[1]), mean.n.to_string()]
}

fn of_share(share: Share) -> [String; 4] {
    let mean = share.mean.map_or_else(String::new, |value| value.to_string());
    [mean, share.interval.low.to_string(), share.interval.high.to_string(), share.n.to_string()]
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}
