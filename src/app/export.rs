//! What can be taken away as a file.
//! Never makes or writes one.

/// Something that can be taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Export {
    /// The trace of the question, as JSON.
    Trace,
    /// All cuts of the folder as a table.
    CutsCsv,
    /// All cuts of the folder as JSON.
    CutsJson,
    /// Every chunk and every seam, a line of JSON each.
    Chunks,
    /// The screen as it is, as a picture.
    Screen,
}

impl Export {
    /// Its name in sentences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Trace => "the trace as JSON",
            Self::CutsCsv => "all cuts as CSV",
            Self::CutsJson => "all cuts as JSON",
            Self::Chunks => "chunks and seams as JSON lines",
            Self::Screen => "this screen as SVG",
        }
    }

    /// The file that is proposed, in the folder in which seamscope was started.
    #[must_use]
    pub const fn file(self) -> &'static str {
        match self {
            Self::Trace => "trace.json",
            Self::CutsCsv => "cuts.csv",
            Self::CutsJson => "cuts.json",
            Self::Chunks => "chunks.jsonl",
            Self::Screen => "screen.svg",
        }
    }
}
