//! Laws of every chunker and cases drawn in text.
