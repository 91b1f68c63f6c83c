//! A list over the screen that is searched while letters are typed: commands, themes, earlier questions.
//! Never does what is chosen; `act` does.

use std::sync::Arc;

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use tui_input::Input;

use super::action::{ACTIONS, Action};
use super::model::Model;
use super::named::Named;
use crate::config::{KEYS, Key};
use crate::retrieve::params::Preset;
use crate::retrieve::trace::{Corpus, Entry};

/// Most chunks or seams that one name is offered for.
const MOST_PLACES: usize = 40;

/// What a line begins with that asks for a chunk.
const GO_TO: &str = "go to chunk ";

/// What is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// Every command.
    #[default]
    Commands,
    /// Every theme.
    Themes,
    /// The questions that were asked and those that lie beside the documents.
    Questions,
}

/// What choosing an item does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// An action.
    Do(Action),
    /// A whole configuration.
    Preset(Preset),
    /// Another look.
    Theme(String),
    /// A question into the query line.
    Question(String),
    /// One value of the configuration, `chunk.size=600`; without a value the line goes on.
    Set(String),
    /// The row or line with this number, from 1.
    Row(usize),
    /// A chunk or a seam.
    Entry(Entry),
    /// The line goes on with this.
    Begin(&'static str),
}

/// One item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What is searched first and completed.
    pub name: String,
    /// What it is about, searched too.
    pub about: String,
    /// Other words for it, searched too and not shown.
    pub also: &'static str,
    /// Its keys where the list was opened.
    pub keys: String,
    /// What choosing it does.
    pub choice: Choice,
    /// It is there whatever is typed.
    pub lasting: bool,
}

impl Item {
    fn lasting(name: String, about: String, keys: String, choice: Choice) -> Self {
        Self { name, about, also: "", keys, choice, lasting: true }
    }

    /// One that what is typed makes.
    fn passing(name: String, about: String, choice: Choice) -> Self {
        Self { name, about, also: "", keys: String::new(), choice, lasting: false }
    }
}

/// An item that matches, and the characters of its name that do, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its place among the items.
    pub item: usize,
    /// Places of matching characters.
    pub hits: Vec<u32>,
}

/// The list and the line in which is typed what is looked for.
#[derive(Clone, Debug, Default)]
pub struct Picker {
    /// What is searched.
    pub pick: Pick,
    /// The line.
    pub input: Input,
    /// All items, in their own order.
    pub items: Vec<Item>,
    /// Those that match, best first.
    pub shown: Vec<Shown>,
    /// Whose chunks and seams can be gone to.
    corpus: Arc<Corpus>,
}

impl Picker {
    /// A list with everything in it.
    #[must_use]
    pub fn of(pick: Pick, model: &Model) -> Self {
        let items = match pick {
            Pick::Commands => commands(model),
            Pick::Themes => model.start.themes.iter().map(|name| theme(name)).collect(),
            Pick::Questions => questions(model),
        };
        let mut picker = Self { pick, items, corpus: model.corpus.clone(), ..Self::default() };
        picker.search();
        picker
    }

    /// Finds what matches the line: letters of the name in order, or whole words of name and description, several words
    /// in any order. Equal matches keep their own.
    pub fn search(&mut self) {
        let wanted = self.input.value().trim().to_owned();
        self.items.retain(|item| item.lasting);
        if self.pick == Pick::Commands
            && let Some(row) = wanted.parse().ok().filter(|row| *row > 0)
        {
            let about = format!("go to row {row} of the pane, or line {row} of the text");
            self.items.push(Item::passing(wanted.clone(), about, Choice::Row(row)));
        }
        if self.pick == Pick::Commands
            && let Some(text) = wanted.strip_prefix("set ").filter(|text| !text.trim_end().ends_with('='))
            && text.contains('=')
        {
            let choice = Choice::Set(text.to_owned());
            self.items.push(Item::passing(wanted.clone(), "change it now".to_owned(), choice));
        }
        if self.pick == Pick::Commands
            && let Some(named) = Named::place(&wanted)
        {
            let entries = named.among(&self.corpus, MOST_PLACES);
            self.items.extend(entries.into_iter().map(|entry| place(&self.corpus, entry)));
        }
        let words = Pattern::new(&wanted, CaseMatching::Smart, Normalization::Smart, AtomKind::Substring);
        let pattern = Pattern::parse(&wanted, CaseMatching::Smart, Normalization::Smart);
        let mut matcher = Matcher::new(Config::DEFAULT);
        let mut letters = Vec::new();
        let mut found: Vec<(u32, Shown)> = Vec::new();
        for (item, Item { name, about, also, lasting, .. }) in self.items.iter().enumerate() {
            let mut hits = Vec::new();
            let by_name = pattern.indices(Utf32Str::new(name, &mut letters), &mut matcher, &mut hits);
            // The name itself comes first, then what begins like it, then other matches of names.
            let likeness = if *name == wanted { 2 } else { u32::from(name.starts_with(&wanted)) };
            let by_name = by_name.map(|score| (score.saturating_mul(2) | 1).saturating_add(likeness << 16));
            let both = format!("{name} {about} {also}");
            let by_both = || words.score(Utf32Str::new(&both, &mut Vec::new()), &mut Matcher::new(Config::DEFAULT));
            if by_name.is_none() {
                hits.clear();
            }
            // What was made of the line is what is wanted.
            let made = (!lasting).then_some(u32::MAX);
            let Some(score) = made.or(by_name).or_else(by_both) else { continue };
            hits.sort_unstable();
            hits.dedup();
            found.push((score, Shown { item, hits }));
        }
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        self.shown = found.into_iter().map(|(_, shown)| shown).collect();
    }

    /// The item in a row of the list.
    #[must_use]
    pub fn item(&self, row: usize) -> Option<&Item> {
        self.items.get(self.shown.get(row)?.item)
    }

    /// Puts the name of the item in a row into the line.
    pub fn complete(&mut self, row: usize) {
        if let Some(name) = self.item(row).map(|item| item.name.clone()) {
            self.input = Input::new(name);
            self.search();
        }
    }
}

fn theme(name: &str) -> Item {
    let choice = Choice::Theme(name.to_owned());
    Item::lasting(name.to_owned(), String::new(), String::new(), choice)
}

/// A chunk or a seam that can be gone to.
fn place(corpus: &Corpus, entry: Entry) -> Item {
    let (kind, chunk) = match entry {
        Entry::Chunk(id) => ("chunk", id),
        Entry::Seam(id) => ("seam", corpus.seam(id).left),
    };
    let section = corpus.chunk(chunk).section.last().map_or("", String::as_str);
    Item::passing(format!("{kind} {}", corpus.name(entry)), format!("go there: {section}"), Choice::Entry(entry))
}

/// The way to a chunk, every action, every preset, every setting, every theme.
fn commands(model: &Model) -> Vec<Item> {
    let (context, themes) = (model.context(), &model.start.themes);
    let action = |(action, name, about, hint): &(Action, &str, &str, &'static str)| {
        let keys = model.keymap.all_shown(context, *action).join("  ");
        Item { also: hint, ..Item::lasting((*name).to_owned(), (*about).to_owned(), keys, Choice::Do(*action)) }
    };
    let about = "goto: a chunk by its number, with a part of its path (order 12), or a seam (7|8)";
    let goto = Item::lasting(GO_TO.trim_end().to_owned(), about.to_owned(), String::new(), Choice::Begin(GO_TO));
    let preset = |preset: Preset| {
        let name = format!("preset {}", preset.name());
        Item::lasting(name, preset.about().to_owned(), String::new(), Choice::Preset(preset))
    };
    let set = |key: &Key| {
        let text = format!("{}=", key.name);
        Item::lasting(format!("set {text}"), key.allowed(), String::new(), Choice::Set(text))
    };
    let theme = |name: &String| Item { name: format!("theme {name}"), ..theme(name) };
    let actions = ACTIONS.iter().filter(|entry| entry.0 != Action::Palette).map(action);
    let keys = KEYS.iter().filter(|key| !key.name.starts_with("ui."));
    let settings = Preset::ALL.into_iter().map(preset).chain(keys.map(set));
    std::iter::once(goto).chain(actions).chain(settings).chain(themes.iter().map(theme)).collect()
}

/// Earlier questions, the newest first, then the suggested ones.
fn questions(model: &Model) -> Vec<Item> {
    let question = &model.question;
    let fresh = question.suggestions.iter().filter(|text| !question.past.contains(text));
    let item = |text: &String, about: &str| {
        let choice = Choice::Question(text.clone());
        Item::lasting(text.clone(), about.to_owned(), String::new(), choice)
    };
    let past = question.past.iter().map(|text| item(text, ""));
    past.chain(fresh.map(|text| item(text, "suggested"))).collect()
}
