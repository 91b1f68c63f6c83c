//! Equality with the reference program.
