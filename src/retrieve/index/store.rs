//! What is kept on disk: vectors by model and text, and the index of each folder, stamped.
//! A kill at any moment leaves the old or the new state; never half of one.
