//! Laws of every chunker; what is drawn in text is in `chunkers/cases.rs` and `chunkers/methods.rs`.

#[path = "chunkers/cases.rs"]
mod cases;
#[path = "chunkers/laws.rs"]
mod laws;
#[path = "chunkers/methods.rs"]
mod methods;

use proptest::prelude::*;
use seamscope::retrieve::chunk::{self, Counters};
use seamscope::retrieve::cut;
use seamscope::retrieve::params::{ChunkParams, Compat, KeepSeparator, Method, Params, Unit};
use seamscope::retrieve::text;
use seamscope::retrieve::text::tokens::Counter;
use seamscope::retrieve::trace::{Chunk, Document};

use crate::support::shared;

const METHODS: [Method; 6] =
    [Method::Tokens, Method::Chars, Method::Recursive, Method::Paragraph, Method::Sentence, Method::Heading];

/// Every unit that needs no model.
const UNITS: [Unit; 4] = [Unit::Chars, Unit::Words, Unit::O200k, Unit::Cl100k];

/// The diagnosed chunks of a document.
fn chunks(document: &Document, params: &ChunkParams) -> Vec<Chunk> {
    let params = Params { chunk: params.clone(), ..Params::default() };
    let counters = Counters::of(&params, None).expect("no model is needed");
    let mut chunks = chunk::chunks(document, 0, &params, &counters);
    cut::diagnose(document, &mut chunks);
    chunks
}

fn settings(method: Method, unit: Unit, size: usize, overlap: usize) -> ChunkParams {
    ChunkParams { method, unit, size, overlap, ..ChunkParams::default() }
}

fn chars(size: usize, overlap: usize) -> ChunkParams {
    settings(Method::Chars, Unit::Chars, size, overlap)
}

fn recursive(size: usize, overlap: usize) -> ChunkParams {
    settings(Method::Recursive, Unit::Chars, size, overlap)
}

fn plain(text: &str) -> Document {
    text::document("a.txt", text.to_owned(), 0)
}

fn markdown(text: &str) -> Document {
    text::document("a.md", text.to_owned(), 0)
}

/// The chunks of `document` as text, after a look at every law.
fn cut<'d>(document: &'d Document, params: &ChunkParams) -> Vec<&'d str> {
    laws::check(document, params);
    chunks(document, params).iter().map(|chunk| chunk.span.of(&document.text)).collect()
}

/// Every method in every unit at this size; methods that count something else get it all the same.
fn everything(size: usize, overlap: usize) -> impl Iterator<Item = ChunkParams> {
    METHODS.into_iter().flat_map(move |method| UNITS.map(|unit| settings(method, unit, size, overlap)))
}

/// Texts of every kind that chunkers meet, and of kinds that they should not.
fn any_text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[a-z]{1,9}",
        "[A-Z][a-z]{0,12}",
        "[0-9]{1,4}([.,][0-9]{1,3})?",
        Just("don't".to_owned()),
        Just("v1.2.3".to_owned()),
        Just("<|endoftext|>".to_owned()),
        Just("漢字".to_owned()),
        Just("한국어".to_owned()),
        Just("café\u{301}".to_owned()),
        Just("👩\u{200d}👩\u{200d}👧".to_owned()),
        Just("🇩🇪🇫🇷".to_owned()),
        Just("\u{600}".to_owned()),
        Just("\u{301}".to_owned()),
        any::<char>().prop_map(String::from),
    ];
    let gap = prop_oneof![
        6 => Just(" "),
        1 => Just("  "),
        2 => Just("\n"),
        2 => Just("\n\n"),
        1 => Just("\r\n"),
        1 => Just("\r\n\r\n"),
        1 => Just("\r"),
        2 => Just(". "),
        1 => Just("。"),
        1 => Just("! "),
        1 => Just("\n\n## "),
        1 => Just("\n# "),
        1 => Just("\n- "),
        1 => Just(" | "),
        1 => Just("\n| a | b |\n|---|---|\n| "),
        1 => Just("\n```\n"),
        1 => Just("\u{a0}"),
        1 => Just("\u{1c}"),
        1 => Just("\u{2028}"),
        1 => Just(""),
    ];
    proptest::collection::vec((word, gap), 0..80)
        .prop_map(|parts| parts.into_iter().map(|(word, gap)| word + gap).collect())
}

fn any_params() -> impl Strategy<Value = ChunkParams> {
    let keep = prop_oneof![Just(KeepSeparator::Start), Just(KeepSeparator::End), Just(KeepSeparator::Drop)];
    let separators = prop_oneof![
        3 => Just(vec!["\n\n", "\n", " ", ""]),
        1 => Just(vec!["\n\n", "\n", ".", "?", "!", " ", ""]),
        1 => Just(vec!["\n"]),
        1 => Just(vec![""]),
        1 => Just(vec!["\r\n", " "]),
    ];
    let sizes =
        (1_usize..60, 0_usize..60, 0_usize..70).prop_map(|(size, overlap, start)| (size, overlap % size, start));
    let passes = prop_oneof![3 => Just((0, 0, 0)), 1 => (1_usize..80, 0_usize..20, 0_usize..60)];
    let choices = (0..METHODS.len(), 0..UNITS.len(), any::<bool>());
    (choices, keep, separators, sizes, passes).prop_map(
        |((method, unit, langchain), keep_separator, separators, (size, overlap, start), (max, min, cap))| {
            ChunkParams {
                method: METHODS[method],
                unit: UNITS[unit],
                compat: if langchain { Compat::Langchain } else { Compat::None },
                separators: separators.into_iter().map(str::to_owned).collect(),
                keep_separator,
                size,
                overlap,
                start,
                max: if max > overlap { max } else { 0 },
                min,
                cap,
                ..ChunkParams::default()
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_law_holds_for_every_method_on_any_text(
        text in any_text(),
        params in any_params(),
        name in prop_oneof![Just("a.md"), Just("a.txt"), Just("a.rst")],
    ) {
        let document = text::document(name, text, 0);
        laws::check(&document, &params);
    }

    #[test]
    fn a_crlf_text_is_cut_where_its_lf_twin_is(text in any_text(), params in any_params()) {
        let params = ChunkParams { compat: Compat::None, ..params };
        let feeds = text.replace("\r\n", "\n").replace('\r', "");
        let returns = feeds.replace('\n', "\r\n");
        laws::check_twins(&text::document("a.md", feeds, 0), &text::document("a.md", returns, 0), &params);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// Windows whose boundaries fall between characters are windows of `tokens`, whatever lies around them.
    #[test]
    fn windows_between_characters_stay(
        text in "([a-z ]{1,4}|[𐍈경🙂漢é]){1,40}", unit in prop::sample::select(vec![Unit::O200k, Unit::Cl100k]), size in 1_usize..6, overlap in 0_usize..5,
    ) {
        prop_assume!(overlap < size);
        let params = ChunkParams { compat: Compat::Langchain, ..settings(Method::Tokens, unit, size, overlap) };
        let ends = Counter::of(unit, params.compat).expect("no model is needed").ends(&text);
        let place = |token: usize| if token == 0 { 0 } else { ends[token - 1] };
        let document = plain(&text);
        let found = chunks(&document, &params);
        let mut first = 0;
        loop {
            let last = (first + size).min(ends.len());
            let window = [place(first), place(last)];
            if window.iter().all(|&at| text.is_char_boundary(at)) && !text[window[0]..window[1]].trim().is_empty() {
                prop_assert!(found.iter().any(|chunk| [chunk.span.start, chunk.span.end] == window), "{window:?} in {found:?}");
            }
            if last == ends.len() {
                break;
            }
            first += size - overlap;
        }
        laws::check(&document, &params);
    }

    /// The two readings differ in line ends, graphemes and blank space, and in chunks inside their neighbour. Where a
    /// text has none of the former, `recursive` is LangChain's without the latter.
    #[test]
    fn recursive_is_langchains_where_there_is_nothing_to_read_otherwise(
        text in "([a-z]{1,9}[.,]?[ \n]{0,3}){0,60}",
        params in any_params(),
    ) {
        let document = text::document("a.txt", text, 0);
        // A CRLF among the separators is read like a line feed, and what is dropped is blank.
        prop_assume!(!params.separators.iter().any(|separator| separator.contains('\r')));
        prop_assume!(params.keep_separator != KeepSeparator::Drop || params.separators.iter().all(|separator| separator.trim().is_empty()));
        let own = ChunkParams { method: Method::Recursive, compat: Compat::None, max: 0, min: 0, ..params };
        let langchains = ChunkParams { compat: Compat::Langchain, ..own.clone() };
        let [own, langchains] = [own, langchains].map(|params| {
            chunks(&document, &params).iter().map(|chunk| [chunk.span.start, chunk.span.end]).collect::<Vec<_>>()
        });
        prop_assert!(own.iter().all(|chunk| langchains.contains(chunk)));
        for [start, end] in langchains {
            prop_assert!(own.iter().any(|chunk| chunk[0] <= start && end <= chunk[1]), "{start}..{end}");
        }
    }
}

/// One law test a method over every real text: prose, tables, code, contracts, CJK, CRLF.
fn real_texts(method: Method) {
    let Some(folder) = shared("the laws on real texts") else { return };
    for part in ["langchain/inputs", "corpora"] {
        let mut files: Vec<_> = std::fs::read_dir(folder.join(part)).expect("a folder").flatten().collect();
        files.sort_by_key(std::fs::DirEntry::path);
        for file in files {
            let text = std::fs::read_to_string(file.path()).expect("UTF-8");
            let document = text::document(&file.file_name().to_string_lossy(), text, 0);
            for unit in UNITS {
                let (size, overlap) = if method == Method::Sentence { (5, 1) } else { (200, 20) };
                let params = ChunkParams { method, unit, size, overlap, ..ChunkParams::default() };
                laws::check(&document, &params);
                laws::check(&document, &ChunkParams { overlap: 0, compat: Compat::Langchain, ..params });
            }
        }
    }
}

#[test]
fn tokens_keeps_the_laws_on_real_texts() {
    real_texts(Method::Tokens);
}

#[test]
fn chars_keeps_the_laws_on_real_texts() {
    real_texts(Method::Chars);
}

#[test]
fn recursive_keeps_the_laws_on_real_texts() {
    real_texts(Method::Recursive);
}

#[test]
fn paragraph_keeps_the_laws_on_real_texts() {
    real_texts(Method::Paragraph);
}

#[test]
fn sentence_keeps_the_laws_on_real_texts() {
    real_texts(Method::Sentence);
}

#[test]
fn heading_keeps_the_laws_on_real_texts() {
    real_texts(Method::Heading);
}
