//! EDGE: how a terminal stays intact. Raw mode, signals, events into messages, the loop.
//! Never decides what a key means and never leaves a terminal in another state than it found it in.

mod clipboard;
mod editor;
mod guard;
mod input;
mod late;
mod look;
mod memory;
mod place;
mod signals;
mod start;
mod steady;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::crossterm::{event, terminal};
use ratatui::layout::Rect;

use self::clipboard::{Clipboard, Fate};
use self::guard::{Guard, Screen};
use self::late::{Late, Taken};
use self::look::Looks;
use self::memory::Kept;
use self::signals::{Heard, Signals};
use crate::app::export::Export;
use crate::app::geometry::Size;
use crate::app::message::{Effect, Message, Report};
use crate::app::model::{Model, Notice, Phase};
use crate::app::prompt::Purpose;
use crate::app::update;
use crate::app::update::begin;
use crate::config::Settings;
use crate::ui::{self, Theme, highlight, view};
use crate::work::{self, Setup, Store, Work};

/// Why the explorer could not run, or had to stop: what, where, what to do.
#[derive(Debug, thiserror::Error)]
pub enum TermError {
    /// The terminal failed.
    #[error("terminal: {0}")]
    Terminal(#[from] io::Error),
    /// The theme cannot be used.
    #[error(transparent)]
    Theme(#[from] crate::ui::theme::ThemeError),
    /// The keymap cannot be used.
    #[error(transparent)]
    Keys(#[from] crate::app::keymap::KeymapError),
}

/// How a person arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Where they left.
    Resumed,
    /// With the configuration and nothing else.
    Fresh,
}

/// How the trace, and how chunks and seams are written down: the contract's JSON, which `cli` knows.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    /// The trace.
    pub trace: work::Text,
    /// Chunks and seams.
    pub chunks: work::Text,
}

/// How long a playing story stays at each step.
const STEP: Duration = Duration::from_millis(900);

/// Longest wait for a key while nothing runs: how late a signal may be seen.
const IDLE: Duration = Duration::from_millis(100);

/// Longest wait for a key while something runs: how late an answer may be drawn.
const BUSY: Duration = Duration::from_millis(8);

/// How long a frame waits for an answer to what was just asked, so that a turned knob shows on the next frame.
const GRACE: Duration = Duration::from_millis(4);

/// Most events that are taken before a frame is drawn.
const BURST: usize = 256;

/// Opens the explorer on a folder (or one file) until the person leaves.
///
/// # Errors
/// When the theme is unknown or the terminal fails; the terminal is restored first.
pub fn run(folder: &Path, settings: &Settings, store: Store, arrival: Arrival, texts: Texts) -> Result<(), TermError> {
    let looks = Looks::find(&settings.ui);
    let mut theme = looks.theme(&looks.first)?;
    let start = start::start(folder, settings, &looks)?;
    let (width, height) = terminal::size()?;
    let mut model = Model::new(Size { width, height }, start);
    let kept = Kept::of(folder);
    if arrival == Arrival::Resumed {
        let fixed = start::fixed(settings);
        kept.load().restore(&mut model, &fixed);
        kept.taste().restore(&mut model, &fixed);
        // Its file may have been broken since it was chosen: then the first theme stays, and the reason is told.
        match looks.theme(&model.theme) {
            Ok(chosen) => theme = chosen,
            Err(error) => model.notice = Some(Notice { text: error.to_string(), bad: true }),
        }
    }
    let (reports, heard) = mpsc::channel();
    let reports = Mutex::new(reports);
    let say = move |report| reports.lock().unwrap_or_else(PoisonError::into_inner).send(report).is_ok();
    let setup =
        Setup { root: folder.to_owned(), store, paint: highlight::paint, trace: texts.trace, chunks: texts.chunks };
    let work = Work::start(setup, Arc::new(say));
    let signals = Signals::listen()?;
    tracing::info!(folder = %folder.display(), width, height, theme = %theme.name, "the explorer opens");
    let mut guard = Guard::enter(settings.ui.mouse)?;
    let mut explorer = Explorer {
        model,
        theme,
        late: if looks.unanswered { Late::Awaited } else { Late::Settled },
        work,
        heard,
        signals,
        clipboard: Clipboard::new(),
        looks,
        root: folder.to_owned(),
        editor: settings.ui.editor.clone(),
        kept,
        ticked: Instant::now(),
    };
    let ended = explorer.serve(&mut guard);
    guard.leave();
    explorer.kept.save(&explorer.model);
    if let Some(text) = explorer.clipboard.leave()
        && let Err(error) = clipboard::through_terminal(&text, &mut io::stdout(), clipboard::in_tmux())
    {
        tracing::warn!(%error, "cannot hand the copied text to the terminal");
    }
    tracing::info!(?ended, "the explorer ends");
    if let Heard::Leave(signal) = ended? {
        signals::die_of(signal);
    }
    Ok(())
}

/// Runs something with the terminal taken, as the explorer takes it, and gives it back however that ends.
///
/// # Errors
/// When the terminal cannot be taken.
pub fn with_terminal<T>(work: impl FnOnce() -> T) -> io::Result<T> {
    let _guard = Guard::enter(true)?;
    Ok(work())
}

struct Explorer {
    model: Model,
    theme: Theme,
    work: Work,
    heard: Receiver<Report>,
    signals: Signals,
    clipboard: Clipboard,
    /// When a playing story went on last.
    ticked: Instant,
    looks: Looks,
    root: PathBuf,
    editor: String,
    kept: Kept,
    late: Late,
}

impl Explorer {
    /// Draws, waits, updates, until the person or a signal ends it.
    fn serve(&mut self, guard: &mut Guard) -> io::Result<Heard> {
        let effects = begin(&mut self.model);
        self.carry_out(effects, guard)?;
        let mut stale = true;
        loop {
            stale |= self.resize()?;
            if stale {
                self.draw(&mut guard.screen)?;
                stale = false;
            }
            match self.signals.heard() {
                Heard::Nothing => {}
                Heard::Suspend => {
                    guard.suspend()?;
                    stale = true;
                }
                Heard::Resumed => {
                    guard.again()?;
                    stale = true;
                }
                leave @ Heard::Leave(_) => return Ok(leave),
            }
            let wait = if self.busy() { BUSY } else { IDLE };
            if event::poll(wait)? {
                for _ in 0..BURST {
                    let Some(message) = input::message(event::read()?).and_then(|message| self.meant(message)) else {
                        stale = true;
                        if event::poll(Duration::ZERO)? {
                            continue;
                        }
                        break;
                    };
                    let effects = update(&mut self.model, message);
                    stale = true;
                    if self.carry_out(effects, guard)? {
                        return Ok(Heard::Nothing);
                    }
                    if !event::poll(Duration::ZERO)? {
                        break;
                    }
                }
                stale |= self.listen(if self.model.requests.asking { GRACE } else { Duration::ZERO }, guard)?;
            }
            stale |= self.listen(Duration::ZERO, guard)?;
            stale |= self.copied()?;
            stale |= self.tick();
            if self.looks.changed() {
                self.show_theme(&self.model.theme_shown.clone());
                stale = true;
            }
        }
    }

    /// The message, unless it is a letter of an answer that the terminal gives late.
    fn meant(&mut self, message: Message) -> Option<Message> {
        let Message::Key(key) = message else { return Some(message) };
        match self.late.takes(key) {
            Taken::No => Some(message),
            Taken::Letter | Taken::End(None) => None,
            Taken::End(Some(lightness)) => {
                self.looks.hear(lightness);
                self.show_theme(&self.model.theme_shown.clone());
                None
            }
        }
    }

    /// True while an answer may come at any moment.
    fn busy(&self) -> bool {
        let requests = &self.model.requests;
        matches!(self.model.build.phase, Phase::Reading | Phase::Embedding)
            || requests.asking
            || requests.painting.is_some()
            || self.clipboard.busy()
            || self.model.compares()
            || self.model.playing
    }

    /// Takes what the threads said, waiting at most `grace` for the first word. True when there was something.
    fn listen(&mut self, grace: Duration, guard: &mut Guard) -> io::Result<bool> {
        let mut next = self.heard.recv_timeout(grace).ok();
        let any = next.is_some();
        while let Some(report) = next {
            let effects = update(&mut self.model, Message::Work(report));
            self.carry_out(effects, guard)?;
            next = self.heard.try_recv().ok();
        }
        Ok(any)
    }

    /// Shows a theme, read anew; one that cannot be used leaves the old one and says why.
    fn show_theme(&mut self, name: &str) {
        match self.looks.theme(name) {
            Ok(theme) => self.theme = theme,
            Err(error) => self.say(error.to_string(), true),
        }
    }

    /// Opens a document in the person's editor and reads the folder again after that.
    fn edit(&mut self, path: &str, line: usize, guard: &mut Guard) -> io::Result<()> {
        let file = if self.root.is_file() { self.root.clone() } else { self.root.join(path) };
        let file = file.canonicalize().unwrap_or(file);
        let Some(words) = editor::words(&self.editor, &editor::Named::here(), &file, line) else {
            self.say("No editor is named: set VISUAL or EDITOR, or ui.editor in the configuration.".into(), true);
            return Ok(());
        };
        match guard.lend(|| editor::run(&words))? {
            Ok(status) if status.success() => {}
            Ok(status) => self.say(format!("The editor ended with {status}."), true),
            Err(error) => self.say(format!("Cannot start {}: {error}.", words[0].to_string_lossy()), true),
        }
        for effect in update(&mut self.model, Message::Edited) {
            self.work.run(effect);
        }
        Ok(())
    }

    /// Says something on the last line.
    fn say(&mut self, text: String, bad: bool) {
        // A notice asks for no work.
        let _ = update(&mut self.model, Message::Work(Report::Said(Notice { text, bad })));
    }

    /// Says how what was copied fared; what the system does not take is handed to the terminal. True when there was
    /// something.
    fn copied(&mut self) -> io::Result<bool> {
        let Some(fate) = self.clipboard.fate() else { return Ok(false) };
        let (text, bad) = match fate {
            Fate::Copied(characters) => (format!("Copied {characters} characters."), false),
            Fate::Refused(text) => clipboard::through_terminal(&text, &mut io::stdout(), clipboard::in_tmux())?,
        };
        self.say(text, bad);
        Ok(true)
    }

    /// Carries out effects. True when the person leaves.
    fn carry_out(&mut self, effects: Vec<Effect>, guard: &mut Guard) -> io::Result<bool> {
        for effect in effects {
            match effect {
                Effect::Quit => return Ok(true),
                Effect::Suspend => guard.suspend()?,
                Effect::Copy(text) => self.clipboard.want(text),
                Effect::Theme(name) => self.show_theme(&name),
                Effect::Mouse(on) => guard.listen_to_mouse(on)?,
                Effect::Edit { path, line } => self.edit(&path, line, guard)?,
                Effect::CopyArithmetic(subject) => {
                    self.clipboard.want(ui::arithmetic_text(&self.model, &self.theme, subject));
                }
                Effect::Export { what: Export::Screen, path, replace } => {
                    let purpose = Purpose::Export(Export::Screen);
                    self.work.run(Effect::Write { purpose, path, text: self.picture(), replace });
                }
                effect => {
                    if matches!(effect, Effect::Ask { .. }) {
                        self.kept.note(&self.model);
                    }
                    self.work.run(effect);
                }
            }
        }
        Ok(false)
    }

    /// The screen as a picture.
    fn picture(&self) -> String {
        let Size { width, height } = self.model.size;
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        ui::draw(&self.model, &self.theme, area, &mut buffer);
        ui::svg::svg(&buffer)
    }

    /// The next step of a story that plays, when it is time. True when there was one.
    fn tick(&mut self) -> bool {
        if !self.model.playing {
            self.ticked = Instant::now();
            return false;
        }
        if self.ticked.elapsed() < STEP {
            return false;
        }
        self.ticked = Instant::now();
        for effect in update(&mut self.model, Message::Tick) {
            self.work.run(effect);
        }
        true
    }

    /// Follows the size of the terminal, whatever events said. True when it changed.
    fn resize(&mut self) -> io::Result<bool> {
        let (width, height) = terminal::size()?;
        let size = Size { width, height };
        if size == self.model.size {
            return Ok(false);
        }
        for effect in update(&mut self.model, Message::Resize(size)) {
            self.work.run(effect);
        }
        Ok(true)
    }

    fn draw(&self, screen: &mut Screen) -> io::Result<()> {
        guard::drawn_at_once(screen, |screen| {
            screen.draw(|frame| view(&self.model, &self.theme, frame))?;
            Ok(())
        })
    }
}
