//! Everything a person can do, with its name in keymaps, its line in the help and its word in the footer.
//! Never does any of it; `act` does.

use super::calibrate;
use super::compare::View;
use super::export::Export;
use super::knobs::{Knob, Turn};
use super::lab;
use super::pane::Pane;
use super::select::Reach;
use super::splits::Axis;
use super::take::Copied;

/// Something that a person wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Leave the program.
    Quit,
    /// Give the terminal back until `fg`.
    Suspend,
    /// Open or close the help.
    Help,
    /// The next page of the help.
    NextPage,
    /// Write what lines of the help must hold.
    FindInHelp,
    /// Write a question.
    Write,
    /// Open what is under the cursor.
    Open,
    /// Go up one level.
    Close,
    /// Focus this pane.
    Pane(Pane),
    /// Focus the next pane.
    NextPane,
    /// Focus the pane before.
    PreviousPane,
    /// Give the focused pane the whole screen, or give it back.
    Zoom,
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// Half a window up.
    HalfUp,
    /// Half a window down.
    HalfDown,
    /// A window up.
    PageUp,
    /// A window down.
    PageDown,
    /// First row.
    Top,
    /// Last row.
    Bottom,
    /// One step of the story back.
    StepBack,
    /// One step of the story forward.
    StepForward,
    /// To the stage before.
    StageBack,
    /// To the next stage.
    StageForward,
    /// To the first step.
    FirstStep,
    /// To the last step.
    LastStep,
    /// Turn a knob.
    Turn(Knob, Turn),
    /// Turn the selected knob.
    TurnSelected(Turn),
    /// Select the next knob.
    NextKnob,
    /// Select the knob before.
    PreviousKnob,
    /// Take the last turn of a knob back.
    Undo,
    /// Turn it again.
    Redo,
    /// All knobs as they were at the start.
    ResetKnobs,
    /// Choose a preset.
    Presets,
    /// Choose an embedder.
    Models,
    /// To the next cut.
    NextCut,
    /// To the cut before.
    PreviousCut,
    /// To the next cut that breaks something.
    NextWarning,
    /// To the cut before that breaks something.
    PreviousWarning,
    /// To the next chunk of the context.
    NextHit,
    /// To the chunk of the context before.
    PreviousHit,
    /// Stop what runs in the background.
    Stop,
    /// Read the folder again.
    Reload,
    /// Ask the question that was written.
    Ask,
    /// Take the suggested or an earlier question.
    OlderQuestion,
    /// Towards the newest question.
    NewerQuestion,
    /// Complete the suggestion.
    Complete,
    /// Write what is looked for in the text.
    Search,
    /// Look for it.
    Find,
    /// To its next place.
    NextMatch,
    /// To the place before.
    PreviousMatch,
    /// List all cuts of the folder.
    Cuts,
    /// Only cuts with the next warning.
    NextFilter,
    /// Only cuts with the warning before.
    PreviousFilter,
    /// The next order of the cuts.
    Sort,
    /// Only cuts of the document under the cursor.
    OnlyDocument,
    /// Write what paths must hold.
    Filter,
    /// Only documents of the next state.
    ByState,
    /// Write the value of the selected knob.
    TypeKnob,
    /// Open or leave the screen that compares.
    Compare,
    /// Choose the other configuration.
    Other,
    /// Keep the present settings as the other configuration.
    Pin,
    /// Exchange both configurations.
    Exchange,
    /// To the next cut that only one of them makes.
    NextDifference,
    /// To the one before.
    PreviousDifference,
    /// To the next document.
    NextDocument,
    /// To the document before.
    PreviousDocument,
    /// Compare this.
    View(View),
    /// Compare the next thing.
    NextView,
    /// Copy this.
    Copy(Copied),
    /// Take this away as a file.
    Export(Export),
    /// Write the settings into a file.
    WriteSettings,
    /// Let the story go on by itself, or stop it.
    Play,
    /// Follow changes of the files, or leave them alone.
    Watch,
    /// Begin or leave a selection of rows of the text.
    Select,
    /// Move the end of what is selected by characters.
    Reach(Reach),
    /// Take what was written at the foot.
    Accept,
    /// Open or leave the screen that picks the margin.
    Calibrate,
    /// Open or leave the lab.
    Lab,
    /// Something on the screen that picks the margin.
    Calibrating(calibrate::Wish),
    /// Something in the lab.
    InLab(lab::Wish),
    /// Begin a number: what follows is done that many times.
    Count,
    /// Search every command.
    Palette,
    /// Search the earlier questions.
    History,
    /// Choose a theme.
    Themes,
    /// Read the theme's file again.
    ReloadTheme,
    /// Make the focused pane larger or smaller.
    Resize(Axis, Turn),
    /// Put every border back.
    ResetBorders,
    /// Show every setting with its origin.
    Settings,
    /// Read what was said, in full.
    Messages,
    /// Listen to the mouse, or leave it to the terminal.
    Mouse,
    /// Open the document in an editor, at the line of the cursor.
    Edit,
}

/// One line of the table below: action, name in keymaps, line in the help, word in the footer.
pub type Entry = (Action, &'static str, &'static str, &'static str);

/// Every action, in the order in which the help lists them.
pub const ACTIONS: &[Entry] = &[
    (Action::Write, "write", "write a question", "ask"),
    (Action::Ask, "ask", "ask it", "ask"),
    (Action::Complete, "complete", "take the suggested question", "take suggestion"),
    (Action::OlderQuestion, "older-question", "an earlier or suggested question", "other questions"),
    (Action::NewerQuestion, "newer-question", "back towards the newest question", "newer"),
    (Action::History, "history", "search the earlier questions", "history"),
    (Action::Open, "open", "why? why not? the arithmetic behind a row; opens a document", "why?"),
    (Action::Close, "close", "one level up: close, leave the line, forget the marks", "back"),
    (Action::StepBack, "step-back", "one step of the story back", "step"),
    (Action::StepForward, "step-forward", "one step of the story forward", "step"),
    (Action::StageBack, "stage-back", "to the stage before", "stage"),
    (Action::StageForward, "stage-forward", "to the next stage", "stage"),
    (Action::FirstStep, "first-step", "to the first step", "first step"),
    (Action::LastStep, "last-step", "to the end of the story", "last step"),
    (Action::Turn(Knob::Margin, Turn::Down), "margin-down", "lower the margin m", "m"),
    (Action::Turn(Knob::Margin, Turn::Up), "margin-up", "raise the margin m", "m"),
    (Action::Turn(Knob::Budget, Turn::Up), "budget-up", "raise the budget", "budget"),
    (Action::Turn(Knob::Budget, Turn::Down), "budget-down", "lower the budget", "budget"),
    (Action::Turn(Knob::Policy, Turn::Up), "policy-next", "the next expansion policy", "expand"),
    (Action::Turn(Knob::Policy, Turn::Down), "policy-previous", "the expansion policy before", "expand"),
    (Action::PreviousKnob, "knob-previous", "select the knob before", "knob"),
    (Action::NextKnob, "knob-next", "select the next knob", "knob"),
    (Action::TurnSelected(Turn::Down), "knob-down", "lower the selected knob", "turn"),
    (Action::TurnSelected(Turn::Up), "knob-up", "raise the selected knob", "turn"),
    (Action::TypeKnob, "knob-type", "write the value of the selected knob", "type"),
    (Action::Undo, "undo", "undo: take the last turn of a knob back", "undo"),
    (Action::Redo, "redo", "turn it again", "redo"),
    (Action::ResetKnobs, "reset", "all knobs as they were at the start", "reset"),
    (Action::Models, "models", "choose an embedder; one that is not here is fetched", "model"),
    (Action::Presets, "presets", "choose a preset: a whole configuration", "presets"),
    (Action::Up, "up", "one row up", "up"),
    (Action::Down, "down", "one row down", "move"),
    (Action::HalfUp, "half-up", "half a window up", "half up"),
    (Action::HalfDown, "half-down", "half a window down", "half down"),
    (Action::PageUp, "page-up", "a window up", "page up"),
    (Action::PageDown, "page-down", "a window down", "page down"),
    (Action::Top, "top", "to the first row", "top"),
    (Action::Bottom, "bottom", "to the last row", "bottom"),
    (Action::NextCut, "next-cut", "to the next cut", "cut"),
    (Action::PreviousCut, "previous-cut", "to the cut before", "cut"),
    (Action::NextWarning, "next-warning", "to the next cut that breaks something", "bad cut"),
    (Action::PreviousWarning, "previous-warning", "to the cut before that breaks something", "bad cut"),
    (Action::NextHit, "next-hit", "to the next chunk of the context", "hit"),
    (Action::PreviousHit, "previous-hit", "to the chunk of the context before", "hit"),
    (Action::Play, "play", "let the story go on by itself, or stop it", "play"),
    (Action::Copy(Copied::Passage), "copy-passage", "copy the text of the chunk under the cursor", "passage"),
    (Action::Copy(Copied::Citation), "copy-citation", "copy where it stands", "citation"),
    (Action::Copy(Copied::Prompt), "copy-prompt", "copy the context as a prompt", "context as a prompt"),
    (Action::Copy(Copied::Arithmetic), "copy-arithmetic", "copy the arithmetic behind the row", "arithmetic"),
    (Action::Export(Export::Trace), "export-trace", "write the trace as JSON", "trace"),
    (Action::Export(Export::CutsCsv), "export-cuts-csv", "write all cuts as CSV", "cuts, CSV"),
    (Action::Export(Export::CutsJson), "export-cuts-json", "write all cuts as JSON", "cuts, JSON"),
    (Action::Export(Export::Chunks), "export-chunks", "write chunks and seams as JSON lines", "chunks and seams"),
    (Action::Export(Export::Screen), "export-screen", "write this screen as SVG", "screen, SVG"),
    (Action::WriteSettings, "write-settings", "save the settings as a configuration file", "write"),
    (Action::Watch, "watch", "follow changes of the files, or leave them alone", "watch"),
    (Action::Select, "select", "select rows of the text; Enter asks which chunks and seams hold them", "select"),
    (Action::Reach(Reach::Here), "select-characters", "select characters instead of rows, or nothing", "characters"),
    (Action::Reach(Reach::Left), "select-left", "one character back", "character"),
    (Action::Reach(Reach::Right), "select-right", "one character on", "character"),
    (Action::Reach(Reach::Word), "select-word", "to the next word", "word"),
    (Action::Reach(Reach::Back), "select-back", "to the word before", "word"),
    (Action::Reach(Reach::Start), "select-start", "to the beginning of the row", "row"),
    (Action::Reach(Reach::End), "select-end", "to its end", "row"),
    (Action::Accept, "accept", "take what was written", "take it"),
    (Action::Calibrate, "calibrate", "pick the margin m on samples of the folder", "calibrate"),
    (Action::Calibrating(calibrate::Wish::Start), "calibrate-start", "draw samples and ask them", "start"),
    (Action::Calibrating(calibrate::Wish::Lower), "calibrate-lower", "the line one margin down", "line"),
    (Action::Calibrating(calibrate::Wish::Raise), "calibrate-raise", "the line one margin up", "line"),
    (
        Action::Calibrating(calibrate::Wish::Suggested),
        "calibrate-suggested",
        "the line to the suggested m",
        "suggested",
    ),
    (Action::Calibrating(calibrate::Wish::Apply), "calibrate-apply", "take the margin under the line", "apply"),
    (Action::Calibrating(calibrate::Wish::Seed), "calibrate-seed", "draw with the next seed", "seed"),
    (Action::Calibrating(calibrate::Wish::More), "calibrate-more", "twice as many samples", "samples"),
    (Action::Calibrating(calibrate::Wish::Fewer), "calibrate-fewer", "half as many", "samples"),
    (Action::Lab, "lab", "compare policies on the questions beside the documents", "lab"),
    (Action::InLab(lab::Wish::Start), "lab-start", "ask all questions under all policies", "start"),
    (Action::InLab(lab::Wish::Slice), "lab-kind", "count other questions: all, boundary, split", "kind"),
    (Action::InLab(lab::Wish::Base), "lab-base", "compare with the policy under the cursor", "base"),
    (Action::InLab(lab::Wish::NextQuestion), "lab-next", "to the next question on which the two differ", "question"),
    (Action::InLab(lab::Wish::PreviousQuestion), "lab-previous", "to the one before", "question"),
    (Action::InLab(lab::Wish::Replay), "lab-replay", "ask it in the explorer under that policy", "replay"),
    (Action::InLab(lab::Wish::Sweep), "lab-sweep", "move one or two settings", "sweep"),
    (Action::InLab(lab::Wish::View), "lab-view", "the policies, or the sweep", "view"),
    (Action::InLab(lab::Wish::Save), "lab-save", "write it as SVG, CSV or JSON", "save"),
    (Action::Search, "search", "find words in the text, a chunk by its number in a list", "search"),
    (Action::Find, "find", "find it", "find"),
    (Action::NextMatch, "next-match", "find the next one", "next"),
    (Action::PreviousMatch, "previous-match", "find the one before", "previous"),
    (Action::Cuts, "cuts", "all cuts of the folder, the worst first", "cuts"),
    (Action::NextFilter, "next-filter", "only cuts that break the next thing", "what breaks"),
    (Action::PreviousFilter, "previous-filter", "only cuts that break the thing before", "what breaks"),
    (Action::Sort, "sort", "another order: worst, text, 1-cos, size", "sort"),
    (Action::OnlyDocument, "only-document", "only cuts of the document under the cursor, or all again", "one document"),
    (Action::Filter, "filter", "only documents whose path holds some words", "path"),
    (Action::ByState, "by-state", "only documents of the next state: waiting ... skipped, or all again", "state"),
    (Action::Compare, "compare", "two configurations side by side", "compare"),
    (Action::Other, "compare-with", "choose the other configuration", "other"),
    (Action::Pin, "compare-pin", "keep the present settings as the other ones, then turn a knob", "pin"),
    (Action::Exchange, "compare-exchange", "exchange both configurations", "exchange"),
    (Action::View(View::Cuts), "compare-cuts", "compare where the texts are cut", "cuts"),
    (Action::View(View::Ranking), "compare-ranking", "compare the rankings", "ranking"),
    (Action::View(View::Context), "compare-context", "compare the contexts", "context"),
    (Action::NextView, "compare-next", "compare the next thing", "view"),
    (Action::NextDifference, "next-difference", "to the next cut that only one of them makes", "difference"),
    (Action::PreviousDifference, "previous-difference", "to the one before", "difference"),
    (Action::NextDocument, "next-document", "to the next document", "document"),
    (Action::PreviousDocument, "previous-document", "to the document before", "document"),
    (Action::NextPane, "next-pane", "focus the next pane", "pane"),
    (Action::PreviousPane, "previous-pane", "focus the pane before", "pane"),
    (Action::Pane(Pane::Documents), "pane-documents", "focus Documents", "documents"),
    (Action::Pane(Pane::Source), "pane-source", "focus Source", "source"),
    (Action::Pane(Pane::Ranking), "pane-ranking", "focus Ranking", "ranking"),
    (Action::Pane(Pane::Seams), "pane-seams", "focus Seams", "seams"),
    (Action::Pane(Pane::Expansions), "pane-expansions", "focus Expansions", "expansions"),
    (Action::Pane(Pane::Budget), "pane-budget", "focus Budget", "budget"),
    (Action::Zoom, "zoom", "maximise: give the pane the whole screen, or give it back", "zoom"),
    (Action::Count, "count", "a number follows: do the next thing so many times", "count"),
    (Action::Palette, "commands", "search every command; a number goes to a row, a line or a chunk", "more"),
    (Action::Edit, "edit", "open the document in an editor at this line", "edit"),
    (Action::Themes, "themes", "choose a theme: other colours", "theme"),
    (Action::ReloadTheme, "reload-theme", "read the theme's file again", "reload theme"),
    (Action::Mouse, "mouse", "listen to the mouse, or leave it to the terminal", "mouse"),
    (Action::Messages, "messages", "read what was said at the bottom line in full", "read it all"),
    (Action::Settings, "settings", "every setting with its value and its origin", "settings"),
    (Action::Resize(Axis::Rows, Turn::Up), "taller", "make the pane taller", "taller"),
    (Action::Resize(Axis::Rows, Turn::Down), "shorter", "make the pane shorter", "shorter"),
    (Action::Resize(Axis::Columns, Turn::Up), "wider", "make the pane wider", "wider"),
    (Action::Resize(Axis::Columns, Turn::Down), "narrower", "make the pane narrower", "narrower"),
    (Action::ResetBorders, "reset-borders", "put the borders between panes back", "borders back"),
    (Action::Stop, "stop", "stop what runs in the background", "stop"),
    (
        Action::Reload,
        "reload",
        "refresh: read the folder again, what was not read too; go on with stopped work",
        "reload",
    ),
    (Action::Help, "help", "this help: keys, signs, words", "help"),
    (Action::NextPage, "next-page", "the next page of the help: keys, signs, words", "next page"),
    (Action::FindInHelp, "find-in-help", "find words on all pages of the help", "find"),
    (Action::Suspend, "suspend", "suspend; `fg` comes back", "suspend"),
    (Action::Quit, "quit", "leave the program: exit", "quit"),
];

impl Action {
    /// True for what may be done several times in a row.
    #[must_use]
    pub const fn repeats(self) -> bool {
        use Action::{
            HalfDown, HalfUp, NextCut, NextHit, NextKnob, NextMatch, NextPane, NextWarning, PageDown, PageUp,
            PreviousCut, PreviousHit, PreviousKnob, PreviousMatch, PreviousPane, PreviousWarning, Reach, Redo, Resize,
            StageBack, StageForward, StepBack, StepForward, Turn, TurnSelected, Undo,
        };
        matches!(
            self,
            HalfDown
                | HalfUp
                | NextCut
                | NextHit
                | NextKnob
                | NextMatch
                | NextPane
                | NextWarning
                | PageDown
                | PageUp
                | PreviousCut
                | PreviousHit
                | PreviousKnob
                | PreviousMatch
                | PreviousPane
                | PreviousWarning
                | Reach(_)
                | Redo
                | Resize(..)
                | StageBack
                | StageForward
                | StepBack
                | StepForward
                | Turn(..)
                | TurnSelected(_)
                | Undo
        )
    }

    fn entry(self) -> Option<&'static Entry> {
        ACTIONS.iter().find(|(action, ..)| *action == self)
    }

    /// Its name in keymaps.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().map_or("turn", |entry| entry.1)
    }

    /// Its line in the help.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.entry().map_or("turn a knob", |entry| entry.2)
    }

    /// Its word in the footer.
    #[must_use]
    pub fn hint(self) -> &'static str {
        self.entry().map_or("turn", |entry| entry.3)
    }
}
