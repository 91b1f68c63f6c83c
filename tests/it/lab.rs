//! The lab: statistics and measures against published references, calibration and evaluation on folders drawn here.

#[path = "lab/calibrate.rs"]
mod calibrate;
#[path = "lab/eval.rs"]
mod eval;
#[path = "lab/measures.rs"]
mod measures;
#[path = "lab/questions.rs"]
mod questions;
#[path = "lab/statistics.rs"]
mod statistics;
#[path = "lab/world.rs"]
mod world;
