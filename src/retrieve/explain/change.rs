//! The smallest change of one knob that brings an entry in or puts it out.
//! Never guesses: every value is tried on the stages themselves, nearest first.

use serde::Serialize;

use super::grid::{Way, turn};
use super::is_inside;
use crate::retrieve::expand::{Weighed, cosines};
use crate::retrieve::params::{ExpandParams, Layout, Params, Policy};
use crate::retrieve::pipeline::ask::{AskError, Session};
use crate::retrieve::trace::{Action, Entry, Trace};

/// A setting that can be turned after the index is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Knob {
    /// Margin m.
    #[serde(rename = "fire.margin")]
    Margin,
    /// The budget.
    #[serde(rename = "budget.limit")]
    Limit,
    /// Share of the chunk's own relevance, in steps of 0.001.
    #[serde(rename = "expand.gamma")]
    Gamma,
    /// Weight of the continuity penalty, in steps of 0.001.
    #[serde(rename = "expand.lambda")]
    Lambda,
    /// Places to each side.
    #[serde(rename = "expand.radius")]
    Radius,
    /// Entries of each list.
    #[serde(rename = "search.depth")]
    Depth,
    /// k of the fusion.
    #[serde(rename = "fusion.k")]
    FusionK,
    /// Which lists are fused.
    #[serde(rename = "fusion.layout")]
    Layout,
}

/// A value of a knob.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A count.
    Whole(u64),
    /// A fraction.
    Real(f64),
    /// A layout.
    Layout(Layout),
}

/// What a change does to the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// It comes in.
    BringsIn,
    /// It goes out.
    PutsOut,
}

/// One knob turned as little as it takes; all others stay.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The knob; written as its key in config.toml.
    pub key: Knob,
    /// Its value now.
    pub from: Value,
    /// The nearest value with the other outcome; of two equally near ones the larger.
    pub to: Value,
    /// The outcome.
    pub effect: Effect,
}

/// Largest radius that is tried.
const MOST_RADIUS: u32 = 64;

impl Change {
    /// How deep lists are looked into, seen from the depth that is set.
    #[must_use]
    pub const fn deepest(depth: usize) -> usize {
        let deeper = depth.saturating_mul(4);
        if deeper < 400 { 400 } else { deeper }
    }

    /// The largest k of the fusion that is tried, seen from the one that is set.
    #[must_use]
    pub const fn largest_k(k: u32) -> u32 {
        let larger = k.saturating_mul(4);
        if larger < 240 { 240 } else { larger }
    }
}

/// The session's question asked again with lists as deep as changes are looked for; what was found serves every other
/// depth without another search.
pub(super) fn deepened(session: &Session) -> Result<Session, AskError> {
    let mut deep = session.clone();
    if let (Some(trace), Some(params)) = (session.trace(), session.params()) {
        let mut params = params.clone();
        params.search.depth = Change::deepest(params.search.depth);
        deep.decide(&trace.question, &params)?;
    }
    Ok(deep)
}

/// The smallest change of each knob, in the order of [`Knob`].
pub(super) fn changes(deep: &Session, session: &Session, entry: Entry) -> Result<Vec<Change>, AskError> {
    let (Some(trace), Some(params)) = (session.trace(), session.params()) else { return Ok(Vec::new()) };
    let mut trial = Trial { session: deep.clone(), trace, params, entry, inside: is_inside(trace, entry) };
    let mut changes = vec![trial.margin()?, trial.limit()?];
    if params.expand.policy == Policy::Scar {
        changes.extend([trial.gamma()?, trial.lambda()?]);
    }
    if matches!(params.expand.policy, Policy::Scar | Policy::Window) {
        changes.push(trial.radius()?);
    }
    changes.extend([trial.depth()?, trial.fusion_k()?, trial.layout()?]);
    Ok(changes.into_iter().flatten().collect())
}

/// Values tried one after the other.
struct Trial<'a> {
    session: Session,
    trace: &'a Trace,
    params: &'a Params,
    entry: Entry,
    inside: bool,
}

impl Trial<'_> {
    fn margin(&mut self) -> Result<Option<Change>, AskError> {
        let set = |params: &mut Params, margin| params.fire.margin = margin as u32;
        self.whole(Knob::Margin, self.params.fire.margin.into(), &set, &next_margin)
    }

    fn limit(&mut self) -> Result<Option<Change>, AskError> {
        self.whole(Knob::Limit, self.params.budget.limit, &|params, limit| params.budget.limit = limit, &next_limit)
    }

    fn radius(&mut self) -> Result<Option<Change>, AskError> {
        let set = |params: &mut Params, radius| params.expand.radius = radius as u32;
        self.whole(Knob::Radius, self.params.expand.radius.into(), &set, &steps(0, MOST_RADIUS.into()))
    }

    fn depth(&mut self) -> Result<Option<Change>, AskError> {
        let depth = self.params.search.depth;
        let set = |params: &mut Params, depth| params.search.depth = depth as usize;
        self.whole(Knob::Depth, depth as u64, &set, &steps(1, Change::deepest(depth) as u64))
    }

    fn fusion_k(&mut self) -> Result<Option<Change>, AskError> {
        let k = self.params.fusion.k;
        self.whole(
            Knob::FusionK,
            k.into(),
            &|params, k| params.fusion.k = k as u32,
            &steps(0, Change::largest_k(k).into()),
        )
    }

    fn gamma(&mut self) -> Result<Option<Change>, AskError> {
        let ExpandParams { lambda, gamma, .. } = self.params.expand;
        let passes = move |cosines, gamma| Weighed::of(cosines, lambda, gamma).passes();
        self.real(Knob::Gamma, gamma, &|params, gamma| params.expand.gamma = gamma, &passes)
    }

    fn lambda(&mut self) -> Result<Option<Change>, AskError> {
        let ExpandParams { lambda, gamma, .. } = self.params.expand;
        let passes = move |cosines, lambda| Weighed::of(cosines, lambda, gamma).passes();
        self.real(Knob::Lambda, lambda, &|params, lambda| params.expand.lambda = lambda, &passes)
    }

    fn layout(&mut self) -> Result<Option<Change>, AskError> {
        let from = self.params.fusion.layout;
        let other = match from {
            Layout::Separate => Layout::Joint,
            Layout::Joint => Layout::Separate,
        };
        let next = |layout, _: &Trace| (layout == from).then_some(other);
        let to = self.walk(from, &|params, layout| params.fusion.layout = layout, &next)?;
        Ok(to.map(|to| self.change(Knob::Layout, Value::Layout(from), Value::Layout(to))))
    }

    /// A knob that counts; `next` gives the nearest value on one side at which any step could turn out differently.
    fn whole(
        &mut self,
        key: Knob,
        from: u64,
        set: &dyn Fn(&mut Params, u64),
        next: &dyn Fn(u64, Way, &Trace) -> Option<u64>,
    ) -> Result<Option<Change>, AskError> {
        let up = self.walk(from, set, &|value, trace| next(value, Way::Up, trace))?;
        let down = self.walk(from, set, &|value, trace| next(value, Way::Down, trace))?;
        let to = match (up, down) {
            (Some(up), Some(down)) => Some(if up - from <= from - down { up } else { down }),
            (up, down) => up.or(down),
        };
        Ok(to.map(|to| self.change(key, Value::Whole(from), Value::Whole(to))))
    }

    /// A knob of the SCAR rule; `passes` is the rule for three cosines at one of its values.
    fn real(
        &mut self,
        key: Knob,
        from: f64,
        set: &dyn Fn(&mut Params, f64),
        passes: &dyn Fn([f64; 3], f64) -> bool,
    ) -> Result<Option<Change>, AskError> {
        let next = |value, way, trace: &Trace| {
            let tests = trace.expansions.iter().filter_map(cosines);
            let turns = tests.filter_map(|cosines| turn(value, way, |value| passes(cosines, value)));
            match way {
                Way::Up => turns.min_by(f64::total_cmp),
                Way::Down => turns.max_by(f64::total_cmp),
            }
        };
        let up = self.walk(from, set, &|value, trace| next(value, Way::Up, trace))?;
        let down = self.walk(from, set, &|value, trace| next(value, Way::Down, trace))?;
        let to = match (up, down) {
            (Some(up), Some(down)) => Some(if up - from <= from - down { up } else { down }),
            (up, down) => up.or(down),
        };
        Ok(to.map(|to| self.change(key, Value::Real(from), Value::Real(to))))
    }

    /// Goes from value to value until the outcome is the other one.
    fn walk<V: Copy>(
        &mut self,
        from: V,
        set: &dyn Fn(&mut Params, V),
        next: &dyn Fn(V, &Trace) -> Option<V>,
    ) -> Result<Option<V>, AskError> {
        let mut params = self.params.clone();
        let mut value = next(from, self.trace);
        while let Some(now) = value {
            set(&mut params, now);
            let trace = self.session.decide(&self.trace.question, &params)?;
            if is_inside(trace, self.entry) != self.inside {
                return Ok(Some(now));
            }
            value = next(now, trace);
        }
        Ok(None)
    }

    fn change(&self, key: Knob, from: Value, to: Value) -> Change {
        Change { key, from, to, effect: if self.inside { Effect::PutsOut } else { Effect::BringsIn } }
    }
}

/// Every value between two bounds.
fn steps(least: u64, most: u64) -> impl Fn(u64, Way, &Trace) -> Option<u64> {
    move |value, way, _| match way {
        Way::Up => (value < most).then(|| value + 1),
        Way::Down => (value > least).then(|| value - 1),
    }
}

/// The next margin at which a verdict turns.
fn next_margin(_: u64, way: Way, trace: &Trace) -> Option<u64> {
    let verdicts = trace.verdicts.iter();
    let turn = match way {
        Way::Up => verdicts.filter(|verdict| verdict.fired).filter_map(|verdict| verdict.turns_from).min(),
        Way::Down => verdicts.filter(|verdict| !verdict.fired).filter_map(|verdict| verdict.turns_to).max(),
    };
    turn.map(u64::from)
}

/// The next limit at which a step could turn out differently: upwards where the first entry that had no room has it,
/// or one more where the budget is full and entries were not reached; downwards where what was used is just full, and
/// then where it no longer fits.
fn next_limit(limit: u64, way: Way, trace: &Trace) -> Option<u64> {
    let steps = &trace.budget.steps;
    let used = steps.iter().map(|step| step.used).max().unwrap_or(0);
    match way {
        Way::Up if used >= limit => limit.checked_add(1),
        Way::Up => {
            let missed = steps.iter().filter(|step| step.action == Action::NoRoom);
            missed.map(|step| step.before + step.needs).min()
        }
        Way::Down if used < limit => Some(used),
        Way::Down => limit.checked_sub(1),
    }
}
