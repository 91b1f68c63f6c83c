//! Which files of a folder are read, which are not and why, and how bytes become canonical text.
//! Never looks into a text for structure.
