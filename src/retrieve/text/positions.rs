//! From bytes to characters and lines, and back.
//! Never looks at what the text says.

use crate::retrieve::span::Span;

/// Bytes between two samples.
const STEP: usize = 1024;

/// Characters and line feeds before every 1,024th byte of one text: under one per cent of its size.
///
/// What a screen or an index keeps beside a text; [`Samples::on`] joins the two again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    chars: Vec<u32>,
    feeds: Vec<u32>,
    total_chars: usize,
    total_feeds: usize,
}

impl Samples {
    /// Counts once through the text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let pieces = text.len() / STEP + 1;
        let (mut chars, mut feeds) = (Vec::with_capacity(pieces), Vec::with_capacity(pieces));
        let (mut total_chars, mut total_feeds) = (0, 0);
        for piece in text.as_bytes().chunks(STEP) {
            chars.push(total_chars as u32);
            feeds.push(total_feeds as u32);
            total_chars += count_chars(piece);
            total_feeds += count_feeds(piece);
        }
        Self { chars, feeds, total_chars, total_feeds }
    }

    /// These samples with the text that they were made of.
    #[must_use]
    pub fn on<'a>(&'a self, text: &'a str) -> Positions<'a> {
        Positions { text, samples: std::borrow::Cow::Borrowed(self) }
    }
}

/// Positions in one text. Every question is answered in O(log n) and at most 1,024 bytes of counting.
///
/// Characters are Unicode scalar values, counted from 0. Lines are counted from 1 and end at a line feed, which
/// belongs to the line that it ends; a carriage return alone ends no line (as in editors).
#[derive(Clone, Debug)]
pub struct Positions<'a> {
    text: &'a str,
    samples: std::borrow::Cow<'a, Samples>,
}

impl<'a> Positions<'a> {
    /// Positions in `text`, counted once through it.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text, samples: std::borrow::Cow::Owned(Samples::of(text)) }
    }

    /// Characters of the whole text.
    #[must_use]
    pub fn chars(&self) -> usize {
        self.samples.total_chars
    }

    /// Lines of the whole text: a text that ends in a line feed has no empty line after it; the empty text has none.
    #[must_use]
    pub fn lines(&self) -> usize {
        let open = !self.text.is_empty() && !self.text.ends_with('\n');
        self.samples.total_feeds + usize::from(open)
    }

    /// Characters before `byte`. A byte inside a character counts that character; past the end means the end.
    #[must_use]
    pub fn char_of(&self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        let Some(&before) = self.samples.chars.get(byte / STEP) else { return self.samples.total_chars };
        before as usize + count_chars(&self.text.as_bytes()[byte / STEP * STEP..byte])
    }

    /// The line (from 1) that holds `byte`; past the end means the end.
    #[must_use]
    pub fn line_of(&self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        let Some(&before) = self.samples.feeds.get(byte / STEP) else { return self.samples.total_feeds + 1 };
        1 + before as usize + count_feeds(&self.text.as_bytes()[byte / STEP * STEP..byte])
    }

    /// Characters before the start and before the end of `span`.
    #[must_use]
    pub fn chars_of(&self, span: Span) -> [usize; 2] {
        [self.char_of(span.start), self.char_of(span.end)]
    }

    /// First and last line (from 1, both inclusive) that hold a byte of `span`.
    #[must_use]
    pub fn lines_of(&self, span: Span) -> [usize; 2] {
        let first = self.line_of(span.start);
        [first, if span.is_empty() { first } else { self.line_of(span.end - 1) }]
    }

    /// Where character number `char` begins; `None` past the end, where the number of characters itself is the end.
    #[must_use]
    pub fn byte_of(&self, char: usize) -> Option<usize> {
        if char >= self.samples.total_chars {
            return (char == self.samples.total_chars).then_some(self.text.len());
        }
        let piece = self.samples.chars.partition_point(|&before| before as usize <= char) - 1;
        let mut left = char - self.samples.chars[piece] as usize;
        let bytes = &self.text.as_bytes()[piece * STEP..];
        let at = bytes.iter().position(|&byte| {
            let found = is_start(byte) && left == 0;
            left -= usize::from(is_start(byte) && !found);
            found
        });
        at.map(|at| piece * STEP + at)
    }

    /// Where line number `line` (from 1) begins; `None` for 0 and past the last line feed.
    #[must_use]
    pub fn line_start(&self, line: usize) -> Option<usize> {
        let feeds = line.checked_sub(1)?;
        if feeds == 0 {
            return Some(0);
        }
        if feeds > self.samples.total_feeds {
            return None;
        }
        let piece = self.samples.feeds.partition_point(|&before| (before as usize) < feeds) - 1;
        let mut left = feeds - self.samples.feeds[piece] as usize;
        let bytes = &self.text.as_bytes()[piece * STEP..];
        let at = bytes.iter().position(|&byte| {
            left -= usize::from(byte == b'\n');
            left == 0
        });
        at.map(|at| piece * STEP + at + 1)
    }
}

/// True for a byte that begins a character.
const fn is_start(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

fn count_chars(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| is_start(byte)).count()
}

fn count_feeds(bytes: &[u8]) -> usize {
    bytes.iter().map(|&byte| usize::from(byte == b'\n')).sum()
}
