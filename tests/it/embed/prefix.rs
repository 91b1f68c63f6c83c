//! What is put before questions and passages: by family, by the settings, and never beyond the window.

use std::sync::{Arc, Mutex};

use seamscope::retrieve::embed::{EmbedError, Embedder, ModelInfo, Prefixes, embed_question, embed_text};

/// Remembers what it read; words are tokens.
struct Listening {
    info: ModelInfo,
    read: Mutex<Vec<String>>,
}

impl Listening {
    fn new(window: usize) -> Arc<Self> {
        let info = ModelInfo { id: "listening".into(), dimensions: 2, window };
        Arc::new(Self { info, read: Mutex::default() })
    }

    fn heard(&self) -> Vec<String> {
        std::mem::take(&mut *self.read.lock().expect("read"))
    }
}

impl Embedder for Listening {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn token_ends(&self, text: &str) -> Vec<usize> {
        text.split_whitespace().map(|word| word.as_ptr() as usize - text.as_ptr() as usize + word.len()).collect()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.read.lock().expect("read").extend(texts.iter().map(|text| (*text).to_owned()));
        assert!(texts.iter().all(|text| self.token_ends(text).len() + 2 <= self.info.window), "{texts:?}");
        Ok(texts.iter().map(|_| vec![1.0, 0.0]).collect())
    }
}

fn prefixes(query: &str, passage: &str) -> Prefixes {
    Prefixes { query: query.into(), passage: passage.into() }
}

#[test]
fn families_are_known_by_their_names() {
    const SEARCH: &str = "Represent this sentence for searching relevant passages: ";
    for (name, query, passage) in [
        ("multilingual-e5-small", "query: ", "passage: "),
        ("intfloat/e5-base-v2", "query: ", "passage: "),
        ("/models/multilingual-e5-large/", "query: ", "passage: "),
        ("multilingual-e5-large-instruct", "", ""),
        ("bge-small-en-v1.5-q", SEARCH, ""),
        ("bge-m3", "", ""),
        ("bge-small-zh-v1.5", "为这个句子生成表示以用于检索相关文章：", ""),
        ("nomic-embed-text:latest", "search_query: ", "search_document: "),
        ("modernbert-embed-large", "search_query: ", "search_document: "),
        ("mxbai-embed-large-v1", SEARCH, ""),
        ("snowflake-arctic-embed-m", SEARCH, ""),
        ("snowflake-arctic-embed-l-v2.0", "query: ", ""),
        ("embeddinggemma-300m-q4", "task: search result | query: ", "title: none | text: "),
        ("all-MiniLM-L6-v2", "", ""),
        ("builtin", "", ""),
    ] {
        assert_eq!(Prefixes::of_model(name), prefixes(query, passage), "{name}");
    }
}

#[test]
fn a_question_and_a_passage_each_get_their_own_and_both_are_part_of_the_identity() {
    let listening = Listening::new(100);
    let model = prefixes("query: ", "passage: ").before(listening.clone()).expect("room enough");
    embed_text(&*model, "some text").expect("a vector");
    embed_question(&*model, "some text").expect("a vector");
    assert_eq!(listening.heard(), ["passage: some text", "query: some text"]);
    assert_eq!(model.info().window, 98, "the prefix and what joining may add");
    assert_eq!(model.token_ends("some text").len(), 2);
    let other = prefixes("query: ", "").before(listening.clone()).expect("room enough");
    assert!(model.info().id != other.info().id && other.info().id != listening.info().id);
    let none = prefixes("", "").before(listening.clone()).expect("nothing to add");
    assert_eq!(none.info(), listening.info(), "without prefixes it is the model itself");
}

#[test]
fn a_long_text_fits_the_window_with_its_prefix() {
    let listening = Listening::new(30);
    let model = prefixes("", "one two three four ").before(listening.clone()).expect("room enough");
    let embedding = embed_text(&*model, &"word ".repeat(90)).expect("a vector");
    let heard = listening.heard();
    assert_eq!(heard.len(), embedding.windows as usize);
    assert!(heard.iter().all(|text| text.starts_with("one two three four word")), "{heard:?}");
}

#[test]
fn prefixes_that_leave_no_room_are_refused() {
    let error = prefixes(&"word ".repeat(20), "").before(Listening::new(32)).err().expect("refused").to_string();
    assert!(error.contains("embed.query_prefix") && error.contains("32"), "{error}");
}
