//! Sentence edges, drawn with `|`.

use seamscope::retrieve::text::sentences::{edges, is_edge};

use super::{document, drawing, drawn};

/// Asserts the edges of a file, which are where the drawing has a `|`; the end of the text is one without saying.
#[track_caller]
fn draws(name: &str, drawing_of: &str) {
    let (text, _) = drawing(drawing_of);
    let document = document(name, &text);
    let inner = document.sentences.strip_suffix(&[text.len()]).expect("the end of the text is an edge");
    assert_eq!(drawn(&text, inner), drawing_of);
}

#[track_caller]
fn prose(drawing_of: &str) {
    draws("a.txt", drawing_of);
}

#[test]
fn sentences_end_at_marks_and_after_the_blank_space() {
    prose("One.  |Two! |Three? |Four");
    prose("He said \"Stop.\" |Then he left. |(It was late.) |Nobody saw it (they slept). |End");
    prose("“Stop.” |«Non.» |‘Yes.’ |Next");
    prose("Really?! |Yes... |Well… |Next");
    prose("First.[12] |Second.[^note] |Third.¹ |Next");
    prose("**Bold.** |_Slanted._ |Next");
}

#[test]
fn case_32_no_false_ends() {
    prose(
        "Version v1.2.3 is out, see https://example.org/a.b?c=d!e and write to j.doe@mail.example.org, says Dr. Smith.",
    );
    prose("Am 29. Juli kam J. R. R. Tolkien mit Dr. Smith an. |Danach ging er.");
    prose(
        "Use e.g. Rust, i.e. Cargo, in the U.S. Senate at 5 p.m. Eastern. |See No. 5, Fig. 3, pp. 3-4 and Art. IV of it.",
    );
    prose("It costs 3.14 or .5 or 1.000,50. |See 3.1. |Next");
    prose("3.1. Overview of it. |Section 2.01. Closing of it. |Article 5. Rules. |Next");
    prose("Im 19. Jahrhundert und am 3. Tag. |Das war es.");
    prose("Marbury v. Madison, Mr. and Mrs. J. A. Smith, Amazon.com, Inc. Board members etc. and so on.");
    prose("z.B. Äpfel, d.h. Obst, vgl. Abs. 3 und Nr. 7 usw. und so fort.");
    prose("Prof. Dr. Müller, St. Louis, Ph.D. Thesis, Jan. 5, Sept. 2020.");
    prose("Wait for it . . . and go on ... as before… indeed.");
    prose(
        "Spirit of Laws. |Vol. I, page 186. |I know. |No. |I do not. |Modern art. |I like it. |See Art. I and Vol. II of it.",
    );
    prose("See above. |II. The second part. |End");
    prose("См. рис. 5 и табл. 2. |Далее.");
}

#[test]
fn sentences_do_end_where_it_looks_like_an_abbreviation() {
    prose("He lives in the U.S. |The law is old.");
    prose("We need vitamin C. |The rest is fine.");
    prose("She is taller than I. |He knows.");
    prose("Was it you? |No. |He did.");
    prose("That was in 1998. |Then came Acme Inc. |It grew.");
    prose("It took 5 ms. |Then we went to L.A. |The width is 3 mm. |Fine.");
    prose("Write to a.b@c.de. |End there, or at www.eu.org. |Fine.");
    prose("There are 12. |Fine.");
    prose("He is 30. |You are 31.");
}

#[test]
fn case_65_quotes_and_brackets_close_a_sentence() {
    prose("He wrote \"It is done.\" |Then (as we said). |それは「終わり。」|次。|End");
    prose("\"Why?\" he asked. |\"Stop!\" (she said) and left. |\"Go.\" |Done");
}

#[test]
fn scripts_without_blank_space_have_sentences() {
    prose("今天很好。|明天呢？|太好了！|完");
    prose("吾輩は猫である。|名前はまだ無い。|「はい。」と言った。|本当?|はい");
    prose("検索は３．１節で述べる．|次に");
    prose("他来了。|“你好。”|她说。|「再见」。|完");
    prose("यह एक है। |वह दो है। |अंत");
    prose("هل هذا صحيح؟ |نعم");
    prose("문장이다. |또 하나. |끝");
}

#[test]
fn a_lone_line_feed_ends_nothing_and_a_blank_line_everything() {
    prose("This is wrapped\nby hand. |It goes\non here\n\n|New paragraph\n \t\n|Another\n\n\n\n|Last\n");
    prose("One.\n|Two.\n\n|Three");
    prose("\n\n  First. |Second.\n\n\n");
}

#[test]
fn blocks_end_sentences() {
    draws("a.md", "# Title\n|Text without stop\n|- item one\n|- item two. |More\n  of it\n\n|Next\n|***\n|End");
    draws("a.md", "> quoted text\n> goes on\n>\n|> second. |Part\n\n|- loose\n\n  |second\n\n|Out");
    draws("a.md", "¦ a ¦ b. C ¦\n¦---¦---¦\n|¦ 1 ¦ 5,120. X ¦\n|¦ 2 ¦ y ¦\n\n|Text");
    draws("a.md", "Text:\n|```sh\n|# install. Now\n|  make\n|```\n|After");
    draws("a.rs", "fn main() {\n|    let a = 1. + 2.;\n\n|    // One. Two.\n|}\n");
    draws("a.rst", "Title\n=====\n\n|One. |Two::\n\n|    a. B\n|    c\n\n|* item\n|* item. |More\n\n|End");
    draws("a.md", "---\n|title: A. B\n|---\n|Text");
}

#[test]
fn no_sentence_is_blank_and_the_end_is_an_edge() {
    assert_eq!(edges(""), [] as [usize; 0]);
    assert_eq!(edges(" \n "), [3]);
    assert_eq!(edges("a.  "), [4]);
    assert_eq!(document("a.txt", "\u{FEFF}One. Two.").sentences, [8, 12]);
}

#[test]
fn a_cut_is_no_cut_through_a_sentence_anywhere_in_the_blank_space_before_an_edge() {
    let (text, marks) = drawing("One two.| |\n| |Three| |four.|");
    let edges = edges(&text);
    let at_edge: Vec<bool> = marks.iter().map(|&mark| is_edge(&text, &edges, mark)).collect();
    assert_eq!(at_edge, [true, true, true, true, false, false, true]);
    // In code the edge lies before the indentation and the cut may lie after it.
    let code = document("a.py", "if a:\n    b\n");
    assert_eq!(code.sentences, [6, 12]);
    assert!((5..=10).all(|at| is_edge(&code.text, &code.sentences, at)));
    assert!(!is_edge(&code.text, &code.sentences, 4));
}
