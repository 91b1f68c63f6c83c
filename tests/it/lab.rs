//! The lab: statistics and measures against published references, calibration and evaluation on folders drawn here.

#[path = "lab/calibrate.rs"]
mod calibrate;
#[path = "lab/corpora.rs"]
mod corpora;
#[path = "lab/end_to_end.rs"]
mod end_to_end;
#[path = "lab/endpoint.rs"]
pub(crate) mod endpoint;
#[path = "lab/eval.rs"]
pub(crate) mod eval;
#[path = "lab/measures.rs"]
mod measures;
#[path = "lab/phases.rs"]
mod phases;
#[path = "lab/questions.rs"]
mod questions;
#[path = "lab/statistics.rs"]
mod statistics;
#[path = "lab/stopping.rs"]
mod stopping;
#[path = "lab/sweep.rs"]
mod sweep;
#[path = "lab/world.rs"]
pub(crate) mod world;
