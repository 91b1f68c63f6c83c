//! A question into ranked lists.
//! Never fuses them.
