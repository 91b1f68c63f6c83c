//! Written values into typed ones: of a file, of `--set`, of the environment.
//! Never checks whether two values go together.

use toml::Value;

use super::Origin;
use super::error::ConfigError;
use super::keys::{Key, Kind};

/// A value written outside a file: a TOML value where it is one of the right kind, else a bare text.
///
/// `Ok(None)` = an optional key is switched off.
pub(super) fn written(key: &Key, text: &str, origin: &Origin) -> Result<Option<Value>, ConfigError> {
    let bare = Value::String(text.to_owned());
    if key.optional && text.trim() == "none" {
        return Ok(None);
    }
    let value = match text.trim().parse::<Value>() {
        Ok(value @ Value::String(_)) => value,
        Ok(value) if key.kind != Kind::Text => value,
        _ => bare,
    };
    typed(key, value, origin).map(Some)
}

/// `value` where the key may hold it; a whole number is also a number.
pub(super) fn typed(key: &Key, value: Value, origin: &Origin) -> Result<Value, ConfigError> {
    let fits = match (&value, key.kind) {
        (Value::Integer(number), Kind::Whole(most)) => u64::try_from(*number).is_ok_and(|number| number <= most),
        (Value::Integer(number), Kind::Number) => return Ok(Value::Float(*number as f64)),
        (Value::Float(_), Kind::Number) | (Value::Boolean(_), Kind::Switch) | (Value::String(_), Kind::Text) => true,
        (Value::String(word), Kind::Choice(words)) => words.contains(&word.as_str()),
        (Value::Array(items), Kind::Texts) => items.iter().all(Value::is_str),
        _ => false,
    };
    if fits {
        return Ok(value);
    }
    Err(ConfigError::Value {
        key: key.name.to_owned(),
        value: shown(&value),
        origin: origin.clone(),
        allowed: key.allowed(),
    })
}

/// The value on one line, as it would stand in a file.
pub(super) fn shown(value: &Value) -> String {
    match value {
        // TOML's own writer breaks a text that holds line ends over several lines; JSON's escapes are TOML's too.
        Value::String(text) => serde_json::to_string(text).unwrap_or_default(),
        Value::Array(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        _ => value.to_string(),
    }
}
