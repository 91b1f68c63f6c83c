//! The wish that something ends before it is done.
//! Never takes it back: who goes on asks with a new one.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A wish that may come at any moment. Cheap to clone.
#[derive(Clone)]
pub struct Stop(Arc<dyn Fn() -> bool + Send + Sync>);

impl Stop {
    /// The wish is there once this says so.
    pub fn when(wished: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(wished))
    }

    /// The wish never comes.
    #[must_use]
    pub fn never() -> Self {
        Self::when(|| false)
    }

    /// True once it is there.
    #[must_use]
    pub fn is_wished(&self) -> bool {
        (self.0)()
    }
}

impl From<Arc<AtomicBool>> for Stop {
    /// The wish is there once the flag is true.
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self::when(move || flag.load(Ordering::Relaxed))
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stop({})", self.is_wished())
    }
}
