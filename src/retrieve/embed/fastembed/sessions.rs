//! Sessions of one model, as many as the cores take, each reading one text at a time.
//! Never lets a vector depend on the texts that happen to be read beside it.

use std::sync::Mutex;

use fastembed::{InitOptionsUserDefined, OutputKey, TextEmbedding, UserDefinedEmbeddingModel};
use half::f16;
use rayon::prelude::*;
use tokenizers::Tokenizer;

use super::super::EmbedError;
use super::super::late::States;
use super::files::{Fault, Files};
use super::library;

/// Bytes that all copies of a model's weights together may take: a larger model has one session on all cores.
const MEMORY: usize = 1 << 30;
/// What exporters call the states of the tokens; a graph with one output needs no name for it.
const STATES: [OutputKey; 3] =
    [OutputKey::ByName("last_hidden_state"), OutputKey::ByName("token_embeddings"), OutputKey::OnlyOne];

/// The sessions.
pub(super) struct Sessions(Vec<Mutex<TextEmbedding>>);

impl Sessions {
    /// Loads the model as often as the cores and the memory take it.
    pub(super) fn open(files: Files) -> Result<Self, Fault> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let size = files.model.len() + files.weights.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
        let count = cores.min(MEMORY / size.max(1)).max(1);
        let window = files.window;
        let mut model = UserDefinedEmbeddingModel::new(files.model, files.tokenizer)
            .with_pooling(files.pooling)
            .with_quantization(files.quantization);
        model.output_key = files.output;
        for (name, bytes) in files.weights {
            model = model.with_external_initializer(name, bytes);
        }
        let session = |model: UserDefinedEmbeddingModel| {
            let options = InitOptionsUserDefined::new()
                .with_environment(library::environment().map_err(|what| Fault::Other(EmbedError(what)))?)
                .with_intra_threads(cores / count)
                .with_max_length(window);
            TextEmbedding::try_new_from_user_defined(model, options).map(Mutex::new).map_err(Fault::from)
        };
        let mut sessions = Vec::with_capacity(count);
        for _ in 1..count {
            sessions.push(session(model.clone())?);
        }
        sessions.push(session(model)?);
        Ok(Self(sessions))
    }

    /// What divides texts into tokens for the model.
    pub(super) fn tokenizer(&self) -> Result<Tokenizer, String> {
        let session = self.0.first().ok_or("it has no session")?;
        Ok(session.lock().map_err(|_| "it failed before")?.tokenizer.clone())
    }

    /// One vector a text, in order.
    pub(super) fn vectors(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, String> {
        self.each(texts, |session, text| {
            // Dynamic quantisation looks at the whole batch, so even there a text is read alone.
            let vectors = session.embed([text], Some(1)).map_err(|error| error.to_string())?;
            Ok(vectors.into_iter().next().unwrap_or_default())
        })
    }

    /// The states of the tokens of each text, in order.
    pub(super) fn states(&self, texts: &[&str]) -> Result<Vec<States>, String> {
        self.each(texts, |session, text| {
            let encoding = session.tokenizer.encode(text, true).map_err(|error| error.to_string())?;
            let output = session.transform([text], Some(1)).map_err(|error| error.to_string())?.into_raw();
            let output = output.first().ok_or("it gives no output")?;
            let states = output.select_output(&&STATES[..]).map_err(|error| error.to_string())?;
            let &[1, tokens, dimensions] = states.shape() else {
                return Err("its output is one vector a text, no state of any token".into());
            };
            let numbers = states.as_slice().ok_or("its output does not lie in order")?;
            if tokens != encoding.len() {
                return Err(format!("it gives {tokens} states for {} tokens", encoding.len()));
            }
            let mut kept = States { dimensions, ..States::default() };
            let marks = encoding.get_special_tokens_mask().iter().zip(encoding.get_offsets());
            for ((special, (start, _)), state) in marks.zip(numbers.chunks_exact(dimensions)) {
                if *special == 0 {
                    kept.starts.push(*start);
                    kept.numbers.extend(state.iter().map(|number| f16::from_f32(*number)));
                }
            }
            Ok(kept)
        })
    }

    /// Something of each text, in order; texts are shared out by length, so that all cores end at about the same time.
    fn each<T: Send>(
        &self,
        texts: &[&str],
        read: impl Fn(&mut TextEmbedding, &str) -> Result<T, String> + Sync,
    ) -> Result<Vec<T>, String> {
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by_key(|&at| (std::cmp::Reverse(texts[at].len()), at));
        let count = self.0.len();
        let share = |(number, session): (usize, &Mutex<TextEmbedding>)| {
            let mut session = session.lock().map_err(|_| "it failed before".to_owned())?;
            let mine = order.iter().skip(number).step_by(count);
            mine.map(|&at| Ok((at, read(&mut session, texts[at])?))).collect::<Result<Vec<_>, String>>()
        };
        let shares = self.0.par_iter().enumerate().map(share).collect::<Result<Vec<_>, String>>()?;
        let mut all: Vec<(usize, T)> = shares.into_iter().flatten().collect();
        all.sort_by_key(|(at, _)| *at);
        Ok(all.into_iter().map(|(_, of_text)| of_text).collect())
    }
}
