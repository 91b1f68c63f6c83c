//! The signs that carry meaning, so that colour never has to; one set for terminals with Unicode, one for ASCII.
//! Never a letter of a text.

use ratatui::symbols::border;

/// One set of signs. Each is one column wide unless it says otherwise.
#[derive(Clone, Debug)]
pub struct Glyphs {
    /// A chunk.
    pub chunk: &'static str,
    /// A chunk that is not in the context.
    pub chunk_out: &'static str,
    /// A seam that fires.
    pub fired: &'static str,
    /// A seam that does not.
    pub seam: &'static str,
    /// Taken, added.
    pub plus: &'static str,
    /// Not taken.
    pub minus: &'static str,
    /// Bands of chunks with even and odd numbers.
    pub bands: [&'static str; 2],
    /// A seam window.
    pub window: &'static str,
    /// Shared text.
    pub overlap: &'static str,
    /// Evidence of a question.
    pub evidence: &'static str,
    /// The rule of a cut.
    pub cut: &'static str,
    /// The rule of a cut whose seam fires.
    pub cut_fired: &'static str,
    /// The inequality holds.
    pub yes: &'static str,
    /// It does not.
    pub no: &'static str,
    /// At most.
    pub at_most: &'static str,
    /// Rose.
    pub up: &'static str,
    /// Fell.
    pub down: &'static str,
    /// Came.
    pub new: &'static str,
    /// From one value to another.
    pub arrow: &'static str,
    /// An entry that is not in a list.
    pub absent: &'static str,
    /// Something is missing here.
    pub more: &'static str,
    /// Between two facts of one line.
    pub dot: &'static str,
    /// The row under the cursor.
    pub cursor: &'static str,
    /// The query line.
    pub prompt: &'static str,
    /// A closed folder.
    pub closed: &'static str,
    /// An open folder.
    pub open: &'static str,
    /// A cut that breaks something.
    pub broken: &'static str,
    /// How far a document is, in the order of `State::ALL`.
    pub states: [&'static str; 7],
    /// Times.
    pub times: &'static str,
    /// Lines between parts.
    pub rule: &'static str,
    /// The part of a bar that is done, and the rest.
    pub bar: [&'static str; 2],
    /// Eight heights of a bar, rising.
    pub levels: [&'static str; 8],
    /// On the border of a text: what is visible of the whole.
    pub thumb: &'static str,
    /// A line end that stands alone in its row.
    pub line_end: &'static str,
    /// Infinity, the rank of what is absent.
    pub infinite: &'static str,
    /// Minus in arithmetic.
    pub less: &'static str,
    /// Names of arrow keys.
    pub arrows: [&'static str; 4],
    /// Frames.
    pub frame: border::Set<'static>,
    /// Frames of the pane with the focus.
    pub frame_focus: border::Set<'static>,
    /// Around the name of the pane that a frame with several shows, without and with the focus.
    pub tab: [[&'static str; 2]; 2],
}

const ASCII_FRAME: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

const ASCII_FRAME_FOCUS: border::Set<'static> =
    border::Set { horizontal_top: "=", horizontal_bottom: "=", ..ASCII_FRAME };

impl Glyphs {
    /// For terminals with Unicode.
    pub const UNICODE: Self = Self {
        chunk: "■",
        chunk_out: "□",
        fired: "◆",
        seam: "◇",
        plus: "+",
        minus: "–",
        bands: ["▌", "▐"],
        window: "░",
        overlap: "▒",
        evidence: "»",
        cut: "╌",
        cut_fired: "━",
        yes: "✓",
        no: "✗",
        at_most: "≤",
        up: "▲",
        down: "▼",
        new: "✦",
        arrow: "→",
        absent: "·",
        more: "…",
        dot: "·",
        cursor: "▸",
        prompt: "›",
        closed: "▸",
        open: "▾",
        broken: "!",
        states: ["·", "◔", "○", "◐", "●", "✗", "–"],
        times: "×",
        rule: "─",
        bar: ["█", "░"],
        levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
        thumb: "█",
        line_end: "↵",
        infinite: "∞",
        less: "−",
        arrows: ["←", "→", "↑", "↓"],
        frame: border::PLAIN,
        frame_focus: border::THICK,
        tab: [["┤", "├"], ["┫", "┣"]],
    };

    /// ASCII only.
    pub const ASCII: Self = Self {
        chunk: "#",
        chunk_out: "=",
        fired: "*",
        seam: "o",
        plus: "+",
        minus: "-",
        bands: ["|", ":"],
        window: ".",
        overlap: "%",
        evidence: "&",
        cut: "-",
        cut_fired: "=",
        yes: "Y",
        no: "N",
        at_most: "<=",
        up: "^",
        down: "v",
        new: "n",
        arrow: "->",
        absent: ".",
        more: "~",
        dot: "-",
        cursor: ">",
        prompt: ">",
        closed: ">",
        open: "v",
        broken: "!",
        states: [".", "r", "o", "s", "*", "x", "-"],
        times: "x",
        rule: "-",
        bar: ["#", "."],
        levels: [".", ".", ":", ":", "|", "|", "#", "#"],
        thumb: "#",
        line_end: "$",
        infinite: "inf",
        less: "-",
        arrows: ["Left", "Right", "Up", "Down"],
        frame: ASCII_FRAME,
        frame_focus: ASCII_FRAME_FOCUS,
        tab: [["[", "]"], ["[", "]"]],
    };

    /// A reason of the trace, with the signs of this set.
    #[must_use]
    pub fn reason<'a>(&self, text: &'a str) -> std::borrow::Cow<'a, str> {
        if self.at_most == "<=" || !text.contains('=') {
            return text.into();
        }
        text.replace("<=", "≤").replace(">=", "≥").into()
    }

    /// A text of ours with its signs replaced where this set has no Unicode.
    #[must_use]
    pub fn plain<'a>(&self, text: &'a str) -> std::borrow::Cow<'a, str> {
        if self.more == Self::UNICODE.more || text.is_ascii() {
            return text.into();
        }
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '←' => out.push_str("<-"),
                '→' => out.push_str("->"),
                '↑' => out.push_str("Up"),
                '↓' => out.push_str("Down"),
                '·' | '–' | '−' => out.push('-'),
                '≤' => out.push_str("<="),
                '…' => out.push('~'),
                '×' => out.push('x'),
                c if c.is_ascii() => out.push(c),
                _ => out.push('?'),
            }
        }
        out.into()
    }
}
