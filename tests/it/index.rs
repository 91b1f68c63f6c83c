//! Words, vectors, store.
