//! The story as plain data: what each stage hands to the next and what every screen, file and script shows.
//! Holds values and their ids only; it never computes a score, a rank or a verdict.

mod corpus;
mod question;

pub use corpus::{
    Block, BlockKind, Chunk, ChunkId, Corpus, Document, EndReason, Entry, Format, Heading, Seam, SeamId, Section,
    Skipped, Warning,
};
pub use question::{
    Action, Budget, Citation, Expansion, Fused, Hit, ListName, Note, Passage, RankedList, Refusal, Reranked, Scored,
    Step, StepSubject, Term, Trace, Verdict,
};
