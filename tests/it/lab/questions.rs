//! Question files against a folder drawn here: what is accepted, and what is said of what is not.

use std::sync::Arc;

use seamscope::lab::places::Places;
use seamscope::lab::questions::{Kind, load, parse_beir, parse_chroma, parse_json_lines};
use seamscope::retrieve::text;
use seamscope::retrieve::trace::{Corpus, Skipped};

use crate::support::shared;

fn folder() -> Corpus {
    let document = |path: &str, text: &str| Arc::new(text::document(path, text.to_owned(), 0));
    let documents = vec![
        document("a.md", "Größe zählt. Eine zweite Zeile.\n"),
        document("deep/b.md", "Nothing here.\n"),
        document("deep/twin.md", "One.\n"),
        document("twin.txt", "Two.\n"),
    ];
    let skipped = vec![Skipped { path: "c.bin".into(), reason: "binary".into() }];
    Corpus { documents, skipped, ..Corpus::default() }
}

fn json_lines(text: &str) -> Result<Vec<seamscope::lab::questions::Question>, String> {
    let corpus = folder();
    parse_json_lines("q.jsonl", text, &Places::new(&corpus)).map_err(|error| error.to_string())
}

#[test]
fn a_place_in_characters_is_the_same_place_in_bytes() {
    let text = r#"
{"id":"one","question":"Was zählt?","evidence":[{"doc":"a.md","char":[0,12]}],"kind":"atomic","note":"kept"}
{"id":"two","question":"Was zählt?","evidence":[{"doc":"a.md","byte":[0,15],"char":[0,12],"text":"Größe zählt."}]}
{"id":"three","question":"Wer?","evidence":[],"kind":"unanswerable"}
"#;
    let questions = json_lines(text).expect("all lines are right");
    assert_eq!(questions.len(), 3);
    assert_eq!(questions[0].evidence, questions[1].evidence);
    let piece = questions[0].evidence[0];
    assert_eq!((piece.span.start, piece.span.end, piece.stretch.start, piece.stretch.end), (0, 15, 0, 12));
    assert_eq!(questions[0].kind, Some(Kind::Atomic));
    assert_eq!((questions[1].kind, questions[2].kind), (None, Some(Kind::Unanswerable)));
}

#[test]
fn what_is_wrong_names_its_line_and_what_to_do() {
    let evidence = |piece: &str| format!(r#"{{"id":"x","question":"Was?","evidence":[{piece}]}}"#);
    let cases = [
        ("{\"id\":\"x\"", "q.jsonl:1: EOF while parsing an object"),
        (r#"{"id":"x","evidence":[]}"#, "missing field `question`"),
        (r#"{"id":"x","question":" ","kind":"unanswerable"}"#, "asks nothing"),
        (r#"{"id":"x","question":"Was?"}"#, "`x` has no evidence; give \"evidence\""),
        (r#"{"id":"x","question":"Was?","kind":"easy"}"#, "unknown variant `easy`"),
        (&evidence(r#"{"doc":"a.md"}"#), "evidence 1 of `x`: it has no place"),
        (&evidence(r#"{"doc":"a.md","chars":[0,1]}"#), "unknown field `chars`"),
        (&evidence(r#"{"doc":"A.md","char":[0,1]}"#), "did you mean `a.md`?"),
        (&evidence(r#"{"doc":"b.md","char":[0,1]}"#), "there is no document `b.md`"),
        (&evidence(r#"{"doc":"c.bin","char":[0,1]}"#), "was skipped: binary"),
        (&evidence(r#"{"doc":"a.md","char":[3,3]}"#), "is empty"),
        (&evidence(r#"{"doc":"a.md","char":[5,3]}"#), "ends before it starts"),
        (&evidence(r#"{"doc":"a.md","char":[0,99]}"#), "reaches past the document's 32 characters"),
        (&evidence(r#"{"doc":"a.md","byte":[0,3]}"#), "cuts through a character"),
        (&evidence(r#"{"doc":"a.md","byte":[0,99]}"#), "reaches past the document's 35 bytes"),
        (&evidence(r#"{"doc":"a.md","char":[0,5],"byte":[0,5]}"#), "char [0, 5] is byte [0, 7], not byte [0, 5]"),
        (
            &evidence(r#"{"doc":"a.md","char":[0,5],"text":"Grösse"}"#),
            "from character 3 on the document has \"ße\", the file \"sse\"",
        ),
        (
            &evidence(r#"{"doc":"a.md","char":[0,5]},{"doc":"a.md","char":[4,8]}"#),
            "evidence 1 and evidence 2 of `x` overlap",
        ),
        (
            r#"{"id":"x","question":"?","kind":"unanswerable","evidence":[{"doc":"a.md","char":[0,5]}]}"#,
            "is unanswerable and has evidence",
        ),
    ];
    for (text, wanted) in cases {
        let error = json_lines(text).expect_err(text);
        assert!(error.starts_with("q.jsonl:1: ") && error.contains(wanted), "{error} should say {wanted}");
    }
    let twice = r#"{"id":"x","question":"Was?","kind":"unanswerable"}"#;
    let error = json_lines(&format!("{twice}\n\n{twice}\n")).expect_err("twice");
    assert_eq!(error, "q.jsonl:3: the id `x` stands on line 1 already; give it another");
}

#[test]
fn a_file_without_questions_or_without_being_there_is_an_error() {
    let corpus = folder();
    let places = Places::new(&corpus);
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("empty.jsonl");
    let error = load(&file, &places).expect_err("absent").to_string();
    assert!(error.contains("cannot be read"), "{error}");
    std::fs::write(&file, "\n\n").expect("writable");
    let error = load(&file, &places).expect_err("empty").to_string();
    assert!(error.contains("holds no question"), "{error}");
    let table = home.path().join("empty.csv");
    std::fs::write(&table, "question,references,corpus_id\n").expect("writable");
    let error = load(&table, &places).expect_err("empty").to_string();
    assert!(error.contains("write one a row under the headings"), "{error}");
    std::fs::write(&file, b"\n{\"id\":\"a\",\"question\":\"caf\xe9\"}\n").expect("writable");
    let error = load(&file, &places).expect_err("Latin-1").to_string();
    assert!(error.ends_with("empty.jsonl:2: is not UTF-8 from here on; save the file as UTF-8"), "{error}");
}

#[test]
fn chromas_table_names_documents_by_stem_and_its_errors_name_the_line() {
    let corpus = folder();
    let places = Places::new(&corpus);
    let head = "question,references,corpus_id\n";
    let row =
        "\"Was\nzählt?\",\"[{\"\"content\"\": \"\"Größe\"\", \"\"start_index\"\": 0, \"\"end_index\"\": 5}]\",a\n";
    let questions = parse_chroma("q.csv", &format!("{head}{row}{row}"), &places).expect("right");
    assert_eq!((questions.len(), questions[1].id.as_str(), questions[1].text.as_str()), (2, "q1", "Was\nzählt?"));
    assert_eq!((questions[0].evidence[0].span.start, questions[0].evidence[0].span.end), (0, 7));
    let wrong = row.replace("Größe", "Grösse");
    let error = parse_chroma("q.csv", &format!("{head}{row}{wrong}"), &places).expect_err("wrong").to_string();
    assert!(error.starts_with("q.csv:4: reference 1: its text is not what stands there"), "{error}");
    for (text, wanted) in [
        ("question,references\nx,[]\n".to_owned(), "q.csv:1: there is no column `corpus_id`; the table has question"),
        (format!("{head}x,[]\n"), "q.csv:2: 2 fields under 3 headings; is a quote left open"),
        (format!("{head}{row}x,\"[],a\n"), "q.csv:4: 2 fields under 3 headings"),
        (format!("{head}x,none,a\n"), "q.csv:2: the references are no list of places (expected ident"),
        (format!("{head}x,[],a\n"), "q.csv:2: `q0` has no evidence"),
    ] {
        let error = parse_chroma("q.csv", &text, &places).expect_err(wanted).to_string();
        assert!(error.starts_with(wanted), "{error} should say {wanted}");
    }
    let error = parse_chroma("q.csv", &format!("{head}x,[],twin\n"), &places).expect_err("two").to_string();
    assert_eq!(error, "q.csv:2: `twin` names both `deep/twin.md` and `twin.txt`; the folder must hold one");
}

#[test]
fn judgements_of_whole_documents_become_evidence() {
    let corpus = folder();
    let places = Places::new(&corpus);
    let queries = "{\"_id\":\"1\",\"text\":\"What?\"}\n{\"_id\":\"2\",\"text\":\"Elsewhere?\"}\n";
    let qrels = "query-id\tcorpus-id\tscore\n1\tb\t1\n1\ta.md\t2\n2\ta\t0\n";
    let files = ["queries.jsonl", "qrels/test.tsv"];
    let questions = parse_beir(files, [queries, qrels], &places).expect("right");
    assert_eq!(questions.len(), 1, "a query that nothing answers belongs to another part");
    let lengths: Vec<usize> = questions[0].evidence.iter().map(|piece| piece.span.len()).collect();
    assert_eq!(lengths, [14, 35]);
    let head = "query-id\tcorpus-id\tscore\n";
    for (queries, qrels, wanted) in [
        (queries, format!("{head}1 b 1\n"), "qrels/test.tsv:2: wants three columns"),
        (queries, format!("{head}1\tb\tyes\n"), "qrels/test.tsv:2: `yes` is no score; write a number"),
        (queries, format!("{head}1\tz\t1\n"), "qrels/test.tsv:2: there is no document `z`"),
        (
            queries,
            format!("{head}1\tb\t1\n9\tb\t1\n"),
            "qrels/test.tsv:3: there is no query `9` in queries.jsonl; add it",
        ),
        (queries, "1 0 b 1\n".to_owned(), "qrels/test.tsv:1: the first line holds headings"),
        (queries, "1\tb\t1\n".to_owned(), "qrels/test.tsv:1: the first line holds headings"),
        (queries, String::new(), "qrels/test.tsv:1: the first line holds headings"),
        (
            "{\"_id\":\"1\"}\n",
            format!("{head}1\tb\t1\n"),
            "queries.jsonl:1: missing field `text` (column 11); write {\"_id\":",
        ),
        (
            "{\"_id\":\"1\",\"text\":\"What?\"}\n{\"_id\":\"1\",\"text\":\"Who?\"}\n",
            format!("{head}1\tb\t1\n"),
            "queries.jsonl:2: the id `1` stands on line 1 already",
        ),
    ] {
        let error = parse_beir(files, [queries, &qrels], &places).expect_err(wanted).to_string();
        assert!(error.starts_with(wanted), "{error} should say {wanted}");
    }
}

#[test]
fn chromas_own_file_reads_whole() {
    let Some(shared) = shared("Chroma's question table") else { return };
    let names = ["chatlogs", "finance", "pubmed", "state_of_the_union", "wikitexts"];
    let read = |name: &str| {
        let path = shared.join("chroma/corpora").join(format!("{name}.md"));
        Arc::new(text::document(&format!("{name}.md"), std::fs::read_to_string(path).expect("readable"), 0))
    };
    let corpus = Corpus { documents: names.map(read).to_vec(), ..Corpus::default() };
    let questions = load(&shared.join("chroma/questions_df.csv"), &Places::new(&corpus)).expect("right");
    let pieces: usize = questions.iter().map(|question| question.evidence.len()).sum();
    assert_eq!((questions.len(), pieces), (472, 790));
}
