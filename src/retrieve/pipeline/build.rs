//! A folder into documents, chunks, seams, indexes and vectors.
//! Never asks a question.
