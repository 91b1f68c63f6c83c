//! The model: keys in, state out.
