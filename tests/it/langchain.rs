//! Equality with LangChain and the course chunker.
