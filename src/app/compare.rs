//! Two configurations of the same folder beside each other: the one on the screen, and another one.
//! Never builds or asks anything; the other configuration's cuts and story come as reports.

mod context;
mod edges;
mod go;
mod twins;

pub use context::{Side as ContextSide, Taken};
pub use edges::{Edge, Edges};
pub use go::Frames;
pub use twins::{Twin, Twins};

use std::sync::Arc;

use super::list::List;
use super::message::Effect;
use super::model::Model;
use super::screen::Screen;
use super::sheet::Top;
use crate::retrieve::params::{EmbedMode, Params, Preset};
use crate::retrieve::pipeline::build::Progress;
use crate::retrieve::trace::{Corpus, Trace};

/// What is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum View {
    /// Where the texts are cut.
    #[default]
    Cuts,
    /// The fused rankings.
    Ranking,
    /// The contexts.
    Context,
}

impl View {
    /// All views, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Cuts, Self::Ranking, Self::Context];

    /// Its number and name as they are printed.
    #[must_use]
    pub fn label(self) -> String {
        format!(" {} {} ", self as usize + 1, self.title())
    }

    /// Its name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Cuts => "Cuts",
            Self::Ranking => "Ranking",
            Self::Context => "Context",
        }
    }
}

/// How far the other configuration is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// It is being cut.
    #[default]
    Waiting,
    /// It is cut and answered by words; vectors are on the way.
    Words,
    /// Everything is there.
    Complete,
    /// What failed, where, what to do.
    Failed(String),
}

/// The other configuration.
#[derive(Clone, Debug)]
pub struct Other {
    /// Its settings.
    pub params: Params,
    /// The preset under them.
    pub preset: Preset,
    /// What it is called: `preset plain`, `pinned`.
    pub name: String,
    /// How far it is.
    pub state: State,
    /// How far it is in numbers.
    pub progress: Progress,
    /// Its documents, chunks and seams.
    pub corpus: Arc<Corpus>,
    /// Its story of the question.
    pub trace: Option<Arc<Trace>>,
    /// The newest request, and what it asked for: an answer with another number came too late.
    request: u64,
    asked: Option<(u64, Option<String>)>,
}

/// What differs, made once for each pair of answers.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// The cuts of every document of this configuration.
    pub edges: Arc<Edges>,
    /// Where each entry of one ranking stands in the other.
    pub twins: Twins,
    /// What each context holds and the other does not: here, there.
    pub context: [ContextSide; 2],
}

/// The screen.
#[derive(Clone, Debug, Default)]
pub struct Compare {
    /// The other configuration, once it was chosen.
    pub other: Option<Other>,
    /// What is compared.
    pub view: View,
    /// The first visible row of the texts.
    pub top: Top,
    /// Where the row of text under the cursor begins.
    pub cursor: usize,
    /// The row under the cursor of Ranking and Context.
    pub list: List,
    /// What differs.
    pub difference: Arc<Difference>,
    made_of: Option<Key>,
    /// The builds of both sides whose cuts were merged last: turning a knob of the question merges none anew.
    cut_of: Option<(u64, u64, bool)>,
}

/// What a difference was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    build: u64,
    ask: u64,
    answered: bool,
    other: u64,
    other_words: bool,
    other_complete: bool,
    questions: usize,
}

/// What may be chosen as the other configuration, in the order of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The settings as they are now; knobs that are turned from now on make the difference.
    Now,
    /// The settings before the last turn of a knob.
    Before,
    /// The settings at the start.
    Start,
    /// The settings as they are now with vectors made in this way.
    Vectors(EmbedMode),
    /// A preset.
    Preset(Preset),
}

impl Choice {
    /// All choices.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let presets = Preset::ALL.into_iter().map(Self::Preset);
        let vectors = [EmbedMode::Chunk, EmbedMode::Late].map(Self::Vectors);
        [Self::Now, Self::Before, Self::Start].into_iter().chain(vectors).chain(presets).collect()
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Now => "as now",
            Self::Before => "before",
            Self::Start => "start",
            Self::Vectors(EmbedMode::Chunk) => "per chunk",
            Self::Vectors(EmbedMode::Late) => "late",
            Self::Preset(preset) => preset.name(),
        }
    }

    /// What it stands for.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Now => "the settings as they are: then turn a knob and see what it changes",
            Self::Before => "the settings before the last turn of a knob",
            Self::Start => "the settings with which seamscope was started",
            Self::Vectors(EmbedMode::Chunk) => "as now, but the model reads every chunk by itself (embed.mode chunk)",
            Self::Vectors(EmbedMode::Late) => {
                "as now, but a chunk's vector comes from its whole document (embed.mode late)"
            }
            Self::Preset(preset) => preset.about(),
        }
    }
}

impl Model {
    /// True while the other configuration may report at any moment.
    #[must_use]
    pub fn compares(&self) -> bool {
        let state = self.compare.other.as_ref().map(|other| &other.state);
        self.screen == Screen::Compare && matches!(state, Some(State::Waiting | State::Words))
    }

    /// Takes another configuration to compare with.
    pub(super) fn compare_with(&mut self, choice: Choice) {
        let (params, preset, name) = match choice {
            Choice::Now => (self.params.clone(), self.preset, "pinned".to_owned()),
            Choice::Before => {
                let Some((params, preset)) = self.undo.last().cloned() else {
                    return self.say("No knob was turned yet, so there is nothing before.");
                };
                (params, preset, "before the last turn".to_owned())
            }
            Choice::Start => (self.start.params.clone(), self.start.preset, "as at the start".to_owned()),
            Choice::Vectors(mode) => {
                let mut params = self.params.clone();
                params.embed.mode = mode;
                (params, self.preset, format!("vectors {}", choice.name()))
            }
            Choice::Preset(preset) => {
                // What no preset decides is alike on both sides.
                let Params { folder, embed, rerank, .. } = self.params.clone();
                let params = Params { folder, embed, rerank, ..preset.params() };
                (params, preset, format!("preset {}", preset.name()))
            }
        };
        self.set_other(params, preset, name);
    }

    /// The settings of both sides, exchanged; those to take here.
    pub(super) fn exchange(&mut self) -> Option<(Params, Preset)> {
        let other = self.compare.other.take()?;
        let (params, preset) = (self.params.clone(), self.preset);
        self.set_other(params, preset, "exchanged".to_owned());
        Some((other.params, other.preset))
    }

    fn set_other(&mut self, params: Params, preset: Preset, name: String) {
        let corpus = Arc::default();
        let (state, progress) = (State::Waiting, Progress::default());
        self.compare.other =
            Some(Other { params, preset, name, state, progress, corpus, trace: None, request: 0, asked: None });
    }

    /// Asks for the other configuration where the screen shows it and what is there is not of this folder and question.
    pub(super) fn settle_compare(&mut self, effects: &mut Vec<Effect>) {
        if self.screen != Screen::Compare {
            return;
        }
        let wanted = (self.requests.folder, self.question.asked.clone());
        if let Some(other) = &mut self.compare.other
            && self.corpus_build > 0
            && other.asked.as_ref() != Some(&wanted)
        {
            let (request, folder, question) = (self.requests.take(), wanted.0, wanted.1.clone());
            (other.request, other.state) = (request, State::Waiting);
            if other.trace.as_ref().is_some_and(|trace| Some(&trace.question) != question.as_ref()) {
                other.trace = None;
            }
            other.asked = Some(wanted);
            effects.push(Effect::Compare { request, folder, params: Box::new(other.params.clone()), question });
        }
        self.make_difference();
        self.settle_compare_rows();
    }

    /// Takes what the other configuration made of folder and question.
    pub(super) fn compared(&mut self, request: u64, corpus: Arc<Corpus>, trace: Option<Arc<Trace>>, complete: bool) {
        let Some(other) = self.compare.other.as_mut().filter(|other| other.request == request) else { return };
        other.state = if complete { State::Complete } else { State::Words };
        // A story told without the vectors that it asks for is not the one to compare with.
        let trace = trace.filter(|_| complete || !other.params.search.dense);
        (other.corpus, other.trace) = (corpus, trace);
        self.make_difference();
    }

    /// Takes how many texts of how many it has embedded.
    pub(super) fn compare_goes_on(&mut self, request: u64, progress: Progress) {
        if let Some(other) = self.compare.other.as_mut().filter(|other| other.request == request) {
            other.progress = progress;
        }
    }

    /// Takes that it could make nothing.
    pub(super) fn compare_failed(&mut self, request: u64, what: String) {
        let Some(other) = self.compare.other.as_mut().filter(|other| other.request == request) else { return };
        other.state = State::Failed(what);
    }

    /// Compares anew where one of the sides is another than before.
    fn make_difference(&mut self) {
        let Some(other) = &self.compare.other else { return };
        let key = Key {
            build: self.corpus_build,
            ask: self.requests.ask,
            answered: self.answer.is_some() && !self.requests.asking,
            other: other.request,
            other_words: other.state == State::Words,
            other_complete: other.state == State::Complete,
            questions: self.questions.len(),
        };
        if self.compare.made_of == Some(key) {
            return;
        }
        let evidence = self.evidence();
        let here = self.answer.as_ref().map(|answer| &*answer.trace);
        let there = other.trace.as_deref();
        let contexts = [(&*self.corpus, here), (&*other.corpus, there)];
        let cut = (key.build, key.other, key.other_words || key.other_complete);
        let edges = match self.compare.cut_of {
            Some(of) if of == cut => self.compare.difference.edges.clone(),
            _ => Arc::new(Edges::of(&self.corpus, &other.corpus)),
        };
        let difference = Difference {
            edges,
            twins: here
                .zip(there)
                .map(|(here, there)| Twins::of((&self.corpus, here), (&other.corpus, there)))
                .unwrap_or_default(),
            context: context::sides(contexts, &self.corpus, evidence.as_deref()),
        };
        (self.compare.difference, self.compare.made_of, self.compare.cut_of) =
            (Arc::new(difference), Some(key), Some(cut));
    }
}
