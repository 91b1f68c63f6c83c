//! EDGE: how a terminal stays intact. Raw mode, signals, events into messages, the loop.
//! Never decides what a key means and never leaves a terminal in another state than it found it in.

mod clipboard;
mod guard;
mod input;
mod signals;

use std::io;
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::crossterm::{event, terminal};
use ratatui::layout::Rect;

use self::clipboard::{Clipboard, Fate};
use self::guard::{Guard, Screen};
use self::signals::{Heard, Signals};
use crate::app::export::Export;
use crate::app::geometry::Size;
use crate::app::message::{Effect, Message, Report};
use crate::app::model::{Model, Notice, Phase, Start};
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
pub fn run(folder: &Path, settings: &Settings, store: Store, texts: Texts) -> Result<(), TermError> {
    let monochrome = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let name = if monochrome { "mono" } else { settings.ui.theme.as_str() };
    let theme = Theme::named(name, settings.ui.ascii)?;
    let start = Start {
        folder: called(folder),
        params: settings.params.clone(),
        preset: settings.preset.0,
        theme: theme.name.clone(),
        mouse: settings.ui.mouse,
        beside: beside(folder),
    };
    let (width, height) = terminal::size()?;
    let model = Model::new(Size { width, height }, start);
    let (reports, heard) = mpsc::channel();
    let reports = Mutex::new(reports);
    let say = move |report| reports.lock().unwrap_or_else(PoisonError::into_inner).send(report).is_ok();
    let setup =
        Setup { root: folder.to_owned(), store, paint: highlight::paint, trace: texts.trace, chunks: texts.chunks };
    let work = Work::start(setup, Arc::new(say));
    let signals = Signals::listen()?;
    let mut guard = Guard::enter(settings.ui.mouse)?;
    let (clipboard, ticked) = (Clipboard::new(), Instant::now());
    let mut explorer = Explorer { model, theme, work, heard, signals, clipboard, ticked };
    let ended = explorer.serve(&mut guard);
    guard.leave();
    if let Heard::Leave(signal) = ended? {
        signals::die_of(signal);
    }
    Ok(())
}

/// The folder as the screen calls it.
fn called(folder: &Path) -> String {
    let shown = folder.to_string_lossy().trim_end_matches('/').to_owned();
    if matches!(shown.as_str(), "" | "." | "..") {
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        return real.file_name().map_or(shown, |name| name.to_string_lossy().into_owned());
    }
    shown
}

/// What must stand before the name of a new file so that it does not land in the folder: nothing, or its parent.
fn beside(folder: &Path) -> String {
    let (here, folder) = (std::env::current_dir(), folder.canonicalize());
    match (here, folder) {
        (Ok(here), Ok(folder)) if here.starts_with(&folder) => {
            folder.parent().map_or(String::new(), |parent| format!("{}/", parent.display()))
        }
        _ => String::new(),
    }
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
                    let Some(message) = input::message(event::read()?) else {
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

    /// Says how what was copied fared; what the system does not take is handed to the terminal. True when there was
    /// something.
    fn copied(&mut self) -> io::Result<bool> {
        let Some(fate) = self.clipboard.fate() else { return Ok(false) };
        let (text, bad) = match fate {
            Fate::Copied(characters) => (format!("Copied {characters} characters."), false),
            Fate::Refused(text) => {
                let tmux = std::env::var_os("TMUX").is_some_and(|value| !value.is_empty());
                clipboard::through_terminal(&text, &mut io::stdout(), tmux)?
            }
        };
        // A notice asks for no work.
        let _ = update(&mut self.model, Message::Work(Report::Said(Notice { text, bad })));
        Ok(true)
    }

    /// Carries out effects. True when the person leaves.
    fn carry_out(&mut self, effects: Vec<Effect>, guard: &mut Guard) -> io::Result<bool> {
        for effect in effects {
            match effect {
                Effect::Quit => return Ok(true),
                Effect::Suspend => guard.suspend()?,
                Effect::Copy(text) => self.clipboard.want(text),
                Effect::CopyArithmetic(subject) => {
                    self.clipboard.want(ui::arithmetic_text(&self.model, &self.theme, subject));
                }
                Effect::Export { what: Export::Screen, path, replace } => {
                    let purpose = Purpose::Export(Export::Screen);
                    self.work.run(Effect::Write { purpose, path, text: self.picture(), replace });
                }
                effect => self.work.run(effect),
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
