//! Resuming equals running from scratch.
