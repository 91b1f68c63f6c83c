//! Parses the call, runs it, exits with its code; nothing else.

fn main() {}
