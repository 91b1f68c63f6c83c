//! Settings and their origins.
