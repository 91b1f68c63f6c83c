//! `seamscope doctor`: whether what models need is on this machine, and where.
//! Never goes to the network.

use std::io::Write;

use serde_json::json;

use super::args::{Common, DoctorArgs};
use super::output::{Failure, Outcome};
use super::table::{self, Table};
use super::{json, open};
use crate::retrieve::embed::{self, Runtime};

pub(super) fn run(args: DoctorArgs, earlier: &Common, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let settings = open::settings(&args.common.over(earlier), None)?;
    let named = settings.params.embed.runtime.as_deref().map(std::path::Path::new);
    let found = embed::look(named);
    let answers = found.loaded.as_ref().map_err(ToString::to_string).and_then(|runtime| {
        embed::answers(runtime).map_err(|error| format!("{} does not answer: {error}", runtime.file.path.display()))
    });
    let models = open::store(&settings).models();
    if args.json {
        let runtime = |runtime: &Runtime| {
            json!({"path": runtime.file.path.to_string_lossy(), "place": runtime.file.place.to_string(),
                "version": runtime.version, "build": runtime.build})
        };
        let candidates: Vec<_> = found
            .candidates
            .iter()
            .map(|candidate| json!({"path": candidate.path.to_string_lossy(), "place": candidate.place.to_string()}))
            .collect();
        let value = json!({
            "schema": json::SCHEMA,
            "onnx_runtime": {"found": candidates, "loaded": found.loaded.as_ref().ok().map(runtime),
                "answers": answers.is_ok(), "error": answers.as_ref().err()},
            "models": models.map(|folder| folder.to_string_lossy().into_owned()),
            "hub": settings.params.embed.hub,
        });
        json::print(&value, out)?;
    } else {
        writeln!(out, "ONNX Runtime  needed by fastembed models and rerankers, not by the builtin model")?;
        let mut table = Table::new(&["found", "file"]);
        for candidate in &found.candidates {
            table.row([candidate.place.to_string(), candidate.path.display().to_string()]);
        }
        table.print(out)?;
        if let Ok(runtime) = &found.loaded {
            table::line(out, &format!("loaded   {}", runtime.file.path.display()))?;
            table::line(out, &format!("version  {}", runtime.version))?;
        }
        match &answers {
            Ok(()) => writeln!(out, "answers  yes")?,
            Err(why) => table::line(out, &format!("answers  no: {why}"))?,
        }
        let folder =
            models.map_or_else(|| "nowhere: there is no home directory".into(), |path| path.display().to_string());
        table::line(out, &format!("models   {folder}"))?;
        table::line(out, &format!("hub      {}", settings.params.embed.hub))?;
    }
    Ok(match answers {
        Ok(()) => Outcome::Done,
        Err(_) => Outcome::Nothing("fastembed models cannot run here; the builtin model can".into()),
    })
}
