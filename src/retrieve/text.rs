//! What can be said of a text before it is cut: outline, blocks, sentence edges, tokens, positions.
//! Never cuts.

pub mod tokens;
