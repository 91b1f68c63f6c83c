//! Sessions of one model, as many as the cores take, each reading one text at a time.
//! Never lets a vector depend on the texts that happen to be read beside it.

use std::sync::Mutex;

use fastembed::{InitOptionsUserDefined, TextEmbedding, UserDefinedEmbeddingModel};
use rayon::prelude::*;

use super::files::Files;
use super::library;

/// Bytes that all copies of a model's weights together may take: a larger model has one session on all cores.
const MEMORY: usize = 1 << 30;

/// The sessions.
pub(super) struct Sessions(Vec<Mutex<TextEmbedding>>);

impl Sessions {
    /// Loads the model as often as the cores and the memory take it.
    pub(super) fn open(files: Files) -> Result<Self, String> {
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
                .with_environment(library::environment()?)
                .with_intra_threads(cores / count)
                .with_max_length(window);
            TextEmbedding::try_new_from_user_defined(model, options).map(Mutex::new).map_err(|error| error.to_string())
        };
        let mut sessions = Vec::with_capacity(count);
        for _ in 1..count {
            sessions.push(session(model.clone())?);
        }
        sessions.push(session(model)?);
        Ok(Self(sessions))
    }

    /// One vector a text, in order; texts are shared out by length, so that all cores end at about the same time.
    pub(super) fn run(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, String> {
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by_key(|&at| (std::cmp::Reverse(texts[at].len()), at));
        let count = self.0.len();
        let share = |(number, session): (usize, &Mutex<TextEmbedding>)| {
            let mut session = session.lock().map_err(|_| "it failed before".to_owned())?;
            let mine = order.iter().skip(number).step_by(count);
            let read = |&at: &usize| {
                // Dynamic quantisation looks at the whole batch, so even there a text is read alone.
                let vectors = session.embed([texts[at]], Some(1)).map_err(|error| error.to_string())?;
                Ok((at, vectors.into_iter().next().unwrap_or_default()))
            };
            mine.map(read).collect::<Result<Vec<_>, String>>()
        };
        let shares = self.0.par_iter().enumerate().map(share).collect::<Result<Vec<_>, String>>()?;
        let mut vectors = vec![Vec::new(); texts.len()];
        for (at, vector) in shares.into_iter().flatten() {
            vectors[at] = vector;
        }
        Ok(vectors)
    }
}
