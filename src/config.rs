//! Settings from defaults, files, environment and flags, merged once, each value with its origin.
//! Never runs anything.
