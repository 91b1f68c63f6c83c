//! Ranked lists given by hand into verdicts: the pipeline after the lists, without folder or model.
//! Never reads a document.
