//! `seamscope query`: one question of a folder, with its whole story.
//! Never leaves the story out when the answer is "no answer".

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use super::args::{Common, QueryArgs};
use super::json::explain::ExplainJson;
use super::json::question::{QuestionJson, Story, TIES};
use super::output::{Failure, Outcome};
use super::story::{self, number};
use super::table::{self, Table, counted};
use super::{json, lab, open, output, progress};
use crate::lab::run::Part;
use crate::retrieve::embed::Stop;
use crate::retrieve::explain;
use crate::retrieve::params::{Params, Unit};
use crate::retrieve::pipeline::ask::{AskError, Session};
use crate::retrieve::pipeline::build::{self, BuildError, Progress, Watch};
use crate::retrieve::text::visible;
use crate::retrieve::trace::Trace;

pub(super) fn run(args: QueryArgs, earlier: &Common, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let QueryArgs { folder, question, json: as_json, explain: asked, vectors, common } = args;
    if !folder.exists() {
        return Err(open::missing(&folder));
    }
    let settings = open::settings(&common.over(earlier), Some(&folder))?;
    let params = &settings.params;
    if question.trim().is_empty() {
        return Err(Failure::call("the question is empty, QUESTION; type one"));
    }
    let model = open::model_for_question(&settings)?;
    let reranker = open::reranker(&settings)?;
    let cache = open::store(&settings);
    let so_far = Arc::<Mutex<Progress>>::default();
    let mut partial = None;
    let index = match build::open(&folder, params, model.as_ref(), &cache, &progress::watch_noting(&so_far)) {
        // What is cut can be searched by words: better than nothing for whoever does not want to wait.
        Err(BuildError::Cancelled) => {
            let Progress { vectors, vectors_total, .. } = so_far.lock().unwrap_or_else(PoisonError::into_inner).clone();
            partial = Some(Part { done: vectors, of: vectors_total });
            output::say("stopped by Ctrl-C; this is the answer by words alone, the same call goes on with the vectors");
            let counts =
                model.as_ref().filter(|_| params.chunk.unit == Unit::Model || params.seam_unit() == Unit::Model);
            build::read_folder(&folder, params, counts, &cache, &Watch::silent())
        }
        index => index,
    };
    progress::clear();
    let index = index.map_err(open::build_failure)?;
    let counter = open::counter(params, model.as_ref());
    let mut session = Session::new(index, model).with_reranker(reranker);
    let stop = progress::interrupted();
    // A Ctrl-C that ended the reading does not end the answer by words.
    let earlier = stop.load(Ordering::Relaxed);
    let stop = Stop::when(move || !earlier && stop.load(Ordering::Relaxed));
    session.ask_unless(&question, params, &stop).map_err(ask_failure)?;
    let Some(trace) = session.trace() else { return Err(Failure::run("the question was lost, query; ask it again")) };
    let story = Story { index: session.index(), params, trace, vector: session.vector(), counter: &counter };
    let mut value = story.json().map_err(Failure::run)?;
    value.partial = partial;
    value.vector = session.vector().filter(|_| vectors);
    value.explain = asked.map(|id| explained(&session, &id, &folder)).transpose()?;
    if as_json {
        json::print(&value, out)?;
    } else {
        print(&value, params, out)?;
    }
    Ok(outcome(trace, &session, &folder))
}

/// Explains the chunk or seam with this id.
fn explained(session: &Session, id: &str, folder: &Path) -> Result<ExplainJson, Failure> {
    let corpus = &session.index().corpus;
    let Some(entry) = corpus.entry(id) else {
        let what = format!("there is no chunk or seam `{id}`, --explain, {}", folder.display());
        return Err(Failure::call(format!("{what}; name one that `query` lists, such as a.md#7 or a.md#7|8")));
    };
    let explanation = explain::explain(session, entry).map_err(ask_failure)?;
    let explanation = explanation.ok_or_else(|| Failure::run("the question was lost, query; ask it again"))?;
    Ok(ExplainJson::of(&explanation, session))
}

fn ask_failure(error: AskError) -> Failure {
    match error {
        AskError::Blank | AskError::Params(_) => Failure::call(error),
        AskError::Stopped => Failure::run("stopped by Ctrl-C while a model read"),
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
        let nothing = trace.ranking.is_empty();
        let why = if nothing { "no list holds an entry" } else { "nothing fits the budget" };
        let then = if nothing { "ask in other words" } else { "raise budget.limit" };
        return Outcome::Nothing(format!("nothing found: {why}, {}; {then}", folder.display()));
    }
    Outcome::Done
}

fn print(value: &QuestionJson<'_>, params: &Params, out: &mut dyn Write) -> io::Result<()> {
    if let Some(part) = value.partial {
        writeln!(out, "{}: answered by words alone", lab::partial(part, "vectors"))?;
    }
    table::line(out, &format!("{} · layout {}", value.question(), json::word(&params.fusion.layout)))?;
    for note in value.notes.iter().chain(value.notices()) {
        table::line(out, &format!("  note: {note}"))?;
    }
    let lists: Vec<_> = value.list_sizes().map(|(name, size)| format!("{} {size}", name.as_str())).collect();
    writeln!(out, "  lists: {}; k {}; {TIES}", lists.join(", "), params.fusion.k)?;
    let ranking: Vec<_> = value.fused.iter().map(|row| &row.fused).collect();
    let shown = story::rows_shown(&value.budget.budget, &ranking);
    story::print_ranking(&ranking, shown, out)?;
    story::print_seams(&value.seams.iter().map(|row| &row.seam).collect::<Vec<_>>(), shown, out)?;
    print_expansions(value, out)?;
    print_reranking(value, out)?;
    story::print_budget(&value.budget.budget, out)?;
    writeln!(out, "\nContext  {}", counted(value.context.len(), "passage"))?;
    for passage in &value.context {
        writeln!(out)?;
        let section = passage.section.join(" > ");
        let [first, last] = passage.place.line;
        table::line(out, &format!("[{}] {} · lines {first}-{last} · {section}", passage.n, passage.citation))?;
        writeln!(out, "{}", visible::lines(passage.text))?;
    }
    match &value.explain {
        Some(explain) => print_explain(explain, params.fusion.k, out),
        None => Ok(()),
    }
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

/// The order before and after, down to the last entry that the budget looked at.
fn print_reranking(value: &QuestionJson<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Some(rerank) = &value.rerank else { return Ok(()) };
    let read = counted(rerank.scored, "chunk");
    table::line(out, &format!("\nReranking  {} · {read} of at most {} scored", rerank.model, rerank.n))?;
    let looked_at = |id: &String| value.budget.budget.steps.iter().any(|step| step.id == *id);
    let last = rerank.order.iter().rposition(|row| looked_at(&row.id)).map_or(0, |at| at + 1);
    let mut table = Table::new(&[">place", "entry", ">fused", ">moved", ">score", ">windows", "pinned"]);
    for row in &rerank.order[..last.max(10).min(rerank.order.len())] {
        table.row([
            row.place.to_string(),
            row.id.clone(),
            row.fused_rank.to_string(),
            if row.moved == 0 { "–".into() } else { format!("{:+}", row.moved) },
            number(row.score),
            row.windows.map_or_else(|| "–".into(), |windows| windows.to_string()),
            if row.pinned { "yes" } else { "" }.into(),
        ]);
    }
    table.print(out)
}

fn print_explain(explain: &ExplainJson, k: u32, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    let inside = if explain.inside { "in" } else { "not in" };
    let [first, last] = explain.place.line;
    table::line(out, &format!("Why {} is {inside} the context · lines {first}-{last}", explain.id))?;
    table::line(out, &format!("  {}", explain.reason))?;
    let mut lists = Table::new(&["list", ">rank", ">score", "counts in the fusion"]);
    for place in &explain.places {
        let rank = place.rank.map_or_else(|| "–".into(), |rank| rank.to_string());
        let counts = if place.counts { "yes" } else { "no" };
        lists.row([place.list.as_str().into(), rank, number(place.score), counts.into()]);
    }
    lists.print(out)?;
    if let Some(sum) = &explain.sum {
        let terms: Vec<_> = sum.terms.iter().map(|term| format!("{} w/({k}+{})", term.list, term.rank)).collect();
        table::line(out, &format!("  sum {} = {} -> rank {}", number(sum.score), terms.join(" + "), sum.rank))?;
    }
    if let Some(windows) = explain.windows {
        let cosine = number(explain.cosine);
        writeln!(out, "  cosine {cosine}, {}", counted(windows as usize, "window"))?;
    }
    let bm25 = &explain.bm25;
    writeln!(
        out,
        "  BM25 {:.6}: {} words, {:.2} on average in {} rows",
        bm25.score, bm25.length, bm25.average_length, bm25.rows
    )?;
    let mut words = Table::new(&["word", ">in question", ">tf", ">rows", ">idf", ">score"]);
    for word in &bm25.words {
        words.row([
            word.word.clone(),
            word.count.to_string(),
            word.tf.to_string(),
            word.rows.to_string(),
            format!("{:.6}", word.idf),
            format!("{:.6}", word.score),
        ]);
    }
    words.print(out)?;
    let would = if explain.inside { "put it out" } else { "bring it in" };
    if explain.changes.is_empty() {
        writeln!(out, "  no single change of a knob would {would}")?;
    }
    for change in &explain.changes {
        let [key, from, to] = [json::word(&change.key), json::word(&change.from), json::word(&change.to)];
        table::line(out, &format!("  {key} {from} -> {to} would {would}"))?;
    }
    Ok(())
}
