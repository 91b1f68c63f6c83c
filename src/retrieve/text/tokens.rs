//! Counting and locating tokens in one named unit.
//! Never cuts; special-token literals are ordinary text.
