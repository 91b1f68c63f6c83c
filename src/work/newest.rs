//! A place for one wish: a newer one replaces it, whoever serves it waits for one.
//! Never keeps two.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The newest wish of one kind. Cheap to clone; clones share the place.
pub(super) struct Newest<T>(Arc<(Mutex<Place<T>>, Condvar)>);

struct Place<T> {
    wish: Option<T>,
    closed: bool,
}

impl<T> Default for Newest<T> {
    fn default() -> Self {
        Self(Arc::new((Mutex::new(Place { wish: None, closed: false }), Condvar::new())))
    }
}

impl<T> Clone for Newest<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Newest<T> {
    /// Changes the wish that waits, whatever it is.
    pub(super) fn change(&self, change: impl FnOnce(&mut Option<T>)) {
        let (place, bell) = &*self.0;
        change(&mut place.lock().unwrap_or_else(PoisonError::into_inner).wish);
        bell.notify_one();
    }

    /// Waits for a wish and takes it; `None` once the place is closed.
    pub(super) fn take(&self) -> Option<T> {
        let (place, bell) = &*self.0;
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if place.closed {
                return None;
            }
            if let Some(wish) = place.wish.take() {
                return Some(wish);
            }
            place = bell.wait(place).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Looks at the wish that waits; true once the place is closed.
    pub(super) fn has(&self, test: impl FnOnce(&T) -> bool) -> bool {
        let place = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        place.closed || place.wish.as_ref().is_some_and(test)
    }

    /// Lets whoever serves it go home.
    pub(super) fn close(&self) {
        let (place, bell) = &*self.0;
        place.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        bell.notify_all();
    }
}
