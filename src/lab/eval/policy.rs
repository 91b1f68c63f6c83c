//! The policies that can be compared on one folder, as changes of the parameters of a question.
//! Never touches what an index was built with; a policy that needs another index says which.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::retrieve::params::{self, ChunkParams, EmbedMode, Method, Params};

/// What is done beside ranking the chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Policy {
    /// The chunks of the ranking.
    Plain,
    /// All neighbours of what was retrieved.
    Window,
    /// Neighbours by relevance and continuity.
    Scar,
    /// Seams that fire bring in both of their chunks.
    Seams,
    /// Both.
    SeamsScar,
    /// The whole section of what was retrieved.
    Parent,
    /// Chunks of the same size that overlap.
    Overlap,
    /// Small windows over the whole text, each linked to the chunks that it overlaps.
    Sliding,
    /// As many windows as there are chunks, as wide as a seam, each in the middle of its chunk: as many vectors as
    /// seams, but none of them on a cut.
    SlidingSparse,
    /// The chunks of the ranking after the reranker, where the configuration names one.
    Rerank,
    /// Vectors by late chunking: the whole document is read before it is cut.
    Late,
    /// The configuration as it is, whatever it says.
    Configured,
}

impl Policy {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Plain,
        Self::Window,
        Self::Scar,
        Self::Seams,
        Self::SeamsScar,
        Self::Parent,
        Self::Overlap,
        Self::Sliding,
        Self::SlidingSparse,
        Self::Rerank,
        Self::Late,
        Self::Configured,
    ];

    /// Those that are compared when nobody says which: all that work on one index.
    pub const COMPARED: [Self; 6] = [Self::Plain, Self::Window, Self::Parent, Self::Scar, Self::Seams, Self::SeamsScar];

    /// Its name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Window => "window",
            Self::Scar => "scar",
            Self::Seams => "seams",
            Self::SeamsScar => "seams+scar",
            Self::Parent => "parent",
            Self::Overlap => "overlap",
            Self::Sliding => "sliding",
            Self::SlidingSparse => "sliding-sparse",
            Self::Rerank => "rerank",
            Self::Late => "late",
            Self::Configured => "configured",
        }
    }

    /// The policy with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.name() == name)
    }

    /// `base` with the seams and the expansion of this policy, and the reranker under `rerank` alone; radius, lambda, gamma, margin, budget and the way in
    /// which expansions count stay those of `base`.
    #[must_use]
    pub fn params(self, base: &Params) -> Params {
        let mut params = base.clone();
        let (seams, expand) = match self {
            Self::Plain | Self::Overlap | Self::Sliding | Self::SlidingSparse | Self::Rerank | Self::Late => {
                (false, params::Policy::None)
            }
            Self::Window => (false, params::Policy::Window),
            Self::Scar => (false, params::Policy::Scar),
            Self::Seams => (true, params::Policy::None),
            Self::SeamsScar => (true, params::Policy::Scar),
            Self::Parent => (false, params::Policy::Parent),
            Self::Configured => return params,
        };
        (params.seam.enabled, params.expand.policy) = (seams, expand);
        if self != Self::Rerank {
            params.rerank.model = None;
        }
        params
    }

    /// The settings of the second index that this policy searches; `None` when the common one is all it needs.
    ///
    /// The comparisons are those of the Seams paper, section 3.5: an overlap that keeps evidence of k tokens whole, as
    /// a seam does (15 % of the size where the two are not counted alike); windows of a quarter of a chunk at half their
    /// own length (256 tokens every 128 for chunks of 1,024); windows of 2 k tokens.
    #[must_use]
    pub fn second_index(self, base: &Params) -> Option<Params> {
        let chunk = &base.chunk;
        let mut params = self.params(base);
        let unit = base.seam_unit();
        let windows = |size: usize, overlap| ChunkParams { size, unit, overlap, ..ChunkParams::default() };
        params.chunk = match self {
            Self::Overlap => {
                let alike = chunk.unit == unit && base.seam.k < chunk.size;
                let overlap = if alike { base.seam.k } else { chunk.size * 15 / 100 };
                ChunkParams { overlap: overlap.max(chunk.overlap), ..chunk.clone() }
            }
            Self::Sliding => {
                let counted = chunk.method == Method::Tokens && chunk.unit == unit;
                let size = if counted { (chunk.size / 4).max(2) } else { 256 };
                windows(size, size / 2)
            }
            Self::SlidingSparse => windows(2 * base.seam.k, 0),
            Self::Late => {
                params.embed.mode = EmbedMode::Late;
                chunk.clone()
            }
            _ => return None,
        };
        Some(params)
    }

    /// True when it decides by cosines under `base`.
    #[must_use]
    pub fn needs_vectors(self, base: &Params) -> bool {
        self == Self::Late || self.params(base).expand.policy == params::Policy::Scar
    }
}

impl<'de> Deserialize<'de> for Policy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| serde::de::Error::custom(format!("there is no policy `{name}`")))
    }
}

impl Serialize for Policy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
