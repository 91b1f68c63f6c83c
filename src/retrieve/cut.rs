//! What each cut breaks, from blocks, sentence edges and graphemes.
//! Never moves a cut, and never guesses from the look of its last character.

use unicode_segmentation::UnicodeSegmentation;

use crate::retrieve::text::graphemes::{self, Graphemes};
use crate::retrieve::trace::{Block, BlockKind, Chunk, Document, Warning};

/// Adds to every chunk of `document` the warnings of the cut at its end. The last chunk has no cut, but under LangChain's
/// reading it may end inside a CRLF whose rest was blank.
///
/// `chunks` are all chunks of the document, in order. The cut is the start of the next chunk; where that one repeats
/// the end of this one, it is the end of this one.
pub fn diagnose(document: &Document, chunks: &mut [Chunk]) {
    let mut cuts: Vec<Cut> = chunks
        .windows(2)
        .enumerate()
        .map(|(chunk, pair)| Cut::new(&document.text, chunk, pair[0].span.end, pair[1].span.start))
        .collect();
    // In text order already, unless LangChain's reading made a chunk inside another.
    cuts.sort_by_key(|cut| (cut.before, cut.chunk));
    let mut blocks = Blocks::new(&document.blocks);
    let mut sides = [Graphemes::new(&document.text), Graphemes::new(&document.text)];
    for cut in cuts {
        let warnings = &mut chunks[cut.chunk].warnings;
        let whole = sides.iter_mut().zip(cut.sides).all(|(graphemes, side)| graphemes.is_boundary(side));
        warnings.extend((!whole).then_some(Warning::MidGrapheme));
        warnings.extend(broken_word(&document.text, &cut));
        warnings.extend(blocks.broken_by(document, &cut));
        warnings.extend(orphaned_heading(document, &cut));
        warnings.sort_unstable();
        warnings.dedup();
    }
    if let Some(last) = chunks.last_mut().filter(|last| !graphemes::is_boundary(&document.text, last.span.end)) {
        last.warnings.insert(0, Warning::MidGrapheme);
        last.warnings.dedup();
    }
}

/// One cut. Blank space belongs to neither side: what is cut has something other than blank space on both.
#[derive(Debug)]
struct Cut {
    /// The chunk that ends here.
    chunk: usize,
    /// The cut itself.
    at: usize,
    /// Where the chunk ends and where the next one starts.
    sides: [usize; 2],
    /// End of the last that is not blank before the cut.
    before: usize,
    /// Start of the first that is not blank after it.
    after: usize,
}

impl Cut {
    fn new(text: &str, chunk: usize, end: usize, next: usize) -> Self {
        let at = end.max(next);
        let before = text[..at].trim_end().len();
        let after = text.len() - text[at..].trim_start().len();
        Self { chunk, at, sides: [end, next], before, after }
    }

    /// True when the next chunk repeats everything from `start` on, so that it has lost nothing of it.
    const fn repeats_from(&self, start: usize) -> bool {
        self.sides[1] <= start
    }
}

fn broken_word(text: &str, cut: &Cut) -> Option<Warning> {
    let between_letters = cut.before == cut.at && cut.after == cut.at;
    (between_letters && is_inside_word(text, cut.at)).then_some(Warning::MidWord)
}

/// Characters on each side of a cut that are looked at to find the word around it.
const WORD_REACH: usize = 64;

/// True when `at` lies inside a word, as Unicode divides text into words.
fn is_inside_word(text: &str, at: usize) -> bool {
    let left = text[..at].char_indices().rev().take(WORD_REACH).take_while(|(_, c)| !c.is_whitespace()).last();
    let right = text[at..].char_indices().take(WORD_REACH).take_while(|(_, c)| !c.is_whitespace()).last();
    let (Some((start, _)), Some((last, c))) = (left, right) else { return false };
    let around = &text[start..at + last + c.len_utf8()];
    let word = around.split_word_bound_indices().take_while(|(from, _)| start + from < at).last();
    word.is_some_and(|(from, word)| start + from + word.len() > at && word.contains(char::is_alphanumeric))
}

/// The blocks of a document, for cuts from the left to the right.
struct Blocks<'d> {
    /// Those that no cut has reached yet, by start.
    ahead: &'d [Block],
    /// Those that the cut divides: something of them lies before it and something after.
    open: Vec<&'d Block>,
}

impl<'d> Blocks<'d> {
    const fn new(blocks: &'d [Block]) -> Self {
        Self { ahead: blocks, open: Vec::new() }
    }

    fn broken_by(&mut self, document: &Document, cut: &Cut) -> Vec<Warning> {
        let begun = self.ahead.partition_point(|block| block.span.start < cut.before);
        let (begun, ahead) = self.ahead.split_at(begun);
        self.ahead = ahead;
        self.open.extend(begun);
        self.open.retain(|block| cut.after < block.span.end);
        let mut warnings: Vec<Warning> = self.open.iter().flat_map(|block| broken_block(block, cut)).collect();
        let in_prose = self.open.iter().any(|block| matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem));
        if in_prose && !at_sentence_edge(document, cut) {
            warnings.push(Warning::MidSentence);
        }
        warnings
    }
}

fn broken_block(block: &Block, cut: &Cut) -> impl Iterator<Item = Warning> {
    let broken = match block.kind {
        BlockKind::Paragraph => Some(Warning::MidParagraph),
        BlockKind::Table => Some(Warning::InTable),
        BlockKind::Fence => Some(Warning::InFence),
        BlockKind::ListItem => Some(Warning::InListItem),
        BlockKind::FrontMatter => Some(Warning::InFrontMatter),
        BlockKind::Heading => None,
    };
    let has_header = block.kind == BlockKind::Table && block.span.start < block.body && block.body < block.span.end;
    let header_lost = has_header && !cut.repeats_from(block.span.start);
    broken.into_iter().chain(header_lost.then_some(Warning::TableHeaderLost))
}

/// A sentence edge lies behind the blank space after its sentence.
fn at_sentence_edge(document: &Document, cut: &Cut) -> bool {
    let next = document.sentences.partition_point(|&edge| edge < cut.before);
    document.sentences.get(next).is_some_and(|&edge| edge <= cut.after)
}

/// A heading, or a part of one, that is the last thing before the cut.
fn orphaned_heading(document: &Document, cut: &Cut) -> Option<Warning> {
    let begun = document.outline.partition_point(|heading| heading.span.start < cut.before);
    let heading = document.outline[..begun].last()?;
    let orphaned = cut.before <= heading.span.end && !cut.repeats_from(heading.span.start);
    orphaned.then_some(Warning::HeadingOrphan)
}
