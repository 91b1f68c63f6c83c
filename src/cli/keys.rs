//! `seamscope keys`: every key of the explorer from the live keymap, the person's file included.
//! Never runs an action.

use std::io::{self, Write};

use super::output::{Failure, Outcome};
use super::table::Table;
use crate::app::action::ACTIONS;
use crate::app::keymap::{Context, Keymap, KeymapError, spelled};
use crate::config;

pub(super) fn run(as_file: bool, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let keymap = live()?;
    if as_file {
        write!(out, "{}", keymap.to_file())?;
        return Ok(Outcome::Done);
    }
    let mut table = Table::new(&["place", "action", "keys", "what"]);
    for (context, name, keys, about) in lines(&keymap) {
        table.row([context.name().into(), name.into(), keys, about.into()]);
    }
    table.print(out)?;
    Ok(Outcome::Done)
}

/// One line an action of a place: place, action, keys, what it does. What has no key there has no line.
fn lines(keymap: &Keymap) -> Vec<(Context, &'static str, String, &'static str)> {
    let mut lines = Vec::new();
    for context in Context::ALL {
        for (action, name, about, _) in ACTIONS {
            let bound = keymap.bindings().iter().filter(|own| own.context == context && own.action == *action);
            let keys: Vec<String> = bound.map(|binding| spelled(&binding.keys)).collect();
            if !keys.is_empty() {
                lines.push((context, *name, keys.join("  "), *about));
            }
        }
    }
    lines
}

/// The part of the manual page about keys, in the language of manual pages.
pub(super) fn manual(out: &mut dyn Write) -> Result<(), Failure> {
    let keymap = live()?;
    let plain = |text: &str| text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    writeln!(out, ".SH KEYS")?;
    let mut of = None;
    for (context, _, keys, about) in lines(&keymap) {
        if of != Some(context) {
            writeln!(out, ".SS \"{}\"", context.title())?;
            of = Some(context);
        }
        writeln!(out, ".TP\n\\fB{}\\fR\n{}", plain(&keys), plain(about))?;
    }
    Ok(())
}

/// The built-in keys under those of the person's file.
fn live() -> Result<Keymap, Failure> {
    let Some(path) = config::keys_file() else { return Ok(Keymap::default()) };
    let place = path.to_string_lossy();
    match std::fs::read_to_string(&path) {
        Ok(text) => Keymap::with_file(&text, &place).map_err(Failure::call),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Keymap::default()),
        Err(error) => {
            let what = format!("cannot read the keys: {error}; check the file and its permissions");
            Err(Failure::call(KeymapError { place: place.into_owned(), line: 1, what }))
        }
    }
}
