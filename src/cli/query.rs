//! `seamscope query`: one question of a folder, with its whole story.
//! Never leaves the story out when the answer is "no answer".

use std::io::{self, Write};
use std::path::Path;

use super::args::{Common, QueryArgs};
use super::json::question::{QuestionJson, Story};
use super::output::{Failure, Outcome};
use super::story::{self, number};
use super::table::{self, Table, counted};
use super::{json, open};
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::ask::{AskError, Session};
use crate::retrieve::pipeline::build;
use crate::retrieve::text::visible;
use crate::retrieve::trace::Trace;

pub(super) fn run(args: QueryArgs, earlier: &Common, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let QueryArgs { folder, question, json: as_json, explain: _, common } = args;
    if !folder.exists() {
        return Err(open::missing(&folder));
    }
    let settings = open::settings(&common.over(earlier), Some(&folder))?;
    let params = &settings.params;
    if question.trim().is_empty() {
        return Err(Failure::call("the question is empty, QUESTION; type one"));
    }
    let model = open::model_for_question(params)?;
    let index = build::open(&folder, params, model.as_ref(), &open::store(&settings), &open::watch());
    open::clear_progress();
    let index = index.map_err(open::build_failure)?;
    let counter = open::counter(params, model.as_ref());
    let mut session = Session::new(index, model);
    session.ask(&question, params).map_err(ask_failure)?;
    let Some(trace) = session.trace() else { return Err(Failure::run("the question was lost, query; ask it again")) };
    let story = Story { index: session.index(), params, trace, vector: session.vector(), counter: &counter };
    let value = story.json().map_err(Failure::run)?;
    if as_json {
        json::print(&value, out)?;
    } else {
        print(&value, params, out)?;
    }
    Ok(outcome(trace, &session, &folder))
}

fn ask_failure(error: AskError) -> Failure {
    match error {
        AskError::Blank | AskError::Params(_) => Failure::call(error),
        _ => Failure::run(error),
    }
}

fn outcome(trace: &Trace, session: &Session, folder: &Path) -> Outcome {
    if let Outcome::Nothing(why) = open::outcome_of(&session.index().corpus, folder) {
        return Outcome::Nothing(why);
    }
    if let Some(refusal) = &trace.refusal {
        return Outcome::Nothing(format!(
            "no answer: the nearest chunk has cosine distance {:.4}, {:.4} above refuse.distance {}",
            refusal.distance, refusal.by, refusal.threshold
        ));
    }
    if trace.context.is_empty() {
        let why = if trace.ranking.is_empty() { "no list holds an entry" } else { "nothing fits the budget" };
        return Outcome::Nothing(format!("nothing found: {why}, {}; ask in other words or raise it", folder.display()));
    }
    Outcome::Done
}

fn print(value: &QuestionJson<'_>, params: &Params, out: &mut dyn Write) -> io::Result<()> {
    table::line(out, &format!("{} · layout {}", value.question(), json::word(&params.fusion.layout)))?;
    for note in value.notes.iter().chain(value.notices()) {
        table::line(out, &format!("  note: {note}"))?;
    }
    let lists: Vec<_> = value.list_sizes().map(|(name, size)| format!("{} {size}", name.as_str())).collect();
    writeln!(out, "  lists: {}; k {}; equal sums keep first appearance", lists.join(", "), params.fusion.k)?;
    story::print_ranking(value.fused.iter().map(|row| &row.what), out)?;
    story::print_seams(value.seams.iter().map(|row| &row.what), out)?;
    print_expansions(value, out)?;
    story::print_budget(&value.budget.budget, out)?;
    writeln!(out, "\nContext  {}", counted(value.context.len(), "passage"))?;
    for passage in &value.context {
        writeln!(out)?;
        let section = passage.section.join(" > ");
        let [first, last] = passage.place.line;
        table::line(out, &format!("[{}] {} · lines {first}-{last} · {section}", passage.n, passage.citation))?;
        writeln!(out, "{}", visible::lines(passage.text))?;
    }
    Ok(())
}

fn print_expansions(value: &QuestionJson<'_>, out: &mut dyn Write) -> io::Result<()> {
    if value.expansions.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nExpansions  q question, c chunk, n neighbour")?;
    let mut table = Table::new(&[
        "chunk",
        "neighbour",
        ">distance",
        ">cos(q,c)",
        ">cos(q,n)",
        ">cos(c,n)",
        ">penalty",
        ">S",
        ">threshold",
        "taken",
    ]);
    for test in &value.expansions {
        let taken = match (test.taken, test.already) {
            (_, true) => "already there",
            (true, false) => "yes",
            (false, false) => "no",
        };
        table.row([
            test.from.clone(),
            test.to.clone(),
            format!("{:+}", test.distance),
            number(test.cos_question_chunk),
            number(test.cos_question_neighbour),
            number(test.cos_chunk_neighbour),
            number(test.penalty),
            number(test.score),
            number(test.threshold),
            taken.into(),
        ]);
    }
    table.print(out)
}
