//! Settings as text: one value written by hand, and a whole configuration as a file.
//! Never reads or writes a file itself.

use std::fmt::Write as _;

use super::keys::{KEYS, Kind, named, nearest};
use super::merge::{lookup, of_table, put, table_of};
use super::{Origin, value};
use crate::retrieve::params::{Params, Preset};

/// `params` with one key written as `--set NAME=TEXT` would write it.
///
/// # Errors
/// What the key takes instead, in one sentence; values that do not go together are left to [`Params::check`].
pub fn with(params: &Params, name: &str, text: &str) -> Result<Params, String> {
    let Some(key) = named(name) else {
        return Err(format!("there is no setting `{name}`; the nearest is `{}`", nearest(name)));
    };
    let text = if key.kind == Kind::Switch {
        match text.trim() {
            "on" => "true",
            "off" => "false",
            other => other,
        }
    } else {
        text
    };
    let takes = |_| format!("{name} cannot be `{}`; it takes {}", text.trim(), key.allowed());
    let value = value::written(key, text, &Origin::Set).map_err(takes)?;
    let mut table = table_of(params);
    put(&mut table, name, value);
    of_table(toml::Value::Table(table)).map_err(|error| error.to_string())
}

/// A configuration file that means these settings: the preset and every key in which they differ from it.
#[must_use]
pub fn file(params: &Params, preset: Preset) -> String {
    let base = Params { folder: Params::default().folder, embed: Params::default().embed, ..preset.params() };
    let (base, own) = (table_of(&base), table_of(params));
    let mut text = format!("preset = \"{}\"\n", preset.name());
    for key in KEYS {
        let (was, is) = (lookup(&base, key.name), lookup(&own, key.name));
        if let Some(is) = is.filter(|is| Some(*is) != was) {
            let _ = writeln!(text, "{} = {}", key.name, value::shown(is));
        }
    }
    text
}
