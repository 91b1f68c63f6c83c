//! The named configurations of design 2.13.
//! A preset sets a whole configuration; it is never laid over another one.

use serde::{Deserialize, Serialize};

use super::{ChunkParams, ExpandParams, Method, Params, Policy, SeamParams, SearchParams, Unit};

/// A named configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Large disjoint chunks with a seam over every cut (Seams paper).
    #[default]
    Seams,
    /// Small chunks with headers, neighbours by relevance and continuity (SCAR paper).
    Scar,
    /// Every 512 characters, whatever stands there (RAG course, strategy A).
    Blind,
    /// Whole paragraphs up to 512 characters with a header (RAG course, strategy E).
    CourseE,
    /// The chunks of `seams` without seams, all neighbours added.
    Window,
    /// The chunks of `seams` without seams, the whole section added.
    Parent,
    /// The chunks of `seams` and nothing else.
    Plain,
}

impl Preset {
    /// All presets, in the order in which they are listed.
    pub const ALL: [Self; 7] =
        [Self::Seams, Self::Scar, Self::Blind, Self::CourseE, Self::Window, Self::Parent, Self::Plain];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seams => "seams",
            Self::Scar => "scar",
            Self::Blind => "blind",
            Self::CourseE => "course-e",
            Self::Window => "window",
            Self::Parent => "parent",
            Self::Plain => "plain",
        }
    }

    /// What it stands for, in one line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Seams => "1,024-token chunks, a seam of 150 + 150 tokens over every cut, hybrid search, m 3",
            Self::Scar => "600-character chunks with headers, dense search, neighbours by relevance and continuity",
            Self::Blind => "512 characters, wherever the cut falls",
            Self::CourseE => "whole paragraphs up to 512 characters with a header",
            Self::Window => "1,024-token chunks, every neighbour of a hit added",
            Self::Parent => "1,024-token chunks, the whole section of a hit added",
            Self::Plain => "1,024-token chunks and nothing else",
        }
    }

    /// The preset with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// The whole configuration.
    #[must_use]
    pub fn params(self) -> Params {
        let mut params = Params::default();
        match self {
            Self::Seams => {}
            Self::Scar => {
                params.chunk = ChunkParams {
                    method: Method::Recursive,
                    size: 600,
                    unit: Unit::Chars,
                    overlap: 60,
                    header: true,
                    ..ChunkParams::default()
                };
                params.seam.enabled = false;
                params.search = SearchParams { bm25: false, ..SearchParams::default() };
                params.expand = ExpandParams { policy: Policy::Scar, ..ExpandParams::default() };
            }
            Self::Blind => {
                params.chunk =
                    ChunkParams { method: Method::Chars, size: 512, unit: Unit::Chars, ..ChunkParams::default() };
            }
            Self::CourseE => {
                params.chunk = ChunkParams {
                    method: Method::Paragraph,
                    size: 512,
                    unit: Unit::Chars,
                    header: true,
                    ..ChunkParams::default()
                };
            }
            Self::Window => {
                params.seam = without_seams();
                params.expand.policy = Policy::Window;
            }
            Self::Parent => {
                params.seam = without_seams();
                params.expand.policy = Policy::Parent;
            }
            Self::Plain => params.seam = without_seams(),
        }
        params
    }
}

fn without_seams() -> SeamParams {
    SeamParams { enabled: false, ..SeamParams::default() }
}
