//! The fire test of each seam in a fused ranking (Seams, section 3.2 step 3).
//! Never drops a seam; it only says which fire.
