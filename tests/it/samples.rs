//! sample-docs and their questions.
