//! Whether the best chunk is too far away to answer at all.
//! Never changes a ranking.
