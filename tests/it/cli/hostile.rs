//! Names, texts and questions that would steer a terminal or a formatter.

use super::Bench;

/// ESC, OSC 52, C1 bytes, bidi overrides, carriage returns.
const STEERING: &str = "red \u{1b}[31m title \u{1b}]52;c;aGk=\u{7} c1 \u{9b}2J bidi \u{202e}txt.exe\u{202c} back\rover";

fn is_safe(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || c == '\t' || !c.is_control()) && !text.contains(['\u{202e}', '\u{2066}'])
}

#[test]
fn steering_characters_are_visible_glyphs_in_tables() {
    let bench = Bench::with(&[("a.md", &format!("# {STEERING}\n\nText with a word: {STEERING}.\n"))]);
    #[cfg(unix)]
    bench.write("na\u{1b}[31mme\u{9b}\u{202e}.txt", "A word in a file with a hostile name.\n");
    for words in [
        &["chunk", "docs", "--text"][..],
        &["query", "docs", "word \u{1b}[31m", "--set=search.dense=false", "--explain=a.md#0"],
        &["index", "docs", "--set=embed.model=none"],
    ] {
        let answer = bench.call(words);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        let text = answer.text();
        assert!(is_safe(&text), "{text:?}");
    }
    let text = bench.call(&["chunk", "docs", "--text"]).text();
    for glyph in ["␛[31m", "␇", "<U+009B>", "<U+202E>", "␍"] {
        assert!(text.contains(glyph), "{glyph}: {text}");
    }
}

#[test]
fn json_holds_the_text_itself_and_yet_no_steering_character() {
    let bench = Bench::with(&[("a.md", STEERING)]);
    let answer = bench.call(&["chunk", "docs", "--json", "--text"]);
    assert!(is_safe(&answer.text()), "{:?}", answer.text());
    assert_eq!(answer.json(0)["documents"][0]["chunks"][0]["text"], STEERING);
}

#[test]
fn errors_are_safe_too() {
    let bench = Bench::with(&[("a.md", "text")]);
    for words in [
        &["chunk", "no\u{1b}[31m\u{202e}\n.md"][..],
        &["chunk", "docs", "--\u{1b}[31m"],
        &["chunk", "docs", "--set", "chunk.\u{1b}[31m=1"],
        &["chunk", "docs", "--set", "chunk.method=\u{9b}31m"],
        &["\u{1b}[31m"],
    ] {
        let answer = bench.call(words);
        answer.error(2);
        assert!(is_safe(&answer.err), "{:?}", answer.err);
    }
}

#[test]
fn markup_of_other_tools_is_ordinary_text() {
    let text = "see [bold] and [/foo] and {} and %s and <b> and {0} and %n";
    let bench = Bench::with(&[("[bold]{}%s<b>.md", &format!("# {text}\n\nA word. {text}\n"))]);
    let question = "word [/foo] {} %s <b> \"quoted\" AND -not title:x";
    let printed = bench.call(&["query", "docs", question, "--set=search.dense=false"]).text();
    for part in ["[bold]{}%s<b>.md#0", text, question] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    let story = bench.ask(question, &[]).json(0);
    assert_eq!(story["question"], question);
    assert_eq!(story["context"][0]["path"], "[bold]{}%s<b>.md");
}

#[test]
fn an_id_of_a_path_with_marks_of_ids_is_found() {
    let bench = Bench::with(&[("a#1|2.md", "A word. Another word. A third word, and a fourth one after it.")]);
    let story = bench.ask("word", &["--explain", "a#1|2.md#0"]).json(0);
    assert_eq!(story["explain"]["id"], "a#1|2.md#0");
}
