//! Neighbours of retrieved chunks: none, window, parent, scar.
//! Never crosses a document.
