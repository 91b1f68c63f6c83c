//! `paragraph`: whole paragraphs packed up to the size, long ones at sentence ends (the RAG course's chunker; its
//! rules, its idea of a sentence and its lengths, so that its spans come out).
//! Never cuts inside a sentence: one above the size stays whole, except at the rows of a table and at the full stops
//! of scripts that the course does not know.
//!
//! Three things the course leaves open are decided here. Under `unit = "chars"` lengths are UTF-16 code units, as in
//! the course's JavaScript: never less than the characters, so no chunk exceeds its size unseen. The line of a heading
//! is in the header and not in the text; where `chunk.header` is off it stays in the text, or it would be nowhere. An
//! overlap is the end of the chunk before, within the section, as far as it fits into the size with what follows.

mod pack;
mod section;
mod sentence;

use std::ops::Range;

use self::pack::Packer;
pub(super) use self::section::sections;
use self::sentence::Sentences;
use super::Piece;
use super::view::View;
use crate::retrieve::params::ChunkParams;
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::EndReason;

/// The pieces of every section, each packed on its own.
pub(super) fn split(view: &View<'_>, params: &ChunkParams, counter: &Counter) -> Vec<Piece> {
    let sentences = Sentences::new(view);
    let mut packer = Packer::new(view, params, counter);
    for section in sections(&view.text) {
        let start = if params.header { section.body } else { section.start };
        for paragraph in paragraphs(&view.text, start..section.end) {
            add_paragraph(&mut packer, &sentences, paragraph);
        }
        packer.end_section();
    }
    packer.pieces
}

fn add_paragraph(packer: &mut Packer<'_>, sentences: &Sentences<'_>, paragraph: Range<usize>) {
    let length = packer.length(paragraph.clone());
    if length <= packer.size {
        packer.add(paragraph, length, EndReason::Paragraph);
        return;
    }
    packer.close();
    for sentence in sentences.of(paragraph) {
        let length = packer.length(sentence.clone());
        if length <= packer.size {
            packer.add(sentence, length, EndReason::Sentence);
            continue;
        }
        for (part, reason) in sentences.within(sentence) {
            let length = packer.length(part.clone());
            packer.add(part, length, reason);
        }
    }
    packer.close_with(EndReason::Paragraph);
}

/// Maximal runs without a blank line in `range`; a line feed at the very end belongs to the last one.
fn paragraphs(text: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut at = range.start;
    std::iter::from_fn(move || {
        let rest = &text[at..range.end];
        let start = range.end - rest.trim_start_matches('\n').len();
        if start == range.end {
            return None;
        }
        let length = memchr::memmem::find(&text.as_bytes()[start..range.end], b"\n\n");
        at = length.map_or(range.end, |length| start + length);
        Some(start..at)
    })
}
