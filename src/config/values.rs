//! Every value of effective parameters as text, by its key.
//! Never changes one; `written` does.

use super::keys::{self, Key};
use super::{merge, value};
use crate::retrieve::params::Params;

/// Every value of parameters by the name of its key, as it would stand in a file; what is off is `none`.
#[must_use]
pub fn values(params: &Params) -> Vec<(&'static Key, String)> {
    let table = merge::table_of(params);
    let shown = |key: &'static Key| {
        let value = merge::lookup(&table, key.name);
        (key, value.map_or_else(|| "none".to_owned(), value::shown))
    };
    keys::KEYS.iter().filter(|key| !key.name.starts_with("ui.")).map(shown).collect()
}
