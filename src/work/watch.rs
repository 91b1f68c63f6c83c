//! The thread that notices when files of the folder change, and says so once they rest.
//! Never reads a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use notify::event::{EventKind, ModifyKind};
use notify::{Event, RecursiveMode, Watcher};

use super::Say;
use crate::app::message::Report;

/// How long nothing must change before it is told: editors write a file in several steps.
const REST: Duration = Duration::from_millis(300);

/// How long changes that never rest are waited for: a log that grows must not keep everything else from being read.
const PATIENCE: Duration = Duration::from_secs(3);

/// How often a closed watch is noticed.
const BEAT: Duration = Duration::from_millis(500);

/// Watches until `closed`. A system that cannot watch is told once, and the rest works without it.
pub(super) fn serve(root: &Path, kept: Option<&Path>, closed: &Arc<AtomicBool>, say: &Say) {
    let (heard, events) = mpsc::channel();
    let (folder, mode) = if root.is_dir() {
        (root.to_owned(), RecursiveMode::Recursive)
    } else {
        let parent = root.parent().filter(|parent| !parent.as_os_str().is_empty());
        (parent.map_or_else(|| PathBuf::from("."), Path::to_owned), RecursiveMode::NonRecursive)
    };
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let kept = kept.map(|kept| kept.canonicalize().unwrap_or_else(|_| kept.to_owned()));
    let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        // Nobody listens any more once the thread has ended.
        let _ = heard.send(event);
    });
    let watching = watcher.and_then(|mut watcher| {
        watcher.watch(&folder.canonicalize().unwrap_or(folder), mode)?;
        Ok(watcher)
    });
    let _watcher = match watching {
        Ok(watcher) => watcher,
        Err(error) => {
            say(Report::NotWatched(error.to_string()));
            return;
        }
    };
    let mut since: Option<Instant> = None;
    while !closed.load(Ordering::Relaxed) {
        let rests = match events.recv_timeout(if since.is_some() { REST } else { BEAT }) {
            Ok(event) => {
                // An error of the watch may stand for events that were lost.
                if event.is_ok_and(|event| !matters(&event, &root, kept.as_deref())) {
                    continue;
                }
                since.get_or_insert_with(Instant::now).elapsed() > PATIENCE
            }
            Err(RecvTimeoutError::Timeout) => since.is_some(),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if rests {
            since = None;
            if !say(Report::FolderChanged) {
                return;
            }
        }
    }
}

/// True when a file may have another text now: not when it was only read, and not for what is hidden or our own.
fn matters(event: &Event, root: &Path, kept: Option<&Path>) -> bool {
    let texts = match event.kind {
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)) => false,
        EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) | EventKind::Other => true,
    };
    let ours = |path: &PathBuf| {
        let Ok(inside) = path.strip_prefix(root) else { return false };
        let hidden = inside.components().any(|part| part.as_os_str().as_encoded_bytes().starts_with(b"."));
        !hidden && kept.is_none_or(|kept| !path.starts_with(kept))
    };
    texts && event.paths.iter().any(ours)
}
