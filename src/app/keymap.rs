//! The table of keys and actions, from which the keys, the help and the footer all come.
//! Never runs an action.

use super::action::Action;
use super::key::Key;
use super::knobs::{Knob, Turn};
use super::pane::Pane;

/// Where keys are pressed: a context's own keys come first, then those of [`Context::Main`], except while typing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Context {
    /// The main screen, whatever pane has the focus.
    Main,
    /// The text pane.
    Source,
    /// The query line: letters are text.
    Query,
    /// The line in which is written what is looked for: letters are text.
    Search,
    /// A window over the screen.
    Popup,
}

impl Context {
    /// All contexts in the order in which the help lists them.
    pub const ALL: [Self; 5] = [Self::Main, Self::Source, Self::Query, Self::Search, Self::Popup];

    /// Its heading in the help.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Main => "Everywhere",
            Self::Source => "In the source",
            Self::Query => "In the query line",
            Self::Search => "In the search line",
            Self::Popup => "In a window over the screen",
        }
    }
}

/// Keys that do one thing in one context: pressed one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Where.
    pub context: Context,
    /// The keys, in order.
    pub keys: Vec<Key>,
    /// What they do.
    pub action: Action,
}

/// What a sequence of keys means so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// An action.
    Action(Action),
    /// The beginning of longer sequences.
    Prefix,
    /// Nothing.
    Nothing,
}

/// All bindings, in the order of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap {
    bindings: Vec<Binding>,
}

/// One line: context, sequences (keys parted by blanks), action.
type Line = (Context, &'static [&'static str], Action);

const TABLE: &[Line] = &[
    (Context::Main, &["i"], Action::Write),
    (Context::Main, &["enter"], Action::Open),
    (Context::Main, &["esc"], Action::Close),
    (Context::Main, &["left", "h"], Action::StepBack),
    (Context::Main, &["right", "l"], Action::StepForward),
    (Context::Main, &["shift-left", "H"], Action::StageBack),
    (Context::Main, &["shift-right", "L"], Action::StageForward),
    (Context::Main, &["0"], Action::FirstStep),
    (Context::Main, &["$"], Action::LastStep),
    (Context::Main, &["[", "M"], Action::Turn(Knob::Margin, Turn::Down)),
    (Context::Main, &["]", "m"], Action::Turn(Knob::Margin, Turn::Up)),
    (Context::Main, &["b"], Action::Turn(Knob::Budget, Turn::Up)),
    (Context::Main, &["B"], Action::Turn(Knob::Budget, Turn::Down)),
    (Context::Main, &["e"], Action::Turn(Knob::Policy, Turn::Up)),
    (Context::Main, &["E"], Action::Turn(Knob::Policy, Turn::Down)),
    (Context::Main, &["<", ","], Action::PreviousKnob),
    (Context::Main, &[">", "."], Action::NextKnob),
    (Context::Main, &["-"], Action::TurnSelected(Turn::Down)),
    (Context::Main, &["="], Action::TurnSelected(Turn::Up)),
    (Context::Main, &["u"], Action::Undo),
    (Context::Main, &["U", "ctrl-r"], Action::Redo),
    (Context::Main, &["R"], Action::ResetKnobs),
    (Context::Main, &["P"], Action::Presets),
    (Context::Main, &["up", "k"], Action::Up),
    (Context::Main, &["down", "j"], Action::Down),
    (Context::Main, &["ctrl-u"], Action::HalfUp),
    (Context::Main, &["ctrl-d"], Action::HalfDown),
    (Context::Main, &["pageup", "ctrl-b"], Action::PageUp),
    (Context::Main, &["pagedown", "ctrl-f"], Action::PageDown),
    (Context::Main, &["g g", "home"], Action::Top),
    (Context::Main, &["G", "end"], Action::Bottom),
    (Context::Main, &["tab"], Action::NextPane),
    (Context::Main, &["shift-tab"], Action::PreviousPane),
    (Context::Main, &["1"], Action::Pane(Pane::Documents)),
    (Context::Main, &["2"], Action::Pane(Pane::Source)),
    (Context::Main, &["3"], Action::Pane(Pane::Ranking)),
    (Context::Main, &["4"], Action::Pane(Pane::Seams)),
    (Context::Main, &["5"], Action::Pane(Pane::Expansions)),
    (Context::Main, &["6"], Action::Pane(Pane::Budget)),
    (Context::Main, &["z", "+"], Action::Zoom),
    (Context::Main, &["/"], Action::Search),
    (Context::Main, &["n"], Action::NextMatch),
    (Context::Main, &["N"], Action::PreviousMatch),
    (Context::Main, &["c"], Action::Cuts),
    (Context::Main, &["x"], Action::Stop),
    (Context::Main, &["r"], Action::Reload),
    (Context::Main, &["?", "f1"], Action::Help),
    (Context::Main, &["ctrl-z"], Action::Suspend),
    (Context::Main, &["q", "ctrl-c"], Action::Quit),
    (Context::Source, &["] c", "} "], Action::NextCut),
    (Context::Source, &["[ c", "{ "], Action::PreviousCut),
    (Context::Source, &["] w"], Action::NextWarning),
    (Context::Source, &["[ w"], Action::PreviousWarning),
    (Context::Source, &["] h"], Action::NextHit),
    (Context::Source, &["[ h"], Action::PreviousHit),
    (Context::Source, &["] ]"], Action::Turn(Knob::Margin, Turn::Up)),
    (Context::Source, &["[ ["], Action::Turn(Knob::Margin, Turn::Down)),
    (Context::Query, &["enter"], Action::Ask),
    (Context::Query, &["esc"], Action::Close),
    (Context::Query, &["tab"], Action::Complete),
    (Context::Query, &["up", "ctrl-p"], Action::OlderQuestion),
    (Context::Query, &["down", "ctrl-n"], Action::NewerQuestion),
    (Context::Query, &["f1"], Action::Help),
    (Context::Query, &["ctrl-z"], Action::Suspend),
    (Context::Query, &["ctrl-c"], Action::Quit),
    (Context::Search, &["enter"], Action::Find),
    (Context::Search, &["esc"], Action::Close),
    (Context::Search, &["f1"], Action::Help),
    (Context::Search, &["ctrl-z"], Action::Suspend),
    (Context::Search, &["ctrl-c"], Action::Quit),
    (Context::Popup, &["esc", "q"], Action::Close),
    (Context::Popup, &["f"], Action::NextFilter),
    (Context::Popup, &["enter"], Action::Open),
    (Context::Popup, &["up", "k"], Action::Up),
    (Context::Popup, &["down", "j"], Action::Down),
    (Context::Popup, &["ctrl-u"], Action::HalfUp),
    (Context::Popup, &["ctrl-d"], Action::HalfDown),
    (Context::Popup, &["pageup", "ctrl-b"], Action::PageUp),
    (Context::Popup, &["pagedown", "ctrl-f", "space"], Action::PageDown),
    (Context::Popup, &["g g", "home"], Action::Top),
    (Context::Popup, &["G", "end"], Action::Bottom),
    (Context::Popup, &["?", "f1"], Action::Help),
    (Context::Popup, &["ctrl-z"], Action::Suspend),
    (Context::Popup, &["ctrl-c"], Action::Quit),
];

impl Default for Keymap {
    fn default() -> Self {
        let mut bindings = Vec::new();
        for &(context, sequences, action) in TABLE {
            for sequence in sequences {
                let keys = sequence.split_whitespace().filter_map(Key::parse).collect();
                bindings.push(Binding { context, keys, action });
            }
        }
        Self { bindings }
    }
}

impl Keymap {
    /// Every binding, in the order of the table.
    #[must_use]
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// What `keys` mean in a context.
    #[must_use]
    pub fn find(&self, context: Context, keys: &[Key]) -> Found {
        match self.find_in(context, keys) {
            Found::Nothing if context == Context::Source => self.find_in(Context::Main, keys),
            found => found,
        }
    }

    fn find_in(&self, context: Context, keys: &[Key]) -> Found {
        let mut found = Found::Nothing;
        for binding in self.bindings.iter().filter(|binding| binding.context == context) {
            if binding.keys == keys {
                return Found::Action(binding.action);
            }
            if binding.keys.starts_with(keys) {
                found = Found::Prefix;
            }
        }
        found
    }

    /// The bindings that go on from `keys` in a context, for the list of what may follow.
    pub fn following<'a>(&'a self, context: Context, keys: &'a [Key]) -> impl Iterator<Item = &'a Binding> {
        let here = move |binding: &&Binding| {
            (binding.context == context || (context == Context::Source && binding.context == Context::Main))
                && binding.keys.len() > keys.len()
                && binding.keys.starts_with(keys)
        };
        self.bindings.iter().filter(here)
    }

    /// The first sequence that does `action` in a context, as it is printed: `]c`, `Ctrl-d`.
    #[must_use]
    pub fn shown(&self, context: Context, action: Action) -> Option<String> {
        let places = [context, if context == Context::Source { Context::Main } else { context }];
        let found = places.iter().find_map(|place| {
            self.bindings.iter().find(|binding| binding.context == *place && binding.action == action)
        });
        found.map(|binding| spelled(&binding.keys))
    }
}

/// A sequence of keys as help and footer print it.
#[must_use]
pub fn spelled(keys: &[Key]) -> String {
    keys.iter().map(ToString::to_string).collect()
}
