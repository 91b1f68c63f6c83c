//! The whole state of the explorer as one plain value.
//! Never changes itself; `update` does.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::before::Before;
use super::calibrate::Calibrate;
use super::compare::Compare;
use super::cuts::Cuts;
use super::facts::Facts;
use super::geometry::Size;
use super::help::Help;
use super::key::Key;
use super::keymap::{Context, Keymap};
use super::knobs::Knob;
use super::lab::Lab;
use super::list::List;
use super::mouse::Drag;
use super::moved::Moved;
use super::pane::Pane;
use super::picker::Picker;
use super::popup::Popup;
use super::prompt::Prompt;
use super::question::Question;
use super::retry::Retried;
use super::screen::Screen;
use super::search::Search;
use super::source::Source;
use super::splits::Splits;
use super::states::{State, States};
use super::story::Answer;
use super::tree;
use crate::config::Setting;
use crate::lab;
use crate::retrieve::embed::ModelInfo;
use crate::retrieve::explain::Explanation;
use crate::retrieve::params::{EmbedParams, Params, Preset};
use crate::retrieve::pipeline::build::{Counts, Progress};
use crate::retrieve::trace::Corpus;

/// How far the folder is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Phase {
    /// Files are read and cut; nothing can be shown yet.
    #[default]
    Reading,
    /// Cuts, seams and words are there; vectors are on the way.
    Embedding,
    /// Everything is there.
    Ready,
    /// Everything but vectors, and why there will be none.
    WordsOnly(String),
    /// The folder could not be opened, and why.
    Failed(String),
}

/// The build that runs or ran last.
#[derive(Clone, Debug, Default)]
pub struct Build {
    /// Its number.
    pub request: u64,
    /// How far it is.
    pub phase: Phase,
    /// How far in numbers.
    pub progress: Progress,
    /// Texts embedded a second.
    pub rate: Option<f64>,
    /// Seconds left.
    pub left: Option<u64>,
    /// The model that embedded, once it has.
    pub model: Option<ModelInfo>,
    /// The settings of the model under which vectors were complete last.
    pub embedded_by: Option<EmbedParams>,
    /// What was read, kept and made anew.
    pub counts: Counts,
    /// 1 - cos(left, right) of the cut at the end of each chunk.
    pub breaks: Arc<Vec<Option<f32>>>,
    /// Windows that each chunk took.
    pub windows: Arc<Vec<u32>>,
    /// What a person should know.
    pub notices: Vec<String>,
}

/// Numbers of the newest requests; an answer with another number came too late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Requests {
    next: u64,
    /// How often the folder was read anew for its own sake: at the start, by `reload`, because files changed.
    pub folder: u64,
    /// The newest question that was sent.
    pub ask: u64,
    /// It is not answered yet.
    pub asking: bool,
    /// The newest request for an explanation.
    pub explain: u64,
    /// The newest request for syntax colours.
    pub paint: u64,
    /// What it covers: document and bytes.
    pub painting: Option<(usize, crate::retrieve::span::Span)>,
}

impl Requests {
    /// A number that no request had before.
    pub fn take(&mut self) -> u64 {
        self.next += 1;
        self.next
    }
}

/// How changes of the files are followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// They are followed at once.
    pub on: bool,
    /// Files changed since the folder was read.
    pub changed: bool,
    /// They cannot be noticed, and why.
    pub why_not: Option<String>,
}

impl Default for Watched {
    fn default() -> Self {
        Self { on: true, changed: false, why_not: None }
    }
}

/// A line that says what just happened, until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The sentence.
    pub text: String,
    /// Something failed.
    pub bad: bool,
}

/// A place in the text that is to be returned to once the folder is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resume {
    /// The document.
    pub path: String,
    /// Where the cursor was, in bytes.
    pub byte: usize,
}

/// How the explorer starts.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The folder as it is called on the screen.
    pub folder: String,
    /// The settings.
    pub params: Params,
    /// The preset under them.
    pub preset: Preset,
    /// The theme's name; `auto` is chosen by the terminal's background.
    pub theme: String,
    /// The names of all themes.
    pub themes: Vec<String>,
    /// The mouse is listened to.
    pub mouse: bool,
    /// What stands before the proposed names of files that are taken away: they must not land in the folder that is read.
    pub beside: String,
    /// The keys.
    pub keymap: Keymap,
    /// Every setting with its origin.
    pub settings: Vec<Setting>,
    /// Where the preset was named.
    pub preset_origin: String,
}

/// The whole state.
#[derive(Clone, Debug)]
pub struct Model {
    /// The screen.
    pub size: Size,
    /// How it started: what `reset` returns to.
    pub start: Start,
    /// The keys.
    pub keymap: Keymap,
    /// Keys that began a sequence.
    pub pending: Vec<Key>,
    /// How often the next thing is to be done, while that is written.
    pub count: Option<usize>,
    /// The theme that was chosen.
    pub theme: String,
    /// The theme that is shown: another one while one is chosen.
    pub theme_shown: String,
    /// The mouse is listened to.
    pub mouse: bool,
    /// The settings that are wanted.
    pub params: Params,
    /// The preset under them.
    pub preset: Preset,
    /// Settings before each turn of a knob, newest last.
    pub undo: Vec<(Params, Preset)>,
    /// Settings that were taken back, newest last.
    pub redo: Vec<(Params, Preset)>,
    /// The folder's build.
    pub build: Build,
    /// Documents, chunks and seams.
    pub corpus: Arc<Corpus>,
    /// The build that they came from: ids of another build mean other chunks.
    pub corpus_build: u64,
    /// What was counted in them.
    pub facts: Facts,
    /// How far each document is.
    pub states: States,
    /// What is being tried again, until the folder is read.
    pub retried: Retried,
    /// Folders that are closed in the tree.
    pub closed: BTreeSet<String>,
    /// Rows of the tree.
    pub tree: Vec<tree::Row>,
    /// Only what holds this in its path is in the tree; empty = everything.
    pub tree_words: String,
    /// Only documents of this state are in the tree; `None` = of every state.
    pub tree_only: Option<State>,
    /// The query line.
    pub question: Question,
    /// The story of the question.
    pub answer: Option<Answer>,
    /// The question whose story the rows were laid out for.
    pub story_of: Option<String>,
    /// The story before a knob that cuts anew.
    pub before: Option<Before>,
    /// The story goes on by itself.
    pub playing: bool,
    /// The person looks at something else than this terminal.
    pub away: bool,
    /// How changes of the files are followed.
    pub watch: Watched,
    /// What the last turn of a knob moved.
    pub moved: Option<Moved>,
    /// The settings of the answer on the screen.
    pub answered: Params,
    /// The search in the text pane.
    pub search: Search,
    /// Which screen the body shows.
    pub screen: Screen,
    /// The line at the foot of the screen, while something is written there.
    pub prompt: Option<Prompt>,
    /// The screen that compares.
    pub compare: Compare,
    /// The screen that picks the margin.
    pub calibrate: Calibrate,
    /// The lab.
    pub lab: Lab,
    /// Questions with evidence that lie beside the documents, in the places of the present folder.
    pub questions: Arc<Vec<lab::questions::Question>>,
    /// The screen of cuts.
    pub cuts: Cuts,
    /// Panes by focus, the newest first; the first one has it.
    pub recent: Vec<Pane>,
    /// The focused pane has the whole screen.
    pub zoomed: bool,
    /// Where borders between panes were put.
    pub splits: Splits,
    /// What the mouse drags.
    pub drag: Option<Drag>,
    /// The selected knob.
    pub knob: Knob,
    /// Cursor of Documents.
    pub documents: List,
    /// The text pane.
    pub source: Source,
    /// Cursor of Ranking.
    pub ranking: List,
    /// Cursor of Seams.
    pub seams: List,
    /// Cursor of Expansions.
    pub expansions: List,
    /// Cursor of Budget.
    pub budget: List,
    /// The window over the screen.
    pub popup: Option<Popup>,
    /// The help.
    pub help: Help,
    /// The models by name that are on this machine, and their bytes; `None` before it was looked.
    pub shelf: Option<Vec<(&'static str, u64)>>,
    /// The list that is searched.
    pub picker: Picker,
    /// What was explained last, for the window that asked.
    pub explained: Option<Arc<Explanation>>,
    /// Its cursor, or its first visible line.
    pub popup_list: List,
    /// Where the text is to be opened.
    pub resume: Option<Resume>,
    /// What just happened.
    pub notice: Option<Notice>,
    /// What was said before, the newest last.
    pub messages: Vec<Notice>,
    /// Numbers of requests.
    pub requests: Requests,
}

impl Model {
    /// The state before anything is read. [`super::update::begin`] asks for the first work.
    #[must_use]
    pub fn new(size: Size, start: Start) -> Self {
        let answered = start.params.clone();
        Self {
            size,
            params: start.params.clone(),
            preset: start.preset,
            keymap: start.keymap.clone(),
            pending: Vec::new(),
            count: None,
            theme: start.theme.clone(),
            theme_shown: start.theme.clone(),
            mouse: start.mouse,
            start,
            undo: Vec::new(),
            redo: Vec::new(),
            build: Build::default(),
            corpus: Arc::default(),
            corpus_build: 0,
            facts: Facts::default(),
            states: States::default(),
            retried: Retried::new(),
            closed: BTreeSet::from([tree::SKIPPED.to_owned()]),
            tree: Vec::new(),
            tree_words: String::new(),
            tree_only: None,
            question: Question::default(),
            answer: None,
            story_of: None,
            before: None,
            playing: false,
            away: false,
            watch: Watched::default(),
            moved: None,
            answered,
            search: Search::default(),
            screen: Screen::default(),
            prompt: None,
            compare: Compare::default(),
            calibrate: Calibrate::default(),
            lab: Lab::default(),
            questions: Arc::default(),
            cuts: Cuts::default(),
            recent: vec![Pane::Source],
            zoomed: false,
            splits: Splits::default(),
            drag: None,
            knob: Knob::default(),
            documents: List::default(),
            source: Source::default(),
            ranking: List::default(),
            seams: List::default(),
            expansions: List::default(),
            budget: List::default(),
            popup: None,
            help: Help::default(),
            shelf: None,
            picker: Picker::default(),
            explained: None,
            popup_list: List::default(),
            resume: None,
            notice: None,
            messages: Vec::new(),
            requests: Requests::default(),
        }
    }

    /// The pane with the focus.
    #[must_use]
    pub fn focus(&self) -> Pane {
        self.recent.first().copied().unwrap_or(Pane::Source)
    }

    /// Where keys go.
    #[must_use]
    pub fn context(&self) -> Context {
        if self.prompt.is_some() {
            Context::Prompt
        } else if self.popup == Some(Popup::Pick) {
            Context::Pick
        } else if self.popup.is_some() {
            Context::Popup
        } else if self.question.typing {
            Context::Query
        } else if self.search.typing {
            Context::Search
        } else {
            self.place()
        }
    }

    /// The screen or the pane under every window and line: whose keys count once these are closed.
    #[must_use]
    pub fn place(&self) -> Context {
        match (self.screen, self.focus()) {
            (Screen::Cuts, _) => Context::Cuts,
            (Screen::Compare, _) => Context::Compare,
            (Screen::Calibrate, _) => Context::Calibrate,
            (Screen::Lab, _) => Context::Lab,
            (Screen::Explore, Pane::Source) if self.source.selection.is_some() => Context::Selecting,
            (Screen::Explore, Pane::Source) => Context::Source,
            (Screen::Explore, Pane::Documents) => Context::Documents,
            (Screen::Explore, _) => Context::Main,
        }
    }

    /// True when vectors are there, so that dense lists can be.
    #[must_use]
    pub fn has_vectors(&self) -> bool {
        self.build.phase == Phase::Ready
    }
}
