//! One configuration file into keys, values and lines.
//! Never merges.

use std::io;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::error::ConfigError;
use super::keys::{self, Key};
use super::{FileRole, Origin, value};

/// One `key = value` of a file.
pub(super) struct Line {
    pub(super) key: &'static Key,
    pub(super) value: toml::Value,
    pub(super) origin: Origin,
}

/// The lines of a file; none where a user or project file is absent.
pub(super) fn read(path: &Path, role: FileRole) -> Result<Vec<Line>, ConfigError> {
    match std::fs::read_to_string(path) {
        Ok(text) => parse(&text, path, role),
        Err(error) if error.kind() == io::ErrorKind::NotFound && role != FileRole::Flag => Ok(Vec::new()),
        Err(error) => Err(ConfigError::Unreadable { path: path.to_owned(), what: error.to_string() }),
    }
}

/// The lines of a file's text.
pub(super) fn parse(text: &str, path: &Path, role: FileRole) -> Result<Vec<Line>, ConfigError> {
    let at = |byte: usize| {
        let line = 1 + text.get(..byte).unwrap_or(text).matches('\n').count();
        Origin::File { role, path: path.to_owned(), line }
    };
    let table = DeTable::parse(text).map_err(|error| {
        let what = error.message().lines().next().unwrap_or_default().to_owned();
        ConfigError::Syntax { what, origin: at(error.span().map_or(0, |span| span.start)) }
    })?;
    let mut lines = Vec::new();
    collect(table.into_inner(), "", &at, &mut lines)?;
    Ok(lines)
}

fn collect(
    table: DeTable<'_>,
    prefix: &str,
    at: &impl Fn(usize) -> Origin,
    lines: &mut Vec<Line>,
) -> Result<(), ConfigError> {
    for (word, item) in table {
        let name = if prefix.is_empty() { word.get_ref().to_string() } else { format!("{prefix}.{}", word.get_ref()) };
        let origin = at(word.span().start);
        if let Some(key) = keys::named(&name) {
            let value = plain(item, &origin)?;
            lines.push(Line { key, value: value::typed(key, value, &origin)?, origin });
        } else if keys::is_table(&name) {
            match item.into_inner() {
                DeValue::Table(inner) => collect(inner, &name, at, lines)?,
                _ => return Err(ConfigError::Table { example: keys::nearest(&name), key: name, origin }),
            }
        } else {
            return Err(ConfigError::Unknown { nearest: keys::nearest(&deepest(&name, &item)), key: name, origin });
        }
    }
    Ok(())
}

/// The dotted name of a table's first key, so that the nearest key to `[chnk] size = 1` is `chunk.size`.
fn deepest(name: &str, item: &Spanned<DeValue<'_>>) -> String {
    match item.get_ref() {
        DeValue::Table(table) => match table.iter().next() {
            Some((word, inner)) => deepest(&format!("{name}.{}", word.get_ref()), inner),
            None => name.to_owned(),
        },
        _ => name.to_owned(),
    }
}

fn plain(item: Spanned<DeValue<'_>>, origin: &Origin) -> Result<toml::Value, ConfigError> {
    toml::Value::deserialize(ValueDeserializer::from(item))
        .map_err(|error| ConfigError::Syntax { what: error.message().to_owned(), origin: origin.clone() })
}
