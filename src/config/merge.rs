//! Layers into one configuration, the later layer stronger.
//! Never reads the process's own environment: everything comes in as [`Sources`].

use std::path::Path;

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::file::{self, Line};
use super::keys::{self, KEYS, Key, PRESET};
use super::{ConfigError, FileRole, Origin, Setting, Settings, Sources, UiParams, value};
use crate::retrieve::params::{Params, Preset};

/// A variable of the tests, which is no setting.
const NOT_A_KEY: &str = "SEAMSCOPE_SHARED";

/// How like a variable's name must be to that of a setting to be an error rather than somebody else's.
const LOOKS_LIKE_A_KEY: f64 = 0.85;

/// One layer's own values; the preset lies under them.
#[derive(Default)]
struct Layer {
    preset: Option<(Preset, Origin)>,
    values: Vec<(&'static Key, Option<Value>, Origin)>,
}

impl Layer {
    fn put(&mut self, key: &'static Key, value: Option<Value>, origin: Origin) {
        if key.name != PRESET.name {
            self.values.push((key, value, origin));
        } else if let Some(preset) = value.as_ref().and_then(Value::as_str).and_then(Preset::named) {
            self.preset = Some((preset, origin));
        }
    }

    fn file(path: Option<&Path>, role: FileRole) -> Result<Self, ConfigError> {
        let mut layer = Self::default();
        let lines = path.map(|path| file::read(path, role)).transpose()?.unwrap_or_default();
        for Line { key, value, origin } in lines {
            layer.put(key, Some(value), origin);
        }
        Ok(layer)
    }

    fn environment(variables: &[(String, String)]) -> Result<Self, ConfigError> {
        let mut layer = Self::default();
        let mut variables: Vec<_> = variables.iter().filter(|(name, _)| name != NOT_A_KEY).collect();
        variables.sort();
        for (name, text) in variables {
            let origin = Origin::Environment(name.clone());
            let all = KEYS.iter().chain([&PRESET]);
            if let Some(key) = all.clone().find(|key| key.variable() == *name) {
                layer.put(key, value::written(key, text, &origin)?, origin);
            } else if let Some(rest) = name.strip_prefix("SEAMSCOPE_") {
                let table = |key: &Key| key.name.split('.').next().map(str::to_uppercase);
                let first = rest.split('_').next();
                let alike = all.clone().any(|key| {
                    table(key).as_deref() == first
                        || strsim::jaro_winkler(&key.variable()[10..], rest) > LOOKS_LIKE_A_KEY
                });
                if alike {
                    let nearest = keys::nearest(&rest.to_lowercase().replacen('_', ".", 1));
                    return Err(ConfigError::Unknown { key: name.clone(), origin, nearest });
                }
            }
        }
        Ok(layer)
    }

    fn flags(sources: &Sources) -> Result<Self, ConfigError> {
        let mut layer = Self::file(sources.file.as_deref(), FileRole::Flag)?;
        if let Some(name) = &sources.preset {
            let origin = Origin::PresetFlag;
            let value = value::typed(&PRESET, Value::String(name.clone()), &origin)?;
            layer.put(&PRESET, Some(value), origin);
        }
        for text in &sources.sets {
            let Some((name, text)) = text.split_once('=').filter(|(name, _)| !name.trim().is_empty()) else {
                return Err(ConfigError::Set { text: text.clone() });
            };
            let name = name.trim();
            let Some(key) = keys::named(name) else {
                return Err(ConfigError::Unknown {
                    key: name.to_owned(),
                    origin: Origin::Set,
                    nearest: keys::nearest(name),
                });
            };
            layer.put(key, value::written(key, text, &Origin::Set)?, Origin::Set);
        }
        Ok(layer)
    }
}

pub(super) fn merge(sources: &Sources) -> Result<Settings, ConfigError> {
    let layers = [
        Layer::file(sources.user.as_deref(), FileRole::User)?,
        Layer::file(sources.project.as_deref(), FileRole::Project)?,
        Layer::environment(&sources.environment)?,
        Layer::flags(sources)?,
    ];
    let mut preset = (Preset::default(), Origin::Default);
    let mut values = defaults();
    for layer in layers {
        if let Some((named, origin)) = layer.preset {
            let table = table_of(&named.params());
            for setting in values.iter_mut().filter(|setting| setting.key.of_preset()) {
                setting.value = lookup(&table, setting.key.name).cloned();
                setting.origin = Origin::Preset(named, Box::new(origin.clone()));
            }
            preset = (named, origin);
        }
        for (key, value, origin) in layer.values {
            if let Some(setting) = values.iter_mut().find(|setting| setting.key == key) {
                *setting = Setting { key, value, origin };
            }
        }
    }
    let (params, ui) = typed(&values)?;
    params.check().map_err(|error| check_error(&error, &values))?;
    Ok(Settings { params, ui, cache: sources.cache.clone(), preset, values })
}

fn defaults() -> Vec<Setting> {
    let mut table = table_of(&Params::default());
    table.insert("ui".into(), Value::Table(table_of(&UiParams::default())));
    let value = |key: &Key| lookup(&table, key.name).cloned();
    KEYS.iter().map(|key| Setting { key, value: value(key), origin: Origin::Default }).collect()
}

/// Nested tables out of dotted keys, then the typed settings out of those.
fn typed(values: &[Setting]) -> Result<(Params, UiParams), ConfigError> {
    let mut root = Table::new();
    for Setting { key, value, .. } in values {
        put(&mut root, key.name, value.clone());
    }
    let ui = root.remove("ui").unwrap_or_else(|| Value::Table(Table::new()));
    Ok((of_table(Value::Table(root))?, of_table(ui)?))
}

/// Puts a value under a dotted name, or takes it out.
pub(super) fn put(root: &mut Table, name: &str, value: Option<Value>) {
    let (mut table, mut name) = (root, name);
    while let Some((word, rest)) = name.split_once('.') {
        let inner = table.entry(word).or_insert_with(|| Value::Table(Table::new()));
        let Value::Table(inner) = inner else { return };
        (table, name) = (inner, rest);
    }
    match value {
        Some(value) => drop(table.insert(name.to_owned(), value)),
        None => drop(table.remove(name)),
    }
}

pub(super) fn of_table<T: DeserializeOwned>(value: Value) -> Result<T, ConfigError> {
    value.try_into().map_err(|error: toml::de::Error| ConfigError::Check {
        key: "configuration".into(),
        what: error.message().to_owned(),
        origins: "after merging".into(),
    })
}

/// `Params` and `UiParams` hold nothing that TOML cannot say, so the table is never empty by failure; a test
/// holds every key of it against [`KEYS`].
pub(super) fn table_of<T: serde::Serialize>(value: &T) -> Table {
    Table::try_from(value).unwrap_or_default()
}

pub(super) fn lookup<'t>(table: &'t Table, name: &str) -> Option<&'t Value> {
    match name.split_once('.') {
        Some((word, rest)) => lookup(table.get(word)?.as_table()?, rest),
        None => table.get(name),
    }
}

/// The error with the origin of each key that its text names.
fn check_error(error: &crate::retrieve::params::ParamsError, values: &[Setting]) -> ConfigError {
    let table = error.key.split('.').next().unwrap_or_default();
    let named = |setting: &&Setting| {
        let word = setting.key.name.strip_prefix(table).and_then(|rest| rest.strip_prefix('.'));
        setting.key.name == error.key
            || error.what.contains(setting.key.name)
            || word.is_some_and(|word| error.what.split(|c: char| !c.is_alphanumeric()).any(|said| said == word))
    };
    let origins: Vec<_> = values.iter().filter(named).map(|one| format!("{}: {}", one.key.name, one.origin)).collect();
    ConfigError::Check { key: error.key.to_owned(), what: error.what.clone(), origins: origins.join("; ") }
}
