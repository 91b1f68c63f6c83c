//! What may happen to the model, and what it asks for in return.
//! Never runs anything: an effect is data until `work` or `term` carries it out.

use std::sync::Arc;

use super::calibrate::Found;
use super::export::Export;
use super::geometry::Size;
use super::ink::Stroke;
use super::key::Key;
use super::model::Notice;
use super::popup::Subject;
use super::prompt::Purpose;
use super::story::Replaced;
use crate::lab;
use crate::lab::eval::Evaluation;
use crate::lab::questions::Question;
use crate::lab::sweep::{Axis, Point};
use crate::retrieve::embed::ModelInfo;
use crate::retrieve::explain::Explanation;
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::build::{Counts, Progress};
use crate::retrieve::span::Span;
use crate::retrieve::trace::{Corpus, Entry, Trace};

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Message {
    /// A key was pressed.
    Key(Key),
    /// Text was pasted.
    Paste(String),
    /// The mouse did something.
    Mouse(Mouse),
    /// Time for the next step of a story that plays.
    Tick,
    /// The person looks at this terminal, or no longer.
    Looks(bool),
    /// The screen has this size now.
    Resize(Size),
    /// An editor was closed: the folder may be another one.
    Edited,
    /// Work in the background has something to say.
    Work(Report),
}

/// What the mouse did, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mouse {
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
    /// What it did.
    pub what: Click,
}

/// What a mouse can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Click {
    /// The left button went down.
    Press,
    /// The left button moved while down.
    Drag,
    /// The left button went up.
    Release,
    /// The wheel turned up.
    WheelUp,
    /// The wheel turned down.
    WheelDown,
}

/// What work in the background says. Every report carries the number of the request that it answers.
#[derive(Clone, Debug)]
pub enum Report {
    /// The models by name that are on this machine, and their bytes.
    Shelf(Vec<(&'static str, u64)>),
    /// A build goes on.
    Progress {
        /// The request.
        request: u64,
        /// How far.
        progress: Progress,
        /// Texts embedded a second, once there is a rate.
        rate: Option<f64>,
        /// Seconds left at that rate.
        left: Option<u64>,
    },
    /// Documents, cuts, seams and words are there.
    Words {
        /// The request.
        request: u64,
        /// All of it.
        corpus: Arc<Corpus>,
        /// What was read, kept and made anew.
        counts: Counts,
        /// What a person should know.
        notices: Vec<String>,
    },
    /// Vectors are there too.
    Vectors {
        /// The request.
        request: u64,
        /// The model.
        model: ModelInfo,
        /// 1 - cos(left, right) of the cut at the end of each chunk; `None` at the end of a document.
        breaks: Arc<Vec<Option<f32>>>,
        /// Windows that each chunk took: 1 = embedded whole.
        windows: Arc<Vec<u32>>,
        /// What was embedded and what was kept.
        counts: Counts,
        /// What a person should know.
        notices: Vec<String>,
    },
    /// The chunks are measured as the chunker measures them.
    Sizes {
        /// The request.
        request: u64,
        /// The size of every chunk, in `chunk.unit` (sentences where the method is `sentence`).
        sizes: Vec<u32>,
    },
    /// There will be no vectors.
    NoVectors {
        /// The request.
        request: u64,
        /// Why: no model by choice, cancelled, or what failed.
        why: String,
    },
    /// The folder could not be opened.
    BuildFailed {
        /// The request.
        request: u64,
        /// What, where, what to do.
        what: String,
    },
    /// A question is answered.
    Answer {
        /// The request.
        request: u64,
        /// The build whose ids the trace uses.
        build: u64,
        /// The whole story.
        trace: Arc<Trace>,
    },
    /// What each seam that fired changed in the context.
    Replaced {
        /// The request of the question.
        request: u64,
        /// One for each seam that changed something.
        replaced: Vec<Replaced>,
    },
    /// A question could not be answered.
    AskFailed {
        /// The request.
        request: u64,
        /// What, where, what to do.
        what: String,
    },
    /// An entry is explained.
    Explained {
        /// The request.
        request: u64,
        /// All that can be said of it.
        explanation: Arc<Explanation>,
    },
    /// A part of a document has its syntax colours.
    Painted {
        /// The request.
        request: u64,
        /// Which document.
        document: usize,
        /// Which part of it.
        span: Span,
        /// The colours, ascending.
        strokes: Vec<Stroke>,
    },
    /// Another configuration cut the folder, and answered the question where there is one.
    Compared {
        /// The request.
        request: u64,
        /// What it made of the folder.
        corpus: Arc<Corpus>,
        /// Its story of the question.
        trace: Option<Arc<Trace>>,
        /// Vectors are in it, or there will be none.
        complete: bool,
    },
    /// Another configuration is being embedded.
    CompareProgress {
        /// The request.
        request: u64,
        /// How far.
        progress: Progress,
    },
    /// Another configuration could not be compared with.
    CompareFailed {
        /// The request.
        request: u64,
        /// What, where, what to do.
        what: String,
    },
    /// Files of the folder changed, and rest now.
    FolderChanged,
    /// Changes of the files cannot be noticed here, and why.
    NotWatched(String),
    /// Questions are being asked for a screen of the lab.
    TrialProgress {
        /// The request.
        request: u64,
        /// How many are.
        done: usize,
        /// Of how many.
        total: usize,
    },
    /// The margin is calibrated, or why not.
    Calibrated {
        /// The request.
        request: u64,
        /// The build whose ids the samples use.
        build: u64,
        /// What came of it.
        result: Result<Arc<Found>, String>,
    },
    /// All questions were asked under all policies, or why not.
    Evaluated {
        /// The request.
        request: u64,
        /// What came of it.
        result: Result<Arc<Evaluation>, String>,
    },
    /// Points of a sweep are there, and whether they are the last ones; or why it ended.
    Swept {
        /// The request.
        request: u64,
        /// The points.
        result: Result<(Vec<Point>, bool), String>,
    },
    /// A file was written.
    Written {
        /// Its name as the person wrote it.
        path: String,
        /// How large it is.
        bytes: usize,
    },
    /// A file of this name is there already; nothing was written.
    FileIsThere {
        /// What was to be written.
        purpose: Purpose,
        /// Its name as the person wrote it.
        path: String,
    },
    /// Questions that lie beside the documents.
    Suggestions(Vec<String>),
    /// How something at the edge went: a copy, an editor.
    Said(Notice),
    /// The same with their evidence, in places of the folder of this build.
    Questions {
        /// The build.
        request: u64,
        /// The questions; empty where there is no file.
        questions: Arc<Vec<Question>>,
    },
}

/// What many questions are asked for.
#[derive(Clone, Debug)]
pub enum Trial {
    /// Picking the margin.
    Calibrate(lab::calibrate::Settings),
    /// Comparing policies.
    Evaluate(lab::eval::Settings),
    /// Moving settings.
    Sweep(Vec<Axis>, lab::eval::Settings),
}

/// Something that the model wants to be done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Read, cut and index the folder, then embed it. Stops the build before it.
    Build {
        /// The request.
        request: u64,
        /// The settings.
        params: Box<Params>,
    },
    /// Answer a question with the newest index.
    Ask {
        /// The request.
        request: u64,
        /// The question.
        question: String,
        /// The settings.
        params: Box<Params>,
    },
    /// Explain an entry under the last question: words, cosine, and the smallest change of each knob.
    Explain {
        /// The request.
        request: u64,
        /// Which.
        entry: Entry,
    },
    /// Find the syntax colours of a part of a document.
    Paint {
        /// The request.
        request: u64,
        /// The folder.
        corpus: Arc<Corpus>,
        /// Which document.
        document: usize,
        /// Which part of it.
        span: Span,
    },
    /// Cut the folder with other settings too, and answer the question with them: for the screen that compares.
    Compare {
        /// The request.
        request: u64,
        /// The state of the folder: after another one it is read again.
        folder: u64,
        /// The other settings.
        params: Box<Params>,
        /// The question, if one was asked.
        question: Option<String>,
    },
    /// Write a text into a file.
    Write {
        /// What it is: settings go into the open folder.
        purpose: Purpose,
        /// The file's name as the person wrote it.
        path: String,
        /// The text.
        text: String,
        /// A file of that name may be replaced.
        replace: bool,
    },
    /// Make something that can be taken away, and write it into a file.
    Export {
        /// What.
        what: Export,
        /// The file's name as the person wrote it.
        path: String,
        /// A file of that name may be replaced.
        replace: bool,
    },
    /// Put the arithmetic behind something into the clipboard, as the window shows it.
    CopyArithmetic(Subject),
    /// Ask many questions on the newest index.
    Try {
        /// The request.
        request: u64,
        /// The settings.
        params: Box<Params>,
        /// The questions at hand.
        questions: Arc<Vec<Question>>,
        /// What for.
        what: Box<Trial>,
    },
    /// Stop asking them.
    StopTrial,
    /// Stop the build.
    Stop,
    /// See which models by name are on this machine.
    Shelf {
        /// The hub of the settings.
        hub: String,
    },
    /// Stop the question that is being answered, where a reranker reads.
    StopAsk,
    /// Put a text into the clipboard.
    Copy(String),
    /// Show this theme, read anew.
    Theme(String),
    /// Listen to the mouse, or leave it to the terminal.
    Mouse(bool),
    /// Open a document in an editor, then come back.
    Edit {
        /// Its path in the folder.
        path: String,
        /// The line, from 1.
        line: usize,
    },
    /// Give the terminal back until the person returns.
    Suspend,
    /// Leave.
    Quit,
}
