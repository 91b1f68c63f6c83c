//! The table of keys and actions, from which the keys, the help and the footer all come.
//! Never runs an action.

mod file;

use super::action::Action;
use super::calibrate;
use super::compare::View;
use super::export::Export;
use super::key::Key;
use super::knobs::{Knob, Turn};
use super::lab;
use super::pane::Pane;
use super::select::Reach;
use super::splits::Axis;
use super::take::Copied;

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
    (Context::Main, &["a"], Action::Turn(Knob::Policy, Turn::Up)),
    (Context::Main, &["A"], Action::Turn(Knob::Policy, Turn::Down)),
    (Context::Main, &["<", ","], Action::PreviousKnob),
    (Context::Main, &[">", "."], Action::NextKnob),
    (Context::Main, &["-"], Action::TurnSelected(Turn::Down)),
    (Context::Main, &["="], Action::TurnSelected(Turn::Up)),
    (Context::Main, &["u"], Action::Undo),
    (Context::Main, &["U", "ctrl-r"], Action::Redo),
    (Context::Main, &["R"], Action::ResetKnobs),
    (Context::Main, &["P"], Action::Presets),
    (Context::Main, &["E"], Action::Models),
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
    (Context::Main, &["t"], Action::TypeKnob),
    (Context::Main, &["c"], Action::Cuts),
    (Context::Main, &["v"], Action::Compare),
    (Context::Main, &["C"], Action::Calibrate),
    (Context::Main, &["T"], Action::Lab),
    (Context::Calibrate, &["s"], Action::Calibrating(calibrate::Wish::Start)),
    (Context::Calibrate, &["left", "h", "["], Action::Calibrating(calibrate::Wish::Lower)),
    (Context::Calibrate, &["right", "l", "]"], Action::Calibrating(calibrate::Wish::Raise)),
    (Context::Calibrate, &["0"], Action::Calibrating(calibrate::Wish::Suggested)),
    (Context::Calibrate, &["a"], Action::Calibrating(calibrate::Wish::Apply)),
    (Context::Calibrate, &["n"], Action::Calibrating(calibrate::Wish::Seed)),
    (Context::Calibrate, &["=", "+"], Action::Calibrating(calibrate::Wish::More)),
    (Context::Calibrate, &["-"], Action::Calibrating(calibrate::Wish::Fewer)),
    (Context::Lab, &["s"], Action::InLab(lab::Wish::Start)),
    (Context::Lab, &["tab"], Action::InLab(lab::Wish::Slice)),
    (Context::Lab, &["b"], Action::InLab(lab::Wish::Base)),
    (Context::Lab, &["n"], Action::InLab(lab::Wish::NextQuestion)),
    (Context::Lab, &["N"], Action::InLab(lab::Wish::PreviousQuestion)),
    (Context::Lab, &["o"], Action::InLab(lab::Wish::Replay)),
    (Context::Lab, &["S"], Action::InLab(lab::Wish::Sweep)),
    (Context::Lab, &["d"], Action::InLab(lab::Wish::View)),
    (Context::Lab, &["w"], Action::InLab(lab::Wish::Save)),
    (Context::Main, &["space"], Action::Play),
    (Context::Main, &["y p", "y y"], Action::Copy(Copied::Passage)),
    (Context::Main, &["y c"], Action::Copy(Copied::Citation)),
    (Context::Main, &["y x"], Action::Copy(Copied::Prompt)),
    (Context::Main, &["y a"], Action::Copy(Copied::Arithmetic)),
    (Context::Main, &["X t"], Action::Export(Export::Trace)),
    (Context::Main, &["X c"], Action::Export(Export::CutsCsv)),
    (Context::Main, &["X j"], Action::Export(Export::CutsJson)),
    (Context::Main, &["X l"], Action::Export(Export::Chunks)),
    (Context::Main, &["X s"], Action::Export(Export::Screen)),
    (Context::Main, &["w"], Action::WriteSettings),
    (Context::Main, &["W"], Action::Watch),
    (Context::Source, &["V"], Action::Select),
    (Context::Selecting, &["v"], Action::Reach(Reach::Here)),
    (Context::Selecting, &["left", "h"], Action::Reach(Reach::Left)),
    (Context::Selecting, &["right", "l"], Action::Reach(Reach::Right)),
    (Context::Selecting, &["w"], Action::Reach(Reach::Word)),
    (Context::Selecting, &["b"], Action::Reach(Reach::Back)),
    (Context::Selecting, &["0"], Action::Reach(Reach::Start)),
    (Context::Selecting, &["$"], Action::Reach(Reach::End)),
    (Context::Popup, &["y"], Action::Copy(Copied::Arithmetic)),
    (Context::Compare, &["o"], Action::Other),
    (Context::Compare, &["p"], Action::Pin),
    (Context::Compare, &["s"], Action::Exchange),
    (Context::Compare, &["n"], Action::NextDifference),
    (Context::Compare, &["N"], Action::PreviousDifference),
    (Context::Compare, &["d"], Action::NextDocument),
    (Context::Compare, &["D"], Action::PreviousDocument),
    (Context::Compare, &["1"], Action::View(View::Cuts)),
    (Context::Compare, &["2"], Action::View(View::Ranking)),
    (Context::Compare, &["3"], Action::View(View::Context)),
    (Context::Compare, &["tab"], Action::NextView),
    (Context::Main, &[":"], Action::Palette),
    (Context::Main, &[";"], Action::Count),
    (Context::Main, &["e"], Action::Edit),
    (Context::Main, &["ctrl-t"], Action::Themes),
    (Context::Main, &["alt-t"], Action::ReloadTheme),
    (Context::Main, &["S"], Action::Settings),
    (Context::Main, &["ctrl-w +"], Action::Resize(Axis::Rows, Turn::Up)),
    (Context::Main, &["ctrl-w -"], Action::Resize(Axis::Rows, Turn::Down)),
    (Context::Main, &["ctrl-w >"], Action::Resize(Axis::Columns, Turn::Up)),
    (Context::Main, &["ctrl-w <"], Action::Resize(Axis::Columns, Turn::Down)),
    (Context::Main, &["ctrl-w ="], Action::ResetBorders),
    (Context::Main, &["alt-m"], Action::Mouse),
    (Context::Main, &["x"], Action::Stop),
    (Context::Main, &["r"], Action::Reload),
    (Context::Main, &["?", "f1"], Action::Help),
    (Context::Main, &["ctrl-z"], Action::Suspend),
    (Context::Main, &["q", "ctrl-c"], Action::Quit),
    (Context::Cuts, &["esc", "q"], Action::Close),
    (Context::Compare, &["esc", "q"], Action::Close),
    (Context::Calibrate, &["esc", "q"], Action::Close),
    (Context::Lab, &["esc", "q"], Action::Close),
    (Context::Source, &["] c", "}"], Action::NextCut),
    (Context::Source, &["[ c", "{"], Action::PreviousCut),
    (Context::Source, &["] w"], Action::NextWarning),
    (Context::Source, &["[ w"], Action::PreviousWarning),
    (Context::Source, &["] h"], Action::NextHit),
    (Context::Source, &["[ h"], Action::PreviousHit),
    (Context::Source, &["] ]"], Action::Turn(Knob::Margin, Turn::Up)),
    (Context::Source, &["[ ["], Action::Turn(Knob::Margin, Turn::Down)),
    (Context::Documents, &["f"], Action::Filter),
    (Context::Documents, &["F"], Action::ByState),
    (Context::Cuts, &["f"], Action::NextFilter),
    (Context::Cuts, &["F"], Action::PreviousFilter),
    (Context::Cuts, &["s"], Action::Sort),
    (Context::Cuts, &["d"], Action::OnlyDocument),
    (Context::Cuts, &["/"], Action::Filter),
    (Context::Prompt, &["enter"], Action::Accept),
    (Context::Prompt, &["esc"], Action::Close),
    (Context::Prompt, &["ctrl-z"], Action::Suspend),
    (Context::Prompt, &["ctrl-c"], Action::Quit),
    (Context::Query, &["enter"], Action::Ask),
    (Context::Query, &["esc"], Action::Close),
    (Context::Query, &["tab"], Action::Complete),
    (Context::Query, &["up", "ctrl-up", "ctrl-p"], Action::OlderQuestion),
    (Context::Query, &["down", "ctrl-down", "ctrl-n"], Action::NewerQuestion),
    (Context::Query, &["ctrl-r"], Action::History),
    (Context::Query, &["f1"], Action::Help),
    (Context::Query, &["ctrl-z"], Action::Suspend),
    (Context::Query, &["ctrl-c"], Action::Quit),
    (Context::Search, &["enter"], Action::Find),
    (Context::Search, &["esc"], Action::Close),
    (Context::Search, &["f1"], Action::Help),
    (Context::Search, &["ctrl-z"], Action::Suspend),
    (Context::Search, &["ctrl-c"], Action::Quit),
    (Context::Pick, &["enter"], Action::Open),
    (Context::Pick, &["esc"], Action::Close),
    (Context::Pick, &["tab"], Action::Complete),
    (Context::Pick, &["up", "ctrl-p"], Action::Up),
    (Context::Pick, &["down", "ctrl-n", "ctrl-r"], Action::Down),
    (Context::Pick, &["pageup"], Action::PageUp),
    (Context::Pick, &["pagedown"], Action::PageDown),
    (Context::Pick, &["f1"], Action::Help),
    (Context::Pick, &["ctrl-z"], Action::Suspend),
    (Context::Pick, &["ctrl-c"], Action::Quit),
    (Context::Popup, &["esc", "q"], Action::Close),
    (Context::Popup, &["enter"], Action::Open),
    (Context::Popup, &["tab"], Action::NextPage),
    (Context::Popup, &["/"], Action::FindInHelp),
    (Context::Popup, &["-"], Action::TurnSelected(Turn::Down)),
    (Context::Popup, &["="], Action::TurnSelected(Turn::Up)),
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
        let places = std::iter::once(context).chain(context.base());
        let bound = places.flat_map(|place| self.bindings.iter().filter(move |binding| binding.context == place));
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
