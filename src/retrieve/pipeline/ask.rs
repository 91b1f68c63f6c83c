//! A question into a trace, resuming at the first stage that a change of parameters touches.
//! Never touches an index or an embedder when only a later stage changed.
