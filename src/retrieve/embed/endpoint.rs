//! A model behind an HTTP endpoint that speaks as `OpenAI`'s `/v1/embeddings` does: Ollama, TEI, vLLM, llama.cpp.
//! Never prints or writes down a key, and never follows a redirect with one.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use super::hub::Line;
use super::key::{Key, VARIABLE};
use super::pieces::SPECIAL;
use super::stop::Stop;
use super::{EmbedError, Embedder, ModelInfo};

/// The window where the settings name none: what nearly every model reads.
const WINDOW: usize = 512;
/// The smallest window that can be set.
const SMALLEST: usize = 16;
/// Texts of one request.
const BATCH: usize = 32;
/// How long one request may take.
const LIMIT: Duration = Duration::from_mins(1);
/// Characters of what a server said that are repeated.
const LONGEST: usize = 600;
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
#[derive(Clone)]
pub struct Endpoint {
    line: Line,
    url: String,
    name: Option<String>,
    /// What the server calls the model that answers.
    answers_as: Option<String>,
    key: Option<Key>,
    patience: Patience,
    info: ModelInfo,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Item>,
    #[serde(default)]
    model: Option<String>,
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
    /// variable `SEAMSCOPE_API_KEY`. Its identity holds what the server calls itself and signs of that vector, because
    /// another model may be served under the same address and name tomorrow.
    ///
    /// # Errors
    /// When the address or the window cannot be used, or the server gives no vector.
    pub fn open(
        url: &str,
        name: Option<&str>,
        window: Option<usize>,
        patience: Patience,
        stop: &Stop,
    ) -> Result<Self, EmbedError> {
        let url = address(url)?;
        let window = window.unwrap_or(WINDOW);
        if window < SMALLEST {
            return Err(EmbedError(format!("embed.window is {window}; it must be at least {SMALLEST}")));
        }
        let (line, key, name) = (Line::open(stop), Key::of_environment(), name.map(str::to_owned));
        let info = ModelInfo { id: String::new(), dimensions: 0, window };
        let mut endpoint = Self { line, url, name, answers_as: None, key, patience, info };
        let (first, answers_as) = endpoint.batch(&["one"])?;
        let first = first.into_iter().next().unwrap_or_default();
        if first.is_empty() {
            return Err(endpoint.failed("it gives no vector"));
        }
        let served = answers_as.as_deref().unwrap_or("that says no name");
        let wanted = endpoint.name.as_deref().unwrap_or("of the server's choice");
        endpoint.info.id = format!(
            "{} {wanted}, answered by {served} {:04x}, window {window}, tokens estimated in parts of {LETTERS} letters",
            endpoint.url,
            signs(&first)
        );
        (endpoint.info.dimensions, endpoint.answers_as) = (first.len(), answers_as);
        // Whoever ends what it was loaded for ends no question of later.
        endpoint.line = Line::open(&Stop::never());
        Ok(endpoint)
    }

    /// The only way to say anything of the server: whatever it answered, the key is not in it.
    fn failed(&self, what: impl std::fmt::Display) -> EmbedError {
        let what: String = what.to_string().chars().take(LONGEST).collect();
        let what = self.key.as_ref().map_or_else(|| what.clone(), |key| key.hidden_in(&what));
        EmbedError(format!("embed.model: {}: {what}", self.url))
    }

    /// The vectors of a few texts and what the server calls its model, with as many tries as patience allows.
    fn batch(&self, texts: &[&str]) -> Result<(Vec<Vec<f32>>, Option<String>), EmbedError> {
        let mut pause = self.patience.pause;
        let mut tried = 1;
        loop {
            match self.request(texts) {
                Ok(answer) => return self.vectors(answer, texts).map_err(|what| self.failed(what)),
                Err(_) if self.line.stopped() => return Err(self.failed("stopped")),
                Err(Refusal::Passing(_, wanted)) if tried < self.patience.tries => {
                    self.line.pause(wanted.unwrap_or(pause).min(self.patience.most));
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
            request = request.header("Authorization", key.bearer());
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
        let what = format!("it answered {status}: {}", quoted(&said));
        match status {
            408 | 429 | 500.. => Err(Refusal::Passing(what, wait.map(Duration::from_secs))),
            301 | 302 | 303 | 307 | 308 => {
                Err(Refusal::Final(format!("{what}; it redirects, write the address that it means")))
            }
            401 | 403 => Err(Refusal::Final(format!("{what}; set the key in the variable {VARIABLE}"))),
            404 => Err(Refusal::Final(format!(
                "{what}; is the address that of /v1/embeddings, and embed.endpoint_model right?"
            ))),
            413 | 422 | 400 => Err(Refusal::Final(format!("{what}; a smaller embed.window may help"))),
            _ => Err(Refusal::Final(what)),
        }
    }

    /// Unit vectors in the order of the texts.
    fn vectors(&self, answer: Answer, texts: &[&str]) -> Result<(Vec<Vec<f32>>, Option<String>), String> {
        if let (Some(before), Some(now)) = (&self.answers_as, &answer.model)
            && before != now
        {
            return Err(format!("it answered as `{before}` and now as `{now}`; index the folder again"));
        }
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
        Ok((vectors, answer.model))
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

/// The first line of what a server said.
fn quoted(said: &str) -> String {
    said.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect()
}

/// Sixteen signs of a vector: what rounding does to it leaves them alone, another model does not.
fn signs(vector: &[f32]) -> u16 {
    let sum = |part: usize| vector.iter().skip(part).step_by(16).map(|number| f64::from(*number)).sum::<f64>();
    (0..16).fold(0, |signs, part| signs << 1 | u16::from(sum(part) > 0.0))
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
    let query = rest.split_once('?').map(|(_, query)| query.to_lowercase()).unwrap_or_default();
    if rest.contains('@') || ["key", "token", "secret"].iter().any(|word| query.contains(word)) {
        return Err(EmbedError(format!(
            "embed.model: a key has no place in the address; put it into the variable {VARIABLE}"
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
        let batches = texts.chunks(BATCH).map(|batch| Ok(self.batch(batch)?.0));
        Ok(batches.collect::<Result<Vec<_>, EmbedError>>()?.into_iter().flatten().collect())
    }

    fn estimates_tokens(&self) -> bool {
        true
    }

    fn until(&self, stop: &Stop) -> Option<Arc<dyn Embedder>> {
        Some(Arc::new(Self { line: Line::open(stop), ..self.clone() }))
    }

    fn states(&self, _: &[&str]) -> Result<Vec<super::late::States>, EmbedError> {
        Err(EmbedError("an endpoint gives one vector a text and no states of its tokens".into()))
    }
}
