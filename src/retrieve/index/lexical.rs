//! BM25 over one collection of texts (design 2.6), through tantivy.
//! Never shares statistics between chunks and seams.
