//! `seamscope replay`: ranked lists in, verdicts out.
//! Never reads the configuration, a folder or a model.

use std::io::{self, Read, Write};

use super::args::ReplayArgs;
use super::json;
use super::output::{Failure, Outcome};
use super::story;
use crate::retrieve::replay::{self, Input, Output};

pub(super) fn run(args: &ReplayArgs, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let path = &args.file;
    let (name, text) = if path.as_os_str() == "-" {
        let mut text = String::new();
        ("standard input".to_owned(), io::stdin().lock().read_to_string(&mut text).map(|_| text))
    } else {
        (path.display().to_string(), std::fs::read_to_string(path))
    };
    let text = text.map_err(|error| Failure::call(format!("cannot read {name}: {error}; give a JSON file, or -")))?;
    let output = Input::read(&text).and_then(|input| replay::replay(&input));
    let output = output.map_err(|error| Failure::call(format!("{}, {name}, {}", error.what, error.at)))?;
    if args.json {
        json::print(&output, out)?;
    } else {
        print(&output, out)?;
    }
    if output.fused.is_empty() {
        return Ok(Outcome::Nothing(format!("nothing found: no list holds an entry, {name}; give one")));
    }
    Ok(Outcome::Done)
}

fn print(output: &Output, out: &mut dyn Write) -> io::Result<()> {
    let ranking: Vec<_> = output.fused.iter().collect();
    story::print_ranking(&ranking, ranking.len(), out)?;
    story::print_seams(&output.seams.iter().collect::<Vec<_>>(), ranking.len(), out)?;
    story::print_budget(&output.budget, out)
}
