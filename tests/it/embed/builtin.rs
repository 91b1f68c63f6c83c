//! The builtin model is given nothing that it would cut off, proved by its own behaviour.

use seamscope::retrieve::embed::{Builtin, Embedder};

/// Word pieces that the model reads of one text, its two special ones not counted.
const ROOM: usize = 126;

fn model() -> Builtin {
    Builtin::load(None).expect("the builtin model loads")
}

/// What the encoder itself makes of a text, nothing of ours between.
fn raw(text: &str) -> Vec<f32> {
    let encoder = pocket_encoder::Encoder::new().expect("the encoder loads");
    encoder.embed(&[text]).expect("a vector").remove(0)
}

/// Texts whose first words fill the window.
fn samples() -> Vec<(&'static str, String)> {
    let english = "Orders above the limit are held until a second clerk, who didn't enter them, approves (see 4.2). ";
    let code = "fn main() { let x_1 = vec![0u8; 1<<10]; println!(\"{:?} != {}\", x_1.len(), r#\"a\\b\"#); }\n";
    let table = "| Größe | 5,120 |  `v1.2.3` | 10 % |\n|---|:--:|---|---|\n";
    let german =
        "Die Übergrößenträger müssen Straßenverkehrsordnungsänderungen gemäß § 29 berücksichtigen; außerdem … ";
    let chinese = "東京都知事は新しい条例を発表した。第十二條規定,雙方應於三十日內協商解決。";
    let emoji = "👩‍👩‍👧 ships 🙂🙂 tomorrow → ok ✅ é́ ½ ﬁ ";
    let hangul = "대한민국의 수도는 서울특별시이다. 한글 자모 ";
    let special = "a [SEP] b [UNK] [MASK c] <|endoftext|> ";
    let long = format!("{} {} ", "QUJDRGVm".repeat(30), "ราคาน้ำมันเพิ่มขึ้น".repeat(8));
    let mixed = "naïve\u{200b}zero\u{ad}width\tcafe\u{301}\r\nİstanbul ΟΔΟΣ снежная नमस्ते שלום ";
    [
        ("English", english),
        ("code", code),
        ("a table", table),
        ("German", german),
        ("Chinese", chinese),
        ("emoji", emoji),
        ("Hangul", hangul),
        ("special tokens", special),
        ("long words", long.as_str()),
        ("mixed", mixed),
    ]
    .map(|(name, text)| (name, text.repeat(20)))
    .to_vec()
}

/// The longest beginning of a text that has at most `tokens` word pieces by our count, filled up with one-piece words.
fn beginning(model: &Builtin, text: &str, tokens: usize) -> String {
    let ends = model.token_ends(text);
    assert!(ends.len() > tokens, "the sample is long enough");
    let mut at = text.floor_char_boundary(ends[tokens - 1]);
    while model.token_ends(&text[..at]).len() > tokens {
        at = text.floor_char_boundary(at - 1);
    }
    let mut text = text[..at].to_owned();
    while model.token_ends(&text).len() < tokens {
        text.push_str(" a");
    }
    text
}

#[test]
fn our_count_is_the_models_own() {
    let model = model();
    for (name, sample) in samples() {
        if name == "long words" {
            continue; // the encoder alone takes those for unknown
        }
        let full = beginning(&model, &sample, ROOM);
        let short = beginning(&model, &sample, ROOM - 1);
        assert_eq!(model.token_ends(&full).len(), ROOM, "{name}");
        assert!(raw(&short) != raw(&format!("{short} order")), "{name}: one below the bound a further word is read");
        assert!(raw(&full) == raw(&format!("{full} order")), "{name}: at the bound it is not");
    }
}

#[test]
fn what_is_accepted_is_read_to_its_end() {
    let model = model();
    for (name, sample) in samples() {
        let short = beginning(&model, &sample, ROOM - 1);
        let longer = format!("{short} order");
        let vectors = model.embed(&[&short, &longer]).expect(name);
        assert!(vectors[0] != vectors[1], "{name}: the last word that fits counts");
        let error = model.embed(&[&format!("{longer} order")]).expect_err(name);
        assert!(error.to_string().contains("127 word pieces"), "{name}: {error}");
    }
}

#[test]
fn long_words_are_read_in_parts() {
    let model = model();
    let hash = |end: &str| format!("{}{end}", "0123456789abcdef".repeat(12));
    assert!(model.token_ends(&hash("0")).len() > 60);
    let vectors = model.embed(&[&hash("0")[..150], &hash("0")[..151]]).expect("two vectors");
    assert!(vectors[0] != vectors[1], "the model sees the letters of a word of more than 100");
    let korean: String = "대한민국의수도는서울특별시".chars().cycle().take(46).collect();
    let vectors = model.embed(&[&korean[..korean.len() - 3], &korean]).expect("two vectors");
    assert!(vectors[0] != vectors[1], "and those of a word without blanks");
}

#[test]
fn blanks_and_marks_beyond_what_the_encoder_accepts_are_no_error() {
    let model = model();
    for filler in [" ".repeat(70_000), "\u{301}".repeat(40_000), "\u{200b}".repeat(30_000)] {
        let text = format!("one{filler} two");
        let vectors = model.embed(&[&text, "one two"]).expect("two vectors");
        assert!(vectors[0] == vectors[1]);
    }
    assert!(model.embed(&[" \n"]).is_err(), "a blank text has no vector");
}

#[test]
fn ends_lie_in_the_text_and_rise() {
    let model = model();
    assert_eq!(model.token_ends("東京 is Größe."), [3, 6, 9, 12, 14, 17, 18]);
    for (name, sample) in samples() {
        let ends = model.token_ends(&sample);
        assert!(ends.is_sorted(), "{name}");
        assert!(ends.last().is_some_and(|end| *end <= sample.len()), "{name}");
    }
}

#[test]
fn the_same_text_gives_the_same_vector_in_any_company() {
    let model = model();
    let texts: Vec<String> = (0..40).map(|n| format!("order {n} is held until clerk {} approves", n * 7)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let together = model.embed(&texts).expect("vectors");
    for (text, vector) in texts.iter().zip(&together) {
        assert!(&model.embed(&[text]).expect("a vector")[0] == vector);
        assert!(&raw(text) == vector);
    }
}

#[test]
fn a_window_that_cannot_be_is_refused() {
    for window in [0, 3, 129, 512] {
        let error = Builtin::load(Some(window)).err().expect("refused");
        assert!(error.to_string().contains(&window.to_string()), "{error}");
    }
    let small = Builtin::load(Some(16)).expect("a smaller window");
    assert_eq!(small.info().window, 16);
    assert_ne!(small.info().id, model().info().id);
    assert!(small.embed(&["a a a a a a a a a a a a a a a"]).is_err());
}
