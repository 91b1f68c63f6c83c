//! Cutting a document into chunks, one file a method.
//! Never changes a text and never embeds one.
