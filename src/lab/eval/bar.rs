//! Bars that a team holds its retrieval to: `recall>=0.9`, `seams:boundary.complete>=0.8`, `chunks<=8`.
//! Never rounds before it compares.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::summary::{Slice, Summary};
use super::{Evaluation, Policy};

/// What a bar can be held to: the shares and means of [`Summary`], by their names in JSON.
pub const MEASURES: [&str; 21] = [
    "complete",
    "complete_in_one",
    "recall",
    "precision",
    "iou",
    "precision_omega",
    "mrr",
    "chunks",
    "tokens",
    "efficiency",
    "failure_at_20",
    "failure_at_20_in_one",
    "chunks_at_20",
    "refused",
    "fired",
    "false_fires_literal",
    "false_fires_strict",
    "wasted_fires",
    "split",
    "split_model",
    "destroyed",
];

/// `[POLICY:][KIND.]MEASURE>=VALUE` or `<=`. Without a policy every compared policy must clear it; without a kind all
/// questions count. The mean is compared, not an end of its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    policy: Option<Policy>,
    slice: Slice,
    measure: String,
    at_least: bool,
    value: f64,
}

/// A bar that cannot be understood, or that names what was not measured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BarError(
    /// What is wrong and what to write.
    pub String,
);

/// A bar that was not reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Missed {
    /// The policy that missed it.
    pub policy: Policy,
    /// In words: the bar, the mean, the interval and the n.
    pub words: String,
}

impl FromStr for Bar {
    type Err = BarError;

    fn from_str(text: &str) -> Result<Self, BarError> {
        let fail = |what: &str| {
            BarError(format!("`{text}`: {what}; write a bar such as recall>=0.9 or seams:boundary.complete>=0.8"))
        };
        let (left, right, at_least) = match (text.split_once(">="), text.split_once("<=")) {
            (Some((left, right)), None) => (left, right, true),
            (None, Some((left, right))) => (left, right, false),
            _ => return Err(fail("there is no >= or <= in it")),
        };
        let value = right.trim().parse().ok().filter(|value: &f64| value.is_finite());
        let value = value.ok_or_else(|| fail("what follows is no number"))?;
        let (policy, rest) = match left.trim().split_once(':') {
            Some((name, rest)) => (Some(Policy::named(name).ok_or_else(|| fail("there is no such policy"))?), rest),
            None => (None, left.trim()),
        };
        let (slice, measure) = match rest.split_once('.') {
            Some((name, rest)) => (Slice::named(name).ok_or_else(|| fail("there is no such kind of question"))?, rest),
            None => (Slice::All, rest),
        };
        if !MEASURES.contains(&measure) {
            return Err(fail(&format!("there is no measure `{measure}`, use one of {}", MEASURES.join(", "))));
        }
        Ok(Self { policy, slice, measure: measure.to_owned(), at_least, value })
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(policy) = self.policy {
            write!(formatter, "{}:", policy.name())?;
        }
        if self.slice != Slice::All {
            write!(formatter, "{}.", self.slice.name())?;
        }
        write!(formatter, "{}{}{}", self.measure, if self.at_least { ">=" } else { "<=" }, self.value)
    }
}

impl Bar {
    /// The policies that miss the bar.
    ///
    /// # Errors
    /// When the evaluation has no such policy or kind of question, or the measure is not defined for it: a bar that nothing
    /// was held to is not cleared.
    pub fn missed(&self, evaluation: &Evaluation) -> Result<Vec<Missed>, BarError> {
        let held = |policy: Policy| self.policy.is_none_or(|wanted| wanted == policy);
        let mut outcomes = evaluation.policies.iter().filter(|outcome| held(outcome.policy)).peekable();
        if outcomes.peek().is_none() {
            return Err(BarError(format!("`{self}`: this policy was not compared; add it to --policies")));
        }
        let mut missed = Vec::new();
        for outcome in outcomes {
            let summary = outcome.summary.iter().find(|summary| summary.slice == self.slice);
            let summary = summary
                .ok_or_else(|| BarError(format!("`{self}`: no question is of the kind `{}`", self.slice.name())))?;
            let (mean, words) = self.value_in(summary)?;
            if (self.at_least && mean < self.value) || (!self.at_least && mean > self.value) {
                missed.push(Missed {
                    policy: outcome.policy,
                    words: format!("{self} is missed by {}: {words}", outcome.policy.name()),
                });
            }
        }
        Ok(missed)
    }

    /// The mean of the bar's measure, and the same in words. It is read off the summary as it is written, so that a bar
    /// means what a reader of the JSON sees.
    fn value_in(&self, summary: &Summary) -> Result<(f64, String), BarError> {
        let all = serde_json::to_value(summary).unwrap_or_default();
        let found = all.get(&self.measure).unwrap_or(&Value::Null);
        let mean = found.as_f64().or_else(|| found.get("mean").and_then(Value::as_f64));
        let mean = mean.ok_or_else(|| {
            BarError(format!("`{self}`: it is not defined for these questions; use another measure or kind"))
        })?;
        let end = |at: usize| found.get("interval")?.get(at)?.as_f64();
        let words = match (end(0), end(1), found.get("n")) {
            (Some(low), Some(high), Some(n)) => format!("{mean:.4}, 95 % interval {low:.4} to {high:.4}, n {n}"),
            _ => format!("{mean:.4}"),
        };
        Ok((mean, words))
    }
}
