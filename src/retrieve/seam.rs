//! The windows over the cuts (Seams, section 3.1).
//! Never crosses a document and never becomes evidence.
