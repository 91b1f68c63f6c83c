//! The same engine without a screen: commands, tables, JSON, exit codes.
//! Never computes a result of its own.
