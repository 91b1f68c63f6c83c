//! Taking things away: what is copied, and what is asked to be written into files.
//! Never writes anything and never reaches the clipboard; effects do.

use std::fmt::Write as _;

use super::act;
use super::export::Export;
use super::message::Effect;
use super::model::{Model, Notice};
use super::pane::Pane;
use super::popup::Popup;
use super::prompt::{Prompt, Purpose};
use super::screen::Screen;
use crate::config;
use crate::retrieve::trace::{ChunkId, Entry};

/// Something that can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Copied {
    /// The text of the chunk (or of the seam window) under the cursor.
    Passage,
    /// Where it stands: `path#char=from,to` and its section.
    Citation,
    /// The context so far as a prompt: numbered passages with their citations, then the question.
    Prompt,
    /// The arithmetic behind the row under the cursor.
    Arithmetic,
}

impl Model {
    /// The chunk or seam under the cursor, wherever that is.
    #[must_use]
    pub fn entry_here(&self) -> Option<Entry> {
        if self.screen == Screen::Cuts {
            let left = self.cuts.shown.get(self.cuts.list.cursor).copied()?;
            return Some(super::facts::seam_after(&self.corpus, left).map_or(Entry::Chunk(left), Entry::Seam));
        }
        match self.focus() {
            Pane::Documents | Pane::Source => self.source.target.or_else(|| self.chunk_here().map(Entry::Chunk)),
            pane => self.entry_of(pane),
        }
    }

    /// Copies one thing.
    pub(super) fn copy(&mut self, what: Copied, effects: &mut Vec<Effect>) {
        let nothing = "There is no chunk under the cursor to copy.";
        let text = match what {
            Copied::Passage => self.entry_here().map(|entry| match entry {
                Entry::Chunk(id) => self.corpus.chunk_text(id).to_owned(),
                Entry::Seam(id) => self.corpus.seam_text(id).to_owned(),
            }),
            Copied::Citation => self.entry_here().map(|entry| self.citation(entry)),
            Copied::Prompt => {
                let Some(text) = self.context_as_prompt() else {
                    return self.say("No context yet: ask a question first.");
                };
                Some(text)
            }
            Copied::Arithmetic => {
                let open = if let Some(Popup::Why(subject)) = self.popup { Some(subject) } else { act::subject(self) };
                match open {
                    Some(subject) => effects.push(Effect::CopyArithmetic(subject)),
                    None => self.say("No arithmetic here: put the cursor on a row of a question's story."),
                }
                return;
            }
        };
        match text {
            Some(text) => effects.push(Effect::Copy(text)),
            None => self.say(nothing),
        }
    }

    /// `path#char=from,to (Title > Section)`
    fn citation(&self, entry: Entry) -> String {
        let (document, span, section) = match entry {
            Entry::Chunk(id) => {
                let chunk = self.corpus.chunk(id);
                (chunk.document, chunk.span, &chunk.section)
            }
            Entry::Seam(id) => {
                let seam = self.corpus.seam(id);
                (seam.document, seam.span, &self.corpus.chunk(seam.left).section)
            }
        };
        let document = &self.corpus.documents[document as usize];
        let positions = crate::retrieve::text::positions::Positions::new(&document.text);
        let [from, to] = positions.chars_of(span);
        let section = if section.is_empty() { String::new() } else { format!(" ({})", section.join(" > ")) };
        format!("{}#char={from},{to}{section}", document.path)
    }

    /// The whole context of the answer; at a step in the middle of the story the context so far.
    fn context_as_prompt(&self) -> Option<String> {
        let answer = self.answer.as_ref()?;
        let told: Vec<ChunkId> = answer.context();
        let mut text = String::from(
            "Answer the question from these passages alone. Name the number of each passage that you use. Where they do \
             not hold the answer, say so.\n\n",
        );
        for passage in &answer.trace.context {
            if !passage.chunks.iter().any(|chunk| told.contains(chunk)) {
                continue;
            }
            let section = passage.citation.section.join(" > ");
            let section = if section.is_empty() { String::new() } else { format!(" · {section}") };
            let _ = writeln!(text, "[{}] {}{section}\n{}\n", passage.n, passage.citation, passage.text.trim_end());
        }
        let _ = writeln!(text, "Question: {}", answer.trace.question);
        Some(text)
    }

    /// Asks for the name of the file into which something goes.
    pub(super) fn ask_for_file(&mut self, purpose: Purpose) {
        match purpose {
            Purpose::Export(Export::Trace) if self.answer.is_none() => {
                self.say("No trace yet: ask a question first.");
            }
            Purpose::Export(what) => {
                let name = format!("{}{}", self.start.beside, what.file());
                self.prompt(purpose, &name);
            }
            _ => self.prompt(purpose, config::PROJECT_FILE),
        }
    }

    /// Asks for the file to be written.
    pub(super) fn write_file(&mut self, prompt: &Prompt, effects: &mut Vec<Effect>) {
        let path = prompt.input.value().trim().to_owned();
        if path.is_empty() {
            return self.say("Nothing is written without a name.");
        }
        let replace = prompt.replaces.as_deref() == Some(path.as_str());
        let purpose = prompt.purpose;
        match purpose {
            Purpose::Settings => {
                let text = config::file_of(&self.params, self.preset);
                effects.push(Effect::Write { purpose, path, text, replace });
            }
            Purpose::Export(what) => effects.push(Effect::Export { what, path, replace }),
            Purpose::Lab => {
                let text = self.lab_file(&path);
                effects.push(Effect::Write { purpose, path, text, replace });
            }
            Purpose::Value(_) | Purpose::Help | Purpose::Documents | Purpose::Cuts | Purpose::Sweep => {}
        }
    }

    /// Takes that a file of this name is there: writing it once more replaces it.
    pub(super) fn file_is_there(&mut self, purpose: Purpose, path: String) {
        let mut prompt = Prompt::new(purpose, &path);
        prompt.replaces = Some(path);
        self.prompt = Some(prompt);
    }

    /// Takes that a file was written.
    pub(super) fn written(&mut self, path: &str, bytes: usize) {
        self.notice = Some(Notice { text: format!("Written: {path}, {bytes} bytes."), bad: false });
    }
}
