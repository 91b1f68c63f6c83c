//! Models: exact counts, nothing cut off, long texts in pieces.

#[path = "embed/builtin.rs"]
mod builtin;
#[path = "embed/fastembed.rs"]
mod fastembed;
#[path = "embed/hub.rs"]
mod hub;
#[path = "embed/letters.rs"]
pub(crate) mod letters;
#[path = "embed/pieces.rs"]
mod pieces;
#[path = "embed/server.rs"]
pub(crate) mod server;
