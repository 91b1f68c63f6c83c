//! Ranked lists into one fused ranking.
//! Never looks at a text.
