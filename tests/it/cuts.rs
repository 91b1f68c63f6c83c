//! Diagnosis of cuts.
