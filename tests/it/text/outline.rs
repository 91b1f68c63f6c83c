//! Headings and sections.

use seamscope::retrieve::text::outline::{Sections, section_at};

use super::document;

/// The outline as `level title` lines.
#[track_caller]
fn outline(name: &str, text: &str, expected: &[&str]) {
    let document = document(name, text);
    let found: Vec<String> =
        document.outline.iter().map(|heading| format!("{} {}", heading.level, heading.title)).collect();
    assert_eq!(found, expected);
}

#[test]
fn case_34_a_hash_in_a_fence_is_no_heading() {
    let text = "# Setup\n\n```bash\n# install\nmake\n```\n\nText.\n";
    outline("a.md", text, &["1 Setup"]);
    outline("a.txt", text, &["1 Setup"]);
    let document = document("a.md", text);
    assert_eq!(section_at(&document, text.find("Text").unwrap()), ["Setup"]);
}

#[test]
fn case_35_a_fence_closes_with_its_own_mark_at_least_as_long() {
    outline("a.md", "# A\n\n````\n```\n# no\n```\n````\n\n~~~\n```\n# no\n~~~\n\n# B\n", &["1 A", "1 B"]);
    outline("a.txt", "# A\n\n````\n```\n# no\n```\n````\n\n# B\n", &["1 A", "1 B"]);
}

#[test]
fn case_37_front_matter_is_no_heading() {
    let text = "---\ntitle: A title\ndate: 2024-01-01\n---\n\n# Real\n\nText\n";
    outline("a.md", text, &["1 Real"]);
    outline("a.md", &format!("\u{FEFF}{}", text.replace('\n', "\r\n")), &["1 Real"]);
    outline("a.md", "+++\ntitle = \"A\"\n+++\n# Real\n", &["1 Real"]);
    outline("a.rst", "PEP: 484\nTitle: Type Hints\n  and more\n\n\nAbstract\n========\n\nText\n", &["1 Abstract"]);
    // Two rules and a setext heading between them.
    outline("a.md", "---\n\nText\n---\n", &["2 Text"]);
}

#[test]
fn case_38_titles_are_the_words_alone() {
    outline(
        "a.md",
        "# Title ##\n\n# C#\n\n## `code` and *more*\n\nSetext\n  text\n===\n",
        &["1 Title", "1 C#", "2 code and more", "1 Setext text"],
    );
    outline("a.txt", "# Title ##\n\n# C#\n", &["1 Title", "1 C#"]);
}

#[test]
fn headings_in_quotes_and_items_open_no_section() {
    outline("a.md", "# A\n\n> # quoted\n\n- # item\n\n[^1]: note\n\n    # deep\n\n##\n\n## B\n", &["1 A", "2 B"]);
}

#[test]
fn restructuredtext_titles_have_levels_in_order_of_appearance() {
    outline(
        "a.rst",
        "=====\nTitle\n=====\n\nPart\n====\n\nText\nmore\n\nSub\n---\n\n::\n\n    No\n    ==\n\nPart ``two``\n============\n\n----\n\nText\n",
        &["1 Title", "2 Part", "3 Sub", "2 Part two"],
    );
    // A table's borders, a transition and a code block are no titles.
    outline(
        "a.rst",
        "A\n~~\n\n=== ===\na   b\n=== ===\n1   2\n=== ===\n\n.. code-block:: rst\n\n   B\n   ==\n\nC\n~~\n",
        &["1 A", "1 C"],
    );
}

#[test]
fn numbered_headings_of_an_rfc() {
    outline(
        "rfc.txt",
        "Table of Contents\n\n   1.  Purpose\n   2.  Scope\n     2.1.  Terms\n   Appendix A.  More\n\n\
         1.  Purpose\n\n   Text that is indented.\n\n2.  Scope\n\n2.1.  Terms\n\n   Text.\n\n\u{C}\n2.2.  A Title That\n      Is Wrapped\n\n   Text.\n\n\
         Appendix A.  More\n\nA.1.  Deep\n\n   Text.\n",
        &[
            "1 1. Purpose",
            "1 2. Scope",
            "2 2.1. Terms",
            "2 2.2. A Title That Is Wrapped",
            "1 Appendix A. More",
            "2 A.1. Deep",
        ],
    );
}

#[test]
fn contents_lists_and_data_are_no_headings() {
    outline("a.txt", "1. Introduction ............ 3\n\n2. Scope . . . . 4\n\n3. Terms      5\n\nText.\n", &[]);
    outline("a.txt", "Buy:\n\n1. Milk\n\n2. Bread\n\n3. Eggs\n\nDone.\n", &[]);
    outline(
        "a.txt",
        "1. First thing\n2. Second thing\n\nText\n\n3.125% Notes due 2028\n\n12 Main Street\n\nJ. Smith\n",
        &[],
    );
    outline("a.txt", "1998. That was the year.\n\n2.5 million people\n\n1. we do this\n\nText\n", &[]);
    outline("a.txt", "Item 1.\n\nBusiness\n\n3\n\nItem 2.\n\nRisk\n\n17\n\nText follows here.\n", &["1 Item 2."][..0]);
    outline("a.txt", "As set out in\nArticle 5\nof the Treaty.\n\nArticle 5 of the Treaty applies.\n", &[]);
}

#[test]
fn numbered_headings_of_laws_and_agreements() {
    outline(
        "law.txt",
        "CHAPTER I\n\nGeneral Provisions\n\nArticle 1\n\nThis is the text.\n\nArticle 2\nText right below.\n\nCHAPTER II\n\n\
         Section 1\n\nArticle 3\n\nText of it.\n\nArticle 4: Names\n\nMore text.\n\n\nSection 2\n\nArticle 5\n\nText.\n",
        &[
            "1 CHAPTER I General Provisions",
            "3 Article 1",
            "3 Article 2",
            "1 CHAPTER II",
            "2 Section 1",
            "3 Article 3",
            "3 Article 4: Names",
            "2 Section 2",
            "3 Article 5",
        ],
    );
    outline(
        "agreement.txt",
        "ARTICLE I\n\nTHE MERGER; CLOSING\n\nSection 1.1 The Merger. Upon the terms of it, the parties merge.\n\n\
         Section 2.01 Closing of the Deal.\n\nText of it.\n\nARTICLE II\n\nSection 2 applies to the whole.\n",
        &[
            "1 ARTICLE I THE MERGER; CLOSING",
            "2 Section 1.1 The Merger",
            "2 Section 2.01 Closing of the Deal",
            "1 ARTICLE II",
        ],
    );
    outline(
        "papers.txt",
        "FEDERALIST No. 10\n\nText one.\n\nFEDERALIST No. 11\n\nText two.\n",
        &["1 FEDERALIST No. 10", "1 FEDERALIST No. 11"],
    );
    outline("de.txt", "Kapitel 2\n\nText eins.\n\n§ 5 Fristen\n\nText zwei.\n", &["1 Kapitel 2", "2 § 5 Fristen"]);
    outline("ja.txt", "第一章　総則\n\n第1条\n\n本文。\n", &["1 第一章 総則", "2 第1条"]);
}

#[test]
fn plain_text_may_underline_its_headings() {
    outline(
        "a.txt",
        "Title\n=====\n\nText\n\nPart\n----\nText right below\n\nNot a title\n--\n",
        &["1 Title", "2 Part"],
    );
    outline("a.txt", "# one comment\n# another comment\nmake\n", &[]);
}

#[test]
fn sections_are_paths_of_titles() {
    let document = document("a.md", "before\n\n# A\n\n### Deep\n\ntext\n\n## B\n\ntext\n\n# C\n");
    let sections = Sections::new(&document.outline);
    let at = |words: &str| document.text.find(words).unwrap();
    assert_eq!(sections.at(0), [""; 0]);
    assert_eq!(sections.at(at("# A")), ["A"]);
    assert_eq!(sections.at(at("text")), ["A", "Deep"]);
    assert_eq!(sections.at(at("## B")), ["A", "B"]);
    assert_eq!(sections.at(document.text.len()), ["C"]);
    assert_eq!(section_at(&document, at("### Deep") - 1), ["A"]);
}

#[test]
fn heading_spans_hold_marks_and_underline() {
    let spans = |name: &str, text: &str| -> Vec<String> {
        document(name, text).outline.iter().map(|heading| heading.span.of(text).to_owned()).collect()
    };
    assert_eq!(spans("a.md", "  # A ##  \r\ntext\r\n\r\nB\r\n---\r\n"), ["# A ##", "B\r\n---"]);
    assert_eq!(spans("a.rst", "===\nA\n===\n\nB\n---\n\n"), ["===\nA\n===", "B\n---"]);
    assert_eq!(
        spans("a.txt", "Section 1.1 The Deal. Upon it we go.\n\nARTICLE I\n\nTHE DEAL\n\nText it is.\n"),
        ["Section 1.1 The Deal.", "ARTICLE I\n\nTHE DEAL",]
    );
}
