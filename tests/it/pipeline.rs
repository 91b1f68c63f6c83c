//! Resuming equals running from scratch.

#[path = "pipeline/asking.rs"]
mod asking;
#[path = "pipeline/explaining.rs"]
mod explaining;
#[path = "pipeline/reranking.rs"]
mod reranking;
#[path = "pipeline/resuming.rs"]
mod resuming;
#[path = "pipeline/world.rs"]
mod world;
