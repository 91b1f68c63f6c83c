//! A line at the foot of the screen in which one thing is written: a knob's value, a file's name, words of a filter.
//! Never carries out what was written.

use tui_input::Input;

use super::export::Export;
use super::key::Key;
use super::knobs::Knob;
use super::model::Model;
use super::question;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The value of a knob.
    Value(Knob),
    /// The file into which the settings go.
    Settings,
    /// The file into which something is taken away.
    Export(Export),
    /// Settings that move in a sweep, and their values.
    Sweep,
    /// The file into which the lab's table goes.
    Lab,
    /// What lines of the help must hold.
    Help,
    /// What the paths of Documents must hold.
    Documents,
    /// What the paths of the documents of the cuts must hold.
    Cuts,
}

/// The line.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// What is written.
    pub purpose: Purpose,
    /// The line.
    pub input: Input,
    /// A file of this name is there: writing it once more replaces it.
    pub replaces: Option<String>,
}

impl Prompt {
    /// A line that begins with `text`.
    #[must_use]
    pub fn new(purpose: Purpose, text: &str) -> Self {
        Self { purpose, input: Input::new(text.to_owned()), replaces: None }
    }

    /// What stands before the line.
    #[must_use]
    pub fn label(&self) -> String {
        match (self.purpose, &self.replaces) {
            (Purpose::Export(_) | Purpose::Settings | Purpose::Lab, Some(_)) => {
                "is there; Enter again replaces it:".into()
            }
            (Purpose::Value(knob), _) => format!("{} =", knob.full_name()),
            (Purpose::Settings, None) => "settings into the file".into(),
            (Purpose::Export(what), None) => format!("{} into the file", what.name()),
            (Purpose::Sweep, _) => "move one or two settings:".into(),
            (Purpose::Lab, None) => "as SVG, CSV or JSON into the file".into(),
            (Purpose::Help, _) => "lines of the help that hold".into(),
            (Purpose::Documents, _) => "documents whose path holds".into(),
            (Purpose::Cuts, _) => "cuts of documents whose path holds".into(),
        }
    }
}

impl Model {
    /// Opens a line.
    pub(super) fn prompt(&mut self, purpose: Purpose, text: &str) {
        self.prompt = Some(Prompt::new(purpose, text));
    }

    /// Edits the open line; a filter works while it is written.
    pub(super) fn edit_prompt(&mut self, key: Key) {
        let Some(prompt) = &mut self.prompt else { return };
        question::edit(&mut prompt.input, key);
        self.filter_as_written();
    }

    /// Pastes into the open line.
    pub(super) fn paste_prompt(&mut self, text: &str) {
        let Some(prompt) = &mut self.prompt else { return };
        question::paste(&mut prompt.input, text);
        self.filter_as_written();
    }

    fn filter_as_written(&mut self) {
        let Some(prompt) = &self.prompt else { return };
        let words = prompt.input.value().to_owned();
        match prompt.purpose {
            Purpose::Cuts => self.filter_cuts(&words),
            Purpose::Documents => self.filter_documents(&words),
            Purpose::Help => (self.help.words, self.popup_list) = (words, super::list::List::default()),
            Purpose::Value(_) | Purpose::Settings | Purpose::Export(_) | Purpose::Sweep | Purpose::Lab => {}
        }
    }
}
