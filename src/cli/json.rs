//! The JSON of contract.md.
//! Never computes a score or a verdict; it puts names and offsets on what the trace holds.

pub(super) mod corpus;
pub(super) mod explain;
pub(super) mod question;

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

use crate::config::KEYS;
use crate::retrieve::params::Params;
use crate::retrieve::text::visible;

/// The version of the contract.
pub(super) const SCHEMA: u32 = 1;

/// The effective configuration, nested as in config.toml; an optional key that is off is null.
pub(super) fn params(params: &Params) -> Value {
    let mut value = serde_json::to_value(params).unwrap_or_default();
    for key in KEYS.iter().filter(|key| key.optional) {
        if let Some((table, word)) = key.name.rsplit_once('.')
            && let Some(table) =
                value.pointer_mut(&format!("/{}", table.replace('.', "/"))).and_then(Value::as_object_mut)
        {
            table.entry(word).or_insert(Value::Null);
        }
    }
    value
}

/// The word that a value of the settings has in JSON and in files.
pub(super) fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        Ok(value) => value.to_string(),
        Err(_) => String::new(),
    }
}

/// One JSON value on one line.
pub(super) fn print(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Safe))?;
    writeln!(out)
}

/// Compact JSON in which characters that steer a terminal are written as `\u` escapes; readers get the same text.
struct Safe;

impl Formatter for Safe {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| visible::glyph(*c).is_some()) {
            CompactFormatter.write_string_fragment(writer, &rest[..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        CompactFormatter.write_string_fragment(writer, rest)
    }
}
