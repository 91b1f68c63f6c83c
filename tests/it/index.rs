//! Words, vectors and what is kept of them.

#[path = "index/lexical.rs"]
mod lexical;
