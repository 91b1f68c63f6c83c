//! Blocks: what they are and where.

use seamscope::retrieve::trace::BlockKind;

use super::document;

/// Asserts the blocks of a file: kind and text.
#[track_caller]
fn blocks(name: &str, text: &str, expected: &[(BlockKind, &str)]) {
    let document = document(name, text);
    let found: Vec<(BlockKind, &str)> =
        document.blocks.iter().map(|block| (block.kind, block.span.of(&document.text))).collect();
    assert_eq!(found, expected);
}

use BlockKind::{Fence, FrontMatter, Heading, ListItem, Paragraph, Table};

#[test]
fn markdown_blocks() {
    blocks(
        "a.md",
        "---\ntitle: T\n---\n\n# A\n\nOne\ntwo\n\n- x\n  - y\n- z\n\n  more\n\n> quoted\n> text\n\n    indented\n      code\n\n<div>\nhtml\n</div>\n",
        &[
            (FrontMatter, "---\ntitle: T\n---"),
            (Heading, "# A"),
            (Paragraph, "One\ntwo"),
            (ListItem, "- x\n  - y"),
            (ListItem, "- y"),
            (ListItem, "- z\n\n  more"),
            (Paragraph, "more"),
            (Paragraph, "quoted\n> text"),
            (Fence, "    indented\n      code"),
            (Paragraph, "<div>\nhtml\n</div>"),
        ],
    );
}

#[test]
fn items_behind_tabs_begin_at_their_mark() {
    blocks(
        "a.md",
        "- word\n\t- deep\n\n\t- loose\n\n\t\tcode\n",
        &[
            (ListItem, "- word\n\t- deep\n\n\t- loose\n\n\t\tcode"),
            (ListItem, "- deep"),
            (ListItem, "- loose\n\n\t\tcode"),
            (Paragraph, "code"),
        ],
    );
}

#[test]
fn case_39_a_table_knows_where_its_rows_begin() {
    let rows = (0..60).map(|row| format!("| {row} | 5,120 |\n")).collect::<Vec<_>>().concat();
    for text in [
        format!("Text\n\n| a | b |\n|---|--:|\n{rows}\nAfter\n"),
        format!("| a | b |\r\n|---|--:|\r\n{}", rows.replace('\n', "\r\n")),
    ] {
        for name in ["a.md", "a.txt"] {
            let document = document(name, &text);
            let table = document.blocks.iter().find(|block| block.kind == Table).expect("a table");
            assert!(text[table.body..].starts_with("| 0 |"), "{name}");
            assert!(table.span.of(&text).starts_with("| a |") && table.span.of(&text).ends_with("| 59 | 5,120 |"));
            // Sentences end at rows and only there.
            let inside: Vec<usize> =
                document.sentences.iter().copied().filter(|&edge| edge > table.body && edge < table.span.end).collect();
            let starts: Vec<usize> = text
                .match_indices("| ")
                .map(|(at, _)| at)
                .filter(|&at| at > table.body && text[..at].ends_with('\n'))
                .collect();
            assert_eq!(inside, starts, "{name}");
        }
    }
}

#[test]
fn a_table_without_rows_has_its_body_at_its_end() {
    let document = document("a.md", "| a |\n|---|\n");
    assert_eq!((document.blocks[0].kind, document.blocks[0].body), (Table, document.blocks[0].span.end));
}

#[test]
fn restructuredtext_blocks() {
    blocks(
        "a.rst",
        ":Author: A\n:Date: B\n\nTitle\n=====\n\nSee below::\n\n    code\n\n      more\n\n.. code-block:: c\n   :linenos:\n\n   int a;\n\n\
         .. note:: Mind.\n   This.\n\n* one\n  wrapped\n\n  second\n\n  * deep\n* two\n\n1998. is a year\nand no item.\n\nterm\n    its meaning\n\n>>> 1 + 1\n2\n\nEnd\n",
        &[
            (FrontMatter, ":Author: A\n:Date: B"),
            (Heading, "Title\n====="),
            (Paragraph, "See below::"),
            (Fence, "    code\n\n      more"),
            (Fence, ".. code-block:: c\n   :linenos:\n\n   int a;"),
            (Paragraph, ".. note:: Mind.\n   This."),
            (ListItem, "* one\n  wrapped\n\n  second\n\n  * deep"),
            (Paragraph, "second"),
            (ListItem, "* deep"),
            (ListItem, "* two"),
            (Paragraph, "1998. is a year\nand no item."),
            (Paragraph, "term"),
            (Paragraph, "its meaning"),
            (Fence, ">>> 1 + 1\n2"),
            (Paragraph, "End"),
        ],
    );
}

#[test]
fn restructuredtext_tables_know_where_their_rows_begin() {
    let body = |text: &str| {
        let document = document("a.rst", text);
        let table = *document.blocks.iter().find(|block| block.kind == Table).expect("a table");
        assert_eq!(table.span.of(text), text.trim_end());
        text[table.body..].lines().next().expect("a row").to_owned()
    };
    assert_eq!(body("+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n"), "| 1 | 2 |");
    assert_eq!(body("+---+---+\n| 1 | 2 |\n+---+---+\n"), "+---+---+");
    assert_eq!(body("=== ===\na   b\n=== ===\n1   2\n\n3   4\n=== ===\n"), "1   2");
    assert_eq!(body("=== ===\n1   2\n=== ===\n"), "=== ===");
    assert_eq!(body(".. list-table:: T\n   :header-rows: 1\n\n   * - a\n     - b\n   * - 1\n     - 2\n"), "* - 1");
    assert_eq!(body(".. csv-table::\n   :header: a, b\n\n   1, 2\n   3, 4\n"), "1, 2");
}

#[test]
fn plain_blocks() {
    blocks(
        "a.txt",
        "One\ntwo\n\nThings:\n- a\n  wrapped\n  - deep\n- b\n\nProse that goes\n- as always - on and\n1998. That was it\n\n1) x\n2) y\n\n```\ncode\n\ncode\n```\nAfter\n",
        &[
            (Paragraph, "One\ntwo"),
            (Paragraph, "Things:"),
            (ListItem, "- a\n  wrapped\n  - deep"),
            (ListItem, "- deep"),
            (ListItem, "- b"),
            (Paragraph, "Prose that goes\n- as always - on and\n1998. That was it"),
            (ListItem, "1) x"),
            (ListItem, "2) y"),
            (Fence, "```\ncode\n\ncode\n```"),
            (Paragraph, "After"),
        ],
    );
    blocks("a.txt", "```\nnever closed\n\nText\n", &[(Paragraph, "```\nnever closed"), (Paragraph, "Text")]);
}

#[test]
fn code_is_read_in_parts_between_blank_lines() {
    blocks(
        "a.py",
        "# no heading\nimport a\n\n\n  def f():\n    pass\n",
        &[(Paragraph, "# no heading\nimport a"), (Paragraph, "  def f():\n    pass")],
    );
}

#[test]
fn a_byte_order_mark_belongs_to_no_block() {
    for name in ["a.md", "a.rst", "a.txt", "a.py"] {
        let document = document(name, "\u{FEFF}Text\n");
        assert_eq!((document.blocks[0].span.start, document.blocks[0].span.end), (3, 7), "{name}");
    }
}
