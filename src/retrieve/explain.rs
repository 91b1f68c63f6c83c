//! Why an entry stands where it stands: BM25 per term, cosines, the RRF sum, and what would change it.
//! Never changes a result.
