//! Ranking, seams, budget and the rest of a story as tables for people.
//! Never leaves a number out that its neighbours are made of.

use std::io::{self, Write};

use super::json;
use super::table::{self, Table};
use crate::retrieve::replay::output::{BudgetOut, FusedOut, SeamOut};
use crate::retrieve::trace::ListName;

/// The rows of a ranking that a table shows: as far as the budget looked, ten at least.
pub(super) fn rows_shown(budget: &BudgetOut, ranking: &[&FusedOut]) -> usize {
    let last = ranking.iter().rposition(|row| budget.steps.iter().any(|step| step.id == row.id));
    last.map_or(0, |at| at + 1).max(10).min(ranking.len())
}

/// The first `shown` rows of the fused ranking: every sum, and for each list the rank there and what it adds.
pub(super) fn print_ranking(ranking: &[&FusedOut], shown: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\nFused ranking")?;
    let mut lists: Vec<&str> = Vec::new();
    for term in ranking.iter().flat_map(|row| &row.terms) {
        if !lists.contains(&term.list.as_str()) {
            lists.push(&term.list);
        }
    }
    lists.sort_unstable_by_key(|list| order(list));
    let headings = [">rank", "kind", "entry", ">sum"].map(str::to_owned).into_iter();
    let headings: Vec<String> = headings.chain(lists.iter().map(|list| format!(">{}", called(list)))).collect();
    let mut table = Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    for row in &ranking[..shown] {
        let term = |list: &&str| row.terms.iter().find(|term| term.list == **list);
        let cell = |list| term(list).map_or_else(|| "–".into(), |term| format!("{} +{:.6}", term.rank, term.value));
        let cells = [row.rank.to_string(), row.kind.into(), row.id.clone(), number(row.score)].into_iter();
        table.row(cells.chain(lists.iter().map(cell)));
    }
    table.print(out)?;
    print_rest(ranking.len() - shown, out)
}

/// Lists in the order in which they are fused; those of a replay are numbered.
fn order(list: &str) -> usize {
    let names = [ListName::Dense, ListName::ChunkDense, ListName::ChunkBm25, ListName::SeamDense, ListName::SeamBm25];
    list.parse().unwrap_or_else(|_| names.iter().position(|name| name.as_str() == list).unwrap_or(usize::MAX))
}

/// `list 2` for the second list of a replay.
fn called(list: &str) -> String {
    if list.parse::<usize>().is_ok() { format!("list {list}") } else { list.to_owned() }
}

fn print_rest(rest: usize, out: &mut dyn Write) -> io::Result<()> {
    if rest > 0 {
        writeln!(out, "  … and {rest} below, which the budget did not reach; --json prints all")?;
    }
    Ok(())
}

/// The fire test of each seam down to rank `shown`, written out.
pub(super) fn print_seams(seams: &[&SeamOut], shown: usize, out: &mut dyn Write) -> io::Result<()> {
    let (seams, rest) = seams.split_at(seams.partition_point(|seam| seam.rank <= shown));
    if seams.is_empty() && rest.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nSeams")?;
    let mut table = Table::new(&[
        ">rank",
        "seam",
        ">m",
        ">left",
        ">right",
        ">slack",
        "fires",
        "rank + m <= left and right",
        "turns at m",
    ]);
    for &seam in seams {
        let SeamOut { rank, margin, left_rank, right_rank, .. } = *seam;
        let sum = rank as u64 + u64::from(margin);
        let side = |other: Option<usize>| match other {
            Some(other) => format!("{sum} {} {other}", if sum <= other as u64 { "<=" } else { ">" }),
            None => format!("{sum} <= none"),
        };
        table.row([
            rank.to_string(),
            seam.id.clone(),
            margin.to_string(),
            dash(left_rank),
            dash(right_rank),
            seam.slack.map_or_else(|| "–".into(), |slack| slack.to_string()),
            if seam.fired { "yes" } else { "no" }.into(),
            format!("{}, {}", side(left_rank), side(right_rank)),
            turns(seam),
        ]);
    }
    table.print(out)?;
    print_rest(rest.len(), out)
}

/// The budget, step by step.
pub(super) fn print_budget(budget: &BudgetOut, out: &mut dyn Write) -> io::Result<()> {
    let unit = json::word(&budget.unit);
    writeln!(out, "\nBudget  {} of {} {unit} used; {} with expansions", budget.used, budget.limit, budget.total)?;
    let mut table = Table::new(&[">step", "entry", "action", "brings", ">used", "why"]);
    for step in &budget.steps {
        table.row([
            step.step.to_string(),
            step.id.clone(),
            json::word(&step.action),
            step.chunks.join(" "),
            step.used.to_string(),
            step.why.clone(),
        ]);
    }
    table.print(out)?;
    table::line(out, &format!("  context: {}", budget.chunks.join(" ")))
}

/// A number with six decimals; a dash where there is none.
pub(super) fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".into(), |value| format!("{value:.6}"))
}

fn dash(rank: Option<usize>) -> String {
    rank.map_or_else(|| "–".into(), |rank| rank.to_string())
}

fn turns(seam: &SeamOut) -> String {
    match (seam.turns_from, seam.turns_to) {
        (None, _) => "never".into(),
        (Some(from), None) => format!("{from} and above"),
        (Some(from), Some(to)) if from == to => from.to_string(),
        (Some(from), Some(to)) => format!("{from} to {to}"),
    }
}
