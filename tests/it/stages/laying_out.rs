//! The context.

use std::sync::Arc;

use proptest::prelude::*;
use seamscope::retrieve::context::{passages, runs, tokens};
use seamscope::retrieve::params::ContextOrder;
use seamscope::retrieve::span::Span;
use seamscope::retrieve::text::document;
use seamscope::retrieve::text::positions::Positions;
use seamscope::retrieve::trace::{Chunk, ChunkId, Corpus, EndReason, Passage};

/// A folder of one text, cut at the given spans, and a second document of one chunk.
fn corpus(text: &str, spans: &[[usize; 2]]) -> Corpus {
    let chunk = |document, index, span, title: &str| Chunk {
        document,
        index,
        span,
        section: vec![title.to_owned()],
        tokens: span.len() as u32,
        ended_by: EndReason::Size,
        overlap_chars: 0,
        warnings: Vec::new(),
    };
    let first = spans.iter().zip(0..).map(|(&[start, end], at)| chunk(0, at, Span::new(start, end), &format!("S{at}")));
    let chunks: Vec<_> = first.chain([chunk(1, 0, Span::new(0, 5), "Other")]).collect();
    let count = chunks.len() as u32;
    Corpus {
        documents: [document("a.txt", text.to_owned(), 0), document("b.txt", "other".to_owned(), 0)]
            .map(Arc::new)
            .into(),
        chunks,
        chunk_ranges: vec![0..count - 1, count - 1..count],
        ..Corpus::default()
    }
}

fn laid_out(corpus: &Corpus, chunks: &[u32], order: ContextOrder) -> Vec<Passage> {
    let chunks: Vec<_> = chunks.iter().copied().map(ChunkId).collect();
    passages(corpus, &runs(corpus, &chunks, order), |document, span| {
        Positions::new(&corpus.documents[document as usize].text).chars_of(span)
    })
}

fn drawn(passages: &[Passage]) -> Vec<String> {
    passages.iter().map(|passage| format!("{} {} {}", passage.n, passage.citation, passage.text)).collect()
}

#[test]
fn citations_count_characters_half_open() {
    let corpus = corpus("é🙂 one two", &[[0, 6], [6, 11], [11, 14]]);
    let passages = laid_out(&corpus, &[1, 0], ContextOrder::Rank);
    assert_eq!(drawn(&passages), ["1 a.txt#char=2,7  one ", "2 a.txt#char=0,2 é🙂"]);
    assert_eq!(passages[1].citation.byte, Span::new(0, 6));
    assert_eq!(passages[1].citation.section, ["S0"]);
}

#[test]
fn document_order_joins_neighbours_and_keeps_the_blank_space_between_them() {
    let corpus = corpus("one\n\ntwo\n\nthree", &[[0, 3], [5, 8], [10, 15]]);
    let joined = laid_out(&corpus, &[3, 1, 0], ContextOrder::Document);
    assert_eq!(drawn(&joined), ["1 a.txt#char=0,8 one\n\ntwo", "2 b.txt#char=0,5 other"]);
    assert_eq!(joined[0].chunks, [0, 1].map(ChunkId));
    assert_eq!(
        drawn(&laid_out(&corpus, &[2, 0], ContextOrder::Document)),
        ["1 a.txt#char=0,3 one", "2 a.txt#char=10,15 three"]
    );
}

#[test]
fn shared_text_of_overlapping_chunks_stands_and_counts_once() {
    let corpus = corpus("abcdefghij", &[[0, 6], [2, 8], [4, 10]]);
    let count = |chunks: &[u32], order| {
        let chunks: Vec<_> = chunks.iter().copied().map(ChunkId).collect();
        tokens(&corpus, &chunks, order, 1, |run| run.span.len() as u64)
    };
    assert_eq!(drawn(&laid_out(&corpus, &[0, 1], ContextOrder::Document)), ["1 a.txt#char=0,8 abcdefgh"]);
    assert_eq!(
        drawn(&laid_out(&corpus, &[2, 0], ContextOrder::Document)),
        ["1 a.txt#char=0,10 abcdefghij"],
        "4..6 is shared"
    );
    assert_eq!(count(&[0, 1], ContextOrder::Document), 8);
    assert_eq!(count(&[0, 1], ContextOrder::Rank), 6 + 1 + 6, "laid out one by one it is sent twice");
    assert_eq!(count(&[], ContextOrder::Rank), 0);
}

proptest! {
    #[test]
    fn document_order_prints_every_chosen_byte_once_and_no_other_but_what_lies_between(
        cuts in prop::collection::btree_set(0_usize..60, 1..12),
        overlap in 0_usize..6,
        chosen in prop::collection::vec(0_u32..12, 0..8),
    ) {
        let text: String = ('a'..='z').cycle().take(60).collect();
        let starts: Vec<_> = cuts.into_iter().collect();
        let ends = starts.iter().skip(1).map(|&next| (next + overlap).min(60)).chain([60]);
        let spans: Vec<_> = starts.iter().copied().zip(ends).map(|(start, end)| [start, end]).collect();
        let corpus = corpus(&text, &spans);
        let mut chosen: Vec<_> = chosen.into_iter().filter(|&at| (at as usize) < spans.len()).collect();
        chosen.sort_unstable();
        chosen.dedup();
        let passages = laid_out(&corpus, &chosen, ContextOrder::Document);
        for pair in passages.windows(2) {
            prop_assert!(pair[0].citation.byte.end < pair[1].citation.byte.start, "apart, else they were joined");
        }
        for passage in &passages {
            prop_assert_eq!(&passage.text, passage.citation.byte.of(&text));
        }
        for byte in 0..60 {
            let wanted = chosen.iter().any(|&at| (spans[at as usize][0]..spans[at as usize][1]).contains(&byte));
            let printed = passages.iter().filter(|passage| passage.citation.byte.contains(byte)).count();
            prop_assert_eq!(printed, usize::from(wanted));
        }
        let together: Vec<_> = passages.iter().flat_map(|passage| passage.chunks.clone()).map(|chunk| chunk.0).collect();
        prop_assert_eq!(together, chosen);
    }
}
