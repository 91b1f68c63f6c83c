//! Words, vectors and what is kept of them.

#[path = "index/beside.rs"]
mod beside;
#[path = "index/build.rs"]
mod build;
#[path = "index/damage.rs"]
mod damage;
#[path = "index/dense.rs"]
mod dense;
#[path = "index/folder.rs"]
mod folder;
#[path = "index/late.rs"]
mod late;
#[path = "index/lexical.rs"]
mod lexical;
#[path = "index/steps.rs"]
mod steps;
