//! One setting and the values that it takes in turn: `fire.margin=0..10`, `seam.k=100,150,200`, `expand.gamma=0.5..1/0.1`.
//! Never changes more than that setting.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use serde_json::Value;

use crate::lab::run::LabError;
use crate::retrieve::params::Params;

/// Most values of one axis: a typing error shall not start a week of work.
const MOST: usize = 1_000;

/// A dotted key and its values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    /// The key of the setting.
    pub key: String,
    /// At least one value.
    pub values: Vec<Value>,
}

/// An axis that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AxisError(
    /// What is wrong and what to write.
    pub String,
);

impl FromStr for Axis {
    type Err = AxisError;

    /// `KEY=A..B` with both ends (`KEY=A..B/STEP` in other steps than 1), or `KEY=A,B,C`.
    fn from_str(text: &str) -> Result<Self, AxisError> {
        let fail = |what: &str| {
            AxisError(format!("`{text}`: {what}; write an axis such as fire.margin=0..10 or seam.k=100,150,200"))
        };
        let (key, values) = text.split_once('=').ok_or_else(|| fail("there is no = in it"))?;
        let values = match values.split_once("..") {
            Some((first, rest)) => {
                let (last, step) = rest.split_once('/').unwrap_or((rest, "1"));
                let number = |text: &str| text.trim().parse::<f64>().ok().filter(|value| value.is_finite());
                let ends = [number(first), number(last), number(step)];
                let [Some(first), Some(last), Some(step)] = ends else { return Err(fail("a range is of numbers")) };
                range(first, last, step)
                    .ok_or_else(|| fail("a range rises, by a step above 0, to at most 1,000 values"))?
            }
            None => values.split(',').map(|value| written(value.trim())).collect(),
        };
        if values.iter().any(|value| value.as_str() == Some("")) {
            return Err(fail("a value is empty"));
        }
        Ok(Self { key: key.trim().to_owned(), values })
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<String> = self.values.iter().map(shown).collect();
        write!(formatter, "{}={}", self.key, values.join(","))
    }
}

/// `first`, `first + step`, ... up to `last`, each rounded to nine decimals so that 0.1 three times is 0.3.
fn range(first: f64, last: f64, step: f64) -> Option<Vec<Value>> {
    let count = ((last - first) / step + 1e-9).floor();
    if step <= 0.0 || count < 0.0 || count >= MOST as f64 {
        return None;
    }
    #[expect(clippy::cast_sign_loss, reason = "checked to be at least 0")]
    let steps = 0..=count as usize;
    Some(steps.map(|at| number((first + at as f64 * step) * 1e9).unwrap_or(Value::Null)).collect())
}

/// A number given in billionths, as a whole number where it is one.
fn number(billionths: f64) -> Option<Value> {
    let value = billionths.round() / 1e9;
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return Some(Value::from(value as i64));
    }
    serde_json::Number::from_f64(value).map(Value::Number)
}

/// A number, a truth value or a word.
fn written(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(value @ (Value::Number(_) | Value::Bool(_))) => value,
        _ => Value::String(text.to_owned()),
    }
}

/// A value as a person writes it.
#[must_use]
pub fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// `params` with one setting changed.
///
/// # Errors
/// [`LabError::Settings`] when there is no such setting or it cannot have this value.
pub fn with(params: &Params, key: &str, value: &Value) -> Result<Params, LabError> {
    let fail = |what: String| LabError::Settings(format!("{key}: {what}"));
    let mut all = serde_json::to_value(params).map_err(|error| fail(error.to_string()))?;
    let mut table = all.as_object_mut();
    let mut words = key.split('.').peekable();
    while let Some(word) = words.next() {
        let Some(inner) = table else { return Err(fail("there is no such setting".into())) };
        if words.peek().is_none() {
            inner.insert(word.to_owned(), value.clone());
            break;
        }
        table = inner.get_mut(word).and_then(Value::as_object_mut);
    }
    let params: Params = serde_json::from_value(all).map_err(|error| fail(error.to_string()))?;
    params.check().map_err(|error| LabError::Settings(error.to_string()))?;
    Ok(params)
}
