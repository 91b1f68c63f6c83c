//! Offsets through the program: cases 7 and 17, and I1 on what JSON says.

use serde_json::Value;

use super::{Bench, DOCS};

fn pair(value: &Value) -> (usize, usize) {
    let at = |place: usize| value[place].as_u64().and_then(|number| usize::try_from(number).ok()).expect("an offset");
    (at(0), at(1))
}

/// Every chunk of a document lies where JSON says: in bytes, in characters and in lines.
fn holds(source: &str, chunk: &Value) {
    let text = chunk["text"].as_str().expect("--text");
    let (start, end) = pair(&chunk["byte"]);
    assert_eq!(&source[start..end], text);
    let (from, to) = pair(&chunk["char"]);
    assert_eq!(source.chars().skip(from).take(to - from).collect::<String>(), text);
    let (first, last) = pair(&chunk["line"]);
    assert_eq!(first, 1 + source[..start].matches('\n').count());
    assert_eq!(last, 1 + source[..end - 1].matches('\n').count());
}

#[test]
fn characters_and_bytes_differ_by_what_was_before() {
    let code = "fn main() {\n    let answer = 42;\n    println!(\"{answer}\");\n}\n".repeat(6);
    let lf = format!("éééééééééé\n{code}");
    for source in [lf.clone(), lf.replace('\n', "\r\n")] {
        let bench = Bench::with(&[("a.rs", &source)]);
        let chunked = bench.call(&["chunk", "docs", "--json", "--text", "--set=chunk.size=20"]).json(0);
        let chunks = chunked["documents"][0]["chunks"].as_array().expect("chunks");
        assert!(chunks.len() > 3);
        for chunk in chunks {
            holds(&source, chunk);
            let ((start, _), (from, _)) = (pair(&chunk["byte"]), pair(&chunk["char"]));
            assert_eq!(start - from, if from == 0 { 0 } else { 10 });
        }
        assert_eq!(chunked["documents"][0]["chars"], source.chars().count());
        assert_eq!(chunked["documents"][0]["lines"], source.lines().count());
    }
}

#[test]
fn every_chunk_of_every_method_lies_where_it_says() {
    let source = DOCS[0].1;
    let bench = Bench::with(DOCS);
    for method in ["tokens", "chars", "recursive", "paragraph", "sentence", "heading"] {
        let size = if method == "sentence" { "2" } else { "60" };
        let unit = if method == "tokens" { "o200k" } else { "chars" };
        let settings = [format!("chunk.method={method}"), format!("chunk.size={size}"), format!("chunk.unit={unit}")];
        let settings = settings.iter().flat_map(|text| ["--set", text]);
        let words: Vec<&str> = ["chunk", "docs/billing.md", "--json", "--text"].into_iter().chain(settings).collect();
        let chunked = bench.call(&words).json(0);
        let chunks = chunked["documents"][0]["chunks"].as_array().expect("chunks");
        assert!(!chunks.is_empty(), "{method}");
        for chunk in chunks {
            holds(source, chunk);
        }
    }
}

/// Every object with an `id` that names a chunk or a seam carries offsets, unless it only repeats one that does.
fn without_offsets(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(inner) => {
            let repeats = path.contains("lists") || path.contains("steps") || path.contains("refused");
            let is_result = inner.contains_key("id") && !path.ends_with("model") && !path.ends_with("sum") && !repeats;
            if is_result && !["byte", "char", "line"].iter().all(|key| inner.contains_key(*key)) {
                found.push(path.to_owned());
            }
            inner.iter().for_each(|(key, value)| without_offsets(value, &format!("{path}.{key}"), found));
        }
        Value::Array(items) => items.iter().for_each(|value| without_offsets(value, path, found)),
        _ => {}
    }
}

#[test]
fn every_result_of_every_command_carries_offsets() {
    let bench = Bench::with(DOCS);
    let mut found = Vec::new();
    let story = bench.ask("who may refund an order on a sunday", &["--explain", "billing.md#1"]).json(0);
    assert!(story["seams"].as_array().is_some_and(|seams| !seams.is_empty()));
    without_offsets(&story, "query", &mut found);
    let chunked = bench.call(&["chunk", "docs", "--json", "--set=chunk.size=20", "--set=seam.k=5"]).json(0);
    without_offsets(&chunked, "chunk", &mut found);
    for line in bench.call(&["export", "docs", "--format", "jsonl"]).text().lines() {
        without_offsets(&serde_json::from_str(line).expect("a JSON line"), "export", &mut found);
    }
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_citation_is_the_passage_in_characters() {
    let bench = Bench::with(DOCS);
    let story = bench.ask("refund", &[]).json(0);
    for passage in story["context"].as_array().expect("passages") {
        let path = passage["path"].as_str().expect("a path");
        let source = DOCS.iter().find(|(name, _)| *name == path).expect("a document").1;
        holds(source, passage);
        let (from, to) = pair(&passage["char"]);
        assert_eq!(passage["citation"], format!("{path}#char={from},{to}"));
    }
}
