//! How fast a build goes and how long it will take, from the last seconds.
//! Never reaches a result: rates are for people.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How far back the rate looks.
const WINDOW: Duration = Duration::from_secs(6);

/// Shortest time between two reports.
const QUIET: Duration = Duration::from_millis(50);

/// Rate of one build.
#[derive(Debug, Default)]
pub(super) struct Pace {
    seen: VecDeque<(Instant, usize)>,
    spoke: Option<Instant>,
}

impl Pace {
    /// Notes that `done` texts are embedded now. `None` when the last report is too fresh for another one; else the rate
    /// a second and the seconds left for the rest, once they can be told.
    pub(super) fn note(&mut self, now: Instant, done: usize, all: usize) -> Option<(Option<f64>, Option<u64>)> {
        if done < all && self.spoke.is_some_and(|spoke| now.duration_since(spoke) < QUIET) {
            return None;
        }
        self.spoke = Some(now);
        if all == 0 {
            return Some((None, None));
        }
        self.seen.push_back((now, done));
        while self.seen.len() > 2 && self.seen.front().is_some_and(|(at, _)| now.duration_since(*at) > WINDOW) {
            self.seen.pop_front();
        }
        let (first, before) = self.seen.front().copied()?;
        let seconds = now.duration_since(first).as_secs_f64();
        let rate = (seconds > 0.3 && done > before).then(|| (done - before) as f64 / seconds);
        let left = rate.map(|rate| ((all - done.min(all)) as f64 / rate).ceil() as u64);
        Some((rate, left))
    }
}
