//! Outline, blocks, sentence edges.
