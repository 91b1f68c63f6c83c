//! What a folder becomes: documents, chunks and seams, with the ids by which everything else refers to them.
//! Never reads a file and never cuts a text.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::retrieve::span::Span;

/// Number of a chunk in the whole folder, counted from 0 in path order, then in text order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChunkId(pub u32);

/// Number of a seam in the whole folder, counted like [`ChunkId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SeamId(pub u32);

impl ChunkId {
    /// As an index into [`Corpus::chunks`].
    #[must_use]
    pub const fn at(self) -> usize {
        self.0 as usize
    }
}

impl SeamId {
    /// As an index into [`Corpus::seams`].
    #[must_use]
    pub const fn at(self) -> usize {
        self.0 as usize
    }
}

/// What a ranking ranks: chunks and seams, mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Entry {
    /// A chunk, which may become evidence.
    Chunk(ChunkId),
    /// A seam, which only points at its two chunks.
    Seam(SeamId),
}

/// How a document's structure is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// CommonMark with tables and front matter.
    Markdown,
    /// reStructuredText.
    Rst,
    /// Source code of any language.
    Code,
    /// Anything else that is text; numbered headings are recognised.
    Plain,
}

/// One file's canonical text and what is known of its structure.
///
/// For UTF-8 files the offsets are those of the file, a byte order mark included.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Document {
    /// Path relative to the folder, with `/`.
    pub path: String,
    /// The canonical text (UTF-8, line ends as in the file).
    pub text: String,
    /// Where the text proper begins: 3 after a UTF-8 byte order mark, else 0. No chunk starts before it.
    pub body: usize,
    /// How its structure was read.
    pub format: Format,
    /// Headings in text order.
    pub outline: Vec<Heading>,
    /// Blocks in text order, by start; a list item or a fence may lie inside another block.
    pub blocks: Vec<Block>,
    /// Byte offsets at which a sentence ends and the next may begin, ascending: each lies after the blank space
    /// that follows the sentence. The end of the text is an edge; its beginning is not.
    pub sentences: Vec<usize>,
}

/// A heading of a document's outline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The whole heading, its marks and underline included, without the line end after it.
    pub span: Span,
    /// 1 is the highest.
    pub level: u8,
    /// The words alone: `Title` for `# Title ##`.
    pub title: String,
}

/// A section path, outermost title first; empty before the first heading.
pub type Section = Vec<String>;

/// A part of a document that a cut can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// The block's text, without the blank lines after it.
    pub span: Span,
    /// For a table: where its first body row begins (header and rule end there). Else the span's start.
    pub body: usize,
}

/// The kinds of [`Block`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockKind {
    /// Running text.
    Paragraph,
    /// A table, its header row included.
    Table,
    /// A code fence or literal block, its marks included.
    Fence,
    /// One item of a list, nested lists included.
    ListItem,
    /// Metadata before the text.
    FrontMatter,
    /// A heading line (with its underline).
    Heading,
}

/// Why a chunk ended where it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "reason", content = "level", rename_all = "kebab-case")]
pub enum EndReason {
    /// The size was reached.
    Size,
    /// A paragraph ended.
    Paragraph,
    /// A sentence ended.
    Sentence,
    /// A heading begins.
    Heading,
    /// A separator of the list stood here: its place in the list, from 0.
    Separator(u8),
    /// A page ended.
    Page,
    /// The document ended.
    EndOfDocument,
}

impl EndReason {
    /// Its word in tables and JSON (contract.md, `ended_by`).
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Paragraph => "paragraph",
            Self::Sentence => "sentence",
            Self::Heading => "heading",
            Self::Separator(_) => "separator",
            Self::Page => "page",
            Self::EndOfDocument => "end-of-document",
        }
    }
}

/// What a cut breaks, as a fact of blocks, sentences and graphemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Warning {
    /// Inside one user-perceived character.
    MidGrapheme,
    /// Inside a word.
    MidWord,
    /// Inside a sentence.
    MidSentence,
    /// Inside a paragraph.
    MidParagraph,
    /// Inside a table.
    InTable,
    /// Inside a table's body: the rows after the cut have lost their header.
    TableHeaderLost,
    /// Inside a code fence, which is left open.
    InFence,
    /// Inside front matter.
    InFrontMatter,
    /// Inside a list item.
    InListItem,
    /// A heading is separated from its text.
    HeadingOrphan,
    /// The chunk is larger than the size allows and could not be made smaller.
    Oversize,
}

impl Warning {
    /// Its word on the screen, in tables and in JSON (contract.md, `warnings`).
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MidGrapheme => "mid-grapheme",
            Self::MidWord => "mid-word",
            Self::MidSentence => "mid-sentence",
            Self::MidParagraph => "mid-paragraph",
            Self::InTable => "in-table",
            Self::TableHeaderLost => "table-header-lost",
            Self::InFence => "in-fence",
            Self::InFrontMatter => "in-front-matter",
            Self::InListItem => "in-list-item",
            Self::HeadingOrphan => "heading-orphan",
            Self::Oversize => "oversize",
        }
    }
}

/// A span of a document that is indexed and may be returned as evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// Index into [`Corpus::documents`].
    pub document: u32,
    /// Place within its document, from 0.
    pub index: u32,
    /// Where it lies in the document's text.
    pub span: Span,
    /// Path of the section in which it starts.
    pub section: Section,
    /// Tokens of its own text, in the unit that seams count (design 2.4).
    pub tokens: u32,
    /// Why it ends.
    pub ended_by: EndReason,
    /// Characters that it shares with the chunk before it, measured.
    pub overlap_chars: u32,
    /// What the cut at its end breaks, in the order of [`Warning`]; and `oversize` of the chunk itself.
    pub warnings: Vec<Warning>,
}

/// The window over one cut. Its text is only searched, never evidence (Seams, section 3.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seam {
    /// Index into [`Corpus::documents`].
    pub document: u32,
    /// The chunk before the cut.
    pub left: ChunkId,
    /// The chunk after the cut.
    pub right: ChunkId,
    /// The cut: where the right chunk starts, in bytes.
    pub cut: usize,
    /// The window, blank space between the chunks included.
    pub span: Span,
    /// Tokens of the left chunk and of the right chunk inside the window.
    pub tokens: [u32; 2],
}

/// A file or folder that is not indexed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Path relative to the folder, with `/`; a skipped folder ends in `/`.
    pub path: String,
    /// A short reason: `ignored`, `hidden`, `binary`, `too large`, `not UTF-8`, `empty`, `unreadable: ...`.
    pub reason: String,
}

/// A whole folder after cutting.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// Documents in path order; shared, because a model may read one while others are still put beside it.
    pub documents: Vec<Arc<Document>>,
    /// All chunks, by document, then by place.
    pub chunks: Vec<Chunk>,
    /// All seams, by document, then by place.
    pub seams: Vec<Seam>,
    /// What was left out, in path order.
    pub skipped: Vec<Skipped>,
    /// Chunks of each document, as a range of [`Corpus::chunks`].
    pub chunk_ranges: Vec<Range<u32>>,
    /// Seams of each document, as a range of [`Corpus::seams`].
    pub seam_ranges: Vec<Range<u32>>,
}

impl Corpus {
    /// The chunk with this id.
    #[must_use]
    pub fn chunk(&self, id: ChunkId) -> &Chunk {
        &self.chunks[id.at()]
    }

    /// The seam with this id.
    #[must_use]
    pub fn seam(&self, id: SeamId) -> &Seam {
        &self.seams[id.at()]
    }

    /// The document that holds a chunk.
    #[must_use]
    pub fn document_of(&self, id: ChunkId) -> &Document {
        &self.documents[self.chunk(id).document as usize]
    }

    /// The original text of a chunk, without its header.
    #[must_use]
    pub fn chunk_text(&self, id: ChunkId) -> &str {
        self.chunk(id).span.of(&self.document_of(id).text)
    }

    /// The text of a seam window.
    #[must_use]
    pub fn seam_text(&self, id: SeamId) -> &str {
        let seam = self.seam(id);
        seam.span.of(&self.documents[seam.document as usize].text)
    }

    /// The path of the document that holds an entry; empty for an entry of another folder.
    #[must_use]
    pub fn path_of(&self, entry: Entry) -> &str {
        let document = match entry {
            Entry::Chunk(id) => self.chunks.get(id.at()).map(|chunk| chunk.document),
            Entry::Seam(id) => self.seams.get(id.at()).map(|seam| seam.document),
        };
        document.and_then(|at| self.documents.get(at as usize)).map_or("", |document| &document.path)
    }

    /// `7` for a chunk, `7|8` for a seam: an entry's place in its document; `?` for an entry of another folder.
    #[must_use]
    pub fn label(&self, entry: Entry) -> String {
        let index = |id: ChunkId| self.chunks.get(id.at()).map_or_else(|| "?".into(), |chunk| chunk.index.to_string());
        match entry {
            Entry::Chunk(id) => index(id),
            Entry::Seam(id) => match self.seams.get(id.at()) {
                Some(seam) => format!("{}|{}", index(seam.left), index(seam.right)),
                None => "?".into(),
            },
        }
    }

    /// `path#7` for a chunk, `path#7|8` for a seam: the ids of contract.md.
    #[must_use]
    pub fn name(&self, entry: Entry) -> String {
        format!("{}#{}", self.path_of(entry), self.label(entry))
    }

    /// The chunk or seam with this id: the inverse of [`Corpus::name`]. A path may hold `#` and `|` itself.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<Entry> {
        let (path, place) = name.rsplit_once('#')?;
        let document = self.documents.iter().position(|document| document.path == path)?;
        let chunks = self.chunk_ranges.get(document)?.clone();
        let entry = if let Some((left, _)) = place.split_once('|') {
            let left = chunks.start.checked_add(left.parse().ok()?)?;
            let mut seams = self.seam_ranges.get(document)?.clone().map(SeamId);
            Entry::Seam(seams.find(|&id| self.seam(id).left.0 == left)?)
        } else {
            let id = chunks.start.checked_add(place.parse().ok()?)?;
            Entry::Chunk(ChunkId(chunks.contains(&id).then_some(id)?))
        };
        (self.name(entry) == name).then_some(entry)
    }

    /// The neighbour of a chunk `distance` places away in the same document, if there is one.
    #[must_use]
    pub fn neighbour(&self, id: ChunkId, distance: i64) -> Option<ChunkId> {
        let range = &self.chunk_ranges[self.chunk(id).document as usize];
        let at = i64::from(id.0) + distance;
        u32::try_from(at).ok().filter(|at| range.contains(at)).map(ChunkId)
    }
}
