//! Seam windows.
