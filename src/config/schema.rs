//! The JSON schema of configuration files, for editors: every key with its kind, default and comment.
//! Never describes a key that is not in the table.

use serde_json::{Map, Value, json};

use super::keys::{KEYS, Key, Kind, PRESET};
use super::{COMMENTED, Settings};

/// The schema; `defaults` are the settings of no source at all.
#[must_use]
pub fn schema(defaults: &Settings) -> Value {
    let mut root = Map::new();
    root.insert(PRESET.name.to_owned(), described(&PRESET, Some(json!(defaults.preset.0.name()))));
    for setting in &defaults.values {
        let value = setting.value.as_ref().and_then(|value| serde_json::to_value(value).ok());
        put(&mut root, setting.key.name, described(setting.key, value));
    }
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "seamscope configuration",
        "type": "object",
        "additionalProperties": false,
        "properties": root,
    })
}

fn described(key: &Key, default: Option<Value>) -> Value {
    let mut value = match key.kind {
        Kind::Whole(most) => json!({"type": "integer", "minimum": 0, "maximum": most}),
        Kind::Number => json!({"type": "number"}),
        Kind::Switch => json!({"type": "boolean"}),
        Kind::Text => json!({"type": "string"}),
        Kind::Texts => json!({"type": "array", "items": {"type": "string"}}),
        Kind::Choice(words) => json!({"type": "string", "enum": words}),
    };
    value["description"] = json!(comment(key.name));
    if let Some(default) = default {
        value["default"] = default;
    }
    value
}

/// Puts a described key into its table, which allows no other keys.
fn put(properties: &mut Map<String, Value>, name: &str, described: Value) {
    let Some((table, rest)) = name.split_once('.') else {
        properties.insert(name.to_owned(), described);
        return;
    };
    let table = properties
        .entry(table)
        .or_insert_with(|| json!({"type": "object", "additionalProperties": false, "properties": {}}));
    if let Some(Value::Object(inner)) = table.get_mut("properties") {
        put(inner, rest, described);
    }
}

/// The comment over a key in the commented defaults, on one line; keys that follow one another share theirs.
fn comment(name: &str) -> String {
    let (mut table, mut said, mut used) = (String::new(), Vec::new(), false);
    for line in COMMENTED.lines() {
        let text = line.strip_prefix('#').unwrap_or(line);
        if let Some(head) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            (table, used) = (format!("{head}."), true);
        } else if let Some(words) = text.strip_prefix(' ').filter(|_| line.starts_with('#')) {
            if used {
                said.clear();
            }
            used = false;
            said.push(words.trim());
        } else if let Some((key, _)) = text.split_once(" = ") {
            if format!("{table}{key}") == name {
                return said.join(" ");
            }
            used = true;
        } else {
            used = true;
        }
    }
    String::new()
}

/// Names of keys that the commented defaults say nothing about; a test holds this empty.
#[must_use]
pub fn silent() -> Vec<&'static str> {
    KEYS.iter().map(|key| key.name).filter(|name| comment(name).is_empty()).collect()
}
