//! Laws of fusion, fire test, fill and expansions.
