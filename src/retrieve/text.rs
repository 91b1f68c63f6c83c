//! What can be said of a text before it is cut: outline, blocks, sentence edges, tokens, positions.
//! Never cuts.

pub mod blocks;
pub mod graphemes;
pub mod outline;
pub mod positions;
pub mod sentences;
pub mod tokens;
pub mod visible;

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

/// Extensions of source code and of data that is read line by line.
const CODE: &str = " adb ads asm astro awk bash bat bib c cc cfg clj cljs cmake cmd conf cpp cs css csv cu cxx d dart diff \
    el elm erl ex exs f f90 fish fs fsx gd glsl go gradle graphql groovy h hcl hh hpp hrl hs htm html hxx ini ipynb java jl \
    js json json5 jsonc jsonl jsx kt kts less lisp lua m mak mjs mk ml mli mm ndjson nim nix nu pas patch php pl pm \
    properties proto ps1 py pyi r rb rkt rs s sass scala scm scss sh sol sql svelte svg swift tcl tf toml ts tsv tsx v vb \
    vhd vim vue wgsl xml xsl yaml yml zig zsh ";

/// Names of source code without an extension that tells.
const CODE_NAMES: [&str; 6] = ["CMakeLists.txt", "Dockerfile", "GNUmakefile", "Justfile", "Makefile", "justfile"];

/// The format that a path names by its extension, in any case; anything unknown is plain text.
#[must_use]
pub fn format_of(path: &str) -> Format {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map_or_else(String::new, |(_, extension)| extension.to_ascii_lowercase());
    match extension.as_str() {
        "md" | "markdown" | "mdx" | "mkd" | "mdown" => Format::Markdown,
        "rst" | "rest" => Format::Rst,
        _ if CODE_NAMES.contains(&name) => Format::Code,
        extension if CODE.split_ascii_whitespace().any(|known| known == extension) => Format::Code,
        _ => Format::Plain,
    }
}
