//! What is remembered of a person between two runs: in one folder questions, turned knobs and the place in the text;
//! for every folder the theme and the borders. Never reads or writes a file; `term` does.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::act;
use super::model::{Model, Notice, Resume};
use super::pane::Pane;
use super::splits::Splits;
use crate::config;
use crate::retrieve::params::Preset;

/// Most questions that are remembered.
pub const MOST: usize = 500;

/// One setting that was changed on the screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turned {
    /// Its key.
    pub key: String,
    /// What the configuration said.
    pub from: String,
    /// What it was changed to.
    pub to: String,
}

/// What is remembered of one folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    /// The folder, for people who look into the file.
    pub folder: String,
    /// Questions, the newest first.
    pub questions: Vec<String>,
    /// The preset of the configuration and the one that was chosen over it.
    pub preset: Option<[String; 2]>,
    /// Changed settings.
    pub turned: Vec<Turned>,
    /// The open document.
    pub document: Option<String>,
    /// Where its cursor was, in bytes.
    pub byte: usize,
    /// The number of the pane with the focus.
    pub pane: usize,
}

/// What is remembered for every folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Taste {
    /// The theme of the configuration and the one that was chosen over it.
    pub theme: Option<[String; 2]>,
    /// Where the borders were put.
    pub borders: Splits,
}

impl Taste {
    /// What is to be remembered of a run that began with `known`. A theme that was chosen over another configuration
    /// (over `mono` where `NO_COLOR` is set, say) stays known.
    #[must_use]
    pub fn of(model: &Model, known: &Self) -> Self {
        let (configured, chosen) = (&model.start.theme, &model.theme);
        let theme = match &known.theme {
            Some([from, _]) if configured == chosen && from != configured => known.theme.clone(),
            _ => (configured != chosen).then(|| [configured.clone(), chosen.clone()]),
        };
        Self { theme, borders: model.splits.clone() }
    }

    /// Puts borders and theme where they were. The theme is restored where the configuration still names the one over
    /// which it was chosen, where it still exists, and where `fixed`, the keys of the command line, does not name it.
    pub fn restore(self, model: &mut Model, fixed: &BTreeSet<&str>) {
        model.splits = self.borders;
        let Some([from, to]) = self.theme else { return };
        if from == model.start.theme && model.start.themes.contains(&to) && !fixed.contains("ui.theme") {
            model.theme_shown.clone_from(&to);
            model.theme = to;
        }
    }
}

impl Memory {
    /// What is to be remembered of a run.
    #[must_use]
    pub fn of(model: &Model, folder: &str) -> Self {
        let (before, now) = (config::values(&model.start.params), config::values(&model.params));
        let turned = before.into_iter().zip(now).filter(|(old, new)| old.1 != new.1);
        let turned = turned.map(|((key, from), (_, to))| Turned { key: key.name.to_owned(), from, to });
        let named = |preset: Preset| preset.name().to_owned();
        let changed = model.preset != model.start.preset;
        // Before a folder was read its place is the one that is still to be returned to.
        let (document, byte) = match &model.resume {
            Some(Resume { path, byte }) => (Some(path.clone()), *byte),
            None => (model.document().map(|document| document.path.clone()), model.source.cursor),
        };
        Self {
            folder: folder.to_owned(),
            questions: model.question.past.iter().take(MOST).cloned().collect(),
            preset: changed.then(|| [named(model.start.preset), named(model.preset)]),
            turned: turned.collect(),
            document,
            byte,
            pane: model.focus().number(),
        }
    }

    /// With the questions of another memory of the same folder after its own.
    #[must_use]
    pub fn joined(mut self, other: &Self) -> Self {
        let own: BTreeSet<&String> = self.questions.iter().collect();
        let more: Vec<String> = other.questions.iter().filter(|text| !own.contains(text)).cloned().collect();
        self.questions.extend(more);
        self.questions.truncate(MOST);
        self
    }

    /// Takes a person back to where they were. A setting is restored where the configuration still says what it said
    /// then and `fixed`, the keys of the command line, does not name it.
    pub fn restore(self, model: &mut Model, fixed: &BTreeSet<&str>) {
        model.question.past = self.questions;
        if let Some(path) = self.document {
            model.resume = Some(Resume { path, byte: self.byte });
        }
        if let Some(pane) = Pane::numbered(self.pane) {
            act::focus(model, pane);
        }
        let before = config::values(&model.start.params);
        let same = |turned: &Turned| before.iter().any(|(key, value)| key.name == turned.key && *value == turned.from);
        let mut params = model.params.clone();
        let mut said = Vec::new();
        for turned in self.turned.iter().filter(|turned| same(turned) && !fixed.contains(turned.key.as_str())) {
            if let Ok(next) = config::with(&params, &turned.key, &turned.to) {
                params = next;
                said.push(format!("{} {}", turned.key, turned.to));
            }
        }
        if said.is_empty() || params.check().is_err() {
            return;
        }
        let chosen = self.preset.filter(|[from, _]| from == model.start.preset.name() && !fixed.contains("preset"));
        if let Some(preset) = chosen.and_then(|[_, to]| Preset::named(&to)) {
            model.preset = preset;
            said = vec![format!("preset {}", preset.name())];
        }
        if said.len() > 3 {
            let more = said.len() - 3;
            said.truncate(3);
            said.push(format!("{more} more"));
        }
        model.params = params;
        let text = format!("As you left it: {}. R takes the configuration, --fresh starts with it.", said.join(", "));
        model.notice = Some(Notice { text, bad: false });
    }
}
