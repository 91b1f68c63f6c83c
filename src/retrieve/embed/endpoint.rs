//! A model behind an HTTP endpoint that speaks as `OpenAI`'s `/v1/embeddings` does: Ollama, TEI, vLLM, llama.cpp.
//! Never prints or writes down a key, and never follows a redirect with one.

use std::env;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use super::hub::Line;
use super::pieces::SPECIAL;
use super::{EmbedError, Embedder, ModelInfo};

/// The variable that holds the key.
pub(super) const KEY: &str = "SEAMSCOPE_API_KEY";
/// The window where the settings name none: what nearly every model reads.
const WINDOW: usize = 512;
/// The smallest window that can be set.
const SMALLEST: usize = 16;
/// Texts of one request.
const BATCH: usize = 32;
/// How long one request may take.
const LIMIT: Duration = Duration::from_mins(1);
/// Letters of one estimated token.
const LETTERS: usize = 3;

/// How often and how long a failing endpoint is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Requests before giving up.
    pub tries: u32,
    /// The pause before the second; each further one is twice as long.
    pub pause: Duration,
    /// The longest pause, also where the server asks for a longer one.
    pub most: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { tries: 4, pause: Duration::from_millis(500), most: Duration::from_secs(30) }
    }
}

/// A model behind a URL.
pub struct Endpoint {
    line: Line,
    url: String,
    name: Option<String>,
    key: Option<String>,
    patience: Patience,
    info: ModelInfo,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Item>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Item {
    #[serde(default)]
    index: Option<usize>,
    embedding: Vec<f64>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: usize,
}

/// Why one request came to nothing, and whether another may go better, after what pause.
enum Refusal {
    Final(String),
    Passing(String, Option<Duration>),
}

impl Endpoint {
    /// Asks `url` for a first vector. `name` is the model that the server is asked for; the key is taken from the
    /// variable `SEAMSCOPE_API_KEY`.
    ///
    /// # Errors
    /// When the address or the window cannot be used, or the server gives no vector.
    pub fn open(url: &str, name: Option<&str>, window: Option<usize>, patience: Patience) -> Result<Self, EmbedError> {
        let url = address(url)?;
        let window = window.unwrap_or(WINDOW);
        if window < SMALLEST {
            return Err(EmbedError(format!("embed.window is {window}; it must be at least {SMALLEST}")));
        }
        let key = env::var(KEY).ok().map(|key| key.trim().to_owned()).filter(|key| !key.is_empty());
        let id = format!(
            "{url} {}, window {window}, tokens estimated in parts of {LETTERS} letters",
            name.unwrap_or("of the server's choice")
        );
        // Requests are short, and the flag of one build must not end those of the next.
        let line = Line::open(&Arc::default());
        let info = ModelInfo { id, dimensions: 0, window };
        let mut endpoint = Self { line, url, name: name.map(str::to_owned), key, patience, info };
        let first = endpoint.batch(&["one"])?;
        endpoint.info.dimensions = first.first().map_or(0, Vec::len);
        if endpoint.info.dimensions == 0 {
            return Err(endpoint.failed("it gives no vector"));
        }
        Ok(endpoint)
    }

    fn failed(&self, what: impl std::fmt::Display) -> EmbedError {
        EmbedError(format!("embed.model: {}: {what}", self.url))
    }

    /// The vectors of a few texts, with as many tries as patience allows.
    fn batch(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut pause = self.patience.pause;
        let mut tried = 1;
        loop {
            match self.request(texts) {
                Ok(answer) => return self.vectors(answer, texts).map_err(|what| self.failed(what)),
                Err(Refusal::Passing(_, wanted)) if tried < self.patience.tries => {
                    std::thread::sleep(wanted.unwrap_or(pause).min(self.patience.most));
                    pause *= 2;
                    tried += 1;
                }
                Err(Refusal::Passing(what, _)) => return Err(self.failed(format!("{what}, {tried} times"))),
                Err(Refusal::Final(what)) => return Err(self.failed(what)),
            }
        }
    }

    fn request(&self, texts: &[&str]) -> Result<Answer, Refusal> {
        let mut body = json!({"input": texts, "encoding_format": "float"});
        if let Some(name) = &self.name {
            body["model"] = json!(name);
        }
        let mut request = self.line.agent.post(&self.url).config().timeout_global(Some(LIMIT)).build();
        if let Some(key) = &self.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let failed = |error: ureq::Error| match error {
            ureq::Error::Timeout(_) => Refusal::Passing(format!("no answer within {} s", LIMIT.as_secs()), None),
            error => Refusal::Passing(format!("cannot be reached ({error})"), None),
        };
        let mut response = request.send_json(&body).map_err(failed)?;
        let status = response.status().as_u16();
        let wait = response.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse().ok());
        if status == 200 {
            let kind = response.headers().get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
            let page = if kind.contains("html") { ": a page for people" } else { "" };
            let failed = |error: ureq::Error| match error {
                ureq::Error::Io(error) => Refusal::Passing(format!("its answer was cut off ({error})"), None),
                ureq::Error::Timeout(_) => Refusal::Passing(format!("no answer within {} s", LIMIT.as_secs()), None),
                error => Refusal::Final(format!("an answer that is none of /v1/embeddings{page} ({error})")),
            };
            return response.body_mut().with_config().limit(256 << 20).read_json().map_err(failed);
        }
        let said = response.body_mut().read_to_string().unwrap_or_default();
        let what = format!("it answered {status}: {}", self.quoted(&said));
        match status {
            408 | 429 | 500.. => Err(Refusal::Passing(what, wait.map(Duration::from_secs))),
            301 | 302 | 303 | 307 | 308 => {
                Err(Refusal::Final(format!("{what}; it redirects, write the address that it means")))
            }
            401 | 403 => Err(Refusal::Final(format!("{what}; set the key in the variable {KEY}"))),
            404 => Err(Refusal::Final(format!(
                "{what}; is the address that of /v1/embeddings, and embed.endpoint_model right?"
            ))),
            413 | 422 | 400 => Err(Refusal::Final(format!("{what}; a smaller embed.window may help"))),
            _ => Err(Refusal::Final(what)),
        }
    }

    /// The first line of what a server said, without the key.
    fn quoted(&self, said: &str) -> String {
        let line = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let line = self.key.as_ref().map_or_else(|| line.clone(), |key| line.replace(key.as_str(), "(the key)"));
        line.chars().take(200).collect()
    }

    /// Unit vectors in the order of the texts.
    fn vectors(&self, answer: Answer, texts: &[&str]) -> Result<Vec<Vec<f32>>, String> {
        if answer.data.len() != texts.len() {
            return Err(format!("{} vectors for {} texts", answer.data.len(), texts.len()));
        }
        let estimated: usize = texts.iter().map(|text| estimate(text).len() + SPECIAL).sum();
        if let Some(usage) = answer.usage.filter(|usage| usage.prompt_tokens > estimated) {
            // Whether it then cut a text off cannot be known: that is never risked.
            let counted = usage.prompt_tokens;
            return Err(format!("it counted {counted} tokens where {estimated} were estimated; lower embed.window"));
        }
        let mut vectors = vec![Vec::new(); texts.len()];
        for (item, place) in answer.data.into_iter().zip(0..) {
            let place = item.index.unwrap_or(place);
            let slot = vectors.get_mut(place).ok_or_else(|| format!("a vector for text {place} of {}", texts.len()))?;
            if !slot.is_empty() {
                return Err(format!("two vectors for text {place}"));
            }
            *slot = self.unit(&item.embedding)?;
        }
        Ok(vectors)
    }

    fn unit(&self, numbers: &[f64]) -> Result<Vec<f32>, String> {
        let expected = self.info.dimensions;
        if numbers.is_empty() || (expected > 0 && numbers.len() != expected) {
            return Err(format!("a vector of {} numbers where {expected} were expected", numbers.len()));
        }
        let norm = numbers.iter().map(|number| number * number).sum::<f64>().sqrt();
        if !norm.is_finite() || norm <= f64::EPSILON {
            return Err(format!("a vector of length {norm}"));
        }
        Ok(numbers.iter().map(|number| (number / norm) as f32).collect())
    }
}

/// The address of embeddings, also where only the server or its `/v1` was named.
fn address(url: &str) -> Result<String, EmbedError> {
    let url = url.trim_end_matches('/');
    let wrong =
        || EmbedError(format!("embed.model: `{url}` is no address; write http:http://127.0.0.1:8080/v1/embeddings"));
    let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://")).ok_or_else(wrong)?;
    if rest.is_empty() || rest.contains(char::is_whitespace) {
        return Err(wrong());
    }
    if rest.contains('@') {
        return Err(EmbedError(format!(
            "embed.model: a key has no place in the address; put it into the variable {KEY}"
        )));
    }
    Ok(match rest.split_once('/') {
        None => format!("{url}/v1/embeddings"),
        Some((_, "v1")) => format!("{url}/embeddings"),
        Some(_) => url.to_owned(),
    })
}

/// Where estimated tokens end. The server's tokenizer is not known, so this counts more than any common one does:
/// letters in threes, digits and marks alone, other scripts by their bytes less one.
fn estimate(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut run = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        if c.is_ascii_alphabetic() {
            if run % LETTERS == 0 {
                ends.push(end);
            } else if let Some(last) = ends.last_mut() {
                *last = end;
            }
            run += 1;
            continue;
        }
        run = 0;
        let tokens = if c == ' ' { 0 } else { (c.len_utf8() - 1).max(1) };
        ends.extend(std::iter::repeat_n(end, tokens));
    }
    ends
}

impl Embedder for Endpoint {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn token_ends(&self, text: &str) -> Vec<usize> {
        estimate(text)
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        if texts.iter().any(|text| text.trim().is_empty()) {
            return Err(self.failed("a blank text has no vector"));
        }
        let batches = texts.chunks(BATCH).map(|batch| self.batch(batch));
        Ok(batches.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    fn estimates_tokens(&self) -> bool {
        true
    }

    fn states(&self, _: &[&str]) -> Result<Vec<super::late::States>, EmbedError> {
        Err(EmbedError("an endpoint gives one vector a text and no states of its tokens".into()))
    }
}
