//! A language model behind the interface of `OpenAI`'s chat completions, with every answer kept on disk.
//! Never shows its key, and never asks for what it was told before.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::run::LabError;
use crate::retrieve::embed::Key;

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_mins(2);

/// Where to ask, and as whom.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// The base, such as `http://localhost:8080/v1`.
    pub url: String,
    /// The model's name.
    pub model: String,
    /// The bearer token, if the endpoint wants one.
    pub key: Option<Key>,
    /// A folder for answers; `None` = nothing is kept.
    pub kept: Option<PathBuf>,
}

/// One answer on disk, readable by a person.
#[derive(Serialize, Deserialize)]
struct Kept {
    url: String,
    model: String,
    prompt: String,
    answer: String,
}

impl Endpoint {
    /// The answer to one prompt, temperature 0; from the disk where it was given before.
    ///
    /// # Errors
    /// [`LabError::Writer`] when the endpoint cannot be reached, refuses, or answers with something else than a text.
    pub fn answer(&self, prompt: &str) -> Result<String, LabError> {
        let path = self.kept.as_ref().map(|folder| folder.join(self.name(prompt)));
        let known = path.as_ref().and_then(|path| fs::read(path).ok());
        let known = known.and_then(|bytes| serde_json::from_slice::<Kept>(&bytes).ok());
        if let Some(known) = known.filter(|known| known.prompt == prompt && known.model == self.model) {
            return Ok(known.answer);
        }
        let answer = self.ask(prompt).map_err(LabError::Writer)?;
        if let (Some(folder), Some(path)) = (&self.kept, path) {
            let kept = Kept {
                url: self.url.clone(),
                model: self.model.clone(),
                prompt: prompt.into(),
                answer: answer.clone(),
            };
            // A cache that cannot be written costs a second question, not the answer.
            drop(keep(folder, &path, &kept));
        }
        Ok(answer)
    }

    fn name(&self, prompt: &str) -> String {
        let mut hash = blake3::Hasher::new();
        for part in [&*self.url, &*self.model, prompt] {
            hash.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
        format!("{}.json", hash.finalize().to_hex())
    }

    fn ask(&self, prompt: &str) -> Result<String, String> {
        let url = format!("{}/chat/completions", self.url.trim_end_matches('/'));
        let hidden = |what: String| self.key.as_ref().map_or_else(|| what.clone(), |key| key.hidden_in(&what));
        let fail = |what: String| format!("{url}: {}; check the address, the model's name and the key", hidden(what));
        let config = ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(false);
        let agent: ureq::Agent = config.build().into();
        let mut request = agent.post(&url);
        if let Some(key) = &self.key {
            request = request.header("authorization", key.bearer());
        }
        let message = json!({"role": "user", "content": prompt});
        let body = json!({"model": self.model, "messages": [message], "temperature": 0});
        let mut response = request.send_json(&body).map_err(|error| fail(error.to_string()))?;
        let status = response.status();
        if !status.is_success() {
            let said = response.body_mut().read_to_string().unwrap_or_default();
            let said: String = said.chars().filter(|c| !c.is_control()).take(200).collect();
            return Err(fail(format!("it answered {status} {said}")));
        }
        let value: Value = response.body_mut().read_json().map_err(|error| fail(error.to_string()))?;
        let text = value.pointer("/choices/0/message/content").and_then(Value::as_str);
        text.map(str::to_owned).ok_or_else(|| fail("its answer holds no choices[0].message.content".into()))
    }
}

fn keep(folder: &std::path::Path, path: &std::path::Path, kept: &Kept) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&serde_json::to_vec_pretty(kept)?)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
