//! How often seams would fire on a person's own questions under each margin.
//! Never needs to know where an answer lies.

use crate::lab::eval::Mean;
use crate::lab::run::{LabError, Meter, each};
use crate::lab::statistics::mean_interval;
use crate::retrieve::params::{Params, Policy};
use crate::retrieve::pipeline::ask::Session;
use crate::retrieve::trace::{Action, Entry};

/// Resamples and seed of the intervals.
const DRAWS: (usize, u64) = (2_000, 1);

/// Firings that bring a chunk into the context, a question, under m = 0, 1, ... up to `margins`; empty without questions.
///
/// # Errors
/// See [`LabError`].
pub fn firings(
    session: &Session,
    questions: &[String],
    params: &Params,
    margins: u32,
    meter: Meter<'_>,
) -> Result<Vec<Mean>, LabError> {
    let mut params = params.clone();
    (params.seam.enabled, params.expand.policy, params.refuse.distance) = (true, Policy::None, None);
    let counts = each(session, questions, meter, |session, question| {
        let count = |margin| {
            let mut params = params.clone();
            params.fire.margin = margin;
            let trace = session.ask(question, &params);
            let trace = trace.map_err(|error| LabError::Ask { question: question.clone(), error })?;
            let fired = |step: &&crate::retrieve::trace::Step| {
                matches!((step.subject, step.action), (Entry::Seam(_), Action::Added))
            };
            Ok(trace.budget.steps.iter().filter(fired).count() as f64)
        };
        (0..=margins).map(count).collect::<Result<Vec<f64>, LabError>>()
    })?;
    if questions.is_empty() {
        return Ok(Vec::new());
    }
    let at = |margin: u32| {
        let values: Vec<f64> = counts.iter().filter_map(|counts| counts.get(margin as usize).copied()).collect();
        let n = values.len();
        Mean {
            mean: Some(values.iter().sum::<f64>() / n as f64),
            interval: mean_interval(&values, DRAWS.0, DRAWS.1),
            n,
        }
    };
    Ok((0..=margins).map(at).collect())
}
