//! What a style can be for. Names here are the keys of theme files.
//! Never a colour.

/// What a style is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Ordinary text and the background.
    Text,
    /// What matters less.
    Dim,
    /// Borders.
    Border,
    /// Borders of the pane with the focus.
    BorderFocus,
    /// The name of a pane.
    Title,
    /// The name of the pane with the focus.
    TitleFocus,
    /// What a title adds: counts, place.
    Subtitle,
    /// The row under the cursor in the pane with the focus.
    Cursor,
    /// The row under the cursor in another pane.
    CursorIdle,
    /// A key in the footer and in the help.
    Key,
    /// What a key does.
    Hint,
    /// The program's name.
    Name,
    /// The heading of a table or a section.
    Heading,
    /// A row between tables and text that says what to do.
    Advice,
    /// The line in which a question is written.
    Input,
    /// A suggested question.
    Placeholder,
    /// A knob's name.
    Knob,
    /// A knob's value.
    KnobValue,
    /// The selected knob.
    KnobSelected,
    /// A knob that changes nothing now.
    KnobIdle,
    /// Bands of chunks with even numbers.
    BandEven,
    /// Bands of chunks with odd numbers.
    BandOdd,
    /// Bands of chunks in the context.
    BandIncluded,
    /// Bands of expansions.
    BandExpanded,
    /// A cut.
    Cut,
    /// A cut that breaks something.
    CutBroken,
    /// A seam that is in the ranking.
    Seam,
    /// A seam that fires.
    Fired,
    /// A seam that does not.
    Blocked,
    /// A chunk in the context.
    Included,
    /// An expansion in the context.
    Expanded,
    /// What is not in the context.
    Out,
    /// The band of a seam window.
    Window,
    /// The text under a seam window.
    WindowText,
    /// Text that two chunks share.
    Overlap,
    /// The evidence of a question.
    Evidence,
    /// A word of the question.
    Term,
    /// What was looked for in the text.
    Match,
    /// What the cursor led to.
    Target,
    /// What rose, came or began.
    Up,
    /// What fell, went or ceased.
    Down,
    /// Something is right.
    Good,
    /// Something failed or breaks.
    Bad,
    /// Something needs a look.
    Warn,
    /// A progress bar.
    Progress,
    /// Numbers that matter most.
    Strong,
    /// See [`crate::app::ink::Ink`].
    InkComment,
    /// A string.
    InkString,
    /// A constant.
    InkConstant,
    /// A keyword.
    InkKeyword,
    /// A function.
    InkFunction,
    /// A type.
    InkType,
    /// A mark.
    InkMark,
    /// A heading of a text.
    InkHeading,
    /// Emphasis.
    InkEmphasis,
    /// Strong emphasis.
    InkStrong,
    /// A link.
    InkLink,
}

use Role::{
    Advice, Bad, BandEven, BandExpanded, BandIncluded, BandOdd, Blocked, Border, BorderFocus, Cursor, CursorIdle, Cut,
    CutBroken, Dim, Down, Evidence, Expanded, Fired, Good, Heading, Hint, Included, InkComment, InkConstant,
    InkEmphasis, InkFunction, InkHeading, InkKeyword, InkLink, InkMark, InkString, InkStrong, InkType, Input, Key,
    Knob, KnobIdle, KnobSelected, KnobValue, Match, Name, Out, Overlap, Placeholder, Progress, Seam, Strong, Subtitle,
    Target, Term, Text, Title, TitleFocus, Up, Warn, Window, WindowText,
};

impl Role {
    /// Every role and its key in theme files, in the order of the variants.
    pub const ALL: &'static [(Self, &'static str)] = &[
        (Text, "text"),
        (Dim, "dim"),
        (Border, "border"),
        (BorderFocus, "border-focus"),
        (Title, "title"),
        (TitleFocus, "title-focus"),
        (Subtitle, "subtitle"),
        (Cursor, "cursor"),
        (CursorIdle, "cursor-idle"),
        (Key, "key"),
        (Hint, "hint"),
        (Name, "name"),
        (Heading, "heading"),
        (Advice, "advice"),
        (Input, "input"),
        (Placeholder, "placeholder"),
        (Knob, "knob"),
        (KnobValue, "knob-value"),
        (KnobSelected, "knob-selected"),
        (KnobIdle, "knob-idle"),
        (BandEven, "band-even"),
        (BandOdd, "band-odd"),
        (BandIncluded, "band-included"),
        (BandExpanded, "band-expanded"),
        (Cut, "cut"),
        (CutBroken, "cut-broken"),
        (Seam, "seam"),
        (Fired, "fired"),
        (Blocked, "blocked"),
        (Included, "included"),
        (Expanded, "expanded"),
        (Out, "out"),
        (Window, "window"),
        (WindowText, "window-text"),
        (Overlap, "overlap"),
        (Evidence, "evidence"),
        (Term, "term"),
        (Match, "match"),
        (Target, "target"),
        (Up, "up"),
        (Down, "down"),
        (Good, "good"),
        (Bad, "bad"),
        (Warn, "warn"),
        (Progress, "progress"),
        (Strong, "strong"),
        (InkComment, "ink-comment"),
        (InkString, "ink-string"),
        (InkConstant, "ink-constant"),
        (InkKeyword, "ink-keyword"),
        (InkFunction, "ink-function"),
        (InkType, "ink-type"),
        (InkMark, "ink-mark"),
        (InkHeading, "ink-heading"),
        (InkEmphasis, "ink-emphasis"),
        (InkStrong, "ink-strong"),
        (InkLink, "ink-link"),
    ];
}
