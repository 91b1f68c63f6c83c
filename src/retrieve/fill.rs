//! A ranking and its verdicts into the chunks that the budget holds.
//! Never shortens a chunk.
