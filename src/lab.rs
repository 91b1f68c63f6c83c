//! ROOM 2: many questions in, honest comparisons out: calibration of m, evaluation, sweeps, statistics.
//! Never draws on a screen, never prints and never starts a thread of its own that outlives a call; it asks `retrieve` and counts.

pub mod calibrate;
pub mod endpoint;
pub mod eval;
pub mod measures;
pub mod places;
pub mod questions;
pub mod run;
pub mod statistics;
pub mod sweep;
