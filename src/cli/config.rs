//! `seamscope config`: every value with its origin, where the user's file lies, and the commented defaults.
//! Never changes a file that is there.

use std::io::{self, Write};
use std::path::Path;

use serde_json::json;

use super::args::{Common, ConfigAction};
use super::output::{Failure, Outcome};
use super::table::{self, Table};
use super::{json, open};
use crate::config::{self, COMMENTED, Settings, Sources};

pub(super) fn run(action: ConfigAction, earlier: &Common, out: &mut dyn Write) -> Result<Outcome, Failure> {
    match action {
        ConfigAction::Show { folder, json, common } => {
            if !folder.exists() {
                return Err(open::missing(&folder));
            }
            let settings = open::settings(&common.over(earlier), Some(&folder))?;
            if json { show_json(&settings, out) } else { show(&settings, out) }
        }
        ConfigAction::Path => {
            // The bare path, so that a shell can use it: $EDITOR "$(seamscope config path)".
            let path = user_file()?;
            out.write_all(path.as_os_str().as_encoded_bytes())?;
            writeln!(out)?;
            Ok(Outcome::Done)
        }
        ConfigAction::Schema => {
            let defaults = config::load(&Sources::default()).map_err(Failure::run)?;
            writeln!(out, "{:#}", config::schema(&defaults))?;
            Ok(Outcome::Done)
        }
        ConfigAction::Init => init(&user_file()?, out),
    }
}

fn user_file() -> Result<std::path::PathBuf, Failure> {
    config::user_file().ok_or_else(|| Failure::call("there is no home directory to keep a configuration in; set HOME"))
}

fn show(settings: &Settings, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut table = Table::new(&["key", "value", "origin"]);
    let (preset, origin) = &settings.preset;
    table.row(["preset".into(), format!("{:?}", preset.name()), origin.to_string()]);
    for setting in &settings.values {
        table.row([setting.key.name.into(), setting.shown(), setting.origin.to_string()]);
    }
    table.print(out)?;
    Ok(Outcome::Done)
}

fn show_json(settings: &Settings, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let (preset, origin) = &settings.preset;
    let values: Vec<_> = settings
        .values
        .iter()
        .map(|setting| json!({"key": setting.key.name, "value": setting.value, "origin": setting.origin.to_string()}))
        .collect();
    json::print(
        &json!({
            "schema": json::SCHEMA,
            "preset": {"value": preset.name(), "origin": origin.to_string()},
            "params": json::params(&settings.params),
            "ui": settings.ui,
            "values": values,
        }),
        out,
    )?;
    Ok(Outcome::Done)
}

fn init(path: &Path, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let failed =
        |error: io::Error| Failure::run(format!("cannot write {}: {error}; check its permissions", path.display()));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut file = match std::fs::File::create_new(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let what = "a configuration is there already and stays as it is";
            return Err(Failure::call(format!("{what}: {}; edit it, or move it away first", path.display())));
        }
        Err(error) => return Err(failed(error)),
    };
    file.write_all(COMMENTED.as_bytes()).map_err(failed)?;
    table::line(out, &format!("wrote the commented defaults to {}", path.display()))?;
    Ok(Outcome::Done)
}
