//! Searching chunks and seams: words (tantivy), vectors (exact scan), and what is kept on disk.
//! Never mixes two models and never fuses.

pub mod dense;
pub mod lexical;
pub mod store;
