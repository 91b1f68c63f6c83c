//! Every setting with its present value and where that comes from, for the screen of settings.
//! Never changes one.

use super::knobs::Knob;
use super::model::Model;
use crate::config::{self, KEYS, Setting};
use crate::retrieve::params::Preset;

/// One setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its key.
    pub name: &'static str,
    /// Its present value, as it would stand in a file.
    pub value: String,
    /// Where that comes from.
    pub origin: String,
    /// It was changed since the start.
    pub turned: bool,
    /// What it may be.
    pub allowed: String,
}

/// How many there are: every key, and the preset over them.
#[must_use]
pub const fn count() -> usize {
    KEYS.len() + 1
}

/// All settings, in the order of config.toml.
#[must_use]
pub fn rows(model: &Model) -> Vec<Row> {
    let start = &model.start;
    let (now, before) = (config::values(&model.params), config::values(&start.params));
    let own = config::values(&model.preset.params());
    let mut rows = vec![preset(model)];
    for key in KEYS {
        let setting = start.settings.iter().find(|setting| setting.key == key);
        let origin = setting.map_or_else(|| "default".to_owned(), |setting| setting.origin.to_string());
        let of = |values: &[(_, String)]| -> Option<String> {
            values.iter().find(|(other, _): &&(&config::Key, _)| *other == key).map(|(_, value)| value.clone())
        };
        let old = of(&before).unwrap_or_else(|| setting.map_or_else(|| "none".to_owned(), Setting::shown));
        let value = match key.name {
            "ui.theme" => format!("{:?}", model.theme),
            "ui.mouse" => model.mouse.to_string(),
            _ => of(&now).unwrap_or_else(|| old.clone()),
        };
        let old = match key.name {
            "ui.theme" => format!("{:?}", start.theme),
            "ui.mouse" => start.mouse.to_string(),
            _ => old,
        };
        let turned = value != old;
        let by_preset = turned && model.preset != start.preset && of(&own).as_ref() == Some(&value);
        let origin = match (turned, by_preset) {
            (false, _) => origin,
            (true, true) => format!("preset {}, taken here ({old}: {origin})", model.preset.name()),
            (true, false) => format!("changed here ({old}: {origin})"),
        };
        rows.push(Row { name: key.name, value, origin, turned, allowed: key.allowed() });
    }
    rows
}

fn preset(model: &Model) -> Row {
    let turned = model.preset != model.start.preset;
    let origin = if turned {
        format!("taken here ({}: {})", model.start.preset.name(), model.start.preset_origin)
    } else {
        model.start.preset_origin.clone()
    };
    let names: Vec<_> = Preset::ALL.iter().map(|preset| preset.name()).collect();
    let allowed = format!("one of {}", names.join(", "));
    Row { name: "preset", value: format!("{:?}", model.preset.name()), origin, turned, allowed }
}

/// The knob that turns the setting in a row, if one does.
#[must_use]
pub fn knob(row: usize) -> Option<Knob> {
    let key = KEYS.get(row.checked_sub(1)?)?;
    Knob::ALL.into_iter().find(|knob| knob.key() == key.name)
}
