//! The only place that knows the order of the stages.
//! Never holds a rule of its own.

pub mod ask;
pub mod build;
