//! Settings of chunks and seams (design 2.2 to 2.4).
//! Never cuts anything.

use serde::{Deserialize, Serialize};

use super::ParamsError;

/// How a text is cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Every N tokens: the baseline of the Seams paper.
    #[default]
    Tokens,
    /// Every N characters, blind to the text.
    Chars,
    /// Recursive character splitter with a separator list.
    Recursive,
    /// Paragraphs, packed; long ones at sentence ends.
    Paragraph,
    /// N sentences a chunk.
    Sentence,
    /// One chunk a section, large ones by `recursive`.
    Heading,
}

/// What a size counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Tokens of o200k.
    #[default]
    O200k,
    /// Tokens of cl100k.
    Cl100k,
    /// The embedder's own tokens, special ones excluded.
    Model,
    /// Characters (Unicode scalar values; CRLF is one unless `compat = "langchain"`).
    Chars,
    /// Runs without blank space.
    Words,
}

/// Whose reading of a text is followed where they differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compat {
    /// seamscope's: line ends are alike, graphemes are whole.
    #[default]
    None,
    /// LangChain's: CR is a character, hard cuts by code point, Python's blank space.
    Langchain,
}

/// Where a separator goes when `recursive` splits at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeepSeparator {
    /// To the beginning of the right piece.
    #[default]
    Start,
    /// To the end of the left piece.
    End,
    /// Nowhere.
    Drop,
}

/// Settings of the chunker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChunkParams {
    /// The method.
    pub method: Method,
    /// The size that a chunk may reach, in `unit`; for `sentence` a number of sentences.
    pub size: usize,
    /// What `size` and `overlap` count.
    pub unit: Unit,
    /// How much of a chunk is repeated at the start of the next.
    pub overlap: usize,
    /// Prepend the section path to what is embedded and indexed.
    pub header: bool,
    /// Whose reading.
    pub compat: Compat,
    /// Separators of `recursive`, tried in order; the empty string cuts hard.
    pub separators: Vec<String>,
    /// Where a separator goes.
    pub keep_separator: KeepSeparator,
    /// Tokens before the first cut, for phases; 0 = as large as every other chunk.
    pub start: usize,
    /// Chunks larger than this (in `unit`) are split again by `recursive`; 0 = off.
    pub max: usize,
    /// Chunks smaller than this (in `unit`) are merged with a neighbour; 0 = off.
    pub min: usize,
    /// A merge may reach this size (in `unit`); 0 = `size`.
    pub cap: usize,
}

impl Default for ChunkParams {
    fn default() -> Self {
        Self {
            method: Method::Tokens,
            size: 1024,
            unit: Unit::O200k,
            overlap: 0,
            header: false,
            compat: Compat::None,
            separators: ["\n\n", "\n", " ", ""].map(String::from).to_vec(),
            keep_separator: KeepSeparator::Start,
            start: 0,
            max: 0,
            min: 0,
            cap: 0,
        }
    }
}

impl ChunkParams {
    pub(super) fn check(&self) -> Result<(), ParamsError> {
        let fail = |key, what| Err(ParamsError { key, what });
        if self.size == 0 {
            return fail("chunk.size", "is 0; a chunk needs a size of at least 1".into());
        }
        if self.overlap >= self.size {
            let what = format!(
                "overlap {} is not below size {}; lower chunk.overlap or raise chunk.size",
                self.overlap, self.size
            );
            return fail("chunk.overlap", what);
        }
        if self.max > 0 && self.overlap >= self.max {
            let what = format!("max {} is not above overlap {}; raise chunk.max", self.max, self.overlap);
            return fail("chunk.max", what);
        }
        Ok(())
    }
}

/// Where the sides of a seam window go (Seams, section 3.1 step 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Snap {
    /// Away from the cut to the nearest sentence edge in the chunk.
    #[default]
    Outward,
    /// Towards the cut.
    Inward,
    /// They stay.
    None,
}

/// Settings of the seams.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SeamParams {
    /// Draw, index and list seams.
    pub enabled: bool,
    /// Half-width: tokens on each side of the cut.
    pub k: usize,
    /// What `k` counts; `None` = see [`super::Params::seam_unit`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// Snapping.
    pub snap: Snap,
}

impl Default for SeamParams {
    fn default() -> Self {
        Self { enabled: true, k: 150, unit: None, snap: Snap::Outward }
    }
}

impl SeamParams {
    pub(super) fn check(&self) -> Result<(), ParamsError> {
        if self.k == 0 {
            let what = "is 0; a seam needs at least 1 token on each side, or set seam.enabled=false".into();
            return Err(ParamsError { key: "seam.k", what });
        }
        Ok(())
    }
}
