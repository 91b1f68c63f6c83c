//! Models: exact counts, nothing cut off, long texts in pieces.

#[path = "embed/builtin.rs"]
mod builtin;
#[path = "embed/endpoint.rs"]
mod endpoint;
#[path = "embed/fastembed.rs"]
mod fastembed;
#[path = "embed/hub.rs"]
mod hub;
#[path = "embed/late.rs"]
pub(crate) mod late;
#[path = "embed/letters.rs"]
pub(crate) mod letters;
#[path = "embed/pieces.rs"]
mod pieces;
#[path = "embed/prefix.rs"]
mod prefix;
#[path = "embed/server.rs"]
pub(crate) mod server;
