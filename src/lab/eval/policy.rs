//! The policies that can be compared on one index, as changes of the parameters of a question.
//! Never touches what the index was built with.

use serde::{Serialize, Serializer};

use crate::retrieve::params::{self, Params};

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
    /// The configuration as it is, whatever it says.
    Configured,
}

impl Policy {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Plain, Self::Window, Self::Scar, Self::Seams, Self::SeamsScar, Self::Parent, Self::Configured];

    /// Those that are compared when nobody says which.
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
            Self::Configured => "configured",
        }
    }

    /// The policy with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.name() == name)
    }

    /// `base` with the seams and the expansion of this policy; radius, lambda, gamma, margin, budget and the way in
    /// which expansions count stay those of `base`.
    #[must_use]
    pub fn params(self, base: &Params) -> Params {
        let mut params = base.clone();
        let (seams, expand) = match self {
            Self::Plain => (false, params::Policy::None),
            Self::Window => (false, params::Policy::Window),
            Self::Scar => (false, params::Policy::Scar),
            Self::Seams => (true, params::Policy::None),
            Self::SeamsScar => (true, params::Policy::Scar),
            Self::Parent => (false, params::Policy::Parent),
            Self::Configured => return params,
        };
        (params.seam.enabled, params.expand.policy) = (seams, expand);
        params
    }

    /// True when it decides by cosines under `base`.
    #[must_use]
    pub fn needs_vectors(self, base: &Params) -> bool {
        self.params(base).expand.policy == params::Policy::Scar
    }
}

impl Serialize for Policy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
