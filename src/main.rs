//! Parses the call, runs it, exits with its code. Never does the work itself.

fn main() {}
