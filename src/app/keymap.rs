//! The keymap: which keys mean what where; keys, help and footer all come from it.
//! Never runs an action.

mod file;
mod table;

use super::action::Action;
use super::key::Key;

pub use file::KeymapError;

/// Where keys are pressed: a context's own keys come first, then those of [`Context::Main`], except while typing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Context {
    /// The main screen, whatever pane has the focus.
    Main,
    /// The folder pane.
    Documents,
    /// The text pane.
    Source,
    /// The text pane while something of the text is selected.
    Selecting,
    /// The screen of cuts.
    Cuts,
    /// The screen that compares.
    Compare,
    /// The screen that picks the margin.
    Calibrate,
    /// The lab.
    Lab,
    /// The query line: letters are text.
    Query,
    /// The line in which is written what is looked for: letters are text.
    Search,
    /// A line at the foot of the screen: letters are text.
    Prompt,
    /// A list over the screen that is searched: letters are text.
    Pick,
    /// A window over the screen.
    Popup,
}

impl Context {
    /// All contexts in the order in which the help lists them.
    pub const ALL: [Self; 13] = [
        Self::Main,
        Self::Documents,
        Self::Source,
        Self::Selecting,
        Self::Cuts,
        Self::Compare,
        Self::Calibrate,
        Self::Lab,
        Self::Query,
        Self::Search,
        Self::Prompt,
        Self::Pick,
        Self::Popup,
    ];

    /// Whose keys count where this context has none of its own.
    #[must_use]
    pub const fn base(self) -> Option<Self> {
        match self {
            Self::Selecting => Some(Self::Source),
            Self::Documents | Self::Source | Self::Cuts | Self::Compare | Self::Calibrate | Self::Lab => {
                Some(Self::Main)
            }
            Self::Main | Self::Query | Self::Search | Self::Prompt | Self::Pick | Self::Popup => None,
        }
    }

    /// It and every one whose keys count here too, the nearest first.
    pub fn places(self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), |context| context.base())
    }

    /// Its name in keymap files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Documents => "documents",
            Self::Source => "source",
            Self::Selecting => "selecting",
            Self::Cuts => "cuts",
            Self::Compare => "compare",
            Self::Calibrate => "calibrate",
            Self::Lab => "lab",
            Self::Query => "query",
            Self::Search => "search",
            Self::Prompt => "line",
            Self::Pick => "list",
            Self::Popup => "window",
        }
    }

    /// True where letters are text.
    #[must_use]
    pub const fn types(self) -> bool {
        matches!(self, Self::Query | Self::Search | Self::Prompt | Self::Pick)
    }

    /// What nobody can do without there: a person keeps a key for each. What has a base has the keys of that.
    #[must_use]
    pub const fn needed(self) -> &'static [Action] {
        match self {
            Self::Main => &[Action::Quit, Action::Close],
            Self::Selecting
            | Self::Documents
            | Self::Source
            | Self::Cuts
            | Self::Compare
            | Self::Calibrate
            | Self::Lab => &[],
            Self::Query => &[Action::Close, Action::Ask],
            Self::Search => &[Action::Close, Action::Find],
            Self::Prompt => &[Action::Close, Action::Accept],
            Self::Pick => &[Action::Close, Action::Open],
            Self::Popup => &[Action::Close],
        }
    }

    /// Its heading in the help.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Main => "Everywhere",
            Self::Documents => "In the documents",
            Self::Source => "In the source",
            Self::Selecting => "In the source, while text is selected",
            Self::Cuts => "On the screen of cuts",
            Self::Compare => "On the screen that compares",
            Self::Calibrate => "On the screen that picks m",
            Self::Lab => "In the lab",
            Self::Query => "In the query line",
            Self::Search => "In the search line",
            Self::Prompt => "In the line at the foot",
            Self::Pick => "In a list that is searched",
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

impl Default for Keymap {
    fn default() -> Self {
        let mut bindings = Vec::new();
        for &(context, sequences, action) in table::TABLE {
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
            Found::Nothing => context.base().map_or(Found::Nothing, |base| self.find(base, keys)),
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
            context.places().any(|place| binding.context == place)
                && binding.keys.len() > keys.len()
                && binding.keys.starts_with(keys)
        };
        self.bindings.iter().filter(here)
    }

    /// The first sequence that does `action` in a context, as it is printed: `]c`, `Ctrl-d`.
    #[must_use]
    pub fn shown(&self, context: Context, action: Action) -> Option<String> {
        let found = context.places().find_map(|place| {
            self.bindings.iter().find(|binding| binding.context == place && binding.action == action)
        });
        found.map(|binding| spelled(&binding.keys))
    }

    /// Every sequence that does `action` in a context, the context's own first, none that means something else there.
    #[must_use]
    pub fn all_shown(&self, context: Context, action: Action) -> Vec<String> {
        let bound =
            context.places().flat_map(|place| self.bindings.iter().filter(move |binding| binding.context == place));
        let does =
            |binding: &&Binding| binding.action == action && self.find(context, &binding.keys) == Found::Action(action);
        bound.filter(does).map(|binding| spelled(&binding.keys)).collect()
    }
}

/// A sequence of keys as help and footer print it.
#[must_use]
pub fn spelled(keys: &[Key]) -> String {
    keys.iter().map(ToString::to_string).collect()
}
