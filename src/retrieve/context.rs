//! The chosen chunks as numbered passages of original text with citations.
//! Never prints a header or a seam.
