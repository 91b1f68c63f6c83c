//! Chunks and seams in the short form in which they are kept: section paths once a document, no names of fields.
//! Never loses anything.

use serde::{Deserialize, Serialize};

use super::cut::Cuts;
use crate::retrieve::span::Span;
use crate::retrieve::trace::{Chunk, ChunkId, EndReason, Seam, Section, Warning};

/// [`Cuts`], to be written down.
#[derive(Serialize, Deserialize)]
pub(super) struct Form {
    sections: Vec<Section>,
    chunks: Vec<ChunkForm>,
    seams: Vec<SeamForm>,
}

/// Span, section, tokens, end, characters of overlap, warnings.
#[derive(Serialize, Deserialize)]
struct ChunkForm(usize, usize, usize, u32, (u8, u8), u32, Vec<Warning>);

/// Chunks, cut, span, tokens.
#[derive(Serialize, Deserialize)]
struct SeamForm(u32, u32, usize, usize, usize, [u32; 2]);

impl From<&Cuts> for Form {
    fn from(cuts: &Cuts) -> Self {
        let mut sections: Vec<Section> = Vec::new();
        let mut chunks = Vec::with_capacity(cuts.chunks.len());
        for chunk in &cuts.chunks {
            // Neighbours share their section.
            if sections.last() != Some(&chunk.section) {
                sections.push(chunk.section.clone());
            }
            let end = end_form(chunk.ended_by);
            let Span { start, end: stop } = chunk.span;
            let section = sections.len() - 1;
            chunks.push(ChunkForm(
                start,
                stop,
                section,
                chunk.tokens,
                end,
                chunk.overlap_chars,
                chunk.warnings.clone(),
            ));
        }
        let seam =
            |seam: &Seam| SeamForm(seam.left.0, seam.right.0, seam.cut, seam.span.start, seam.span.end, seam.tokens);
        Self { sections, chunks, seams: cuts.seams.iter().map(seam).collect() }
    }
}

impl Form {
    /// The cuts again; `None` when they are not what was written down for a text of `length` bytes.
    pub(super) fn into_cuts(self, length: usize) -> Option<Cuts> {
        let sound = |start: usize, end: usize| start <= end && end <= length;
        let count = self.chunks.len();
        let chunks = self.chunks.into_iter().zip(0..).map(|(form, index)| {
            let ChunkForm(start, end, section, tokens, ended_by, overlap_chars, warnings) = form;
            let section = self.sections.get(section)?.clone();
            let ended_by = end_of(ended_by)?;
            let span = sound(start, end).then(|| Span::new(start, end))?;
            Some(Chunk { document: 0, index, span, section, tokens, ended_by, overlap_chars, warnings })
        });
        let seams = self.seams.into_iter().map(|SeamForm(left, right, cut, start, end, tokens)| {
            let sound = sound(start, end) && (left.max(right) as usize) < count;
            let (left, right) = (ChunkId(left), ChunkId(right));
            sound.then(|| Seam { document: 0, left, right, cut, span: Span::new(start, end), tokens })
        });
        Some(Cuts { chunks: chunks.collect::<Option<_>>()?, seams: seams.collect::<Option<_>>()? })
    }
}

const fn end_form(reason: EndReason) -> (u8, u8) {
    match reason {
        EndReason::Size => (0, 0),
        EndReason::Paragraph => (1, 0),
        EndReason::Sentence => (2, 0),
        EndReason::Heading => (3, 0),
        EndReason::Separator(level) => (4, level),
        EndReason::Page => (5, 0),
        EndReason::EndOfDocument => (6, 0),
    }
}

const fn end_of((reason, level): (u8, u8)) -> Option<EndReason> {
    Some(match reason {
        0 => EndReason::Size,
        1 => EndReason::Paragraph,
        2 => EndReason::Sentence,
        3 => EndReason::Heading,
        4 => EndReason::Separator(level),
        5 => EndReason::Page,
        6 => EndReason::EndOfDocument,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retrieve::index::store::encode;

    #[test]
    fn every_end_and_warning_comes_back() {
        let ends = (0..=6).filter_map(|reason| end_of((reason, 3)));
        let chunk = |(index, ended_by): (u32, EndReason)| Chunk {
            document: 0,
            index,
            span: Span::new(index as usize, 10),
            section: vec!["Title".into(), format!("Part {}", index / 3)],
            tokens: 7,
            ended_by,
            overlap_chars: 2,
            warnings: vec![Warning::MidGrapheme, Warning::TableHeaderLost, Warning::Oversize],
        };
        let chunks: Vec<_> = (0..).zip(ends).map(chunk).collect();
        assert_eq!(chunks.len(), 7);
        let (left, right) = (ChunkId(0), ChunkId(1));
        let seams = vec![Seam { document: 0, left, right, cut: 3, span: Span::new(1, 9), tokens: [4, 5] }];
        let cuts = Cuts { chunks, seams };
        let bytes = encode(&Form::from(&cuts)).expect("written down");
        let form: Form = rmp_serde::from_slice(&bytes).expect("read");
        assert_eq!(form.into_cuts(10), Some(cuts.clone()));
        assert_eq!(Form::from(&cuts).into_cuts(5), None, "not of a shorter text");
    }
}
