//! What can be said of a text before it is cut: outline, blocks, sentence edges, tokens, positions.
//! Never cuts.

pub mod blocks;
pub mod outline;
pub mod positions;
pub mod sentences;
pub mod tokens;

use crate::retrieve::trace::{Document, Format};

/// Reads the structure of one canonical text.
///
/// `path` is relative to the folder, with `/`; its extension decides the format ([`format_of`]). `body` is where the
/// text proper begins: 3 after a UTF-8 byte order mark, else 0. The same arguments always give the same document,
/// in time linear in the text.
#[must_use]
pub fn document(path: &str, text: String, body: usize) -> Document {
    let format = format_of(path);
    let structure = blocks::structure(&text, body, format);
    let sentences = sentences::edges_within(&text, body, &structure);
    let (outline, blocks) = (structure.outline, structure.blocks);
    Document { path: path.to_owned(), text, body, format, outline, blocks, sentences }
}

/// The format that a path's extension names; anything unknown is plain text.
#[must_use]
pub fn format_of(path: &str) -> Format {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    match extension.as_deref() {
        Some("md" | "markdown" | "mdx" | "mkd" | "mdown") => Format::Markdown,
        Some("rst" | "rest") => Format::Rst,
        _ => Format::Plain,
    }
}
pub mod visible;
