//! The window that writes a number out: a sum of reciprocal ranks, a fire test, an expansion, a budget step.
//! Never computes what the trace does not hold; it writes down how the trace came to it.

mod explained;

use ratatui::text::Line;

use super::panes;
use super::theme::{Role, Theme};
use super::{clean, number};
use crate::app::Model;
use crate::app::cells;
use crate::app::popup::Subject;
use crate::app::story::Answer;
use crate::retrieve::trace::{ChunkId, Entry, Expansion, Fused, ListName, Step};

/// Title and lines of the window.
pub(super) fn window<'a>(model: &Model, theme: &'a Theme, subject: Subject, width: u16) -> (String, Vec<Line<'a>>) {
    let mut page = Page { theme, width: usize::from(width), lines: Vec::new() };
    let Some(answer) = &model.answer else { return (String::new(), page.lines) };
    let title = match subject {
        Subject::Entry(entry) => {
            entry_page(model, answer, entry, &mut page);
            let kind = if matches!(entry, Entry::Chunk(_)) { "chunk" } else { "seam" };
            let inside = match entry {
                Entry::Chunk(id) => answer.place(id).is_some(),
                Entry::Seam(id) => answer.verdict(id).is_some_and(|verdict| verdict.fired),
            };
            format!(" {} {kind} {} ", if inside { "Why?" } else { "Why not?" }, name(model, entry))
        }
        Subject::Expansion(at) => {
            if let Some(looked) = answer.trace.expansions.get(at) {
                expansion_page(model, looked, &mut page);
            }
            " Why? expansion ".to_owned()
        }
        Subject::Step(at) => {
            if let Some(step) = answer.trace.budget.steps.get(at) {
                step_page(model, answer, at, step, &mut page);
            }
            format!(" Why? budget step {} ", at + 1)
        }
    };
    (theme.glyphs.plain(&clean::fit(&title, page.width, theme.glyphs.more)).into_owned(), page.lines)
}

fn name(model: &Model, entry: Entry) -> String {
    format!("{}#{}", clean::line(model.corpus.path_of(entry)), model.corpus.label(entry))
}

/// Lines under construction.
struct Page<'a> {
    theme: &'a Theme,
    width: usize,
    lines: Vec<Line<'a>>,
}

impl Page<'_> {
    fn heading(&mut self, text: &str) {
        if !self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        self.put(1, text, Role::Heading);
    }

    fn line(&mut self, text: &str) {
        self.put(3, text, Role::Text);
    }

    fn put(&mut self, indent: usize, text: &str, role: Role) {
        let text = self.theme.glyphs.plain(text);
        let room = self.width.saturating_sub(indent + 1).max(1);
        for part in cells::wrapped(&text, room) {
            let part = clean::line(part).into_owned();
            self.lines
                .push(Line::from(vec![self.theme.span(" ".repeat(indent), Role::Text), self.theme.span(part, role)]));
        }
    }
}

fn entry_page(model: &Model, answer: &Answer, entry: Entry, page: &mut Page<'_>) {
    let rank = answer.rank(entry);
    let (wordings, _) = panes::told(model, page.theme, answer.fate(entry));
    if let Some(told) = wordings.first() {
        page.heading("Verdict");
        page.line(told.trim_start_matches(['+', '–', '-', ' ']));
        if let Entry::Chunk(id) = entry
            && let Some(place) = answer.place(id)
            && let Some(step) = answer.trace.budget.steps.get(place.step)
        {
            page.line(&format!("budget step {}: {}", place.step + 1, page.theme.glyphs.reason(&step.why)));
        }
    }
    replaced(model, answer, entry, page);
    if let Entry::Seam(seam) = entry
        && let Some(verdict) = answer.trace.verdicts.iter().find(|verdict| verdict.seam == seam)
    {
        fire_test(model, verdict, page);
    }
    if let Some((rank, fused)) = rank.and_then(|rank| answer.trace.ranking.get(rank - 1).map(|fused| (rank, fused))) {
        sum(model, answer, rank, fused, page);
        reranked(answer, entry, rank, page);
    } else {
        page.heading("Not in the ranking");
        let depth = model.answered.search.depth;
        page.line(&format!("No list holds it among its first {depth} entries (search.depth)."));
    }
    match model.explained.as_ref().filter(|explanation| explanation.entry == entry) {
        Some(explanation) => explained::write(model, explanation, page),
        None => page.put(1, "Trying every knob …", Role::Advice),
    }
}

/// What a reranker gave an entry, and where it put it.
fn reranked(answer: &Answer, entry: Entry, rank: usize, page: &mut Page<'_>) {
    let Some((told, place)) = answer.trace.rerank.as_ref().zip(answer.reranked(entry)) else { return };
    page.heading("Reranker");
    page.line(&format!("place {rank} before, {} after", place.place));
    let read = told.scores.iter().find(|scored| Entry::Chunk(scored.chunk) == entry);
    match read {
        _ if place.pinned => page.line("pinned: a seam that fired and its chunks keep their places"),
        None => page.line(&format!("not read: {} chunks were (rerank.n)", told.scores.len())),
        Some(read) => {
            let better = told.scores.iter().filter(|other| other.score > read.score).count();
            let parts = if read.windows > 1 { format!(", the best of {} parts", read.windows) } else { String::new() };
            let (at, of) = (better + 1, told.scores.len());
            page.line(&format!("score {:.4}{parts}: number {at} of {of} chunks read by {}", read.score, told.model));
        }
    }
}

/// What a seam that fired changed in the context: said of the seam, of what it brought, and of what it put out.
fn replaced(model: &Model, answer: &Answer, entry: Entry, page: &mut Page<'_>) {
    for one in answer.replaced() {
        let seam = Entry::Seam(one.seam);
        let step = answer.trace.budget.steps.iter().find(|step| step.subject == seam);
        let anyway: Vec<_> = step.map_or(&[][..], |step| &step.chunks).to_vec();
        let anyway: Vec<_> = anyway.into_iter().filter(|id| !one.came.contains(id)).collect();
        let concerns = match entry {
            Entry::Seam(id) => id == one.seam,
            Entry::Chunk(id) => [&one.came, &one.went, &anyway].iter().any(|ids| ids.contains(&id)),
        };
        if !concerns {
            continue;
        }
        let names = |ids: &[ChunkId]| {
            let names: Vec<_> = ids.iter().map(|id| name(model, Entry::Chunk(*id))).collect();
            format!("{} {}", if ids.len() == 1 { "chunk" } else { "chunks" }, names.join(" and "))
        };
        let label = model.corpus.label(seam);
        let be = |ids: &[ChunkId]| if ids.len() == 1 { "is" } else { "are" };
        page.line(&match (one.came.as_slice(), one.went.as_slice()) {
            (came, []) => format!("Because seam {label} fired, {} {} in the context.", names(came), be(came)),
            ([], went) => format!("Because seam {label} fired, {} {} not in the context.", names(went), be(went)),
            (came, went) => {
                let (came_names, went_names) = (names(came), names(went));
                format!(
                    "Because seam {label} fired, {came_names} {} in the context in place of {went_names}.",
                    be(came)
                )
            }
        });
        if !anyway.is_empty() {
            page.line(&format!("Without it {} would be there all the same.", names(&anyway)));
        }
    }
}

/// `1 / (60 + 1) = .0163934` for each list, and the sum.
fn sum(model: &Model, answer: &Answer, rank: usize, fused: &Fused, page: &mut Page<'_>) {
    page.heading(&format!("Rank {rank} in the fused ranking: reciprocal rank fusion"));
    let k = model.answered.fusion.k;
    for (at, list) in answer.trace.lists.iter().enumerate() {
        let name = clean::pad(list.name.as_str(), 12, "");
        match fused.terms.iter().find(|term| term.list == at) {
            Some(term) => {
                let score = list.hits.get(term.rank - 1).map_or(0.0, |hit| hit.score);
                let weight = weight(model, list.name);
                let kind = if matches!(list.name, ListName::ChunkBm25 | ListName::SeamBm25) { "BM25" } else { "cos" };
                page.line(&format!(
                    "{name} rank {:>3}   {weight} / ({k} + {}) = {}   ({kind} {})",
                    term.rank,
                    term.rank,
                    number::bare(term.value, 7),
                    number::bare(score, 4)
                ));
            }
            None => page.line(&format!("{name} absent      adds 0")),
        }
    }
    if let Some(score) = fused.score {
        page.line(&format!("{:<12} sum        {}", "", number::bare(score, 7)));
        let equal: Vec<_> = answer
            .trace
            .ranking
            .iter()
            .filter(|other| other.score == Some(score) && other.entry != fused.entry)
            .map(|other| model.corpus.label(other.entry))
            .take(6)
            .collect();
        if !equal.is_empty() {
            let lists: Vec<_> = answer.trace.lists.iter().map(|list| list.name.as_str()).collect();
            page.line(&format!(
                "Equal to {}: equal sums stand in the order in which they first appear when {} are read in turn.",
                equal.join(", "),
                lists.join(", ")
            ));
        }
    }
}

fn weight(model: &Model, list: ListName) -> f64 {
    let weights = &model.answered.fusion.weights;
    match list {
        ListName::ChunkDense => weights.chunk_dense,
        ListName::ChunkBm25 => weights.chunk_bm25,
        ListName::SeamDense => weights.seam_dense,
        ListName::SeamBm25 => weights.seam_bm25,
        ListName::Dense => weights.dense,
    }
}

fn fire_test(model: &Model, verdict: &crate::retrieve::trace::Verdict, page: &mut Page<'_>) {
    page.heading("Fire test: rank + m at most the rank of both chunks");
    let sum = verdict.rank + verdict.margin as usize;
    for (which, chunk, rank) in
        [("left", verdict.left, verdict.left_rank), ("right", verdict.right, verdict.right_rank)]
    {
        let label = model.corpus.label(Entry::Chunk(chunk));
        let relation = match rank {
            Some(rank) if sum <= rank => format!("≤ {rank}: holds"),
            Some(rank) => format!("> {rank}: blocks, by {}", sum - rank),
            None => "at most infinity, it is in no list: holds".to_owned(),
        };
        page.line(&format!("{which:<5} chunk {label}: {} + {} = {sum} {relation}", verdict.rank, verdict.margin));
    }
    match verdict.slack {
        Some(slack) => page.line(&format!("slack = min(left, right) − rank − m = {slack}")),
        None => page.line("slack: none, neither chunk is in the ranking"),
    }
    let (wordings, _) = panes::turning(model, page.theme, verdict);
    page.line(wordings.first().map_or("", String::as_str));
}

fn expansion_page(model: &Model, looked: &Expansion, page: &mut Page<'_>) {
    let (from, to) = (Entry::Chunk(looked.from), Entry::Chunk(looked.to));
    page.heading(&format!("Chunk {} and its neighbour {}", name(model, from), model.corpus.label(to)));
    let written = |value: Option<f64>| value.map_or_else(|| "no vector".to_owned(), number::fine);
    page.line(&format!("cos(question, {})  = {}", model.corpus.label(from), written(looked.cos_question_chunk)));
    page.line(&format!("cos(question, {})  = {}", model.corpus.label(to), written(looked.cos_question_neighbour)));
    page.line(&format!("cos(both chunks) = {}", written(looked.cos_chunk_neighbour)));
    let expand = &model.answered.expand;
    if let (Some(penalty), Some(score), Some(threshold)) = (looked.penalty, looked.score, looked.threshold) {
        page.heading("Test");
        page.line(&format!(
            "penalty = lambda × (1 − cos(both)) = {} × {} = {}",
            expand.lambda,
            written(looked.cos_chunk_neighbour.map(|cos| 1.0 - cos)),
            number::fine(penalty)
        ));
        page.line(&format!(
            "S = {} − {} = {}",
            written(looked.cos_question_neighbour),
            number::fine(penalty),
            number::fine(score)
        ));
        page.line(&format!(
            "threshold = gamma × cos(question, {}) = {} × {} = {}",
            model.corpus.label(from),
            expand.gamma,
            written(looked.cos_question_chunk),
            number::fine(threshold)
        ));
        let verdict = if looked.taken {
            format!("S > threshold by {}: taken", number::fine(score - threshold))
        } else {
            format!("S is not above the threshold: missed by {}", number::fine(threshold - score))
        };
        page.line(&verdict);
    }
    if looked.already {
        page.line("It was in the context before this test.");
    }
}

fn step_page(model: &Model, answer: &Answer, at: usize, step: &Step, page: &mut Page<'_>) {
    let unit = crate::app::knobs::budget_unit(model.answered.budget.unit);
    page.heading(&format!("Step {} of {}: {}", at + 1, answer.trace.budget.steps.len(), name(model, step.subject)));
    page.line(&page.theme.glyphs.reason(&step.why));
    let limit = answer.trace.budget.limit;
    page.line(&format!("{unit}: {} before, needs {}, {} after, of {limit}", step.before, step.needs, step.used));
    if step.chunks.is_empty() {
        page.line("No chunk was added.");
    }
    for id in &step.chunks {
        let tokens = model.corpus.chunks.get(id.at()).map_or(0, |chunk| chunk.tokens as usize);
        page.line(&format!("added {} ({})", name(model, Entry::Chunk(*id)), number::of(tokens, "token")));
    }
}
