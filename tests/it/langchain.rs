//! Equality with LangChain and the course chunker.

use std::path::Path;

use seamscope::retrieve::chunk;
use seamscope::retrieve::params::{ChunkParams, Compat, KeepSeparator, Method, Preset, Unit};
use seamscope::retrieve::text::{self, tokens::Counter};
use seamscope::retrieve::trace::Document;
use serde_json::Value;

use crate::support::shared;

fn json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("the file is there");
    serde_json::from_str(&text).expect("the file is JSON")
}

fn input(folder: &Path, name: &str) -> Document {
    let text = std::fs::read_to_string(folder.join("langchain/inputs").join(name)).expect("the input is there");
    text::document(name, text, 0)
}

fn number(value: &Value) -> usize {
    value.as_u64().and_then(|number| usize::try_from(number).ok()).expect("a number")
}

fn unit(length_function: &Value) -> Unit {
    match length_function.as_str() {
        Some("len") => Unit::Chars,
        Some("cl100k_base") => Unit::Cl100k,
        Some("o200k_base") => Unit::O200k,
        other => panic!("a length function that these tests do not know: {other:?}"),
    }
}

/// The settings that a file's `config` describes.
fn params(config: &Value) -> ChunkParams {
    let (method, unit, separators) = match config["cls"].as_str() {
        Some("RecursiveCharacterTextSplitter") => {
            let separators = config["separators"].as_array().expect("a list").iter();
            let separators = separators.map(|text| text.as_str().expect("a string").to_owned()).collect();
            (Method::Recursive, unit(&config["length_function"]), separators)
        }
        Some("CharacterTextSplitter") => {
            let separator = config["separator"].as_str().expect("a string").to_owned();
            (Method::Recursive, unit(&config["length_function"]), vec![separator])
        }
        Some("TokenTextSplitter") => (Method::Tokens, unit(&config["encoding_name"]), Vec::new()),
        other => panic!("a class that these tests do not know: {other:?}"),
    };
    let keep_separator = match &config["keep_separator"] {
        Value::Bool(false) => KeepSeparator::Drop,
        Value::String(end) if end == "end" => KeepSeparator::End,
        _ => KeepSeparator::Start,
    };
    ChunkParams {
        method,
        unit,
        separators,
        keep_separator,
        size: number(&config["chunk_size"]),
        overlap: number(&config["chunk_overlap"]),
        compat: Compat::Langchain,
        ..ChunkParams::default()
    }
}

fn spans(document: &Document, params: &ChunkParams) -> Vec<[usize; 2]> {
    let counter = Counter::of(params.unit, params.compat).expect("no model is needed");
    chunk::spans(document, params, &counter).into_iter().map(|(span, _)| [span.start, span.end]).collect()
}

fn bytes(chunk: &Value) -> [usize; 2] {
    [number(&chunk["byte_start"]), number(&chunk["byte_end"])]
}

/// Runs `check` for every input of every file under `langchain` whose name begins with `kind`.
fn each_result(kind: &str, check: impl Fn(&Document, &ChunkParams, &[Value])) {
    let Some(folder) = shared("equality with LangChain") else { return };
    let mut files: Vec<_> = std::fs::read_dir(folder.join("langchain")).expect("a folder").flatten().collect();
    files.retain(|file| file.file_name().to_string_lossy().starts_with(kind));
    assert!(!files.is_empty(), "no file of kind {kind}");
    for file in files {
        let file = json(&file.path());
        let params = params(&file["config"]);
        for result in file["results"].as_array().expect("a list") {
            let document = input(&folder, result["doc"].as_str().expect("a name"));
            check(&document, &params, result["chunks"].as_array().expect("a list"));
        }
    }
}

#[test]
fn recursive_cuts_where_langchain_does() {
    each_result("recursive_", |document, params, chunks| {
        let expected: Vec<_> = chunks.iter().map(bytes).collect();
        assert_eq!(spans(document, params), expected, "{} with {params:?}", document.path);
    });
}

/// `CharacterTextSplitter` is `recursive` with one separator that is dropped. Where it drops several in a row the text
/// of its chunk is not in the document; the file then holds the place of its pieces, blank ends included.
#[test]
fn one_dropped_separator_cuts_where_langchains_character_splitter_does() {
    each_result("character_", |document, params, chunks| {
        let expected: Vec<_> = chunks
            .iter()
            .map(|chunk| if chunk["verbatim"] == true { bytes(chunk) } else { trimmed(document, bytes(chunk)) })
            .collect();
        // A piece that no separator makes smaller keeps its blank ends in the recursive splitter, not in this one.
        let ours: Vec<_> = spans(document, params).into_iter().map(|span| trimmed(document, span)).collect();
        assert_eq!(ours, expected, "{} with {params:?}", document.path);
    });
}

fn trimmed(document: &Document, [start, end]: [usize; 2]) -> [usize; 2] {
    let text = &document.text[start..end];
    [end - text.trim_start().len(), start + text.trim_end().len()]
}

/// Where LangChain cuts a character in two, the cut moves to its start and nothing else moves.
#[test]
fn tokens_cut_where_langchain_does_between_characters() {
    each_result("token_", |document, params, chunks| {
        let expected: Vec<_> = chunks
            .iter()
            .map(bytes)
            .map(|[start, end]| [document.text.floor_char_boundary(start), document.text.floor_char_boundary(end)])
            .collect();
        assert_eq!(spans(document, params), expected, "{} with {params:?}", document.path);
    });
}

/// The preset also indexes what stands before the first section; the course does not.
#[test]
fn paragraph_cuts_where_the_course_does() {
    let Some(folder) = shared("equality with the course") else { return };
    let file = json(&folder.join("course/chunks.json"));
    for result in file.as_array().expect("a list") {
        let document = input(&folder, result["doc"].as_str().expect("a name"));
        let chunks = result["chunks"].as_array().expect("a list");
        let params = ChunkParams { size: number(&result["target"]), ..Preset::CourseE.params().chunk };
        let mut found = spans(&document, &params);
        let expected: Vec<_> = chunks.iter().map(bytes).collect();
        let preamble = found.len().saturating_sub(expected.len());
        found.drain(..preamble);
        assert_eq!(found, expected, "{} with {params:?}", document.path);
    }
}
