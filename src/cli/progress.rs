//! How far work is, on stderr where that is a terminal: counts, rate, time left; and Ctrl-C, which stops it.
//! Never reaches stdout, and never a result: rates are for people.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::open;
use crate::retrieve::embed::{Onlooker, Transfer};
use crate::retrieve::pipeline::build::{Progress, Watch};

/// How often progress is drawn.
const BEAT: Duration = Duration::from_millis(100);

/// Shortest time from which a rate is told.
const SOON: Duration = Duration::from_millis(700);

/// Draws progress where stderr is a terminal and looks away where it is not; stops at Ctrl-C either way.
pub(super) fn watch() -> Watch {
    watch_noting(&Arc::default())
}

/// The same, with how far it came in `last`.
pub(super) fn watch_noting(last: &Arc<Mutex<Progress>>) -> Watch {
    let (stop, last) = (interrupted(), last.clone());
    let is_terminal = io::stderr().is_terminal();
    let line = Mutex::new(Line::default());
    let report = move |progress: Progress| {
        *last.lock().unwrap_or_else(PoisonError::into_inner) = progress.clone();
        if !is_terminal {
            return;
        }
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = line.at(Instant::now(), &progress) {
            drop(write!(io::stderr().lock(), "\r\x1b[K{text}"));
        }
    };
    Watch::new(report, stop)
}

/// Draws how far the transfer of a model is, on stderr where that is a terminal.
pub(super) fn onlooker() -> Onlooker {
    let stop = interrupted();
    if !io::stderr().is_terminal() {
        return Onlooker::new(|_| {}, stop);
    }
    let last = Mutex::new(None::<Instant>);
    let tell = move |transfer: &Transfer| {
        let Ok(mut last) = last.lock() else { return };
        if last.is_some_and(|last| last.elapsed() < BEAT) {
            return;
        }
        *last = Some(Instant::now());
        // No wider than the narrowest of usual terminals: a line that wraps is not taken away again.
        let file = transfer.file.rsplit('/').next().unwrap_or_default();
        let text = format!("{}{file} · Ctrl-C stops", bar(transfer));
        drop(write!(io::stderr().lock(), "\r\x1b[K{text}"));
    };
    Onlooker::new(tell, stop)
}

/// Cells of a bar.
const CELLS: u64 = 20;

/// How much of a file is there: a bar where its length is known.
fn bar(Transfer { bytes, total, .. }: &Transfer) -> String {
    if *total == 0 {
        return format!("{} · ", open::size(*bytes));
    }
    let full = (CELLS * bytes.min(total) / total) as usize;
    let percent = 100 * bytes.min(total) / total;
    let cells = format!("{}{}", "#".repeat(full), ".".repeat(CELLS as usize - full));
    format!("[{cells}] {percent:3} % of {} · ", open::size(*total))
}

/// Takes the progress line away again.
pub(super) fn clear() {
    if io::stderr().is_terminal() {
        drop(write!(io::stderr().lock(), "\r\x1b[K"));
    }
}

/// Becomes true at the first Ctrl-C; the second one ends the process at once.
pub(super) fn interrupted() -> Arc<AtomicBool> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        listen(&stop);
        stop
    })
    .clone()
}

#[cfg(all(unix, feature = "tui"))]
fn listen(stop: &Arc<AtomicBool>) {
    use signal_hook::consts::SIGINT;
    // 130 is what shells call a process that Ctrl-C ended. Without these handlers Ctrl-C ends the process as ever.
    drop(signal_hook::flag::register_conditional_shutdown(SIGINT, 130, stop.clone()));
    drop(signal_hook::flag::register(SIGINT, stop.clone()));
}

#[cfg(not(all(unix, feature = "tui")))]
fn listen(_: &Arc<AtomicBool>) {}

/// What was drawn, and when the vectors began.
#[derive(Default)]
struct Line {
    drawn: Option<Instant>,
    began: Option<(Instant, usize)>,
}

impl Line {
    /// The line at this moment; `None` while the last one is too fresh.
    fn at(&mut self, now: Instant, progress: &Progress) -> Option<String> {
        let &Progress { files, files_total, chunks, vectors, vectors_total, .. } = progress;
        if vectors_total > 0 && self.began.is_none() {
            self.began = Some((now, vectors));
        }
        if self.drawn.is_some_and(|drawn| now.duration_since(drawn) < BEAT) {
            return None;
        }
        self.drawn = Some(now);
        // How many are needed is known when every file is cut; the model does not wait for that.
        let of = if vectors_total > 0 { format!("/{vectors_total}") } else { String::new() };
        let text = format!("files {files}/{files_total} · chunks {chunks} · vectors {vectors}{of}");
        let Some((began, before)) = self.began else { return Some(text) };
        let (done, all) = (vectors.saturating_sub(before), vectors_total.saturating_sub(before));
        Some(format!("{text}{}", pace(now.duration_since(began), done, all)))
    }
}

/// Rate and time left after `done` of `all` in this time, once there is a rate to tell.
pub(super) fn pace(since: Duration, done: usize, all: usize) -> String {
    if since < SOON || done == 0 {
        return String::new();
    }
    let rate = done as f64 / since.as_secs_f64();
    let left = (all.saturating_sub(done) as f64 / rate).ceil() as u64;
    let left = if left >= 60 { format!("{} min {:02} s", left / 60, left % 60) } else { format!("{left} s") };
    let rate = if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") };
    format!(" · {rate}/s · {left} left · Ctrl-C stops")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Line, Progress, Transfer, bar};

    #[test]
    fn a_transfer_has_a_bar_where_its_length_is_known() {
        let at = |bytes, total| bar(&Transfer { file: "model.onnx".into(), bytes, total });
        assert_eq!(at(45_000_000, 90_000_000), "[##########..........]  50 % of 90.0 MB · ");
        assert_eq!(at(90_000_001, 90_000_000), "[####################] 100 % of 90.0 MB · ");
        assert_eq!(at(1_500, 0), "1.5 kB · ");
    }

    #[test]
    fn rate_and_time_left_come_from_the_vectors_alone() {
        let mut line = Line::default();
        let start = Instant::now();
        let at = |vectors, vectors_total| Progress {
            files: 2,
            files_total: 2,
            chunks: 9,
            vectors,
            vectors_total,
            ..Progress::default()
        };
        let first = line.at(start, &at(0, 0)).expect("the first one is drawn");
        assert_eq!(first, "files 2/2 · chunks 9 · vectors 0");
        assert_eq!(line.at(start + Duration::from_millis(20), &at(100, 300)), None, "too fresh");
        let text = line.at(start + Duration::from_millis(1020), &at(150, 300)).expect("drawn");
        assert!(text.ends_with("· 50/s · 3 s left · Ctrl-C stops"), "{text}");
    }
}
