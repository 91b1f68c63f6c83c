//! Laws that hold for every text and every format.

use std::fmt::Write as _;

use proptest::prelude::*;
use seamscope::retrieve::trace::Document;

use super::document;
use crate::support::shared;

const NAMES: [&str; 4] = ["a.md", "a.rst", "a.txt", "a.rs"];

/// What must be true of any document.
fn check(document: &Document) {
    let Document { text, body, .. } = document;
    let name = &document.path;
    let inside = |start: usize, end: usize| {
        assert!(*body <= start && start < end && end <= text.len(), "{name}: {start}..{end} of {text:?}");
        assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{name}: {start}..{end} of {text:?}");
        assert_eq!(text[start..end].trim_end().len(), end - start, "{name}: {start}..{end} ends in blank space");
    };
    let mut last = (0, usize::MAX);
    for block in &document.blocks {
        inside(block.span.start, block.span.end);
        assert!((block.span.start..=block.span.end).contains(&block.body) && text.is_char_boundary(block.body));
        assert!((last.0, usize::MAX - last.1) <= (block.span.start, usize::MAX - block.span.end), "{name}: order");
        last = (block.span.start, block.span.end);
    }
    for pair in document.outline.windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start, "{name}: headings {pair:?} of {text:?}");
    }
    for heading in &document.outline {
        inside(heading.span.start, heading.span.end);
        assert!(heading.level > 0 && !heading.title.trim().is_empty());
        let first = document.blocks.partition_point(|block| block.span.start < heading.span.start);
        let mut here = document.blocks[first..].iter().take_while(|block| block.span.start == heading.span.start);
        assert!(here.any(|block| block.span == heading.span), "{name}: a heading without a block");
    }
    let mut from = *body;
    for &edge in &document.sentences {
        assert!(from < edge && text.is_char_boundary(edge), "{name}: edge {edge} of {text:?}");
        assert!(
            edge == text.len() || !text[from..edge].trim().is_empty(),
            "{name}: a blank sentence before {edge} of {text:?}"
        );
        from = edge;
    }
    assert_eq!(from, text.len(), "{name}: the end of {text:?} is an edge");
}

fn check_all(text: &str) {
    for name in NAMES {
        let first = document(name, text);
        check(&first);
        let second = document(name, text);
        assert_eq!((first.sentences, first.blocks), (second.sentences, second.blocks));
    }
}

/// Where line feeds of a text with only line feeds lie in its twin with carriage returns.
fn shifted(text: &str, at: usize) -> usize {
    at + text[..at].matches('\n').count()
}

/// The twin with CRLF has the same structure, moved by its carriage returns.
fn check_twin(name: &str, text: &str) {
    let (unix, dos) = (document(name, text), document(name, &text.replace('\n', "\r\n")));
    let edges: Vec<usize> = unix.sentences.iter().map(|&edge| shifted(text, edge)).collect();
    assert_eq!(edges, dos.sentences, "{name}: {text:?}");
    let spans = |document: &Document| -> Vec<_> {
        document.blocks.iter().map(|block| (block.kind, block.span.start, block.span.end, block.body)).collect()
    };
    let moved: Vec<_> = spans(&unix)
        .into_iter()
        .map(|(kind, start, end, body)| (kind, shifted(text, start), shifted(text, end), shifted(text, body)))
        .collect();
    assert_eq!(moved, spans(&dos), "{name}: {text:?}");
    let titles = |document: &Document| -> Vec<_> {
        document.outline.iter().map(|heading| (heading.level, heading.title.clone())).collect()
    };
    assert_eq!(titles(&unix), titles(&dos), "{name}: {text:?}");
}

/// Texts made of pieces that mean something to one of the readers.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "\n",
        "\n",
        "\n\n",
        " ",
        "  ",
        "    ",
        "\t",
        "\t- ",
        "word",
        "Word",
        "two words",
        ". ",
        ".",
        "! ",
        "? ",
        "… ",
        "。",
        "」",
        "\"",
        ")",
        "(",
        "# ",
        "## ",
        "- ",
        "* ",
        "1. ",
        "2. ",
        "3.1. ",
        "Article 5",
        "Section 2.01 ",
        "CHAPTER II",
        "===",
        "---",
        "~~~",
        "```",
        "| a | b |",
        "|---|---|",
        "+---+---+",
        "+===+===+",
        "=== ===",
        "> ",
        "::",
        ".. note:: ",
        ".. code-block:: c",
        ":field: ",
        "PEP: 1",
        "<div>",
        "[^1]: ",
        "Dr. ",
        "J. ",
        "29. Juli",
        "U.S. ",
        "é",
        "🙂",
        "中文",
        "\u{3000}",
        "\u{A0}",
        "\u{C}",
        "\u{85}",
        "\u{2028}",
        "\u{200D}",
        "e\u{301}",
        "\0",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn laws_hold_for_any_unicode(text in "\\PC*|[\\s\\S]{0,200}") {
        check_all(&text);
    }

    #[test]
    fn laws_hold_for_texts_made_of_marks(text in pieces()) {
        check_all(&text);
        check_all(&format!("\u{FEFF}{text}"));
    }

    #[test]
    fn case_42_crlf_is_read_as_its_lf_twin(text in pieces()) {
        for name in NAMES {
            check_twin(name, &text);
        }
    }
}

#[test]
fn laws_hold_for_endless_repetition() {
    // Every one of these has made some reader quadratic; cases 45 and 46.
    let many = |part: &str| part.repeat(60_000 / part.len());
    for part in [
        "\n",
        "- ",
        "> ",
        "a. ",
        "1. ",
        "\"",
        ". ",
        "* * ",
        "=== ===\nx\n\n",
        "```\n\n",
        "[",
        "`",
        "|",
        "| a |\n",
        "# a\n\n",
        "1. A\n\n",
        "**a. ",
        "#",
        "(a) ",
        "。",
        "…",
        "\\",
        "Article 1\n\n",
        "====\n",
        "+--+\n",
        ".. a\n",
        "x::\n\n",
        "- a\n",
        "a\n===\n",
        ":a: b\n",
        "A.\n\n",
        "é",
        "<",
        "_",
        "](",
        "  - a\n\n",
    ] {
        check_all(&many(part));
    }
    let deep: String = (0..400).fold(String::new(), |mut text, depth| {
        let _ = writeln!(text, "{}- a", " ".repeat(2 * depth));
        text
    });
    check_all(&deep);
    check_all(&format!("{}{}", "-".repeat(100_000), "1. ".repeat(30_000)));
}

#[test]
fn laws_hold_for_real_documents() {
    let Some(shared) = shared("the laws on real documents") else { return };
    for folder in ["corpora", "papers", "langchain/inputs", "chroma/corpora"] {
        for entry in std::fs::read_dir(shared.join(folder)).expect("a folder").flatten() {
            let text = std::fs::read_to_string(entry.path()).expect("a text");
            let name = entry.file_name().to_string_lossy().into_owned();
            if !text.trim().is_empty() {
                check(&document(&name, &text));
                if !text.contains('\r') {
                    check_twin(&name, &text);
                }
            }
        }
    }
}

#[test]
fn real_documents_have_the_outline_that_one_sees() {
    let Some(shared) = shared("outlines of real documents") else { return };
    let titles = |path: &str| -> Vec<String> {
        let text = std::fs::read_to_string(shared.join("corpora").join(path)).expect("a text");
        document(path, &text)
            .outline
            .into_iter()
            .map(|heading| format!("{} {}", heading.level, heading.title))
            .collect()
    };
    let rfc = titles("rfc9293_tcp.txt");
    assert_eq!(
        rfc[..4],
        ["1 1. Purpose and Scope", "1 2. Introduction", "2 2.1. Requirements Language", "2 2.2. Key TCP Concepts"]
    );
    assert_eq!(rfc.len(), 83);
    assert_eq!(titles("pep_0484.rst")[..3], ["1 Abstract", "1 Rationale and Goals", "2 Non-goals"]);
    assert!(titles("federalist_papers.txt").contains(&"1 FEDERALIST No. 10".to_owned()));
    let merger = titles("irobot_amazon_merger_agreement.txt");
    assert_eq!(merger[1..3], ["2 Section 1.1 The Merger", "2 Section 1.2 Closing"]);
    assert!(merger.contains(&"1 ANNEX A DEFINED TERMS".to_owned()));
}
