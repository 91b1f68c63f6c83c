//! ROOM 1: a folder and a question in, a trace out.
//! Never knows a terminal, a clock or a global: results depend on the folder, the parameters and the question alone.

pub mod chunk;
pub mod context;
pub mod cut;
pub mod embed;
pub mod expand;
pub mod explain;
pub mod fill;
pub mod fire;
pub mod folder;
pub mod fuse;
pub mod index;
pub mod params;
pub mod pipeline;
pub mod refuse;
pub mod replay;
pub mod rerank;
pub mod seam;
pub mod search;
pub mod span;
pub mod text;
pub mod trace;
