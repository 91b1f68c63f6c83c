//! `seamscope sweep`: the same questions while one or two settings move.
//! Never hides that the best of many points was chosen on the questions that measure it.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::args::{Common, Shape, SweepArgs};
use super::eval::policies_of;
use super::output::{Failure, Outcome};
use super::table::{self, Table, counted};
use super::{json, lab, open};
use crate::lab::eval::{Bench, Ledger, Origin, Policy, Settings, Slice};
use crate::lab::questions::Question;
use crate::lab::run::Part;
use crate::lab::sweep::{self, Axis, Basis, Kept, Point, shown};
use crate::retrieve::embed::Embedder;
use crate::retrieve::params::{EmbedParams, Params};

#[derive(Serialize)]
struct SweepJson<'a> {
    schema: u32,
    params: Value,
    over: &'a [Axis],
    questions: usize,
    /// Places of the sweep that are there, where it was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial: Option<Part>,
    points: Vec<PointJson<'a>>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct PointJson<'a> {
    #[serde(flatten)]
    point: &'a Point,
    /// No other point has more recall for fewer chunks.
    front: bool,
}

pub(super) fn run(args: &SweepArgs, earlier: &Common, out: &mut dyn Write) -> Result<Outcome, Failure> {
    if !args.folder.exists() {
        return Err(open::missing(&args.folder));
    }
    let axes = args.over.iter().map(|axis| axis.parse().map_err(|error| Failure::call(format!("--over {error}"))));
    let axes = axes.collect::<Result<Vec<Axis>, _>>()?;
    if axes.len() > 2 {
        return Err(Failure::call(format!("{} settings cannot be drawn, --over; move one or two", axes.len())));
    }
    let policies = if args.policies.is_empty() { vec![Policy::Configured] } else { policies_of(&args.policies)? };
    let wanted = Settings { policies, resamples: args.resamples, seed: args.seed };
    let settings = open::settings(&args.common.clone().over(earlier), Some(&args.folder))?;
    let places = sweep::places(&settings.params, &axes).map_err(Failure::call)?;
    let mut kept = args.keep.as_deref().map(keep).transpose()?;
    let mut bench = Benches { args, settings: &settings, wanted: &wanted, model: None, bench: None };
    let (mut points, mut asked, mut ended) = (Vec::new(), 0, None);
    for (at, place) in places.iter().enumerate() {
        let (session, questions) = match bench.on(&place.1)? {
            Ok(ready) => ready,
            Err(early) => {
                ended = Some((at, early));
                break;
            }
        };
        asked = questions.len();
        let origin = Origin::of(session, questions, &wanted);
        let depends = |policy: &Policy| Basis { params: place.1.clone(), policy: *policy, origin: origin.clone() };
        let bases: Vec<Basis> = wanted.policies.iter().map(depends).collect();
        let known: Option<Vec<Point>> =
            kept.as_ref().and_then(|kept| bases.iter().map(|basis| kept.find(basis).cloned()).collect());
        let new = if let Some(known) = known {
            // The settings that moved are this sweep's, whichever sweep found the point.
            known.into_iter().map(|point| Point { settings: place.0.clone(), ..point }).collect()
        } else {
            let told = format!("place {}/{} · ", at + 1, places.len());
            let found = lab::metered_as(&told, |meter| {
                sweep::points(session, questions, place, &wanted, &Ledger::off(), meter)
            })?;
            let found = match found {
                Ok(found) => found,
                Err(early) => {
                    ended = Some((at, early));
                    break;
                }
            };
            if let Some(kept) = &mut kept {
                for (basis, point) in bases.into_iter().zip(&found) {
                    kept.keep(basis, point.clone()).map_err(|error| Failure::run(format!("--keep: {error}")))?;
                }
            }
            found
        };
        points.extend(new);
    }
    let partial = match &ended {
        Some((done, Outcome::Stopped(_))) => Some(Part { done: *done, of: places.len() }),
        _ => None,
    };
    if !points.is_empty() || args.shape.shape() == Shape::Json {
        print(args, &json::params(&settings.params), &axes, asked, &points, partial, out)?;
    }
    Ok(match (ended, partial) {
        (_, Some(part)) if part.done > 0 => lab::stopped(part, ASKED),
        (Some((_, early)), _) => early,
        _ => Outcome::Done,
    })
}

/// What is counted where it was stopped.
const ASKED: &str = "places of the sweep";

fn keep(path: &Path) -> Result<Kept, Failure> {
    Kept::open(path).map_err(|error| Failure::call(format!("cannot keep points in {}: {error}", path.display())))
}

/// The indexes of the place that was asked last, and the model.
struct Benches<'a> {
    args: &'a SweepArgs,
    settings: &'a crate::config::Settings,
    wanted: &'a Settings,
    model: Option<(EmbedParams, Option<Arc<dyn Embedder>>)>,
    bench: Option<(Params, Bench, Vec<Question>)>,
}

impl Benches<'_> {
    /// The indexes for `params`, opened anew where the last ones do not serve; or how the command ends.
    fn on(&mut self, params: &Params) -> Result<Result<(&Bench, &[Question]), Outcome>, Failure> {
        if !self.bench.as_ref().is_some_and(|(of, ..)| sweep::same_index(of, params)) {
            self.bench = None;
            if self.model.as_ref().is_none_or(|(of, _)| *of != params.embed) {
                let by_cosine = self.wanted.policies.iter().any(|policy| policy.needs_vectors(params));
                let settings = crate::config::Settings { params: params.clone(), ..self.settings.clone() };
                let model = if by_cosine { open::load(&settings)? } else { open::model_for_question(&settings)? };
                self.model = Some((params.embed.clone(), model));
            }
            let model = self.model.as_ref().and_then(|(_, model)| model.as_ref());
            let folder = &self.args.folder;
            let one = lab::Questions { folder, file: &self.args.questions, settings: self.settings, model };
            match one.bench(params, self.wanted)? {
                Ok((bench, questions)) => self.bench = Some((params.clone(), bench, questions)),
                Err(nothing) => return Ok(Err(nothing)),
            }
        }
        match &self.bench {
            Some((_, bench, questions)) => Ok(Ok((bench, questions))),
            None => Err(Failure::run("there is no index")),
        }
    }
}

const NOTE: &str = "the best of several points is chosen on the questions that measure it, so it looks better than it is; \
                    check it on questions that had no part in the choice";

fn print(
    args: &SweepArgs,
    params: &Value,
    axes: &[Axis],
    questions: usize,
    points: &[Point],
    partial: Option<Part>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let front = sweep::front(points, Slice::All);
    if let Some(path) = &args.svg {
        let over: Vec<String> = axes.iter().map(|axis| axis.key.clone()).collect();
        let title = format!("Recall against chunks over {}, {}", over.join(" and "), counted(questions, "question"));
        std::fs::write(path, sweep::svg(points, Slice::All, &title))
            .map_err(|error| Failure::run(format!("cannot write {}: {error}, --svg", path.display())))?;
    }
    let rows: Vec<Vec<String>> = points.iter().zip(&front).map(|(point, on)| row(point, *on)).collect();
    let mut headings: Vec<&str> = axes.iter().map(|axis| axis.key.as_str()).collect();
    headings.extend(HEADINGS);
    match args.shape.shape() {
        Shape::Json => {
            let points = points.iter().zip(front).map(|(point, front)| PointJson { point, front }).collect();
            let notes = vec![NOTE.to_owned()];
            json::print(
                &SweepJson {
                    schema: json::SCHEMA,
                    params: params.clone(),
                    over: axes,
                    questions,
                    partial,
                    points,
                    notes,
                },
                out,
            )?;
        }
        Shape::Table => {
            if let Some(part) = partial {
                writeln!(out, "{}", lab::partial(part, ASKED))?;
            }
            writeln!(out, "{} at {}", counted(questions, "question"), counted(points.len(), "point"))?;
            print_table(&headings, &rows, out)?;
            table::line(out, &format!("  note: {NOTE}"))?;
        }
        shape => {
            if let (Some(part), Shape::Markdown) = (partial, shape) {
                writeln!(out, "{}\n", lab::partial(part, ASKED))?;
            }
            lab::print_rows(shape, &headings, &rows, out)?;
        }
    }
    Ok(())
}

const HEADINGS: [&str; 9] =
    ["policy", "front", "recall", "complete", "split complete", "chunks", "tokens", "firings", "failure@20"];

fn row(point: &Point, on_front: bool) -> Vec<String> {
    let mut row: Vec<String> = point.settings.iter().map(|setting| shown(&setting.value)).collect();
    row.push(point.policy.name().into());
    row.push(if on_front { "yes" } else { "" }.into());
    let Some(all) = point.of(Slice::All) else { return row };
    let mean = |mean: crate::lab::eval::Mean| lab::mean(mean.mean, mean.interval, mean.n);
    let split = point.of(Slice::Split).map_or_else(|| "–".into(), |split| lab::share(split.complete));
    row.extend([
        mean(all.recall),
        lab::share(all.complete),
        split,
        mean(all.chunks),
        mean(all.tokens),
        mean(all.fired),
    ]);
    row.push(lab::share(all.failure_at_20));
    row
}

fn print_table(headings: &[&str], rows: &[Vec<String>], out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new(headings);
    for row in rows {
        table.row(row.clone());
    }
    table.print(out)
}
