//! Cases drawn in text.
