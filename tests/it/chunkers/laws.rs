//! I1 to I7 of the cases, as one check that every method goes through.

use seamscope::retrieve::chunk;
use seamscope::retrieve::params::{ChunkParams, Compat, KeepSeparator, Method};
use seamscope::retrieve::text::tokens::Counter;
use seamscope::retrieve::trace::{Chunk, Document, EndReason, Warning};
use unicode_segmentation::UnicodeSegmentation;

use super::chunks;

/// Panics where `params` break a law on `document`.
pub(super) fn check(document: &Document, params: &ChunkParams) {
    let found = chunks(document, params);
    let about = || format!("{} with {params:?}: {:?}\n{found:#?}", document.path, shown(&document.text));
    let text = &document.text;
    for chunk in &found {
        // I1, and I6 for characters: a span of another text, or one inside a character, has no text.
        let own = text.get(chunk.span.start..chunk.span.end).unwrap_or_else(|| panic!("I1: {}", about()));
        assert!(!own.trim().is_empty(), "a blank chunk: {}", about());
    }
    check_order(&found, params, about);
    check_coverage(document, &found, params, about);
    check_sizes(document, &found, params, about);
    check_graphemes(document, &found, params, about);
    check_facts(document, &found, params, about);
    assert_eq!(found, chunks(document, params), "I7: {}", about());
}

fn shown(text: &str) -> &str {
    if text.len() < 4000 { text } else { "a long text" }
}

/// I2. LangChain may make a chunk inside another, and under its reading so may we.
fn check_order(found: &[Chunk], params: &ChunkParams, about: impl Fn() -> String) {
    for pair in found.windows(2) {
        let (left, right) = (pair[0].span, pair[1].span);
        match params.compat {
            Compat::None => assert!(left.start < right.start && left.end < right.end, "I2: {}", about()),
            Compat::Langchain => assert!(left.start <= right.start, "I2: {}", about()),
        }
    }
    for (index, chunk) in found.iter().enumerate() {
        assert_eq!(chunk.index as usize, index, "{}", about());
        let last = index + 1 == found.len();
        assert_eq!(chunk.ended_by == EndReason::EndOfDocument, last, "{}", about());
    }
}

/// I3. Under LangChain's reading what Python calls blank may be lost, and every separator that is dropped.
fn check_coverage(document: &Document, found: &[Chunk], params: &ChunkParams, about: impl Fn() -> String) {
    let drops_text = params.keep_separator == KeepSeparator::Drop
        && params.separators.iter().any(|separator| !separator.trim().is_empty());
    if params.compat == Compat::Langchain && drops_text {
        return;
    }
    let blank = |c: char| c.is_whitespace() || (params.compat == Compat::Langchain && matches!(c, '\u{1c}'..='\u{1f}'));
    let mut covered = 0;
    for chunk in found {
        let gap = &document.text[covered.min(chunk.span.start)..chunk.span.start];
        assert!(gap.chars().all(blank), "I3: {gap:?} before {:?}: {}", chunk.span, about());
        covered = covered.max(chunk.span.end);
    }
    assert!(document.text[covered..].chars().all(blank), "I3, the end: {}", about());
}

/// I4.
fn check_sizes(document: &Document, found: &[Chunk], params: &ChunkParams, about: impl Fn() -> String) {
    let size = match params.method {
        Method::Sentence if params.max == 0 => return,
        Method::Sentence => params.max,
        _ => params.size,
    };
    // Nothing that `max` split comes together above it.
    let most = if params.max > 0 { params.max } else { usize::MAX };
    let limit = if params.min > 0 { size.max(params.cap) } else { size }.min(most);
    let counter = Counter::of(params.unit, params.compat).expect("no model is needed");
    for chunk in found {
        let count = counter.count(chunk.span.of(&document.text));
        let marked = chunk.warnings.contains(&Warning::Oversize);
        assert!(count <= limit || marked, "I4: {count} at {:?}: {}", chunk.span, about());
    }
}

/// I6.
fn check_graphemes(document: &Document, found: &[Chunk], params: &ChunkParams, about: impl Fn() -> String) {
    let mut boundaries: Vec<usize> = document.text.grapheme_indices(true).map(|(at, _)| at).collect();
    boundaries.push(document.text.len());
    let is_inside = |at: usize| boundaries.binary_search(&at).is_err();
    for pair in found.windows(2) {
        let divided = is_inside(pair[0].span.end) || is_inside(pair[1].span.start);
        let marked = pair[0].warnings.contains(&Warning::MidGrapheme);
        assert_eq!(divided, marked, "I6: at {:?}: {}", pair[1].span, about());
        assert!(!divided || params.compat == Compat::Langchain, "I6: at {:?}: {}", pair[1].span, about());
    }
    if let Some(last) = found.last() {
        let marked = last.warnings.contains(&Warning::MidGrapheme);
        assert_eq!(is_inside(last.span.end), marked, "I6: at the end of {:?}: {}", last.span, about());
    }
}

/// What is said of a chunk beside its place.
fn check_facts(document: &Document, found: &[Chunk], params: &ChunkParams, about: impl Fn() -> String) {
    let characters = |text: &str| text.chars().count();
    let mut before_ends = 0;
    for chunk in found {
        let shared = &document.text[chunk.span.start..before_ends.clamp(chunk.span.start, chunk.span.end)];
        if params.compat == Compat::None {
            assert_eq!(chunk.overlap_chars as usize, characters(shared), "{}", about());
        }
        before_ends = chunk.span.end;
        assert!(chunk.tokens > 0, "{}", about());
        let mut sorted = chunk.warnings.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted, chunk.warnings, "{}", about());
    }
}

/// Panics where the chunks of `returns` are not those of `feeds` with their line ends put back.
pub(super) fn check_twins(feeds: &Document, returns: &Document, params: &ChunkParams) {
    let counter = Counter::of(params.unit, params.compat).expect("no model is needed");
    let place = |at: usize| returns.text[..at].matches('\r').count();
    let expected = chunk::spans(feeds, params, &counter);
    let found: Vec<_> = chunk::spans(returns, params, &counter)
        .into_iter()
        .map(|(span, reason)| ([span.start - place(span.start), span.end - place(span.end)], reason))
        .collect();
    let expected: Vec<_> = expected.into_iter().map(|(span, reason)| ([span.start, span.end], reason)).collect();
    assert_eq!(found, expected, "{:?} with {params:?}", feeds.text);
}
