//! `--log`: what happens, a line each, into a file under the state directory. Never onto the screen.

use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use super::args::LogTo;
use super::output::Failure;
use crate::config;
use crate::retrieve::text::visible;

/// Writes from now on, to seamscope.log where no file is named.
pub(super) fn begin(to: LogTo) -> Result<(), Failure> {
    let file = match to {
        LogTo::State => usual()?,
        LogTo::File(file) => file,
    };
    let failed = |error: io::Error| {
        Failure::call(format!("cannot write the log: {error}, {}; check the path and its permissions", file.display()))
    };
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let open = File::options().create(true).append(true).open(&file).map_err(failed)?;
    // A second log in one process is nobody's wish.
    drop(tracing::subscriber::set_global_default(Log(Mutex::new(open))));
    tracing::info!(version = env!("CARGO_PKG_VERSION"), process = std::process::id(), "begins");
    Ok(())
}

fn usual() -> Result<PathBuf, Failure> {
    let folder = config::state_folder();
    folder.map(|folder| folder.join("seamscope.log")).ok_or_else(|| {
        Failure::call("there is no home directory to keep a log in, --log; write --log=FILE or set HOME")
    })
}

struct Log(Mutex<File>);

impl Subscriber for Log {
    fn enabled(&self, about: &Metadata<'_>) -> bool {
        about.target().starts_with("seamscope") && *about.level() <= Level::DEBUG
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let about = event.metadata();
        let mut line = format!("{} {:5} {}:", stamp(since.as_secs()), about.level(), about.target());
        event.record(&mut Fields(&mut line));
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A full disk stops no work.
        drop(writeln!(file, "{}", visible::line(&line)));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

struct Fields<'a>(&'a mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let written = if field.name() == "message" {
            write!(self.0, " {value:?}")
        } else {
            write!(self.0, " {}={value:?}", field.name())
        };
        let _: fmt::Result = written;
    }
}

/// Seconds since 1970 as UTC: `2026-11-30T20:15:00Z`. The calendar is that of Hinnant's `civil_from_days`.
fn stamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_stamp_is_the_time_of_day_in_utc() {
        assert_eq!(super::stamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(super::stamp(951_826_554), "2000-02-29T12:15:54Z");
        assert_eq!(super::stamp(1_796_069_766), "2026-11-30T20:16:06Z");
    }
}
