//! Walking and decoding.
