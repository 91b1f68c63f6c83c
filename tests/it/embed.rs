//! Models: exact counts, nothing cut off, long texts in pieces.

#[path = "embed/builtin.rs"]
mod builtin;
#[path = "embed/fastembed.rs"]
mod fastembed;
#[path = "embed/letters.rs"]
pub(crate) mod letters;
#[path = "embed/pieces.rs"]
mod pieces;
